/* Adams' own text formats: request file (.req) and XML results file (.res). */
#include <ctype.h>
#include <string.h>

#include "lash_space.h"
#include "output_table.h"
#include "quote.h"

/* ----------------------------------------------------------------------------------------- .req */

/* Runs write the same bits every time, so the date is that of the format, not of the clock. */
static void req_head(FILE *out, const table_state *state) {
  const size_t count = lash_system_size(state->system)->requests;
  const char *title = state->model->title ? state->model->title : "";
  fprintf(out, " A.R3    %-24s %9zu %9d 3D\n", "1970-01-01 00:00:00", count, 8);
  fprintf(out, "%-80.80s\n", title);
  fprintf(out, "%9zu %-12s %14.6E\n", count, "SI", state->model->units.scale.length);
}

static lash_status req_row(FILE *out, const table_state *state, lash_error *error) {
  fprintf(out, "%12.5E\n", state->t);
  for (size_t i = 0; i < lash_system_size(state->system)->requests; i++) {
    double values[8];
    lash_status status = lash_system_request_values(state->system, i, values, error);
    if (status != LASH_OK) return status;
    fprintf(out, "%9d", lash_system_request(state->system, i).id);
    for (int k = 0; k < 8; k++) fprintf(out, " %12.5E", values[k]);
    fputc('\n', out);
  }
  return LASH_OK;
}

const table_class table_adams_req = {"%s.req", req_head, req_row, NULL};

/* ----------------------------------------------------------------------------------------- .res */

/* A unit as Adams writes it: "millimeter", "meter/second**2" of "L/T^2", "newton*meter" of "F L".
 */
static void unit_name(const lash_model *model, char *text, size_t size, const char *form) {
  size_t used = 0;
  text[0] = '\0';
  for (; *form && used < size; form++) {
    const lash_units *u = &model->units;
    const char *word = *form == 'L'   ? u->length
                       : *form == 'T' ? u->time
                       : *form == 'F' ? u->force
                       : *form == 'M' ? u->mass
                                      : NULL;
    if (word)
      for (; *word && used + 1 < size; word++) text[used++] = (char)tolower((unsigned char)*word);
    else if (*form == 'A')
      used += (size_t)snprintf(text + used, size - used, "rad");
    else if (!strchr("LTFM", *form))
      used += (size_t)snprintf(text + used, size - used, "%s",
                               *form == '^'   ? "**"
                               : *form == ' ' ? "*"
                                              : (char[]){*form, '\0'});
    if (used < size) text[used] = '\0';
  }
  if (!text[0]) snprintf(text, size, "no_units");
}

static void begin_entity(FILE *out, const char *kind, const char *name, const char *tail, int id) {
  fputs("      <Entity name=\"", out);
  quote_xml(out, name);
  fprintf(out, "%s\" entity=\"", tail);
  quote_xml(out, name);
  fprintf(out, "\" entType=\"%s\" objectId=\"%d\">\n", kind, id);
}

static void component(FILE *out, const table_state *state, const char *name, const char *unit,
                      size_t *id) {
  char text[64];
  unit_name(state->model, text, sizeof text, unit);
  fprintf(out, "        <Component name=\"");
  quote_xml(out, name);
  fprintf(out, "\" unitsValue=\"%s\" id=\"%zu\" />\n", text, (*id)++);
}

static void end_entity(FILE *out) { fputs("      </Entity>\n", out); }

/* The name of a request's column; NULL when CNAMES leaves it out by an empty name. */
static const char *request_column(const lash_request *request, size_t k) {
  static const char *const standard[8] = {"F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"};
  if (!request || !request->cnames.count) return standard[k];
  const char *name = k < request->cnames.count ? request->cnames.item[k] : NULL;
  return name && *name ? name : NULL;
}

/* The name that Adams View gave, or the statement's own. */
static const char *entity_name(const lash_element *head, const char *kind, char *text,
                               size_t size) {
  if (head->name && *head->name) return head->name;
  snprintf(text, size, "%s_%d", kind, head->id);
  return text;
}

