/* Reads what CalculiX writes for *FREQUENCY, SOLVER=MATRIXSTORAGE: JOB.dof names the equations
 * (node.direction), JOB.sti and JOB.mas hold one triangle of K and M (row column value). Node
 * positions come from JOB.inp. Solid elements give all three directions the same mass, so the
 * entries between x directions are the mass between points. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "paths.h"
#include "sparse.h"
#include "text.h"

typedef struct reader {
  lash_fe *fe;
  const char *job;
  size_t node_room;
  int *point_of;  /* equation -> node index; -1 past the end of what is known */
  int *direction; /* equation -> 0, 1, 2 */
  int *index_of;  /* node id -> node index + 1 */
  int id_limit;
} reader;

static lash_status open_part(const reader *r, const char *suffix, text *t, lash_error *error) {
  char *path = path_format("%s%s", r->job, suffix);
  lash_status status = text_open(t, path, error);
  free(path);
  if (status != LASH_OK && strcmp(suffix, ".inp") != 0)
    lash_error_prefix(error, "run `ccx %s` with *FREQUENCY, SOLVER=MATRIXSTORAGE first", r->job);
  return status;
}

/* ---------------------------------------------------------------------------------------- nodes */

static bool keyword(const char *line, const char *word) {
  size_t n = strlen(word);
  for (size_t i = 0; i < n; i++)
    if (toupper((unsigned char)line[i]) != word[i]) return false;
  const char *rest = line + n;
  while (*rest == ' ' || *rest == '\t') rest++;
  return *rest == '\0' || *rest == ',';
}

static lash_status add_node(reader *r, const text *t, lash_error *error) {
  lash_fe *fe = r->fe;
  lash_fe_node node = {.dof = {-1, -1, -1, -1, -1, -1}};
  lash_status status = text_integer(t, 0, "the node's number", &node.id, error);
  for (size_t i = 0; status == LASH_OK && i < 3; i++) {
    if (i + 1 < t->count)
      status = text_number(t, i + 1, "the coordinate", &node.position[i], error);
  }
  if (status != LASH_OK) return status;
  if (fe->node_count == r->node_room) {
    size_t room = r->node_room ? 2 * r->node_room : 1024;
    lash_fe_node *more = realloc(fe->node, room * sizeof *more);
    if (!more) return lash_fail(error, LASH_FAILURE, "no memory for %zu nodes", room);
    fe->node = more;
    r->node_room = room;
  }
  fe->node[fe->node_count++] = node;
  if (node.id >= r->id_limit) r->id_limit = node.id + 1;
  return LASH_OK;
}

