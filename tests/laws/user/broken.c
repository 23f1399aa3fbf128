/* A law without a kernel. */
#include "lash_open_law.h"

static const lash_open_law laws[] = {
    {LASH_OPEN_LAW_HEAD, .kind = LASH_OPEN_CONTACT, .name = "hollow"}};
LASH_LAWS(laws);
