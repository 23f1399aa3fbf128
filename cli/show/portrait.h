/* `lash portrait` behind its command line: views of one run. */
#ifndef LASH_CLI_PORTRAIT_H
#define LASH_CLI_PORTRAIT_H

#include <stdio.h>

#include "lash_clearance.h"
#include "lash_lyapunov.h"
#include "lash_spectrum.h"
#include "lash_study.h"

enum { PORTRAIT_JOINTS_MAX = 12, PORTRAIT_BINS = 72, PORTRAIT_PEAKS = 5 };

/* A joint with clearance, its middle seen from the outer marker. */
typedef struct portrait_joint {
  lash_clearance clearance;
  size_t column[3];            /* x, y, z in the outer marker's axes */
  int plane[2];                /* the two axes of the view: 0, 1, 2 for x, y, z */
  bool spatial;                /* it moves along the third one, too */
  double share[PORTRAIT_BINS]; /* of the time, in contact at angles from 0 on */
} portrait_joint;

typedef struct portrait {
  const lash_study *study;
  const lash_record *record;
  double from;
  size_t plane[2]; /* columns */
  /* the Poincare section: once per period, or where a column rises through a level */
  double period; /* 0: none */
  bool crossing;
  size_t crossing_column;
  double level;
  double *section; /* times */
  size_t sections;
  portrait_joint joint[PORTRAIT_JOINTS_MAX];
  size_t joints;
  lash_spectrum spectrum[2]; /* of the plane's columns */
  /* what the measures say */
  const double *values;
  size_t repeats;
  bool has_lyapunov;
  lash_lyapunov lyapunov;
} portrait;

/* Joints with clearance of a dataset, without those left out; their columns are added. */
lash_status portrait_find_joints(portrait *p, const lash_model *model, lash_study *study,
                                 lash_error *error);

/* Finds section, orbits, densities and spectra of the record (portrait_views.c). */
lash_status portrait_look(portrait *p, lash_error *error);
void portrait_free(portrait *p);

/* First row at or behind `from`. */
size_t portrait_first_row(const portrait *p);

void portrait_print(const portrait *p, FILE *out);
void portrait_print_json(const portrait *p, FILE *out);

/* A table and a drawing per view. */
lash_status portrait_write(const portrait *p, const char *folder, lash_error *error);

/* What a table or a drawing is of; its file is NAME.svg, or NAME_GFORCE_1.svg. */
typedef struct portrait_view {
  const portrait *p;
  const portrait_joint *joint; /* NULL: of the run as a whole */
} portrait_view;

void portrait_file(const portrait_view *v, const char *name, const char *ending, char file[64]);

/* The drawings (portrait_draw.c). */
lash_status portrait_draw(const portrait *p, const char *folder, lash_error *error);

#endif
