#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "graph.h"
#include "program.h"
#include "quote.h"

static const char *part_name(const lash_model *model, int id, bool point) {
  const size_t count = point ? model->point_mass.count : model->part.count;
  for (size_t k = 0; k < count; k++) {
    const lash_part *part = point ? &model->point_mass.item[k] : &model->part.item[k];
    if (part->head.id == id) return part->head.name;
  }
  return NULL;
}

void graph_name(const lash_model *model, const lash_junction *j, char *text, size_t size) {
  if (j->body && strcmp(j->type, "GROUND") == 0) {
    snprintf(text, size, "ground");
    return;
  }
  const char *more =
      j->body ? part_name(model, j->id, strcmp(j->statement, "POINT_MASS") == 0) : j->type;
  snprintf(text, size, "%s/%d%s%s", j->statement, j->id, more && *more ? " " : "",
           more ? more : "");
}

/* A power for people: four digits, and nothing where there is nothing to speak of. */
static void power_text(const lash_bond_graph *graph, double power, char *text, size_t size) {
  if (fabs(power) <= 1e-12 * graph->exchanged)
    snprintf(text, size, "0");
  else
    snprintf(text, size, "%.4g", power);
}

static void put_junction(const lash_bond_graph *graph, const lash_model *model, size_t k,
                         FILE *out) {
  const lash_junction *j = &graph->junction[k];
  char name[256];
  graph_name(model, j, name, sizeof name);
  const bool ground = j->body && k == 0;
  fprintf(out, "  j%zu [shape=%s, style=filled, fillcolor=\"%s\", label=\"%s\\n\" + ", k,
          j->body ? "box" : "ellipse",
          ground    ? "#e8e8e8"
          : j->body ? "#dcebf7"
                    : "#fdf0d5",
          ground    ? "Sf: 0"
          : j->body ? "1"
                    : "0");
  quote_dot(out, name);
  fputs("];\n", out);
}

/* Half arrow at the head; the causal stroke where the bond's wrench is imposed. */
static void put_bond(const lash_bond_graph *graph, size_t k, FILE *out) {
  const lash_bond *b = &graph->bond[k];
  char power[32], source[80];
  power_text(graph, b->power, power, sizeof power);
  if (b->kind == LASH_BOND_TRANSFER) {
    fprintf(out, "  t%zu [shape=plain, label=\"MTF\"];\n", k);
    fprintf(out, "  j%zu -> t%zu [arrowhead=none];\n", b->element, k);
    fprintf(out, "  t%zu -> j%zu [arrowhead=rvee, label=\"%s\"];\n", k, b->body, power);
    return;
  }
  const bool inertia = b->kind == LASH_BOND_INERTIA, gravity = b->kind == LASH_BOND_GRAVITY;
  const char *arrow = b->kind == LASH_BOND_MOTION ? "rvee, arrowtail=tee, dir=both" : "teervee";
  if (inertia || gravity)
    snprintf(source, sizeof source, inertia ? " I " : "Se\\ngravity");
  else
    snprintf(source, sizeof source, "%s\\n%.40s/%d", lash_bond_letters(b), b->statement, b->id);
  fprintf(out, "  s%zu [shape=plain, label=\"%s\"];\n", k, source);
  if (inertia)
    fprintf(out, "  j%zu -> s%zu", b->body, k);
  else
    fprintf(out, "  s%zu -> j%zu", k, gravity ? b->body : b->element);
  fprintf(out, " [arrowhead=%s, label=\"%s\"];\n", arrow, power);
}

void graph_write_dot(const lash_bond_graph *graph, const lash_model *model, const char *title,
                     FILE *out) {
  fputs("digraph bonds {\n  label=", out);
  quote_dot(out, title);
  fputs(
      ";\n  labelloc=t; rankdir=LR; nodesep=0.25; ranksep=0.4;\n"
      "  node [fontname=\"Helvetica\", fontsize=11]; edge [fontname=\"Helvetica\", fontsize=9];\n"
      "  graph [fontname=\"Helvetica\", fontsize=12];\n",
      out);
  for (size_t k = 0; k < graph->junction_count; k++) put_junction(graph, model, k, out);
  for (size_t k = 0; k < graph->bond_count; k++) put_bond(graph, k, out);
  fputs("}\n", out);
}

lash_status graph_draw(const lash_bond_graph *graph, const lash_model *model, const char *title,
                       const char *file, lash_error *error) {
  static const char *const argv[] = {"dot", "-Tsvg", NULL};
  char *text = NULL;
  size_t size = 0;
  out_file picture;
  lash_status status = out_open(&picture, file, error);
  FILE *dot = status == LASH_OK ? open_memstream(&text, &size) : NULL;
  if (dot) {
    graph_write_dot(graph, model, title, dot);
    fclose(dot);
    status = program_feed(argv, NULL, text, size, fileno(picture.stream), error);
    if (status != LASH_OK)
      lash_error_prefix(error, "cannot draw %s (--dot needs no graphviz)", file);
  } else if (status == LASH_OK) {
    status = lash_fail(error, LASH_FAILURE, "out of memory");
  }
  free(text);
  return out_close(&picture, status, error);
}
