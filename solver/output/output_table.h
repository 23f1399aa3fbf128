/* One result file: how it begins, what a row is, how it ends. Adding a table: a file
 * output_<name>.c with a table_class, its name in output_tables.c. */
#ifndef LASH_OUTPUT_TABLE_H
#define LASH_OUTPUT_TABLE_H

#include <stdio.h>

#include "lash_tables.h"

/* Joints with a film or wear, for the tables of their surfaces; NULL where there are none. */
typedef struct table_surfaces table_surfaces;
lash_status table_surfaces_find(const lash_system *system, table_surfaces **found,
                                lash_error *error); /* NULL: there are none */
void table_surfaces_free(table_surfaces *surfaces);
bool table_surfaces_have(const table_surfaces *surfaces, bool oil); /* else: wear */

/* What rows are made from. */
typedef struct table_state {
  const lash_model *model;
  lash_system *system;              /* or … */
  const lash_tables_source *source; /* … what stands for it; the other is NULL */
  double t;
  size_t row;   /* rows written before this one */
  size_t index; /* of the table among its class's: which request */
  struct {
    double forces, motions, dissipated, imbalance;
  } audit;      /* as of the last row of a run, while there is none */
  double *vdot; /* accelerations at the state */
  table_surfaces *surfaces;
  const char *name;
  bool finished;
} table_state;

/* Rows and tail may be NULL: there are none. */
typedef struct table_class {
  const char *file; /* name in the folder; %s stands for the base name, %d for the request's id */
  void (*head)(FILE *out, const table_state *state);
  lash_status (*row)(FILE *out, const table_state *state, lash_error *error);
  void (*tail)(FILE *out, const table_state *state);
} table_class;

/* A comma and the number, as "%.*g" has it. */
void table_field(FILE *out, double value, int digits);

extern const table_class table_request, table_requests, table_parts, table_energy, table_forces,
    table_scene, table_oil, table_worn, table_adams_req, table_adams_res;

/* The moving parts in file order, then point masses: their statement, and where they are in y. */
typedef struct table_part {
  const lash_part *part;
  size_t q, v;
} table_part;
size_t table_part_count(const table_state *state);
bool table_part_at(const table_state *state, size_t index, table_part *part);

/* The eighteen numbers of a part: X Y Z PSI THETA PHI VX … WZ ACCX … WDZ, of its mass centre, in
 * ground axes. */
void table_part_numbers(const table_state *state, const table_part *part,
                        double out[LASH_PART_NUMBERS]);

/* Units of every three of them; components of a force and a torque. */
extern const char *const table_part_units[LASH_PART_NUMBERS / 3];
extern const char *const table_wrench[6];

/* The statement behind request number `index`, or NULL (a user's or an MREQUEST). */
const lash_request *table_request_of(const table_state *state, size_t index);

/* Whether any request has a name or a comment, for requests.csv. */
bool table_requests_named(const table_state *state);

/* " (mm/s^2)" behind a heading; nothing without units. "time" with its unit, the first heading. */
void heading_unit(FILE *out, const table_state *state, const char *form);
void heading_time(FILE *out, const table_state *state);

#endif
