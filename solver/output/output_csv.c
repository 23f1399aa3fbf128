/* The tables of our own: requests, parts, energy. */
#include <math.h>
#include <string.h>

#include "csv.h"
#include "lash_space.h"
#include "output_table.h"

void table_field(FILE *out, double value, int digits) {
  char text[LASH_NUMBER_MAX];
  fputc(',', out);
  fputs(lash_write_number(value, digits, text), out);
}

static void number(FILE *out, double value) { table_field(out, value, 17); }

/* ------------------------------------------------------------------------------------- requests */

const lash_request *table_request_of(const table_state *state, size_t index) {
  if (state->source) return &state->model->request.item[index];
  const lash_element_name name = lash_system_request(state->system, index);
  const int at = lash_model_find(state->model, LASH_KIND_REQUEST, name.id);
  return at >= 0 ? &state->model->request.item[at] : NULL;
}

void heading_unit(FILE *out, const table_state *state, const char *form) {
  char unit[64];
  if (*lash_unit_text(&state->model->units, form, unit, sizeof unit)) fprintf(out, " (%s)", unit);
}

void heading_time(FILE *out, const table_state *state) {
  fputs("time", out);
  heading_unit(out, state, "T");
}

/* Fit to stand in a row of the table as it is: a comma or quote would need quoting, a spreadsheet
 * would take others for formulas, a terminal for commands. */
static bool is_plain(const char *name) {
  if (!name || !*name || strchr("=+-@", *name)) return false;
  for (; *name; name++) {
    if ((unsigned char)*name < 0x20 || *name == 0x7f || strchr(",\"", *name)) return false;
  }
  return true;
}

/* Names given by CNAMES, or else by TITLE; units given by CUNITS, or else by what is asked for. */
void lash_request_column(const lash_model *model, const lash_request *request, size_t k,
                         lash_column_heading *heading) {
  const lash_texts none = {0, NULL};
  const lash_texts *names = !request                ? &none
                            : request->cnames.count ? &request->cnames
                                                    : &request->title;
  const lash_texts *units = request ? &request->cunits : &none;
  const char *name = k < names->count ? names->item[k] : NULL;
  const char *unit = k < units->count ? units->item[k] : NULL;
  if (is_plain(name))
    snprintf(heading->name, sizeof heading->name, "%s", name);
  else
    snprintf(heading->name, sizeof heading->name, "f%zu", k + 1);
  if (is_plain(unit))
    snprintf(heading->unit, sizeof heading->unit, "%s", unit);
  else
    lash_unit_text(&model->units, lash_request_unit(request, k), heading->unit,
                   sizeof heading->unit);
}

static void column_name(FILE *out, const table_state *state, const lash_request *request,
                        size_t k) {
  lash_column_heading heading;
  lash_request_column(state->model, request, k, &heading);
  fprintf(out, ",%s", heading.name);
  if (heading.unit[0]) fprintf(out, " (%s)", heading.unit);
}

static void request_head(FILE *out, const table_state *state) {
  const lash_request *request = table_request_of(state, state->index);
  heading_time(out, state);
  for (size_t k = 0; k < 8; k++) column_name(out, state, request, k);
  fputc('\n', out);
}

static lash_status request_row(FILE *out, const table_state *state, lash_error *error) {
  double values[8];
  const lash_tables_source *source = state->source;
  const lash_status status =
      source ? source->request(source->context, state->index, values, error)
             : lash_system_request_values(state->system, state->index, values, error);
  if (status != LASH_OK) return status;
  fprintf(out, "%.17g", state->t);
  for (int k = 0; k < 8; k++) number(out, values[k]);
  fputc('\n', out);
  return LASH_OK;
}

const table_class table_request = {"request_%d.csv", request_head, request_row, NULL};

/* requests.csv: which request is which, in the words of the dataset. */

bool table_requests_named(const table_state *state) {
  for (size_t i = 0; i < state->model->request.count; i++) {
    const lash_request *r = &state->model->request.item[i];
    if (r->head.name || r->comment || r->results_name) return true;
  }
  return false;
}

static void requests_head(FILE *out, const table_state *state) {
  csv table = csv_to(out);
  csv_text(&table, "table"), csv_text(&table, "name"), csv_text(&table, "comment");
  csv_row(&table);
  for (size_t i = 0; i < state->model->request.count; i++) {
    const lash_request *r = &state->model->request.item[i];
    char file[64];
    snprintf(file, sizeof file, "request_%d.csv", r->head.id);
    const char *name = r->results_name ? r->results_name : r->head.name;
    csv_text(&table, file);
    csv_text(&table, name ? name : "");
    csv_text(&table, r->comment ? r->comment : "");
    csv_row(&table);
  }
}

const table_class table_requests = {"requests.csv", requests_head, NULL, NULL};

/* ---------------------------------------------------------------------------------------- parts */

const char *const lash_part_columns[LASH_PART_NUMBERS] = {
    "X",  "Y",  "Z",  "PSI",  "THETA", "PHI",  "VX",  "VY",  "VZ",
    "WX", "WY", "WZ", "ACCX", "ACCY",  "ACCZ", "WDX", "WDY", "WDZ"};

