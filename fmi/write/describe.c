#include "describe.h"

#include <math.h>
#include <string.h>

#include "binding.h"
#include "quote.h"
#include "units.h"

/* ---------------------------------------------------------------------------------------- units */

static bool has_unit(const unit_variable *v) {
  units_meaning unused;
  return v->type == UNIT_REAL && v->unit[0] && strcmp(v->unit, "1") != 0 &&
         units_parse(v->unit, &unused);
}

static bool first_with_unit(const unit_table *t, size_t index) {
  for (size_t i = 0; i < index; i++)
    if (has_unit(&t->list[i]) && strcmp(t->list[i].unit, t->list[index].unit) == 0) return false;
  return has_unit(&t->list[index]);
}

static void attribute(FILE *out, const char *name, const char *value) {
  fprintf(out, " %s=\"", name);
  quote_html(out, value);
  fputc('"', out);
}

/* An element with nothing in it and one attribute. */
static void empty_element(FILE *out, const char *head, const char *name, const char *value) {
  fputs(head, out);
  attribute(out, name, value);
  fputs("/>\n", out);
}

static void number(FILE *out, const char *name, double value) {
  char text[LASH_NUMBER_MAX];
  if (isfinite(value)) fprintf(out, " %s=\"%s\"", name, lash_write_number(value, 17, text));
}

static void write_units(FILE *out, const unit_table *t) {
  fputs("  <UnitDefinitions>\n", out);
  for (size_t i = 0; i < t->count; i++) {
    units_meaning m;
    if (!first_with_unit(t, i)) continue;
    units_parse(t->list[i].unit, &m);
    fputs("    <Unit", out);
    attribute(out, "name", t->list[i].unit);
    fputs("><BaseUnit", out);
    for (int b = 0; b < UNITS_BASES; b++)
      if (m.power[b]) fprintf(out, " %s=\"%d\"", units_base[b], m.power[b]);
    if (m.factor != 1) number(out, "factor", m.factor);
    fputs("/></Unit>\n", out);
  }
  fputs("  </UnitDefinitions>\n", out);
}

static void write_types(FILE *out, const unit_table *t, int version) {
  bool any = false;
  for (size_t i = 0; i < t->count; i++) any |= t->list[i].type == UNIT_CHOICE;
  if (!any) return;
  fputs("  <TypeDefinitions>\n", out);
  for (size_t i = 0; i < t->count; i++) {
    const unit_variable *v = &t->list[i];
    if (v->type != UNIT_CHOICE) continue;
    fputs(version == 2 ? "    <SimpleType" : "    <EnumerationType", out);
    attribute(out, "name", v->name);
    fputs(version == 2 ? "><Enumeration>" : ">", out);
    for (int k = 0; v->choices[k]; k++) {
      fputs("<Item", out);
      attribute(out, "name", v->choices[k]);
      fprintf(out, " value=\"%d\"/>", k + 1);
    }
    fputs(version == 2 ? "</Enumeration></SimpleType>\n" : "</EnumerationType>\n", out);
  }
  fputs("  </TypeDefinitions>\n", out);
}

/* ------------------------------------------------------------------------------------ variables */

static const char *causality(const unit_variable *v) {
  static const char *const names[] = {"independent", "parameter", "parameter", "input", "local",
                                      "local",       "local",     "output",    "output"};
  return v->shown ? "output" : names[v->role];
}

static const char *variability(const unit_variable *v) {
  if (v->role == UNIT_PARAMETER) return "fixed";
  if (v->role == UNIT_TUNABLE) return "tunable";
  return v->role == UNIT_DISCRETE ? "discrete" : "continuous";
}

static const char *initial(const unit_variable *v) {
  if (v->role == UNIT_INDEPENDENT || v->role == UNIT_INPUT) return NULL;
  return v->group == UNIT_GIVEN ? "exact" : "calculated";
}

static bool has_start(const unit_variable *v) {
  return v->group == UNIT_GIVEN && v->role != UNIT_INDEPENDENT;
}

