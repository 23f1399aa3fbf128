/* What a mechanism is: the neutral model read from an Adams dataset (.adm), and the list of
 * commands read from a command file (.acf).
 *
 * A model holds one array per statement, in file order: model->joint.item[i], i <
 * model->joint.count. Every element starts with a lash_element (kind, id, line, name). References
 * keep the id as written and, once the file is read, the index of the element they name:
 * model->marker.item[joint->i.index].
 *
 * Units. Numbers stay as the dataset has them. model->units.scale gives the factors to SI: multiply
 * a length by scale.length to get metres. Angles are radians always ("90D" is converted when read).
 *
 * Memory. Everything belongs to the model and dies with lash_model_free. Structs are plain data: a
 * host may read them directly and should not write them; lash_model_set and lash_script_apply do.
 */
#ifndef LASH_MODEL_H
#define LASH_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lash_core.h"
#include "lash_statements.h"
#include "lash_statements_data.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------- diagnostics */

typedef enum lash_severity {
  LASH_WARNING,       /* read, but look at it */
  LASH_NOT_SUPPORTED, /* legal Adams, kept or named here, not simulated */
  LASH_ERROR          /* wrong: the model must not be used */
} lash_severity;

typedef struct lash_diagnostic {
  lash_severity severity;
  int line, column; /* 0 when it concerns the whole file */
  char *message;    /* "model.adm:37: JOINT/4: …; remedy" */
} lash_diagnostic;

/* What reading found, in file order, at most LASH_DIAGNOSTICS_MAX kept. */
#define LASH_DIAGNOSTICS_MAX 1000
typedef struct lash_diagnostics {
  size_t count, capacity;
  lash_diagnostic *item;
  size_t total[LASH_ERROR + 1]; /* by severity, including those not kept */
  bool failed;                  /* an error was not the input's fault: memory ended, say */
} lash_diagnostics;

LASH_API void lash_diagnostics_free(lash_diagnostics *diagnostics);

/* Adds what somebody else found, a whole sentence that may begin with "FILE:LINE:". */
LASH_API void lash_diagnostics_found(lash_diagnostics *diagnostics, lash_severity severity,
                                     const char *message);

/* Adds why something else did not succeed, as an error or, of LASH_UNSUPPORTED, as not supported.
 */
LASH_API void lash_diagnostics_failed(lash_diagnostics *diagnostics, const lash_error *error);

/* The status that stands for the list: FAILURE, BAD_INPUT, UNSUPPORTED or OK. With `error`, also
 * the first message of the worst severity and how many more there are. */
LASH_API lash_status lash_diagnostics_status(const lash_diagnostics *diagnostics,
                                             lash_error *error);

/* ------------------------------------------------------------------------------------ the model */

#define LASH_ARRAY_OF(type) \
  struct {                  \
    type *item;             \
    size_t count, capacity; \
  }

typedef struct lash_model {
  char *file;        /* as given by the caller */
  const char *title; /* first line */
#define LASH_MEMBER(NAME, member, type) LASH_ARRAY_OF(type) member;
  LASH_KINDS(LASH_MEMBER)
#undef LASH_MEMBER
#define LASH_MEMBER(NAME, member, type) type member;
  LASH_SINGLE_KINDS(LASH_MEMBER)
#undef LASH_MEMBER
  int ground; /* index of the ground part, -1 when there is none */
  lash_diagnostics diagnostics;
  struct lash_arena *arena;    /* owns all lists and texts */
  int *order[LASH_KIND_COUNT]; /* per kind: indices sorted by id, for lash_model_find */
} lash_model;

/* Reads a dataset. `model` is filled in every case and must be freed; use it for simulation only
 * when the status is LASH_OK, or LASH_UNSUPPORTED when the caller copes with everything it meets.
 * All faults are in model->diagnostics; `error` gets the first. */
LASH_API lash_status lash_model_read(lash_model *model, const char *path, lash_error *error);

/* The same from memory; `name` stands in messages. `text` needs no terminating zero. */
LASH_API lash_status lash_model_parse(lash_model *model, const char *name, const char *text,
                                      size_t size, lash_error *error);

/* Compiles every expression (lash_expr.h) and looks up the ids it names; adds what is wrong to
 * model->diagnostics. Reading does not do this: a host compiles its expressions anyway. */
