/* Five degrees of freedom in eleven numbers: crank angle, rocker angle, Euler parameters of the
 * coupler; their rates, the coupler's angular velocity in its own axes. The coupler hangs on the
 * crank by a ball joint, so their equations are solved together by hand; the rocker stands alone.
 * Masses and lengths are those of validation/rssr/rssr.adm. */
#include "hand_written.h"

#include <math.h>

enum { THETA, PHI, E0, E1, E2, E3, THETA_RATE, PHI_RATE, WX, WY, WZ, STATES };

static const double crank = 0.02, height = 0.085, offset = -0.04, rocker = 0.074, arm = 0.061;
static const double coupler_mass = 0.141, Jx = 2.8e-5, Jy = 2.0e-3, Jz = 1.7e-3;
static const double crank_inertia = 4.9e-4 + 0.019 * 0.01 * 0.01;
static const double rocker_inertia = 1.29e-3 + 0.031 * 0.037 * 0.037;
static const double omega = 125.66370614359172, clearance = 0.5e-3;

/* Lankarani and Nikravesh 1990: K delta^1.5 (1 + 3 (1 - e^2) v / (4 v0)). */
static const double restitution = 0.9;
static double stiffness(void) {
  const double sigma = (1 - 0.3 * 0.3) / 207e9, Ri = 0.010, Rj = 0.0095;
  return 4 / (3 * (sigma + sigma)) * sqrt(Ri * Rj / (Ri + Rj));
}

typedef struct contact {
  double K;
  int touching; /* at the last accepted step */
  double v0;    /* then the speed of approach */
  double delta, v, force;
} contact;

static void rates(double t, const double *y, contact *c, double *d) {
  const double ct = cos(y[THETA]), st = sin(y[THETA]), cp = cos(y[PHI]), sp = sin(y[PHI]);
  const double a = y[E0], b = y[E1], e = y[E2], f = y[E3];
  const double w = y[THETA_RATE], p = y[PHI_RATE], wx = y[WX], wy = y[WY], wz = y[WZ];

  /* axes of the coupler in ground axes: columns of its rotation */
  const double xx = 1 - 2 * (e * e + f * f), xy = 2 * (b * e + a * f), xz = 2 * (b * f - a * e);
  const double yx = 2 * (b * e - a * f), yy = 1 - 2 * (b * b + f * f), yz = 2 * (e * f + a * b);
  const double zx = 2 * (b * f + a * e), zy = 2 * (e * f - a * b), zz = 1 - 2 * (b * b + e * e);

  /* ball relative to the socket */
  const double l = 2 * arm;
  const double bx = crank * ct + l * xx, by = crank * st + l * xy, bz = height + l * xz;
  const double gx = bx - rocker * cp, gy = by - offset, gz = bz - rocker * sp;
  const double distance = sqrt(gx * gx + gy * gy + gz * gz),
               inverse = distance > 0 ? 1 / distance : 0;
  const double nx = gx * inverse, ny = gy * inverse, nz = gz * inverse;
  const double ux = -crank * w * st + l * (wz * yx - wy * zx) + rocker * p * sp;
  const double uy = crank * w * ct + l * (wz * yy - wy * zy);
  const double uz = l * (wz * yz - wy * zz) - rocker * p * cp;
  c->delta = distance - clearance;
  c->v = nx * ux + ny * uy + nz * uz;
  c->force = 0;
  if (c->delta > 0) {
    const double v0 = c->touching ? c->v0 : (c->v > 0 ? c->v : 0);
    const double loss = v0 > 0 ? 0.75 * (1 - restitution * restitution) * c->v / v0 : 0;
    const double force = c->K * c->delta * sqrt(c->delta) * (1 + loss);
    c->force = force > 0 ? force : 0;
  }
  const double Fx = -c->force * nx, Fy = -c->force * ny, Fz = -c->force * nz; /* on the ball */

  /* in axes of the coupler: the force, and the crank's directions along and across */
  const double fx = xx * Fx + xy * Fy + xz * Fz, fy = yx * Fx + yy * Fy + yz * Fz,
               fz = zx * Fx + zy * Fy + zz * Fz;
  const double tx = xy * ct - xx * st, ty = yy * ct - yx * st, tz = zy * ct - zx * st;
  const double ex = xx * ct + xy * st, ey = yx * ct + yy * st, ez = zx * ct + zy * st;

  /* acceleration of the centre of mass but for the angular ones; m r = m l1 theta'' t + … */
  const double m = coupler_mass, ww = crank * w * w;
  const double ax = -ww * ex - arm * (wy * wy + wz * wz), ay = -ww * ey + arm * wx * wy,
               az = -ww * ez + arm * wx * wz;
  const double Ky = Jy + m * arm * arm, Kz = Jz + m * arm * arm, q = m * arm * crank;
  const double ry = m * arm * az - 2 * arm * fz - (Jx - Jz) * wz * wx;
  const double rz = -m * arm * ay + 2 * arm * fy - (Jy - Jx) * wx * wy;
  const double motor = 10 * (omega * t - y[THETA]) + 30 * (omega - w);
  const double left = crank_inertia + m * crank * crank - q * q * (tz * tz / Ky + ty * ty / Kz);
  const double right = motor -
                       crank * (m * (tx * ax + ty * ay + tz * az) - (tx * fx + ty * fy + tz * fz)) -
                       q * (ty * rz / Kz - tz * ry / Ky);
  const double turn = right / left;

  d[THETA] = w;
  d[PHI] = p;
  d[E0] = 0.5 * (-b * wx - e * wy - f * wz);
  d[E1] = 0.5 * (a * wx + e * wz - f * wy);
  d[E2] = 0.5 * (a * wy + f * wx - b * wz);
  d[E3] = 0.5 * (a * wz + b * wy - e * wx);
  d[THETA_RATE] = turn;
  d[WX] = -(Jz - Jy) * wy * wz / Jx;
  d[WY] = (q * tz * turn + ry) / Ky;
  d[WZ] = (-q * ty * turn + rz) / Kz;
  /* moment of the force on the socket, at the ball, about -y through D */
  d[PHI_RATE] = (bx * -Fz - bz * -Fx) / rocker_inertia;
}

