/* The log of a sweep: a line per finished point, safe against whatever ends the program.
 *
 *   17 ok 0.25 nan 3.5 #8f3a21c0          index, state, one value per measure, CRC-32 of the rest
 *   18 failed setting PART/2.MASS=-1: … #…
 *   19 lost its process was ended by signal 9 #…
 *
 * Lines are only ever added. One that was torn or damaged fails its checksum and does not count.
 * Of several lines about a point the last one counts, except that `ok` is never taken back. */
#ifndef LASH_STUDY_LOG_H
#define LASH_STUDY_LOG_H

#include "lash_sweep.h"
#include "readings.h"

typedef struct sweep_log sweep_log;

/* Makes the folder and the manifest, or compares it; reads every log there into `point`; opens this
 * slice's for adding. One program at a time may have a log open. */
lash_status log_open(const lash_sweep_options *options, const readings *reads, lash_point *point,
                     sweep_log **log, lash_error *error);

/* Adds a line; it is safe after the next log_sync(). */
lash_status log_add(sweep_log *log, size_t index, const lash_point *point, lash_error *error);
lash_status log_sync(sweep_log *log, lash_error *error);
void log_close(sweep_log *log);

/* points.csv, written beside and then put in place. */
lash_status log_write_table(const lash_sweep_options *options, const lash_point *point,
                            lash_error *error);

/* manifest.txt (manifest.c); `reads`: what points read, as readings_write() writes it. */
lash_status manifest_check(const lash_sweep_options *options, const readings *reads,
                           lash_error *error);

#endif
