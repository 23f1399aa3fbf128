/* Records: a folder of a run's tables, with how it was run, to be held against later runs.
 *
 *   record.txt    a line "lash record 1", then the arguments of `lash run` line by line
 *   *.csv         its tables */
#ifndef LASH_CLI_RECORD_H
#define LASH_CLI_RECORD_H

#include <argp.h>

#include "lash_core.h"

extern const struct argp_option run_options[]; /* of `lash run` (cmd_run.c) */

/* Notes in the folder with which arguments the run was made: all but the dataset, and where results
 * and words go. */
lash_status record_write(const char *folder, int argc, char **argv, const char *dataset,
                         lash_error *error);

lash_status record_is(const char *folder, bool *is, lash_error *error);

/* The folder beside a record in which it is run again: "DIR.new". To be freed; NULL: no memory. */
char *record_beside(const char *record);

/* Moves all files of a run there into the record, removes tables that it has not, and the folder.
 */
lash_status record_replace(const char *record, const char *beside, lash_error *error);

/* Runs the dataset as the record was, into another folder. A record that says where to write, which
 * none of ours does, is refused. */
lash_status record_repeat(const char *record, const char *dataset, const char *folder,
                          lash_error *error);

/* Puts the tables of another folder in place of the record's. */
lash_status record_update(const char *record, const char *folder, lash_error *error);

#endif
