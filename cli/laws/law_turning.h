/* A friction law on a contact disc that spins, or against rolling: at a point, over a range. */
#ifndef LASH_CLI_LAW_TURNING_H
#define LASH_CLI_LAW_TURNING_H

#include "law_settings.h"
#include "output_options.h"

/* Do the settings speak of spin (spin=hertz) or rolling (rolling.R=)? */
bool law_turns(const cli_settings *settings);

/* Force and torque of the disc, or the couple against rolling, with exact derivatives; `over` as in
 * --over, or NULL. */
lash_status law_turning(const char *law, cli_settings *settings, const cli_settings *at,
                        const char *over, const show_options *show, lash_error *error);

#endif
