/* Reads a frame of beams and assembles it. The statements are in the table at the end of the file;
 * docs/flexible-bodies.md explains them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reduce_beam.h"
#include "sparse.h"
#include "text.h"

enum { NAMES = 32, NAME = 32, MAX_NODES = 20000, MAX_ELEMENTS = 20000 };

typedef struct named_material {
  char name[NAME];
  lash_material value;
} named_material;

/* A section's constants depend on Poisson's ratio, so its dimensions are kept until it is used. */
typedef struct named_section {
  char name[NAME];
  bool round;
  double size[2];
  double shear; /* coefficient; 0: Cowper's */
} named_section;

typedef struct frame_beam {
  size_t node[2];
  beam_element element;
  lash_section section;
  lash_material material;
} frame_beam;

typedef struct frame_mass {
  size_t node;
  double mass;
} frame_mass;

typedef struct frame {
  text in;
  lash_fe *fe;
  size_t material_count, section_count, beam_count, mass_count, node_room, beam_room;
  named_material material[NAMES];
  named_section section[NAMES];
  frame_mass mass[NAMES];
  frame_beam *beam;
  bool *held; /* per node */
} frame;

/* ------------------------------------------------------------------------------------ look-up */

static int find_node(const frame *f, int id) {
  for (size_t i = 0; i < f->fe->node_count; i++)
    if (f->fe->node[i].id == id) return (int)i;
  return -1;
}

static lash_status node_word(frame *f, size_t word, size_t *index, lash_error *error) {
  int id;
  lash_status status = text_integer(&f->in, word, "the node's id", &id, error);
  if (status != LASH_OK) return status;
  int found = find_node(f, id);
  if (found < 0)
    return text_fail(&f->in, error, "there is no node %d; a node must stand above its use", id);
  *index = (size_t)found;
  return LASH_OK;
}

static lash_status add_node(frame *f, int id, const double position[3], size_t *index,
                            lash_error *error) {
  lash_fe *fe = f->fe;
  if (fe->node_count == MAX_NODES) return text_fail(&f->in, error, "more than %d nodes", MAX_NODES);
  if (fe->node_count == f->node_room) {
    size_t room = f->node_room ? 2 * f->node_room : 64;
    lash_fe_node *nodes = realloc(fe->node, room * sizeof *nodes);
    if (nodes) fe->node = nodes;
    bool *held = realloc(f->held, room * sizeof *held);
    if (held) f->held = held;
    if (!nodes || !held) return lash_fail(error, LASH_FAILURE, "no memory for %zu nodes", room);
    f->node_room = room;
  }
  *index = fe->node_count++;
  fe->node[*index] = (lash_fe_node){.id = id};
  memcpy(fe->node[*index].position, position, 3 * sizeof(double));
  f->held[*index] = false;
  return LASH_OK;
}

/* --------------------------------------------------------------------------------- statements */

static lash_status name_statement(frame *f, lash_error *error) {
  if (f->in.count != 2) return text_fail(&f->in, error, "write: name NAME");
  snprintf(f->fe->name, sizeof f->fe->name, "%s", f->in.word[1]);
  return LASH_OK;
}

static lash_status material_statement(frame *f, lash_error *error) {
  double value[3] = {0};
  static const char *const keys[3] = {"E", "nu", "rho"};
  bool given[3] = {false};
  if (f->in.count != 8)
    return text_fail(&f->in, error, "write: material NAME E PA nu RATIO rho KG/M^3");
  if (f->material_count == NAMES) return text_fail(&f->in, error, "more than %d materials", NAMES);
  for (size_t w = 2; w < 8; w += 2) {
    size_t key = 0;
    while (key < 3 && strcmp(f->in.word[w], keys[key]) != 0) key++;
    if (key == 3)
      return text_fail(&f->in, error, "a material has E, nu and rho, no '%s'", f->in.word[w]);
    lash_status status = text_number(&f->in, w + 1, keys[key], &value[key], error);
    if (status != LASH_OK) return status;
    given[key] = true;
  }
  if (!given[0] || !given[1] || !given[2])
    return text_fail(&f->in, error, "a material needs E, nu and rho, each once");
  named_material *m = &f->material[f->material_count++];
  snprintf(m->name, sizeof m->name, "%s", f->in.word[1]);
  m->value = (lash_material){value[0], value[1], value[2]};
  lash_status status = lash_material_check(&m->value, error);
  if (status != LASH_OK) lash_error_prefix(error, "%s:%ld", f->in.file, f->in.line);
  return status;
}

