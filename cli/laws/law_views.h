/* What `lash law` and `lash fit` have beside contact and friction laws at a point. */
#ifndef LASH_CLI_LAW_VIEWS_H
#define LASH_CLI_LAW_VIEWS_H

#include "law_settings.h"
#include "output_options.h"

/* ------------------------------------------------------------------------------------- at a point
 */

/* A film law: forces, torques, power, pressure and partials. `over` as in --over, or NULL. */
lash_status film_at_point(const char *law, cli_settings *settings, const cli_settings *at,
                          const char *over, const show_options *show, lash_error *error);

/* A wear law on fresh surfaces: pressure, depths and volumes for a way slid under a load. */
lash_status wear_at_point(const char *law, cli_settings *settings, const cli_settings *at,
                          const show_options *show, lash_error *error);

/* Do the settings speak of spin (spin=hertz) or rolling (rolling.R=)? */
bool law_turns(cli_settings *settings);

/* A friction law: force and torque of a contact disc that spins, or the couple against rolling,
 * with exact derivatives; `over` as in --over, or NULL. */
lash_status law_turning(const char *law, cli_settings *settings, const cli_settings *at,
                        const char *over, const show_options *show, lash_error *error);

/* -------------------------------------------------------------------------------------- portraits
 */

/* What people draw of a law first: force over penetration in impacts of 1 kg at three speeds. */
lash_status portrait_contact(const lash_contact *law, const char *file, lash_error *error);

/* Force over sliding velocity in slow and fast cycles under 10 N, states included. */
lash_status portrait_friction(const lash_friction *law, const char *file, lash_error *error);

/* ------------------------------------------------------------------------------------- from tests
 */

/* From a test of a bearing to the viscosity of its oil. */
lash_status viscosity_fit(const char *law, cli_settings *settings, bool as_json, lash_error *error);

/* From the scar of a wear test to the wear coefficient. `scar`: width of that in a block, diameter
 * of the flat on a ball, m. */
lash_status scar_fit(double scar, cli_settings *settings, bool as_json, lash_error *error);

#endif