/* Euler parameters of a rotation whose columns are x, y and x cross y. */
static void parameters(const double x[3], const double y[3], double e[4]) {
  const double z[3] = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2],
                       x[0] * y[1] - x[1] * y[0]};
  e[0] = 0.5 * sqrt(1 + x[0] + y[1] + z[2]);
  e[1] = (y[2] - z[1]) / (4 * e[0]);
  e[2] = (z[0] - x[2]) / (4 * e[0]);
  e[3] = (x[1] - y[0]) / (4 * e[0]);
}

/* The speed of approach is that between two steps, where the gap closed on a straight line. */
static void accept(contact *c, double delta_before, double v_before) {
  if (c->delta <= 0) {
    c->touching = 0;
  } else if (!c->touching) {
    const double share = -delta_before / (c->delta - delta_before);
    c->v0 = v_before + share * (c->v - v_before);
    c->touching = 1;
  }
}

hand_outcome hand_written(size_t steps, double h) {
  static const double x[3] = {0.42447252779994965, -0.3278688524590164, -0.8439935359529294},
                      y0[3] = {0.6112926397992676, 0.7914046427253525, 0};
  double y[STATES] = {0}, s[STATES], k[STATES], sum[STATES];
  y[PHI] = -0.245251342503348;
  parameters(x, y0, y + E0);
  y[THETA_RATE] = omega;
  y[PHI_RATE] = 15.559360818483906;
  y[WY] = -17.069411763747265;
  y[WZ] = -14.902662810657937;
  contact c = {.K = stiffness()};
  hand_outcome o = {.steps = steps};
  rates(0, y, &c, k);
  for (size_t i = 0; i < steps; i++) {
    const double t = (double)i * h, delta = c.delta, v = c.v;
    for (int j = 0; j < STATES; j++) sum[j] = k[j], s[j] = y[j] + 0.5 * h * k[j];
    rates(t + 0.5 * h, s, &c, k);
    for (int j = 0; j < STATES; j++) sum[j] += 2 * k[j], s[j] = y[j] + 0.5 * h * k[j];
    rates(t + 0.5 * h, s, &c, k);
    for (int j = 0; j < STATES; j++) sum[j] += 2 * k[j], s[j] = y[j] + h * k[j];
    rates(t + h, s, &c, k);
    for (int j = 0; j < STATES; j++) y[j] += h / 6 * (sum[j] + k[j]);
    const double size = 1 / sqrt(y[E0] * y[E0] + y[E1] * y[E1] + y[E2] * y[E2] + y[E3] * y[E3]);
    for (int j = E0; j <= E3; j++) y[j] *= size;
    rates(t + h, y, &c, k); /* the next step begins with these */
    accept(&c, delta, v);
    if (c.force > o.peak_force) o.peak_force = c.force;
  }
  o.rocker_angle = y[PHI];
  return o;
}
