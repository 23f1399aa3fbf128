/* A number with its change along one direction: arithmetic that differentiates itself. Private to
 * contact/. */
#ifndef LASH_CONTACT_DUAL_H
#define LASH_CONTACT_DUAL_H

#include "lash_math.h"

typedef struct dual {
  double v, d;
} dual;
typedef struct dual3 {
  dual e[3];
} dual3;

static inline dual num(double v) { return (dual){v, 0}; }
static inline dual add(dual a, dual b) { return (dual){a.v + b.v, a.d + b.d}; }
static inline dual sub(dual a, dual b) { return (dual){a.v - b.v, a.d - b.d}; }
static inline dual mul(dual a, dual b) { return (dual){a.v * b.v, a.d * b.v + a.v * b.d}; }
static inline dual times(double f, dual a) { return (dual){f * a.v, f * a.d}; }
static inline dual divide(dual a, dual b) {
  const double q = a.v / b.v;
  return (dual){q, (a.d - q * b.d) / b.v};
}
static inline dual root(dual a) {
  const double r = sqrt(a.v);
  return (dual){r, 0.5 * a.d / r};
}
/* Angle of (x, y) from the x-axis. */
static inline dual angle_of(dual y, dual x) {
  return (dual){lash_atan2(y.v, x.v), (x.v * y.d - y.v * x.d) / (x.v * x.v + y.v * y.v)};
}

static inline dual3 vector(const double v[3], const double d[3]) {
  return (dual3){{{v[0], d[0]}, {v[1], d[1]}, {v[2], d[2]}}};
}
static inline dual dot(dual3 a, dual3 b) {
  return add(add(mul(a.e[0], b.e[0]), mul(a.e[1], b.e[1])), mul(a.e[2], b.e[2]));
}
static inline dual3 cross(dual3 a, dual3 b) {
  return (dual3){{sub(mul(a.e[1], b.e[2]), mul(a.e[2], b.e[1])),
                  sub(mul(a.e[2], b.e[0]), mul(a.e[0], b.e[2])),
                  sub(mul(a.e[0], b.e[1]), mul(a.e[1], b.e[0]))}};
}
static inline dual3 scaled(dual f, dual3 a) {
  return (dual3){{mul(f, a.e[0]), mul(f, a.e[1]), mul(f, a.e[2])}};
}
static inline dual3 plus(dual3 a, dual3 b) {
  return (dual3){{add(a.e[0], b.e[0]), add(a.e[1], b.e[1]), add(a.e[2], b.e[2])}};
}
static inline dual3 minus(dual3 a, dual3 b) { return plus(a, scaled(num(-1), b)); }

static inline void values(dual3 a, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a.e[k].v;
}
static inline void changes(dual3 a, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a.e[k].d;
}

#endif
