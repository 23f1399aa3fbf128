/* What a validation leaves on disk: curves, tables, plots, a page to look at. */
#ifndef LASH_VALIDATION_REPORT_H
#define LASH_VALIDATION_REPORT_H

#include "claims.h"

/* DIR/<case>/: curves of the runs that name a file. */
lash_status report_curves(const char *folder, const case_results *results, lash_error *error);

/* DIR/<case>/claims.csv */
lash_status report_claims(const char *folder, const lash_validation_case *c, lash_error *error);

/* DIR/<case>/energy.csv: what every run exchanged and what its balance leaves over. */
lash_status report_energy(const char *folder, const case_results *results, lash_error *error);

/* Draws DIR/<case>/\*.svg and \*.png by the case's plot.gp; nothing to do without one. */
lash_status report_plots(const char *folder, const char *case_folder, lash_error *error);

/* DIR/index.html */
lash_status report_page(const char *out, const lash_validation *v, lash_error *error);

/* "1.04 [1.01, 1.07]", the 95 % interval of an ensemble; "-" without a number. */
void report_number(const lash_claim *claim, char *text, size_t size);

#endif