size_t table_part_count(const table_state *state) {
  return state->model->part.count + state->model->point_mass.count;
}

bool table_part_at(const table_state *state, size_t index, table_part *part) {
  const lash_model *model = state->model;
  const bool point = index >= model->part.count;
  part->part =
      point ? &model->point_mass.item[index - model->part.count] : &model->part.item[index];
  return !part->part->ground &&
         (state->source ||
          lash_system_part(state->system, part->part->head.id, &part->q, &part->v));
}

void lash_angles_313(const double r[9], double angles[3]) {
  const double sine = hypot(r[2], r[5]);
  angles[1] = atan2(sine, r[8]);
  if (sine > 1e-10) {
    angles[0] = atan2(r[2], -r[5]);
    angles[2] = atan2(r[6], r[7]);
  } else { /* only the sum or difference of the other two is known */
    angles[0] = atan2(r[3], r[0]);
    angles[2] = 0;
  }
}

void table_part_numbers(const table_state *state, const table_part *part,
                        double out[LASH_PART_NUMBERS]) {
  const double *y = lash_system_state(state->system), *q = y + part->q, *v = y + part->v;
  const double *a = state->vdot + (part->v - lash_system_size(state->system)->q);
  double r[9];
  matrix_of_parameters(q + 3, r);
  memcpy(out, q, 3 * sizeof *out);
  lash_angles_313(r, out + 3);
  memcpy(out + 6, v, 3 * sizeof *out);
  mul33_3(r, v + 3, out + 9);
  memcpy(out + 12, a, 3 * sizeof *out);
  mul33_3(r, a + 3, out + 15);
}

/* Where the nodes of flexible bodies are. */
static void nodes_head(FILE *out, const table_state *state) {
  lash_system *system = state->system;
  if (!system) return;
  for (size_t body = 0; body < lash_system_size(system)->flexible; body++)
    for (size_t node = 0; node < lash_system_flexible_nodes(system, body); node++) {
      char name[64];
      lash_system_flexible_node(system, body, node, name, sizeof name, NULL);
      for (int k = 0; k < 3; k++) {
        fprintf(out, ",%s_%c", name, 'X' + k);
        heading_unit(out, state, "L");
      }
    }
}

static void nodes_row(FILE *out, lash_system *system) {
  if (!system) return;
  for (size_t body = 0; body < lash_system_size(system)->flexible; body++)
    for (size_t node = 0; node < lash_system_flexible_nodes(system, body); node++) {
      double place[3];
      lash_system_flexible_node(system, body, node, NULL, 0, place);
      for (int k = 0; k < 3; k++) number(out, place[k]);
    }
}

const char *const table_part_units[LASH_PART_NUMBERS / 3] = {"L",   "A",     "L/T",
                                                             "A/T", "L/T^2", "A/T^2"};

static void parts_head(FILE *out, const table_state *state) {
  heading_time(out, state);
  table_part part;
  for (size_t i = 0; i < table_part_count(state); i++) {
    if (!table_part_at(state, i, &part)) continue;
    for (int k = 0; k < LASH_PART_NUMBERS; k++) {
      fprintf(out, ",PART_%d_%s", part.part->head.id, lash_part_columns[k]);
      heading_unit(out, state, table_part_units[k / 3]);
    }
  }
  nodes_head(out, state);
  fputc('\n', out);
}

static lash_status parts_row(FILE *out, const table_state *state, lash_error *error) {
  const lash_tables_source *source = state->source;
  size_t moving = 0;
  fprintf(out, "%.17g", state->t);
  table_part part;
  for (size_t i = 0; i < table_part_count(state); i++) {
    if (!table_part_at(state, i, &part)) continue;
    double numbers[LASH_PART_NUMBERS];
    lash_status status = LASH_OK;
    if (source)
      status = source->part(source->context, moving++, numbers, error);
    else
      table_part_numbers(state, &part, numbers);
    if (status != LASH_OK) return status;
    for (int k = 0; k < LASH_PART_NUMBERS; k++) number(out, numbers[k]);
  }
  nodes_row(out, state->system);
  fputc('\n', out);
  return LASH_OK;
}

const table_class table_parts = {"parts.csv", parts_head, parts_row, NULL};

/* --------------------------------------------------------------------------------------- energy */

static void energy_head(FILE *out, const table_state *state) {
  static const char *const columns[] = {"kinetic",      "gravity",    "springs",   "work_forces",
                                        "work_motions", "dissipated", "imbalance", "strain"};
  heading_time(out, state);
  for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
    fprintf(out, ",%s", columns[k]);
    heading_unit(out, state, "E");
  }
  fputc('\n', out);
}

static lash_status energy_row(FILE *out, const table_state *state, lash_error *error) {
  (void)error;
  lash_energy e;
  lash_system_energy(state->system, &e);
  const double row[] = {e.kinetic,
                        e.gravity,
                        e.springs,
                        state->audit.forces,
                        state->audit.motions,
                        state->audit.dissipated,
                        state->audit.imbalance,
                        e.strain};
  fprintf(out, "%.17g", state->t);
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) number(out, row[k]);
  fputc('\n', out);
  return LASH_OK;
}

const table_class table_energy = {"energy.csv", energy_head, energy_row, NULL};
