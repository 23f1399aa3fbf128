/* A wear law on fresh surfaces: pressure, depths and volumes for a way slid under a load. */
#ifndef LASH_CLI_LAW_WEAR_H
#define LASH_CLI_LAW_WEAR_H

#include "law_settings.h"
#include "output_options.h"

lash_status wear_at_point(const char *law, cli_settings *settings, const cli_settings *at,
                          const show_options *show, lash_error *error);

#endif