LASH_API void lash_model_check_expressions(lash_model *model);

/* Adds a finding of the caller's own about an element to model->diagnostics. */
LASH_API void lash_model_report(lash_model *model, const lash_element *about,
                                const lash_error *error);

LASH_API void lash_model_free(lash_model *model);

/* Changes one argument as a dataset would write it: ("JOINT/3.PITCH", "0.1"), ("INTEGRATOR.ERROR",
 * "1e-6"), ("JOINT/3.REVOLUTE", NULL or ""). A STRING's argument may also be a name in its text:
 * ("STRING/1.Rj", "0.0095") replaces what stands behind "Rj=", or adds it. On failure the model is
 * as before. */
LASH_API lash_status lash_model_set(lash_model *model, const char *target, const char *value,
                                    lash_error *error);

/* Takes an element out of the mechanism, or back into it: "JOINT/4", as DEACTIVATE does. */
LASH_API lash_status lash_model_activate(lash_model *model, const char *element, bool active,
                                         lash_error *error);

/* Index of the element of this kind and id, or -1. */
LASH_API int lash_model_find(const lash_model *model, lash_kind kind, int id);

LASH_API size_t lash_model_count(const lash_model *model,
                                 lash_kind kind); /* single kinds: 1 when given */
LASH_API const lash_element *lash_model_element(const lash_model *model, lash_kind kind,
                                                size_t index);
LASH_API const char *lash_kind_name(lash_kind kind); /* "JOINT" */

/* True when the file (or a set) gave this argument, by its full name: lash_given(&part->head,
 * "ZG"). */
LASH_API bool lash_given(const lash_element *element, const char *argument);

/* A unit in short, put together from the dataset's: L length, T time, F force, M mass, A angle
 * (rad) and whatever stands between them: "L/T^2" is "mm/s^2", "F L" is "N mm"; "E" alone is that
 * of an energy, "J" where force times length is. Empty when the dataset gives no such unit. Returns
 * `text`. */
LASH_API const char *lash_unit_text(const lash_units *units, const char *form, char *text,
                                    size_t size);

/* Dimension of column k < 8 of a request, in letters of lash_unit_text; empty where nobody knows
 * it. `request` may be NULL. */
LASH_API const char *lash_request_unit(const lash_request *request, size_t k);

/* Writes "model.adm:37: JOINT/4" for messages about an element. */
LASH_API void lash_element_where(const lash_model *model, const lash_element *element, char *text,
                                 size_t size);

/* Degrees of freedom by counting (Gruebler): 6 per moving part, flexible ones as if they were
 * rigid, 3 per point mass, less constraints. Redundant constraints make the true number larger. */
LASH_API int lash_model_freedom(const lash_model *model);
/* Equations of a constraint. SCREW and RACKPIN are one each: they tie a translation to a rotation
 * and leave it to other joints to hold the axes together. */
LASH_API int lash_joint_constraints(lash_joint_type type);
LASH_API int lash_jprim_constraints(lash_jprim_type type);

/* ---------------------------------------------------------------------------- frames and masses */

/* A frame in another: x_outer = origin + rotation * x_inner; rotation is row-major, its columns are
 * the inner axes. */
typedef struct lash_pose {
  double origin[3];
  double rotation[9];
} lash_pose;

/* inner frame `b` given in `a`, `a` given in ground: b in ground. */
LASH_API lash_pose lash_pose_compose(const lash_pose *a, const lash_pose *b);

/* Initial frame of a part in ground (parts and point masses alike). Fails when ZG/XG do not span a
 * plane. */
LASH_API lash_status lash_part_pose(const lash_model *model, const lash_part *part,
                                    lash_pose *frame, lash_error *error);

/* The moving frame of a flexible body in ground. */
LASH_API lash_status lash_flex_body_pose(const lash_model *model, const lash_flex_body *body,
                                         lash_pose *frame, lash_error *error);

/* A node of an FE_PART, undeformed. */
typedef struct lash_fe_station {
  int label, line;
  double s;       /* distance from the first node */
  lash_pose pose; /* in ground: x along the beam, y and z in the section */
  lash_beam_section section;
} lash_fe_station;