static void write_head(FILE *out, const unit_variable *v, const char *name, size_t reference) {
  attribute(out, "name", name);
  fprintf(out, " valueReference=\"%zu\"", reference);
  if (v->meaning[0]) attribute(out, "description", v->meaning);
  attribute(out, "causality", causality(v));
  attribute(out, "variability", variability(v));
  if (initial(v)) attribute(out, "initial", initial(v));
}

static void write_facts(FILE *out, const unit_variable *v) {
  if (v->type == UNIT_CHOICE) attribute(out, "declaredType", v->name);
  if (has_unit(v)) attribute(out, "unit", v->unit);
  if (v->type == UNIT_REAL) number(out, "min", v->min), number(out, "max", v->max);
  if (v->role == UNIT_STATE && v->nominal > 0) number(out, "nominal", v->nominal);
}

static void write_start(FILE *out, const unit_table *t, const unit_variable *v, size_t from,
                        size_t count) {
  char text[LASH_NUMBER_MAX];
  if (!has_start(v)) return;
  fputs(" start=\"", out);
  for (size_t k = 0; k < count; k++)
    fprintf(out, "%s%s", k ? " " : "", lash_write_number(t->start[from + k], 17, text));
  fputc('"', out);
}

static void write_variable3(FILE *out, const unit_table *t, const unit_variable *v,
                            bool simulation) {
  static const char *const types[] = {"Float64", "Int32", "Boolean", "Enumeration"};
  fprintf(out, "    <%s", types[v->type]);
  write_head(out, v, v->name, v->at);
  write_facts(out, v);
  if (v->role == UNIT_RATE) fprintf(out, " derivative=\"%zu\"", t->list[v->state].at);
  write_start(out, t, v, v->at, v->count);
  if (simulation && v->group == UNIT_RESULTS) fputs(" intermediateUpdate=\"true\"", out);
  if (!v->rows) {
    fputs("/>\n", out);
    return;
  }
  fprintf(out, "><Dimension start=\"%zu\"/>", v->rows);
  if (v->columns) fprintf(out, "<Dimension start=\"%zu\"/>", v->columns);
  fprintf(out, "</%s>\n", types[v->type]);
}

/* "z" as "z[2]", "der(z)" as "der(z[2])", "R" as "R[1,3]". */
static void element_name(const unit_variable *v, size_t k, char *text, size_t size) {
  const size_t length = strlen(v->name);
  const bool rate = v->role == UNIT_RATE && length > 0 && v->name[length - 1] == ')';
  char place[48] = "";
  if (v->columns)
    snprintf(place, sizeof place, "[%zu,%zu]", k / v->columns + 1, k % v->columns + 1);
  else if (v->rows)
    snprintf(place, sizeof place, "[%zu]", k + 1);
  snprintf(text, size, "%.*s%s%s", (int)(length - rate), v->name, place, rate ? ")" : "");
}

static void write_variable2(FILE *out, const unit_table *t, const unit_variable *v) {
  static const char *const types[] = {"Real", "Integer", "Boolean", "Enumeration"};
  for (size_t k = 0; k < v->count; k++) {
    char name[UNIT_NAME_MAX + 48];
    element_name(v, k, name, sizeof name);
    fputs("    <ScalarVariable", out);
    write_head(out, v, name, v->at + k);
    fprintf(out, "><%s", types[v->type]);
    write_facts(out, v);
    if (v->role == UNIT_RATE) fprintf(out, " derivative=\"%zu\"", t->list[v->state].at + k + 1);
    write_start(out, t, v, v->at + k, 1);
    fputs("/></ScalarVariable>\n", out);
  }
}

/* ------------------------------------------------------------------------------------ structure */