static lash_status make_section(const named_section *s, double nu, lash_section *out,
                                lash_error *error) {
  lash_status status = s->round ? lash_section_tube(s->size[0], s->size[1], nu, out, error)
                                : lash_section_rectangle(s->size[0], s->size[1], nu, out, error);
  if (status == LASH_OK && s->shear != 0) out->shear_y = out->shear_z = s->shear;
  return status == LASH_OK ? lash_section_check(out, error) : status;
}

static lash_status section_statement(frame *f, lash_error *error) {
  const char *usage =
      "write: section NAME rectangle HEIGHT_Y WIDTH_Z, round DIAMETER, or tube OUTER INNER; then "
      "[shear COEFFICIENT]";
  if (f->in.count < 4) return text_fail(&f->in, error, "%s", usage);
  if (f->section_count == NAMES) return text_fail(&f->in, error, "more than %d sections", NAMES);
  const char *kind = f->in.word[2];
  bool bar = strcmp(kind, "round") == 0, tube = strcmp(kind, "tube") == 0;
  size_t end = bar ? 4 : 5;
  bool shear = f->in.count == end + 2 && strcmp(f->in.word[end], "shear") == 0;
  if ((!bar && !tube && strcmp(kind, "rectangle") != 0) || (f->in.count != end && !shear))
    return text_fail(&f->in, error, "%s", usage);
  named_section *s = &f->section[f->section_count++];
  snprintf(s->name, sizeof s->name, "%s", f->in.word[1]);
  s->round = bar || tube;
  s->size[1] = s->shear = 0;
  lash_status status = text_number(&f->in, 3, "the size", &s->size[0], error);
  if (status == LASH_OK && !bar) status = text_number(&f->in, 4, "the size", &s->size[1], error);
  if (status == LASH_OK && shear)
    status = text_number(&f->in, end + 1, "the shear coefficient", &s->shear, error);
  if (status == LASH_OK && shear && !(s->shear > 0))
    return text_fail(&f->in, error, "a shear coefficient must be > 0, not %g", s->shear);
  if (status != LASH_OK) return status;
  lash_section probe;
  status = make_section(s, 0.3, &probe, error);
  if (status != LASH_OK) lash_error_prefix(error, "%s:%ld", f->in.file, f->in.line);
  return status;
}

static lash_status node_statement(frame *f, lash_error *error) {
  int id;
  double position[3];
  size_t index;
  if (f->in.count != 5) return text_fail(&f->in, error, "write: node ID X Y Z");
  lash_status status = text_integer(&f->in, 1, "the node's id", &id, error);
  for (size_t i = 0; status == LASH_OK && i < 3; i++)
    status = text_number(&f->in, 2 + i, "the coordinate", &position[i], error);
  if (status != LASH_OK) return status;
  if (find_node(f, id) >= 0) return text_fail(&f->in, error, "node %d stands here twice", id);
  return add_node(f, id, position, &index, error);
}

static lash_status mark_statement(frame *f, lash_error *error) {
  bool hold = strcmp(f->in.word[0], "hold") == 0;
  if (f->in.count < 2) return text_fail(&f->in, error, "write: %s NODE...", f->in.word[0]);
  for (size_t w = 1; w < f->in.count; w++) {
    size_t node = 0;
    lash_status status = node_word(f, w, &node, error);
    if (status != LASH_OK) return status;
    if (hold) {
      f->held[node] = f->fe->held = true;
    } else {
      f->fe->node[node].interface = true;
    }
  }
  return LASH_OK;
}