/* The number of nodes, and the nodes in order along the beam (`station` has room for them). Fails
 * when they make no straight beam or one has no section. */
LASH_API size_t lash_fe_part_nodes(const lash_model *model, const lash_fe_part *part);
LASH_API lash_status lash_fe_part_layout(const lash_model *model, const lash_fe_part *part,
                                         lash_fe_station *station, lash_error *error);

/* A marker's frame in the frame of its part. A floating marker gives the part frame. */
LASH_API lash_status lash_marker_pose(const lash_model *model, const lash_marker *marker,
                                      lash_pose *frame, lash_error *error);

/* Mass, mass centre in part axes, inertia tensor (row-major, off-diagonals negative products) about
 * the mass centre in part axes; all in dataset units. Ground and point masses give zero inertia. */
typedef struct lash_mass {
  double mass, cm[3], inertia[9];
} lash_mass;
LASH_API lash_status lash_part_mass(const lash_model *model, const lash_part *part, lash_mass *mass,
                                    lash_error *error);

/* -------------------------------------------------------------------------------- command files */

typedef enum lash_command_kind {
  LASH_COMMAND_SIMULATE,
  LASH_COMMAND_MODIFY, /* a statement with new argument values */
  LASH_COMMAND_ACTIVATE,
  LASH_COMMAND_DEACTIVATE,
  LASH_COMMAND_FILE,
  LASH_COMMAND_SAVE,
  LASH_COMMAND_RELOAD,
  LASH_COMMAND_LINEAR,
  LASH_COMMAND_CONTROL,
  LASH_COMMAND_ENVIRONMENT,
  LASH_COMMAND_STOP
} lash_command_kind;

typedef enum lash_analysis {
  LASH_ANALYSIS_TRANSIENT, /* kinematic when no freedom is left, else dynamic */
  LASH_ANALYSIS_DYNAMIC,
  LASH_ANALYSIS_KINEMATIC,
  LASH_ANALYSIS_STATIC,
  LASH_ANALYSIS_QUASISTATIC,
  LASH_ANALYSIS_INITIAL_CONDITIONS
} lash_analysis;

typedef struct lash_script_command {
  lash_command_kind kind;
  int line;
  const char *text; /* as written, joined */
  bool faulty;      /* it was read with errors */
  /* SIMULATE; NAN or 0 when not given */
  lash_analysis analysis;
  lash_order ic_level; /* INITIAL_CONDITIONS: how far */
  double end, duration, dtout;
  int steps;
  /* MODIFY, ACTIVATE, DEACTIVATE */
  lash_kind target;
  lash_refs ids; /* MODIFY: one, or none for single kinds; indices are those of no model yet */
  const lash_piece *piece; /* where `text` stands in the file */
  size_t piece_count;
  /* FILE, SAVE, RELOAD, LINEAR, ENVIRONMENT */
  const char *model, *output_prefix, *file, *name, *value;
  bool eigensolution, statematrices; /* LINEAR */
  int pinput, poutput;               /* LINEAR: ids */
  lash_expression function;          /* CONTROL */
} lash_script_command;

typedef struct lash_script {
  char *file;
  const char *model_name, *output_name; /* first two lines, or from FILE/; NULL when blank */
  size_t count, capacity;
  lash_script_command *item;
  lash_diagnostics diagnostics;
  struct lash_arena *arena;
} lash_script;

/* Same contract as lash_model_read. */
LASH_API lash_status lash_script_read(lash_script *script, const char *path, lash_error *error);
LASH_API lash_status lash_script_parse(lash_script *script, const char *name, const char *text,
                                       size_t size, lash_error *error);
LASH_API void lash_script_free(lash_script *script);

/* Carries out MODIFY, ACTIVATE or DEACTIVATE on the model; other commands are the host's and do
 * nothing here. On failure the model is as before. */
LASH_API lash_status lash_script_apply(const lash_script *script,
                                       const lash_script_command *command, lash_model *model,
                                       lash_error *error);

/* Carries out all commands on a model one after the other, as a run would, and adds what fails to
 * script->diagnostics. */
LASH_API void lash_script_check(lash_script *script, lash_model *model);

#ifdef __cplusplus
}
#endif

#endif