static void res_request(FILE *out, const table_state *state, size_t index, size_t *id) {
  const lash_request *request = table_request_of(state, index);
  const int number = lash_system_request(state->system, index).id;
  char text[64];
  const char *name = request && request->results_name && *request->results_name
                         ? request->results_name
                     : request ? entity_name(&request->head, "REQ", text, sizeof text)
                               : (snprintf(text, sizeof text, "REQ_%d", number), text);
  begin_entity(out, "Request", name, "", number);
  for (size_t k = 0; k < 8; k++) {
    if (request_column(request, k))
      component(out, state, request_column(request, k), lash_request_unit(request, k), id);
  }
  end_entity(out);
}

/* Elements that carry a reaction, in the system's order: first joints, then motions. */
static const lash_element *reaction_head(const table_state *state, size_t index, bool motion) {
  const lash_model *m = state->model;
  const lash_element_name name =
      motion ? lash_system_motion(state->system, index) : lash_system_joint(state->system, index);
  const lash_kind kind = motion                                 ? LASH_KIND_MOTION
                         : strcmp(name.statement, "JPRIM") == 0 ? LASH_KIND_JPRIM
                                                                : LASH_KIND_JOINT;
  const int at =
      strcmp(name.statement, lash_kind_name(kind)) == 0 ? lash_model_find(m, kind, name.id) : -1;
  if (at < 0) return NULL;
  return motion                    ? &m->motion.item[at].head
         : kind == LASH_KIND_JPRIM ? &m->jprim.item[at].head
                                   : &m->joint.item[at].head;
}

static void res_reactions(FILE *out, const table_state *state, bool motion, size_t *id) {
  const lash_system_sizes *n = lash_system_size(state->system);
  for (size_t i = 0; i < (motion ? n->motions : n->joints); i++) {
    const lash_element *head = reaction_head(state, i, motion);
    char text[64];
    if (!head) continue;
    begin_entity(out, motion ? "Motion" : "Joint",
                 entity_name(head, lash_kind_name(head->kind), text, sizeof text), "", head->id);
    for (int k = 0; k < 6; k++) component(out, state, table_wrench[k], k < 3 ? "F" : "F L", id);
    end_entity(out);
  }
}

static void res_step_map(FILE *out, const table_state *state) {
  size_t id = 1;
  char text[64];
  fputs("    <StepMap name=\"map_001\">\n", out);
  fputs("      <Entity name=\"time\">\n", out);
  component(out, state, "TIME", "T", &id);
  end_entity(out);
  table_part part;
  for (size_t i = 0; i < table_part_count(state); i++) {
    if (!table_part_at(state, i, &part)) continue;
    begin_entity(out, "Part", entity_name(&part.part->head, "PART", text, sizeof text), "_XFORM",
                 part.part->head.id);
    for (size_t k = 0; k < LASH_PART_NUMBERS; k++)
      component(out, state, lash_part_columns[k], table_part_units[k / 3], &id);
    end_entity(out);
  }
  res_reactions(out, state, false, &id);
  res_reactions(out, state, true, &id);
  for (size_t i = 0; i < state->model->variable.count; i++) {
    const lash_element *head = &state->model->variable.item[i].head;
    begin_entity(out, "Variable", entity_name(head, "VARIABLE", text, sizeof text), "", head->id);
    component(out, state, "Q", "", &id);
    end_entity(out);
  }
  for (size_t i = 0; i < lash_system_size(state->system)->requests; i++)
    res_request(out, state, i, &id);
  fputs("    </StepMap>\n", out);
}

static void res_head(FILE *out, const table_state *state) {
  char length[64], mass[64], time[64];
  fputs(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<Results xmlns=\"http://www.mscsoftware.com/:xrf10\">\n"
      "  <Bibliography>\n    <File URL=\"",
      out);
  quote_xml(out, state->name);
  fputs(
      ".res\" publicationDate=\"1970-01-01\" />\n  </Bibliography>\n"
      "  <Analysis name=\"",
      out);
  quote_xml(out, state->name);
  fputs("\" executionDate=\"1970-01-01\" Solver=\"lash " LASH_VERSION "\" script=\"\">\n", out);
  unit_name(state->model, length, sizeof length, "L");
  unit_name(state->model, mass, sizeof mass, "M");
  unit_name(state->model, time, sizeof time, "T");
  fprintf(out, "    <Units angle=\"rad\" length=\"%s\" mass=\"%s\" time=\"%s\" />\n", length, mass,
          time);
  res_step_map(out, state);
  fputs("    <Data name=\"initialConditions_001\" id=\"1\">\n", out);
}

