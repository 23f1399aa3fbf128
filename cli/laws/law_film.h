/* A film law at a point: forces, torques, power, pressure and partials. */
#ifndef LASH_CLI_LAW_FILM_H
#define LASH_CLI_LAW_FILM_H

#include "law_settings.h"
#include "output_options.h"

/* `over` as in --over, or NULL. */
lash_status film_at_point(const char *law, cli_settings *settings, const cli_settings *at,
                          const char *over, const show_options *show, lash_error *error);

#endif