/* Numbers stand in the order of the variables, so index = place + 1 in 2.0. */
static void write_dependencies(FILE *out, const unit_table *t, const unit_variable *v,
                               int version) {
  bool any = false;
  if (v->depends_on & UNIT_ON_EVERYTHING) return;
  fputs(" dependencies=\"", out);
  for (size_t i = 0; i < t->count; i++) {
    const unit_variable *on = &t->list[i];
    if (!(on->is & v->depends_on)) continue;
    for (size_t k = 0; k < (version == 2 ? on->count : 1); k++, any = true)
      fprintf(out, "%s%zu", any ? " " : "", on->at + k + (version == 2));
  }
  fputc('"', out);
}

static void write_unknown(FILE *out, const unit_table *t, const unit_variable *v, int version,
                          const char *element, bool dependencies) {
  for (size_t k = 0; k < (version == 2 ? v->count : 1); k++) {
    fprintf(out,
            version == 2 ? "      <Unknown index=\"%zu\"" : "    <%2$s valueReference=\"%1$zu\"",
            v->at + k + (version == 2), element);
    if (dependencies) write_dependencies(out, t, v, version);
    fputs("/>\n", out);
  }
}

static bool is_output(const unit_variable *v) {
  return v->role == UNIT_OUTPUT || v->role == UNIT_DISCRETE || v->shown;
}
static bool is_rate(const unit_variable *v) { return v->role == UNIT_RATE; }
static bool is_initial(const unit_variable *v) {
  return v->group != UNIT_GIVEN && v->role != UNIT_INDICATOR;
}
static bool is_indicator(const unit_variable *v) { return v->role == UNIT_INDICATOR; }

static void write_list(FILE *out, const unit_table *t, int version, const char *list,
                       const char *element, bool (*wanted)(const unit_variable *),
                       bool dependencies) {
  bool any = false;
  for (size_t i = 0; i < t->count; i++) any |= wanted(&t->list[i]);
  if (!any || (version == 2 && !list)) return;
  if (version == 2) fprintf(out, "    <%s>\n", list);
  for (size_t i = 0; i < t->count; i++)
    if (wanted(&t->list[i])) write_unknown(out, t, &t->list[i], version, element, dependencies);
  if (version == 2) fprintf(out, "    </%s>\n", list);
}

static void write_structure(FILE *out, const unit_table *t, int version) {
  fputs("  <ModelStructure>\n", out);
  write_list(out, t, version, "Outputs", "Output", is_output, true);
  write_list(out, t, version, "Derivatives", "ContinuousStateDerivative", is_rate, true);
  write_list(out, t, version, "InitialUnknowns", "InitialUnknown", is_initial, false);
  write_list(out, t, version, NULL, "EventIndicator", is_indicator, true);
  fputs("  </ModelStructure>\n", out);
}

/* ---------------------------------------------------------------------------------------- whole */

static void write_identity(FILE *out, int version, const char *element, const char *identifier) {
  const char *state = version == 2 ? "state" : "State";
  fprintf(out, "  <%s", element);
  attribute(out, "modelIdentifier", identifier);
  fprintf(out, " canGetAndSetFMU%s=\"true\" canSerializeFMU%s=\"true\"", state, state);
}

static void end_interface(FILE *out, int version, const char *element, const char *const *sources) {
  if (version == 3 || !sources) {
    fputs("/>\n", out);
    return;
  }
  fputs(">\n    <SourceFiles>\n", out);
  for (; *sources; sources++) empty_element(out, "      <File", "name", *sources);
  fprintf(out, "    </SourceFiles>\n  </%s>\n", element);
}

static void write_interface(FILE *out, const unit *u, int version, const char *identifier,
                            const char *const *sources) {
  const unit_class *c = u->class;
  if (c->exchange) {
    write_identity(out, version, "ModelExchange", identifier);
    if (c->derive)
      fprintf(out, " providesDirectionalDerivative%s=\"true\"", version == 2 ? "" : "s");
    if (version == 3 && c->completed) fputs(" needsCompletedIntegratorStep=\"true\"", out);
    end_interface(out, version, "ModelExchange", sources);
  }
  if (c->simulation) {
    write_identity(out, version, "CoSimulation", identifier);
    fputs(" canHandleVariableCommunicationStepSize=\"true\"", out);
    if (version == 2 && c->input_rate) fputs(" canInterpolateInputs=\"true\"", out);
    if (version == 3)
      fputs(
          " providesIntermediateUpdate=\"true\" mightReturnEarlyFromDoStep=\"true\""
          " canReturnEarlyAfterIntermediateUpdate=\"true\" hasEventMode=\"true\"",
          out);
    end_interface(out, version, "CoSimulation", sources);
  }
}

