/* SDK functions: conversion of rotations and positions, numbers to text.
 *
 * A rotation of any form goes through its matrix r[row][column]; column j is axis j of the turned
 * frame. COSINES are the nine numbers by columns. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "running.h"
#include "slv_c_utils.h"

/* ----------------------------------------------------------------------------------- rotations */

typedef double matrix[3][3];

/* r := r * (turn by `angle` about axis 0, 1 or 2). */
static void turn(matrix r, int axis, double angle) {
  int a = (axis + 1) % 3, b = (axis + 2) % 3;
  double c = cos(angle), s = sin(angle);
  for (int i = 0; i < 3; i++) {
    double ra = r[i][a], rb = r[i][b];
    r[i][a] = c * ra + s * rb;
    r[i][b] = c * rb - s * ra;
  }
}

static void three_turns(matrix r, int i, double a, int j, double b, int k, double c) {
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < 3; column++) r[row][column] = row == column;
  }
  turn(r, i, a), turn(r, j, b), turn(r, k, c);
}

static void from_euler(const double *q, matrix r) { three_turns(r, 2, q[0], 0, q[1], 2, q[2]); }
static void from_bryan(const double *q, matrix r) { three_turns(r, 0, q[0], 1, q[1], 2, q[2]); }
static void from_space(const double *q, matrix r) { three_turns(r, 2, q[2], 1, q[1], 0, q[0]); }

static void from_cosines(const double *q, matrix r) {
  for (int n = 0; n < 9; n++) r[n % 3][n / 3] = q[n];
}

static void from_parameters(const double *q, matrix r) {
  double size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  double e0 = q[0] / size, e1 = q[1] / size, e2 = q[2] / size, e3 = q[3] / size;
  matrix m = {
      {1 - 2 * (e2 * e2 + e3 * e3), 2 * (e1 * e2 - e0 * e3), 2 * (e1 * e3 + e0 * e2)},
      {2 * (e1 * e2 + e0 * e3), 1 - 2 * (e1 * e1 + e3 * e3), 2 * (e2 * e3 - e0 * e1)},
      {2 * (e1 * e3 - e0 * e2), 2 * (e2 * e3 + e0 * e1), 1 - 2 * (e1 * e1 + e2 * e2)},
  };
  memcpy(r, m, sizeof m);
}

static void from_rodrigues(const double *q, matrix r) {
  const double parameters[4] = {1, q[0], q[1], q[2]};
  from_parameters(parameters, r);
}

/* Angles as AX, AY, AZ measure them: the middle one is not that of the 1-2-3 sequence. */
static void from_axayaz(const double *q, matrix r) {
  const double bryan[3] = {q[0], atan2(sin(q[1]) * cos(q[0]), cos(q[1])), q[2]};
  from_bryan(bryan, r);
}

static void to_euler(matrix r, double *q) {
  double sine = hypot(r[0][2], r[1][2]);
  q[1] = atan2(sine, r[2][2]);
  bool free = sine > 1e-12; /* else only a sum of the other two is determined */
  q[0] = free ? atan2(r[0][2], -r[1][2]) : atan2(r[1][0], r[0][0]);
  q[2] = free ? atan2(r[2][0], r[2][1]) : 0;
}

static void to_bryan(matrix r, double *q) {
  double cosine = hypot(r[0][0], r[0][1]);
  q[1] = atan2(r[0][2], cosine);
  bool free = cosine > 1e-12;
  q[0] = free ? atan2(-r[1][2], r[2][2]) : atan2(r[2][1], r[1][1]);
  q[2] = free ? atan2(-r[0][1], r[0][0]) : 0;
}

static void to_space(matrix r, double *q) {
  double cosine = hypot(r[0][0], r[1][0]);
  q[1] = atan2(-r[2][0], cosine);
  bool free = cosine > 1e-12;
  q[0] = free ? atan2(r[2][1], r[2][2]) : atan2(-r[1][2], r[1][1]);
  q[2] = free ? atan2(r[1][0], r[0][0]) : 0;
}

static void to_cosines(matrix r, double *q) {
  for (int n = 0; n < 9; n++) q[n] = r[n % 3][n / 3];
}

/* The largest of the four parameters is found from its own square, the others from it. */
static void to_parameters(matrix r, double *q) {
  double trace = r[0][0] + r[1][1] + r[2][2];
  int big = 0;
  for (int i = 1; i < 4; i++) {
    double best = big == 0 ? trace : r[big - 1][big - 1];
    if (r[i - 1][i - 1] > best) big = i;
  }
  if (big == 0) {
    q[0] = 0.5 * sqrt(1 + trace);
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, k = (i + 2) % 3;
      q[1 + i] = (r[k][j] - r[j][k]) / (4 * q[0]);
    }
    return;
  }
  int i = big - 1, j = (i + 1) % 3, k = (i + 2) % 3;
  q[1 + i] = 0.5 * sqrt(1 + 2 * r[i][i] - trace);
  double scale = 1 / (4 * q[1 + i]);
  q[0] = (r[k][j] - r[j][k]) * scale;
  q[1 + j] = (r[j][i] + r[i][j]) * scale;
  q[1 + k] = (r[k][i] + r[i][k]) * scale;
  if (q[0] < 0) {
    for (int n = 0; n < 4; n++) q[n] = -q[n];
  }
}

