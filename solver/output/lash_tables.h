/* Results on disk: tables of a run, a row per output.
 *
 *   DIR/request_<id>.csv  time and the columns of a REQUEST, in Adams' order
 *   DIR/parts.csv         time and, per part, position, angles, velocities, accelerations
 *   DIR/energy.csv        time, energies, works and what is left over
 *   DIR/forces.csv        time and, per force element, force and torque on its I marker
 *   DIR/oil.csv, worn.csv of joints with a film or wear: pressure and depth around them
 *   DIR/scene.txt         what to draw: parts, markers, links, joints, forces (docs/report.md)
 *   DIR/<name>.req, .res  on request: Adams' own text formats
 *
 * Files are flushed five times a second and on closing: what was computed before a failure stays.
 * Numbers have 17 digits, so that reading them back gives the same bits. */
#ifndef LASH_TABLES_H
#define LASH_TABLES_H

#include "lash_integrate.h"
#include "lash_model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lash_tables lash_tables;

typedef struct lash_tables_options {
  const char *folder; /* made when missing, with those it is in */
  const char *name;   /* base name of .req and .res */
  bool req, res;      /* write Adams' formats too */
  bool resume;        /* keep what is there, to be cut back by lash_tables_rewind() */
} lash_tables_options;

/* Numbers of something else than a system: requests in the order of the model, parts (moving ones,
 * then point masses) as the columns of parts.csv. */
enum { LASH_PART_NUMBERS = 18 };
typedef struct lash_tables_source {
  void *context;
  lash_status (*request)(void *context, size_t index, double values[8], lash_error *error);
  lash_status (*part)(void *context, size_t index, double numbers[LASH_PART_NUMBERS],
                      lash_error *error);
} lash_tables_source;

/* request_<id>.csv and parts.csv alone; lash_tables_row() then takes no run. */
lash_status lash_tables_open_source(const lash_model *model, const lash_tables_source *source,
                                    const lash_tables_options *options, lash_tables **tables,
                                    lash_error *error);

lash_status lash_tables_open(const lash_model *model, lash_system *system,
                             const lash_tables_options *options, lash_tables **tables,
                             lash_error *error);

/* A row in every table, of the system's current state. `run` may be NULL (kinematics, statics): the
 * works are then those of the last row that had one. */
lash_status lash_tables_row(lash_tables *tables, double t, const lash_integration *run,
                            lash_error *error);

/* After ACTIVATE, or when the model's system was made anew. Requests stay the same. */
void lash_tables_system(lash_tables *tables, lash_system *system);

/* Ends the files properly; `finished` false notes in them that the run broke off. */
lash_status lash_tables_close(lash_tables *tables, bool finished, lash_error *error);

/* Where the files stand, with checksums of what they hold so far, which is on the disk then; and
 * cutting them back to there, where they still hold that: nothing is cut when one does not. With
 * `marks` NULL only says how many numbers they are. */
lash_status lash_tables_marks(lash_tables *tables, long *marks, size_t *count, lash_error *error);
lash_status lash_tables_rewind(lash_tables *tables, const long *marks, size_t count,
                               lash_error *error);

/* Name and unit ("": not known) of column k < 8 of a request, as they stand above its table. */
typedef struct lash_column_heading {
  char name[256], unit[256];
} lash_column_heading;
void lash_request_column(const lash_model *model, const lash_request *request, size_t k,
                         lash_column_heading *heading);

/* The columns of parts.csv, each after PART_<id>_. */
extern const char *const lash_part_columns[LASH_PART_NUMBERS];

/* Adams' body 3-1-3 angles of a rotation matrix (row major), radians. */
void lash_angles_313(const double rotation[9], double angles[3]);

#ifdef __cplusplus
}
#endif

#endif
