#include "row.h"

#include <math.h>

static const double gravity = 9.81;

/* Parts and their markers are numbered in tens: upright k is 10 (k + 1), crossbar k is
 * 10 (loops + 2 + k); markers + 1 and + 2 are at the ends. */
static void write_rod(FILE *f, int id, const char *inertia, const char *middle, const char *end,
                      double x, double y, const char *motion) {
  fprintf(f, "PART/%d, MASS=1, CM=%d, IP=%s, QG=%g, %g, 0, %s\n", id, id, inertia, x, y, motion);
  fprintf(f, "MARKER/%d, PART=%d, QP=%s\nMARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=%s\n", id, id,
          middle, id + 1, id, id + 2, id, end);
}

void row_write(FILE *f, int loops) {
  fprintf(f, "A row of %d four-bar windows\nUNITS/SYSTEM=MKS\nPART/1, GROUND\n", loops);
  int joint = 0;
  for (int k = 0; k <= loops; k++) {
    const int upright = 10 * (k + 1);
    fprintf(f, "MARKER/%d, PART=1, QP=%d, 0, 0\n", upright + 5, k);
    write_rod(f, upright, "0.0833333333333333, 1E-4, 0.0833333333333333", "0, 0.5, 0", "0, 1, 0", k,
              0, "VX=0.5, WZ=-1");
    fprintf(f, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", ++joint, upright + 1, upright + 5);
  }
  for (int k = 0; k < loops; k++) {
    const int bar = 10 * (loops + 2 + k), left = 10 * (k + 1), right = left + 10;
    write_rod(f, bar, "1E-4, 0.0833333333333333, 0.0833333333333333", "0.5, 0, 0", "1, 0, 0", k, 1,
              "VX=1");
    fprintf(f, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", ++joint, bar + 1, left + 2);
    fprintf(f, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", ++joint, bar + 2, right + 2);
  }
  fprintf(f, "REQUEST/1, F1 = ATAN2(DY(12,15), DX(12,15))\\\n");
  fprintf(f, "ACCGRAV/JGRAV=%g\nEND\n", -gravity);
}

/* (uprights / 3 + loops) w' = -(uprights / 2 + loops) g cos(angle), by small Stoermer-Verlet steps.
 */
double row_angle(int loops, double t) {
  const int steps = 100000;
  const double uprights = loops + 1, h = t / steps;
  const double c = -(uprights / 2 + loops) * gravity / (uprights / 3 + loops);
  double q = 2 * atan(1), w = -1;
  for (int k = 0; k < steps; k++) {
    w += 0.5 * h * c * cos(q);
    q += h * w;
    w += 0.5 * h * c * cos(q);
  }
  return q;
}
