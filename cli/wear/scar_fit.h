/* From the scar of a wear test to the wear coefficient. */
#ifndef LASH_CLI_SCAR_FIT_H
#define LASH_CLI_SCAR_FIT_H

#include "law_settings.h"

/* `scar`: width of that in a block, diameter of the flat on a ball, m. */
lash_status scar_fit(double scar, cli_settings *settings, bool as_json, lash_error *error);

#endif