static lash_status mass_statement(frame *f, lash_error *error) {
  if (f->in.count != 3) return text_fail(&f->in, error, "write: mass NODE KG");
  if (f->mass_count == NAMES) return text_fail(&f->in, error, "more than %d masses", NAMES);
  frame_mass *m = &f->mass[f->mass_count];
  lash_status status = node_word(f, 1, &m->node, error);
  if (status == LASH_OK) status = text_number(&f->in, 2, "the mass", &m->mass, error);
  if (status == LASH_OK && !(m->mass > 0))
    return text_fail(&f->in, error, "a mass must be > 0, not %g kg", m->mass);
  if (status == LASH_OK) f->mass_count++;
  return status;
}

static lash_status modes_statement(frame *f, lash_error *error) {
  int modes;
  if (f->in.count != 2) return text_fail(&f->in, error, "write: modes COUNT");
  lash_status status = text_integer(&f->in, 1, "the number of modes", &modes, error);
  if (status == LASH_OK && modes > LASH_MODAL_MAX_MODES)
    return text_fail(&f->in, error, "at most %d modes, not %d", LASH_MODAL_MAX_MODES, modes);
  if (status == LASH_OK) f->fe->modes = (size_t)modes;
  return status;
}

static lash_status damping_statement(frame *f, lash_error *error) {
  if (f->in.count != 2) return text_fail(&f->in, error, "write: damping RATIO");
  lash_status status = text_number(&f->in, 1, "the damping ratio", &f->fe->damping, error);
  if (status == LASH_OK && !(f->fe->damping >= 0 && f->fe->damping < 1))
    return text_fail(&f->in, error, "a damping ratio must be in [0, 1), not %g", f->fe->damping);
  return status;
}

static lash_status add_beam(frame *f, size_t a, size_t b, const named_section *s,
                            const named_material *m, const double *y, lash_error *error) {
  if (f->beam_count == MAX_ELEMENTS)
    return text_fail(&f->in, error, "more than %d elements", MAX_ELEMENTS);
  if (f->beam_count == f->beam_room) {
    size_t room = f->beam_room ? 2 * f->beam_room : 64;
    frame_beam *beams = realloc(f->beam, room * sizeof *beams);
    if (!beams) return lash_fail(error, LASH_FAILURE, "no memory for %zu beams", room);
    f->beam = beams;
    f->beam_room = room;
  }
  frame_beam *beam = &f->beam[f->beam_count];
  *beam = (frame_beam){.node = {a, b}, .material = m->value};
  lash_status status = make_section(s, m->value.poisson, &beam->section, error);
  if (status != LASH_OK) return status;
  if (!beam_place(&beam->element, f->fe->node[a].position, f->fe->node[b].position, y))
    return text_fail(&f->in, error,
                     "the beam has no length, or the direction after 'y' lies along it");
  f->beam_count++;
  return LASH_OK;
}

/* Inner nodes of a divided beam get ids above all others so far. */
static lash_status divide_beam(frame *f, const size_t end[2], int parts, const named_section *s,
                               const named_material *m, const double *y, lash_error *error) {
  int id = 0;
  size_t last = end[0];
  lash_status status = LASH_OK;
  for (size_t i = 0; i < f->fe->node_count; i++)
    if (f->fe->node[i].id > id) id = f->fe->node[i].id;
  for (int part = 1; status == LASH_OK && part <= parts; part++) {
    size_t next = end[1];
    double position[3];
    for (int i = 0; i < 3; i++) {
      double a = f->fe->node[end[0]].position[i], b = f->fe->node[end[1]].position[i];
      position[i] = a + (b - a) * part / parts;
    }
    if (part < parts) status = add_node(f, id + part, position, &next, error);
    if (status == LASH_OK) status = add_beam(f, last, next, s, m, y, error);
    last = next;
  }
  return status;
}

