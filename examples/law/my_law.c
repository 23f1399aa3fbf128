/* A contact law and a friction law of one's own:
 *   cc -std=gnu11 -O2 -shared -fPIC -Icore -Icontact -Ifriction -Ilaws examples/law/my_law.c -o
 * my_law.so build/lash law ./my_law::push --at delta=1e-5,v=0.1,v0=0.2 Installed headers need
 * -I$prefix/include/lash alone; for Windows x86_64-w64-mingw32-gcc and my_law.dll. */
#include <math.h>

#include "lash_open_law.h"

LASH_CONTACT_KERNEL(push, {
  double K = p[0], e = p[1];
  return K * pow(delta, 1.5) * (1 + 0.75 * (1 - e * e) * v / v0);
})

LASH_FRICTION_KERNEL(rub, { return p[0] * N * tanh(s / p[1]); })

static const lash_param push_params[] = {
    {"K", "N/m^1.5", "stiffness", 1e8, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    {"e", "1", "restitution asked for", 0.9, 0, 1, LASH_PARAM_MIN_OPEN, NULL}};

static const lash_param rub_params[] = {
    {"mu", "1", "coefficient of friction", 0.1, 0, INFINITY, 0, NULL},
    {"vs", "m/s", "speed of the smooth step", 1e-3, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL}};

static const lash_open_law laws[] = {
    {LASH_OPEN_LAW_HEAD, .kind = LASH_OPEN_CONTACT, .name = "push",
     .formula = "K delta^1.5 (1 + 3/4 (1 - e^2) v/v0)", .params = push_params, .param_count = 2,
     .citation = "Lankarani & Nikravesh 1990, J. Mech. Des. 112:369", LASH_KERNELS(push)},
    {LASH_OPEN_LAW_HEAD, .kind = LASH_OPEN_FRICTION, .name = "rub", .formula = "mu N tanh(s/vs)",
     .params = rub_params, .param_count = 2, LASH_KERNELS(rub)}};
LASH_LAWS(laws);
