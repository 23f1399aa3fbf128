/* From the model to the system. Elements are entered first, with their ids, then their functions
 * are compiled, because functions may name any element. */
#ifndef LASH_SOLVER_BUILD_H
#define LASH_SOLVER_BUILD_H

#include "force_elements.h"
#include "lash_model.h"
#include "measure.h"
#include "storage.h"
#include "system_states.h"
#include "user.h"

typedef struct lash_builder {
  lash_system *system;
  const lash_model *model;
  int *part_body, *point_body; /* body of each PART and POINT_MASS of the model */
  int *marker_body;            /* body of each MARKER on a flexible body */
} lash_builder;

lash_status lash_build_bodies(lash_builder *builder, lash_error *error);
lash_status lash_build_states(lash_builder *builder, lash_error *error);
lash_status lash_build_curves(lash_builder *builder, lash_error *error);
lash_status lash_build_constraints(lash_builder *builder, lash_error *error);
lash_status lash_build_forces(lash_builder *builder, lash_error *error);
lash_status lash_build_contacts(lash_builder *builder, lash_error *error);
lash_status lash_build_friction(lash_builder *builder, lash_error *error);
lash_status lash_build_watch(lash_builder *builder, lash_error *error);

lash_status lash_compile_states(lash_builder *builder, lash_error *error);
lash_status lash_compile_curves(lash_builder *builder, lash_error *error);
lash_status lash_compile_constraints(lash_builder *builder, lash_error *error);
lash_status lash_compile_forces(lash_builder *builder, lash_error *error);
lash_status lash_compile_contacts(lash_builder *builder, lash_error *error);
lash_status lash_compile_watch(lash_builder *builder, lash_error *error);

/* Which initial velocities a statement gives, as of lash_body.given. Components along other axes
 * than those of the unknowns are given or not all together. */
unsigned lash_given_velocities(const lash_element *head, bool other_axes);

/* build_flexible.c: makes the flexible bodies and the bodies tied to their nodes; then, once
 * markers stand, writes their coordinates and rates into system->y0. */
lash_status lash_build_flexible(lash_builder *builder, lash_error *error);
void lash_build_flexible_start(lash_builder *builder);

/* build_modal.c: the same of one FLEX_BODY, the index-th flexible body. */
lash_status lash_build_modal(lash_builder *builder, const lash_flex_body *statement,
                             lash_error *error);
void lash_build_modal_start(lash_builder *builder, const lash_flex_body *statement, int index);

/* For those who make one: appends a flexible body of so many cells; a rigid body without mass; the
 * body tied to a node, made when it is first asked for (`pose`: the node's at the start). */
struct lash_flexible_class;
struct lash_flexible *lash_flexible_add(lash_system *system,
                                        const struct lash_flexible_class *class,
                                        const lash_element *head, size_t cells);
int lash_carried_body(lash_system *system, const lash_element *head, const lash_pose *pose);
int lash_tied_body(lash_system *system, int flexible, int node, int label, const lash_element *head,
                   const lash_pose *pose);

/* A statement's function: `text` of an expression as a function index, USER(…) as a routine index
 * (the other one is -1). `source` carries what a routine is told; may be NULL when USER is refused.
 */
lash_status lash_compile(lash_builder *builder, const lash_element *head,
                         const lash_expression *expression, const lash_user_source *source,
                         int *function, int *user, lash_error *error);

/* Where only a routine can stand: its index, -1 when the expression is no USER(…). */
lash_status lash_compile_routine(lash_builder *builder, const lash_element *head,
                                 const lash_expression *expression, const lash_user_source *source,
                                 int *user, lash_error *error);

/* A MATRIX as row-major numbers of this shape, to be freed; NULL, with a message that names the
 * owner, when it is another. */
double *lash_matrix_of(lash_builder *builder, const lash_ref *ref, size_t rows, size_t columns,
                       const lash_element *owner, lash_error *error);

/* Appends a force element between two markers (indices). */
lash_force *lash_force_add(lash_builder *builder, const lash_element *head, lash_force_kind kind,
                           int i, int j);

/* Appends extra states, all zero at the start. */
lash_states *lash_states_add(lash_system *system, lash_states_kind kind, const lash_element *head,
                             size_t count);

/* Fails as unsupported, naming file, line and element. */
lash_status lash_build_unsupported(const lash_builder *builder, const lash_element *head,
                                   const char *what, lash_error *error);

/* Puts "model.adm:37: JOINT/4: " before the message of a failure, if it is one, and returns its
 * status. */
lash_status lash_build_failed(const lash_model *model, const lash_element *head, lash_status status,
                              lash_error *error);

/* Index of the marker a reference names; the ground frame when it names none. */
static inline int lash_mark_of(const lash_ref *ref) { return ref->index < 0 ? 0 : ref->index + 1; }

#endif