static void write_experiment(FILE *out, const unit *u) {
  fputs("  <DefaultExperiment startTime=\"0\"", out);
  if (u->suggested_stop > 0) number(out, "stopTime", u->suggested_stop);
  if (u->suggested_step > 0) number(out, "stepSize", u->suggested_step);
  fputs("/>\n", out);
}

void fmu_describe(FILE *out, const unit *u, int version, const char *identifier,
                  const char *const *sources) {
  const unit_table *t = &u->table;
  fprintf(out,
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<fmiModelDescription fmiVersion=\"%d.0\"",
          version);
  attribute(out, "modelName", identifier);
  attribute(out, version == 2 ? "guid" : "instantiationToken", u->token);
  attribute(out, "generationTool", "Lash " LASH_VERSION);
  fputs(" variableNamingConvention=\"structured\"", out);
  if (version == 2 && u->class->exchange)
    fprintf(out, " numberOfEventIndicators=\"%zu\"", t->indicators);
  fputs(">\n", out);
  write_interface(out, u, version, identifier, sources);
  write_units(out, t);
  write_types(out, t, version);
  fputs("  <LogCategories>\n", out);
  for (int k = 0; k < FMU_CATEGORIES; k++) {
    fputs("    <Category", out);
    attribute(out, "name", fmu_categories[k]);
    attribute(out, "description", fmu_category_meanings[k]);
    fputs("/>\n", out);
  }
  fputs("  </LogCategories>\n", out);
  write_experiment(out, u);
  fputs("  <ModelVariables>\n", out);
  for (size_t i = 0; i < t->count; i++) {
    if (version == 2)
      write_variable2(out, t, &t->list[i]);
    else
      write_variable3(out, t, &t->list[i], u->class->simulation);
  }
  fputs("  </ModelVariables>\n", out);
  write_structure(out, t, version);
  fputs("</fmiModelDescription>\n", out);
}

/* Fused operations would give other last digits than our own binaries. */
void fmu_describe_build(FILE *out, const char *identifier, const char *const *sources) {
  fputs(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n"
      "  <BuildConfiguration",
      out);
  attribute(out, "modelIdentifier", identifier);
  fputs(
      ">\n    <SourceFileSet language=\"C11\" compilerOptions=\"-std=gnu11 -ffp-contract=off\">\n",
      out);
  for (; *sources; sources++) empty_element(out, "      <SourceFile", "name", *sources);
  fputs("    </SourceFileSet>\n  </BuildConfiguration>\n</fmiBuildDescription>\n", out);
}

void fmu_describe_terminals(FILE *out, const unit *u) {
  const unit_table *t = &u->table;
  fputs(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<fmiTerminalsAndIcons fmiVersion=\"3.0\">\n  <Terminals>\n",
      out);
  static const char *const bodies[] = {"outer", "inner"};
  for (int b = 0; b < 2; b++) {
    fprintf(out, "    <Terminal name=\"%s\" matchingRule=\"bus\">\n", bodies[b]);
    for (size_t i = 0; i < t->count; i++) {
      const unit_variable *v = &t->list[i];
      if (!v->terminal || strcmp(v->terminal, bodies[b]) != 0) continue;
      fputs("      <TerminalMemberVariable", out);
      attribute(out, "variableName", v->name);
      attribute(out, "memberName", v->member);
      fprintf(out, " variableKind=\"%s\"/>\n", v->inflow ? "inflow" : "signal");
    }
    fputs("    </Terminal>\n", out);
  }
  fputs("  </Terminals>\n</fmiTerminalsAndIcons>\n", out);
}