/* Adams shows a part at its own origin, not at its mass centre. */
static void part_at_origin(const table_state *state, const table_part *part,
                           double numbers[LASH_PART_NUMBERS]) {
  lash_mass mass;
  lash_error error;
  double e[3], R[9], *x = numbers, *v = numbers + 6, *w = numbers + 9, *a = numbers + 12;
  table_part_numbers(state, part, numbers);
  if (lash_part_mass(state->model, part->part, &mass, &error) != LASH_OK) return;
  matrix_of_parameters(lash_system_state(state->system) + part->q + 3, R);
  mul33_3(R, mass.cm, e);
  for (int i = 0; i < 3; i++) e[i] = -e[i];
  double spin[3], swing[3], turn[3];
  cross3(w, e, spin);
  cross3(w, spin, swing);
  cross3(numbers + 15, e, turn);
  for (int i = 0; i < 3; i++) x[i] += e[i], v[i] += spin[i], a[i] += turn[i] + swing[i];
}

static void six(FILE *out, const double *values) {
  for (int k = 0; k < 6; k++) fprintf(out, "%.10E%c", values[k], k == 5 ? '\n' : ' ');
}

/* On I, at I, in ground axes. */
static lash_status reactions_row(FILE *out, const table_state *state, bool motion,
                                 lash_error *error) {
  const lash_system_sizes *n = lash_system_size(state->system);
  lash_status status = LASH_OK;
  for (size_t i = 0; i < (motion ? n->motions : n->joints) && status == LASH_OK; i++) {
    double wrench[6];
    if (!reaction_head(state, i, motion)) continue;
    status = motion ? lash_system_motion_wrench(state->system, i, false, 0, wrench, error)
                    : lash_system_joint_wrench(state->system, i, false, 0, wrench, error);
    if (status == LASH_OK) six(out, wrench);
  }
  return status;
}

static lash_status res_row(FILE *out, const table_state *state, lash_error *error) {
  if (state->row == 1) fputs("    </Data>\n    <Data name=\"dynamic_001\" id=\"2\">\n", out);
  fprintf(out, "      <Step type=\"%s\">\n%.10E\n",
          state->row == 0 ? "initialConditions" : "dynamic", state->t);
  table_part part;
  for (size_t i = 0; i < table_part_count(state); i++) {
    if (!table_part_at(state, i, &part)) continue;
    double numbers[LASH_PART_NUMBERS];
    part_at_origin(state, &part, numbers);
    for (int k = 0; k < LASH_PART_NUMBERS; k += 6) six(out, numbers + k);
  }
  lash_status status = reactions_row(out, state, false, error);
  if (status == LASH_OK) status = reactions_row(out, state, true, error);
  for (size_t i = 0; i < state->model->variable.count && status == LASH_OK; i++) {
    double value;
    status = lash_system_measure(state->system, "VARVAL", &state->model->variable.item[i].head.id,
                                 1, &value, error);
    if (status == LASH_OK) fprintf(out, "%.10E\n", value);
  }
  if (status != LASH_OK) return status;
  for (size_t i = 0; i < lash_system_size(state->system)->requests; i++) {
    double values[8];
    status = lash_system_request_values(state->system, i, values, error);
    if (status != LASH_OK) return status;
    for (size_t k = 0; k < 8; k++)
      if (request_column(table_request_of(state, i), k)) fprintf(out, "%.10E ", values[k]);
    fputc('\n', out);
  }
  fputs("      </Step>\n", out);
  return LASH_OK;
}

static void res_tail(FILE *out, const table_state *state) {
  fprintf(out,
          "    </Data>\n    <TerminationStatus runStatus=\"%s\" />\n  </Analysis>\n</Results>\n",
          state->finished ? "Successful" : "Failed");
}

const table_class table_adams_res = {"%s.res", res_head, res_row, res_tail};