static void to_rodrigues(matrix r, double *q) {
  double e[4];
  to_parameters(r, e);
  for (int i = 0; i < 3; i++) q[i] = e[1 + i] / e[0]; /* infinite for half a turn */
}

static void to_axayaz(matrix r, double *q) {
  q[0] = atan2(-r[1][2], r[2][2]);
  q[1] = atan2(r[0][2], r[2][2]);
  q[2] = atan2(-r[0][1], r[0][0]);
}

typedef struct rotation_form {
  const char *name;
  void (*from)(const double *q, matrix r);
  void (*to)(matrix r, double *q);
  int count;
} rotation_form;

static const rotation_form rotations[] = {
    {"EULER", from_euler, to_euler, 3},
    {"COSINES", from_cosines, to_cosines, 9},
    {"EULPAR", from_parameters, to_parameters, 4},
    {"BRYAN", from_bryan, to_bryan, 3},
    {"SPACE", from_space, to_space, 3},
    {"RODRIGUES", from_rodrigues, to_rodrigues, 3},
    {"AXAYAZ", from_axayaz, to_axayaz, 3},
};

static const rotation_form *find_rotation(const char *name) {
  for (size_t i = 0; i < sizeof rotations / sizeof *rotations; i++) {
    if (strcasecmp(rotations[i].name, name) == 0) return &rotations[i];
  }
  return NULL;
}

static bool all_finite(const double *values, int n) {
  for (int i = 0; i < n; i++) {
    if (!isfinite(values[i])) return false;
  }
  return true;
}

void c_rcnvrt(const char *sys1, const double *coord1, const char *sys2, double *coord2,
              int *istat) {
  const rotation_form *from = find_rotation(sys1), *to = find_rotation(sys2);
  *istat = !from || !to;
  if (*istat) {
    lash_running_trouble("c_rcnvrt",
                         "the coordinate system is not one of EULER, COSINES, EULPAR, "
                         "BRYAN, SPACE, RODRIGUES, AXAYAZ");
    return;
  }
  matrix r;
  from->from(coord1, r);
  to->to(r, coord2);
  *istat = !all_finite(coord2, to->count);
  if (*istat) lash_running_trouble("c_rcnvrt", "the rotation has no coordinates of this kind");
}

/* ----------------------------------------------------------------------------------- positions */

/* CYLINDRICAL: radius, angle about z, z. SPHERICAL: radius, angle about z, angle from z. */
static int to_cartesian(const char *system, const double *q, double p[3]) {
  if (strcasecmp(system, "CARTESIAN") == 0) {
    memcpy(p, q, 3 * sizeof *p);
  } else if (strcasecmp(system, "CYLINDRICAL") == 0) {
    p[0] = q[0] * cos(q[1]), p[1] = q[0] * sin(q[1]), p[2] = q[2];
  } else if (strcasecmp(system, "SPHERICAL") == 0) {
    double radius = q[0] * sin(q[2]);
    p[0] = radius * cos(q[1]), p[1] = radius * sin(q[1]), p[2] = q[0] * cos(q[2]);
  } else {
    return 1;
  }
  return 0;
}

static int from_cartesian(const char *system, const double p[3], double *q) {
  double radius = hypot(p[0], p[1]);
  if (strcasecmp(system, "CARTESIAN") == 0) {
    memcpy(q, p, 3 * sizeof *p);
  } else if (strcasecmp(system, "CYLINDRICAL") == 0) {
    q[0] = radius, q[1] = atan2(p[1], p[0]), q[2] = p[2];
  } else if (strcasecmp(system, "SPHERICAL") == 0) {
    q[0] = hypot(radius, p[2]), q[1] = atan2(p[1], p[0]), q[2] = atan2(radius, p[2]);
  } else {
    return 1;
  }
  return 0;
}

void c_tcnvrt(const char *sys1, const double *coord1, const char *sys2, double *coord2,
              int *istat) {
  double p[3];
  *istat = to_cartesian(sys1, coord1, p) || from_cartesian(sys2, p, coord2);
  if (*istat) {
    lash_running_trouble("c_tcnvrt",
                         "the coordinate system is not CARTESIAN, CYLINDRICAL or SPHERICAL");
  }
}

/* ---------------------------------------------------------------------------------------- text */

void c_istrng(int number, char *string, int *length, int *istat) {
  *length = sprintf(string, "%d", number);
  *istat = 0;
}

void c_rstrng(double reel, char *string, int *length, int *istat) {
  *length = sprintf(string, "%.10G", reel);
  *istat = 0;
}
