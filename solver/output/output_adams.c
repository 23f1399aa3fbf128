/* Adams' own text formats: request file (.req) and XML results file (.res). */
#include <string.h>

#include "output_table.h"

/* ----------------------------------------------------------------------------------------- .req */

/* Runs write the same bits every time, so the date is that of the format, not of the clock. */
static void req_head(FILE *out, const table_state *state, size_t index) {
  (void)index;
  const size_t count = lash_system_size(state->system)->requests;
  const char *title = state->model->title ? state->model->title : "";
  fprintf(out, " A.R3    %-24s %9zu %9d 3D\n", "1970-01-01 00:00:00", count, 8);
  fprintf(out, "%-80.80s\n", title);
  fprintf(out, "%9zu %-12s %14.6E\n", count, "SI", state->model->units.scale.length);
}

static lash_status req_row(FILE *out, const table_state *state, size_t index, lash_error *error) {
  (void)index;
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

static void xml_text(FILE *out, const char *text) {
  for (; text && *text; text++) {
    if (*text == '<')
      fputs("&lt;", out);
    else if (*text == '>')
      fputs("&gt;", out);
    else if (*text == '&')
      fputs("&amp;", out);
    else if (*text == '"')
      fputs("&quot;", out);
    else
      fputc(*text, out);
  }
}

/* Quantities of a part, three numbers each. */
static const char *const part_units[LASH_PART_NUMBERS / 3] = {
    "length", "angle", "velocity", "angular_velocity", "acceleration", "angular_acceleration"};

static void begin_entity(FILE *out, const char *kind, const char *name, int id) {
  fputs("      <Entity name=\"", out);
  xml_text(out, name);
  fputs("\" entity=\"", out);
  xml_text(out, name);
  fprintf(out, "\" entType=\"%s\" objectId=\"%d\">\n", kind, id);
}

static void component(FILE *out, const char *name, const char *unit, size_t *id) {
  fprintf(out, "        <Component name=\"");
  xml_text(out, name);
  fprintf(out, "\" unitsValue=\"%s\" id=\"%zu\" />\n", unit, (*id)++);
}

static void end_entity(FILE *out) { fputs("      </Entity>\n", out); }

/* The name of a request's column; NULL when CNAMES leaves it out by an empty name. */
static const char *request_column(const lash_request *request, size_t k) {
  static const char *const standard[8] = {"F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"};
  if (!request || !request->cnames.count) return standard[k];
  const char *name = k < request->cnames.count ? request->cnames.item[k] : NULL;
  return name && *name ? name : NULL;
}

static void res_request(FILE *out, const table_state *state, size_t index, size_t *id) {
  const lash_request *request = table_request_of(state, index);
  const int number = lash_system_request(state->system, index).id;
  char name[64];
  snprintf(name, sizeof name, "REQ_%d", number);
  begin_entity(
      out, "REQUEST",
      request && request->results_name && *request->results_name ? request->results_name : name,
      number);
  for (size_t k = 0; k < 8; k++)
    if (request_column(request, k)) component(out, request_column(request, k), "no_units", id);
  end_entity(out);
}

static void res_step_map(FILE *out, const table_state *state) {
  size_t id = 1;
  char name[64];
  fputs("    <StepMap name=\"map_001\">\n", out);
  begin_entity(out, "TIME", "time", 0);
  component(out, "TIME", "time", &id);
  end_entity(out);
  table_part part;
  for (size_t i = 0; i < table_part_count(state); i++) {
    if (!table_part_at(state, i, &part)) continue;
    snprintf(name, sizeof name, "PART_%d_XFORM", part.part->head.id);
    begin_entity(out, "PART", name, part.part->head.id);
    for (size_t k = 0; k < LASH_PART_NUMBERS; k++)
      component(out, lash_part_columns[k], part_units[k / 3], &id);
    end_entity(out);
  }
  for (size_t i = 0; i < lash_system_size(state->system)->requests; i++)
    res_request(out, state, i, &id);
  fputs("    </StepMap>\n", out);
}

static void res_head(FILE *out, const table_state *state, size_t index) {
  (void)index;
  const lash_units *u = &state->model->units;
  fputs(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<Results xmlns=\"http://www.mscsoftware.com/:xrf10\">\n"
      "  <Bibliography>\n    <File URL=\"",
      out);
  xml_text(out, state->name);
  fputs(
      ".res\" publicationDate=\"1970-01-01\" />\n  </Bibliography>\n"
      "  <Analysis name=\"",
      out);
  xml_text(out, state->name);
  fputs("\" executionDate=\"1970-01-01\" Solver=\"lash " LASH_VERSION "\" script=\"\">\n", out);
  fprintf(out, "    <Units angle=\"rad\" length=\"%s\" mass=\"%s\" time=\"%s\" />\n",
          u->length ? u->length : "none", u->mass ? u->mass : "none", u->time ? u->time : "none");
  res_step_map(out, state);
  fputs("    <Data name=\"initialConditions_001\" id=\"1\">\n", out);
}

static lash_status res_row(FILE *out, const table_state *state, size_t index, lash_error *error) {
  (void)index;
  if (state->row == 1) fputs("    </Data>\n    <Data name=\"dynamic_001\" id=\"2\">\n", out);
  fprintf(out, "      <Step type=\"%s\">\n%.10E\n",
          state->row == 0 ? "initialConditions" : "dynamic", state->t);
  table_part part;
  for (size_t i = 0; i < table_part_count(state); i++) {
    if (!table_part_at(state, i, &part)) continue;
    double numbers[LASH_PART_NUMBERS];
    table_part_numbers(state, &part, numbers);
    for (int k = 0; k < LASH_PART_NUMBERS; k++) {
      fprintf(out, "%.10E%c", numbers[k], k % 6 == 5 ? '\n' : ' ');
    }
  }
  for (size_t i = 0; i < lash_system_size(state->system)->requests; i++) {
    double values[8];
    lash_status status = lash_system_request_values(state->system, i, values, error);
    if (status != LASH_OK) return status;
    for (size_t k = 0; k < 8; k++)
      if (request_column(table_request_of(state, i), k)) fprintf(out, "%.10E ", values[k]);
    fputc('\n', out);
  }
  fputs("      </Step>\n", out);
  return LASH_OK;
}

static void res_tail(FILE *out, const table_state *state, size_t index) {
  (void)index;
  fprintf(out,
          "    </Data>\n    <TerminationStatus runStatus=\"%s\" />\n  </Analysis>\n</Results>\n",
          state->finished ? "Successful" : "Failed");
}

const table_class table_adams_res = {"%s.res", res_head, res_row, res_tail};
