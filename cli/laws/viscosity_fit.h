/* From a test of a bearing to the viscosity of its oil. */
#ifndef LASH_CLI_VISCOSITY_FIT_H
#define LASH_CLI_VISCOSITY_FIT_H

#include "law_settings.h"

lash_status viscosity_fit(const char *law, cli_settings *settings, bool as_json, lash_error *error);

#endif