static lash_status beam_statement(frame *f, lash_error *error) {
  const char *usage = "write: beam NODE NODE SECTION MATERIAL [divide COUNT] [y X Y Z]";
  size_t end[2] = {0}, w = 5;
  int parts = 1;
  double y[3];
  bool directed = false;
  if (f->in.count < 5) return text_fail(&f->in, error, "%s", usage);
  lash_status status = node_word(f, 1, &end[0], error);
  if (status == LASH_OK) status = node_word(f, 2, &end[1], error);
  if (status != LASH_OK) return status;
  const named_section *s = NULL;
  const named_material *m = NULL;
  for (size_t i = 0; i < f->section_count; i++)
    if (strcmp(f->section[i].name, f->in.word[3]) == 0) s = &f->section[i];
  for (size_t i = 0; i < f->material_count; i++)
    if (strcmp(f->material[i].name, f->in.word[4]) == 0) m = &f->material[i];
  if (!s) return text_fail(&f->in, error, "there is no section '%s' above", f->in.word[3]);
  if (!m) return text_fail(&f->in, error, "there is no material '%s' above", f->in.word[4]);
  while (w < f->in.count && status == LASH_OK) {
    if (strcmp(f->in.word[w], "divide") == 0) {
      status = text_integer(&f->in, w + 1, "the number of parts", &parts, error);
      w += 2;
    } else if (strcmp(f->in.word[w], "y") == 0) {
      for (size_t i = 0; status == LASH_OK && i < 3; i++)
        status = text_number(&f->in, w + 1 + i, "the direction", &y[i], error);
      directed = true;
      w += 4;
    } else {
      return text_fail(&f->in, error, "%s", usage);
    }
  }
  if (status != LASH_OK) return status;
  if (parts < 1 || parts > MAX_ELEMENTS)
    return text_fail(&f->in, error, "divide takes 1 to %d parts", MAX_ELEMENTS);
  return divide_beam(f, end, parts, s, m, directed ? y : NULL, error);
}

/* Adding a statement is a line here. */
static const struct {
  const char *word;
  lash_status (*read)(frame *f, lash_error *error);
} statements[] = {
    {"name", name_statement},       {"material", material_statement},
    {"section", section_statement}, {"node", node_statement},
    {"beam", beam_statement},       {"mass", mass_statement},
    {"hold", mark_statement},       {"interface", mark_statement},
    {"modes", modes_statement},     {"damping", damping_statement},
};
enum { STATEMENTS = sizeof statements / sizeof statements[0] };

static const char *statement_name(size_t index, const void *context) {
  (void)context;
  return statements[index].word;
}