static lash_status read_nodes(reader *r, lash_error *error) {
  text t;
  lash_status status = open_part(r, ".inp", &t, error);
  bool more = true, in_nodes = false;
  while (status == LASH_OK) {
    status = text_next(&t, ",", &more, error);
    if (status != LASH_OK || !more) break;
    if (t.word[0][0] == '*') {
      /* "*NODE FILE" and the like are other cards: their second word has no '=' */
      in_nodes = keyword(t.word[0], "*NODE") && (t.count == 1 || strchr(t.word[1], '='));
      if (keyword(t.word[0], "*INCLUDE"))
        status = text_fail(&t, error, "*INCLUDE is not followed; put the nodes into this file");
    } else if (in_nodes) {
      status = add_node(r, &t, error);
    }
  }
  if (status == LASH_OK && r->fe->node_count == 0)
    status =
        lash_fail(error, LASH_BAD_INPUT, "%s: there is no *NODE card with nodes in it", t.file);
  text_close(&t);
  if (status != LASH_OK) return status;
  r->index_of = calloc((size_t)r->id_limit + 1, sizeof *r->index_of);
  if (!r->index_of) return lash_fail(error, LASH_FAILURE, "no memory for the nodes");
  for (size_t i = 0; i < r->fe->node_count; i++) r->index_of[r->fe->node[i].id] = (int)i + 1;
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------ equations */

static lash_status read_equations(reader *r, lash_error *error) {
  text t;
  size_t room = 3 * r->fe->node_count;
  r->point_of = malloc(room * sizeof *r->point_of);
  r->direction = malloc(room * sizeof *r->direction);
  if (!r->point_of || !r->direction)
    return lash_fail(error, LASH_FAILURE, "no memory for the equations");
  lash_status status = open_part(r, ".dof", &t, error);
  if (status != LASH_OK) return status;
  for (bool more = true;;) {
    int id, direction, used = 0;
    status = text_next(&t, NULL, &more, error);
    if (status != LASH_OK || !more) break;
    if (sscanf(t.word[0], "%d.%d%n", &id, &direction, &used) != 2 || t.word[0][used] ||
        direction < 1 || direction > 3 || id < 1 || id >= r->id_limit || !r->index_of[id] ||
        (size_t)r->fe->dof_count == room) {
      status =
          text_fail(&t, error, "'%s' is no displacement of a node of %s.inp", t.word[0], r->job);
      break;
    }
    int node = r->index_of[id] - 1;
    r->point_of[r->fe->dof_count] = node;
    r->direction[r->fe->dof_count] = direction - 1;
    r->fe->node[node].dof[direction - 1] = r->fe->dof_count++;
  }
  for (size_t i = 0; status == LASH_OK && i < r->fe->node_count; i++) {
    const int *dof = r->fe->node[i].dof;
    if ((dof[0] < 0) != (dof[1] < 0) || (dof[1] < 0) != (dof[2] < 0))
      status = lash_fail(error, LASH_BAD_INPUT,
                         "%s: node %d is held in some directions; store the matrices of the free "
                         "body, without *BOUNDARY",
                         t.file, r->fe->node[i].id);
  }
  text_close(&t);
  return status;
}

/* ------------------------------------------------------------------------------------- matrices */

/* Both triangles; with `points`, the entries between x directions go there too. */
static lash_status read_matrix(const reader *r, const char *suffix, lash_entries *out,
                               lash_entries *points, lash_error *error) {
  text t;
  lash_status status = open_part(r, suffix, &t, error);
  if (status != LASH_OK) return status;
  for (bool more = true; status == LASH_OK;) {
    int i, j;
    double value;
    status = text_next(&t, NULL, &more, error);
    if (status != LASH_OK || !more) break;
    status = text_integer(&t, 0, "the row", &i, error);
    if (status == LASH_OK) status = text_integer(&t, 1, "the column", &j, error);
    if (status == LASH_OK) status = text_number(&t, 2, "the entry", &value, error);
    if (status == LASH_OK && (i < 1 || j < 1 || i > r->fe->dof_count || j > r->fe->dof_count))
      status = text_fail(&t, error, "there is no equation %d or %d: %s.dof names %d", i, j, r->job,
                         r->fe->dof_count);
    if (status != LASH_OK || value == 0) continue;
    bool both = i != j, along_x = points && r->direction[i - 1] == 0 && r->direction[j - 1] == 0;
    status = entries_add(out, i - 1, j - 1, value, error);
    if (status == LASH_OK && both) status = entries_add(out, j - 1, i - 1, value, error);
    int p = r->point_of[i - 1], q = r->point_of[j - 1];
    if (status == LASH_OK && along_x) status = entries_add(points, p, q, value, error);
    if (status == LASH_OK && along_x && both) status = entries_add(points, q, p, value, error);
  }
  if (status == LASH_OK && out->count == 0)
    status = lash_fail(error, LASH_BAD_INPUT, "%s is empty: did ccx stop early?", t.file);
  text_close(&t);
  return status;
}

/* Nodes are the mass points; nodes without equations (of no element) go. */
static lash_status make_points(reader *r, lash_error *error) {
  lash_fe *fe = r->fe;
  fe->point = calloc(fe->node_count, sizeof *fe->point);
  if (!fe->point) return lash_fail(error, LASH_FAILURE, "no memory for %zu nodes", fe->node_count);
  fe->point_count = fe->node_count;
  for (size_t n = 0; n < fe->node_count; n++) {
    lash_fe_point *p = &fe->point[n];
    memcpy(p->position, fe->node[n].position, sizeof p->position);
    p->terms = fe->node[n].dof[0] < 0 ? 0 : 3;
    for (int i = 0; i < p->terms; i++) {
      p->dof[i] = fe->node[n].dof[i];
      p->shape[i][i] = 1;
    }
  }
  size_t kept = 0;
  for (size_t n = 0; n < fe->node_count; n++)
    if (fe->node[n].dof[0] >= 0) fe->node[kept++] = fe->node[n];
  fe->node_count = kept;
  return LASH_OK;
}

static lash_status mark_interfaces(reader *r, const int *ids, size_t count, lash_error *error) {
  for (size_t k = 0; k < count; k++) {
    int index = ids[k] > 0 && ids[k] < r->id_limit ? r->index_of[ids[k]] : 0;
    if (!index || r->fe->node[index - 1].dof[0] < 0)
      return lash_fail(error, LASH_BAD_INPUT, "%s.inp: interface node %d belongs to no element",
                       r->job, ids[k]);
    r->fe->node[index - 1].interface = true;
  }
  return LASH_OK;
}

lash_status lash_fe_read_calculix(lash_fe *fe, const char *job, const int *interfaces,
                                  size_t interface_count, lash_error *error) {
  reader r = {.fe = fe, .job = job};
  const char *name = strrchr(job, '/');
  *fe = (lash_fe){.modes = LASH_MODAL_MODES, .damping = LASH_MODAL_DAMPING};
  snprintf(fe->name, sizeof fe->name, "%s", name ? name + 1 : job);
  lash_status status = read_nodes(&r, error);
  if (status == LASH_OK) status = read_equations(&r, error);
  if (status == LASH_OK) status = read_matrix(&r, ".sti", &fe->stiffness, NULL, error);
  if (status == LASH_OK) status = read_matrix(&r, ".mas", &fe->mass, &fe->point_mass, error);
  if (status == LASH_OK) status = mark_interfaces(&r, interfaces, interface_count, error);
  if (status == LASH_OK) status = make_points(&r, error);
  free(r.point_of);
  free(r.direction);
  free(r.index_of);
  if (status != LASH_OK) lash_fe_free(fe);
  return status;
}