static lash_status read_statements(frame *f, lash_error *error) {
  for (;;) {
    bool more;
    size_t k = 0;
    lash_status status = text_next(&f->in, NULL, &more, error);
    if (status != LASH_OK || !more) return status;
    while (k < STATEMENTS && strcmp(f->in.word[0], statements[k].word) != 0) k++;
    if (k == STATEMENTS) {
      const char *near = lash_nearest_name(f->in.word[0], STATEMENTS, statement_name, NULL);
      return text_fail(&f->in, error, "there is no statement '%s'%s%s%s", f->in.word[0],
                       near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
    }
    status = statements[k].read(f, error);
    if (status != LASH_OK) return status;
  }
}

/* ----------------------------------------------------------------------------------- assembly */

/* Adds a mass point and its share of the mass matrix. */
static lash_status add_point(lash_fe *fe, const lash_fe_point *point, double mass,
                             lash_error *error) {
  int index = (int)fe->point_count;
  lash_status status = entries_add(&fe->point_mass, index, index, mass, error);
  for (int i = 0; status == LASH_OK && i < point->terms; i++)
    for (int j = 0; status == LASH_OK && j < point->terms; j++) {
      double product = 0;
      for (int c = 0; c < 3; c++) product += point->shape[i][c] * point->shape[j][c];
      status = entries_add(&fe->mass, point->dof[i], point->dof[j], mass * product, error);
    }
  fe->point[fe->point_count++] = *point;
  return status;
}

static lash_status assemble_beam(frame *f, const frame_beam *stored, lash_error *error) {
  lash_fe *fe = f->fe;
  frame_beam beam = *stored;
  int dof[BEAM_DOF];
  double K[BEAM_DOF][BEAM_DOF];
  lash_status status = LASH_OK;
  beam.element.section = &beam.section;
  beam.element.material = &beam.material;
  for (int i = 0; i < BEAM_DOF; i++) dof[i] = fe->node[beam.node[i / 6]].dof[i % 6];
  lash_fe_tie *tie = &fe->tie[fe->tie_count++];
  memcpy(tie->dof, dof, sizeof dof);
  beam_tension(&beam.element, tie->force, tie->stiffness);
  beam_stiffness(&beam.element, K);
  for (int i = 0; i < BEAM_DOF; i++)
    for (int j = 0; status == LASH_OK && j < BEAM_DOF; j++)
      if (dof[i] >= 0 && dof[j] >= 0 && K[i][j] != 0)
        status = entries_add(&fe->stiffness, dof[i], dof[j], K[i][j], error);
  for (int p = 0; status == LASH_OK && p < BEAM_POINTS; p++) {
    lash_fe_point point = {.terms = 0};
    double shape[BEAM_DOF][3], mass = beam_point(&beam.element, p, point.position, shape);
    for (int i = 0; i < BEAM_DOF; i++) {
      if (dof[i] < 0) continue;
      point.dof[point.terms] = dof[i];
      memcpy(point.shape[point.terms++], shape[i], sizeof shape[i]);
    }
    status = add_point(fe, &point, mass, error);
  }
  return status;
}

static lash_status assemble_mass(frame *f, const frame_mass *m, lash_error *error) {
  const lash_fe_node *node = &f->fe->node[m->node];
  lash_fe_point point = {.terms = 0};
  memcpy(point.position, node->position, sizeof point.position);
  for (int i = 0; i < 3; i++) {
    if (node->dof[i] < 0) continue;
    point.dof[point.terms] = node->dof[i];
    point.shape[point.terms++][i] = 1;
  }
  return add_point(f->fe, &point, m->mass, error);
}

static lash_status assemble(frame *f, lash_error *error) {
  lash_fe *fe = f->fe;
  bool *used = calloc(fe->node_count + 1, sizeof *used);
  fe->point = malloc((f->beam_count * BEAM_POINTS + f->mass_count + 1) * sizeof *fe->point);
  fe->tie = malloc((f->beam_count + 1) * sizeof *fe->tie);
  if (!used || !fe->point || !fe->tie) {
    free(used);
    return lash_fail(error, LASH_FAILURE, "no memory for the frame");
  }
  lash_status status = LASH_OK;
  for (size_t b = 0; b < f->beam_count; b++)
    used[f->beam[b].node[0]] = used[f->beam[b].node[1]] = true;
  for (size_t n = 0; n < fe->node_count; n++) {
    if (!used[n] && status == LASH_OK)
      status = lash_fail(error, LASH_BAD_INPUT, "%s: no beam ends at node %d", f->in.file,
                         fe->node[n].id);
    for (int i = 0; i < 6; i++) fe->node[n].dof[i] = f->held[n] ? -1 : fe->dof_count++;
  }
  for (size_t b = 0; status == LASH_OK && b < f->beam_count; b++)
    status = assemble_beam(f, &f->beam[b], error);
  for (size_t m = 0; status == LASH_OK && m < f->mass_count; m++)
    status = assemble_mass(f, &f->mass[m], error);
  free(used);
  return status;
}

lash_status lash_fe_read_frame(lash_fe *fe, const char *file, lash_error *error) {
  *fe = (lash_fe){.modes = LASH_MODAL_MODES, .damping = LASH_MODAL_DAMPING};
  frame *f = calloc(1, sizeof *f);
  if (!f) return lash_fail(error, LASH_FAILURE, "no memory for a frame");
  f->fe = fe;
  lash_status status = text_open(&f->in, file, error);
  if (status == LASH_OK) {
    status = read_statements(f, error);
    text_close(&f->in);
  }
  if (status == LASH_OK && f->beam_count == 0)
    status = lash_fail(error, LASH_BAD_INPUT, "%s: there is no beam in it", file);
  if (status == LASH_OK) status = assemble(f, error);
  free(f->beam);
  free(f->held);
  free(f);
  if (status != LASH_OK) lash_fe_free(fe);
  return status;
}
