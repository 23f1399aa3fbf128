/* Sliders, gears and cams: closed forms, exact derivatives where they are sharp, and rates that are
 * those of the material. */
#include <stdio.h>

#include "geometry_support.h"
#include "lash_math.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static lash_error error;
#define OK(call) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, (call), error.message)

/* -------------------------------------------------------------------------------------- sliders */

/* Slider 0.1 by 0.05 m, 1 mm of play above and below, at y, tilted by th about the guide's y. */
static void four_corners(void) {
  const double a = 0.05, b = 0.025, c = 0.001, th = 0.01, y = 3e-4, d = 2 * (b + c);
  const lash_geometry g = {
      .shape = LASH_PLANAR_SLIDER, .width_i = d, .width_j = 2 * b, .length_j = 2 * a};
  lash_frame i = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  lash_frame j = {
      .position = {y, 0, 0.7}, .axis = {-sin(th), 0, cos(th)}, .side = {cos(th), 0, sin(th)}};
  lash_contact_points set;
  OK(lash_geometry_check(&g, &error));
  OK(lash_geometry_eval(&g, &i, &j, &set, &error));
  TEST_ASSERT_EQUAL_size_t(4, set.count);
  /* rear and front, lower and upper: across the guide -+ a sin th, and b cos th out */
  const double at[4] = {a * sin(th) - b * cos(th), -a * sin(th) - b * cos(th),
                        a * sin(th) + b * cos(th), -a * sin(th) + b * cos(th)};
  for (int k = 0; k < 4; k++) {
    const double gap = k < 2 ? d / 2 + y + at[k] : d / 2 - y - at[k];
    TEST_ASSERT_DOUBLE_WITHIN(1e-16, -gap, set.point[k].delta);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, k < 2 ? 1 : -1, set.point[k].normal[0]);
    TEST_ASSERT_EQUAL_DOUBLE(1, set.point[k].share);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, c, lash_geometry_clearance(&g));
}

/* Rounded by r, the corners are circles with their centres r inside both sides. */
static void rounded_corners(void) {
  const double a = 0.05, b = 0.025, c = 0.001, th = 0.03, y = 3e-4, d = 2 * (b + c), r = 0.004;
  const lash_geometry g = {
      .shape = LASH_PLANAR_SLIDER, .width_i = d, .width_j = 2 * b, .length_j = 2 * a, .corner = r};
  const lash_frame i = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  const lash_frame j = {
      .position = {y, 0, 0.7}, .axis = {-sin(th), 0, cos(th)}, .side = {cos(th), 0, sin(th)}};
  lash_contact_points set;
  OK(lash_geometry_check(&g, &error));
  OK(lash_geometry_eval(&g, &i, &j, &set, &error));
  const double out = (b - r) * cos(th) + r, along = (a - r) * sin(th);
  const double at[4] = {along - out, -along - out, along + out, -along + out};
  for (int k = 0; k < 4; k++) {
    const double gap = k < 2 ? d / 2 + y + at[k] : d / 2 - y - at[k];
    TEST_ASSERT_DOUBLE_WITHIN(1e-16, -gap, set.point[k].delta);
  }
}

/* A long slider in a short guide: the guide's edges bear on its faces. */
static void short_guide(void) {
  const lash_geometry g = {.shape = LASH_GUIDE,
                           .width_i = 0.02,
                           .width_j = 0.0198,
                           .height_i = 0.03,
                           .height_j = 0.0296,
                           .length_i = 0.04,
                           .length_j = 0.2};
  lash_frame i = {.axis = {0, 0, 1}, .side = {1, 0, 0}}, j = i;
  lash_contact_points set;
  const double th = 0.02;
  j.axis[0] = sin(th), j.axis[2] = cos(th), j.side[0] = cos(th), j.side[2] = -sin(th);
  OK(lash_geometry_eval(&g, &i, &j, &set, &error));
  TEST_ASSERT_EQUAL_size_t(16, set.count);
  double deepest = -1;
  for (int k = 0; k < 8; k++) {
    TEST_ASSERT_TRUE(set.point[k].flags & LASH_POINT_END);
    deepest = fmax(deepest, set.point[k].delta);
  }
  /* corner (0.01, 0.02) of the guide against the face 0.0099 from the slider's axis */
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.0099 - (0.01 * cos(th) - 0.02 * sin(th)), deepest);
  /* rounded: a circle with its centre r behind the guide's face */
  lash_geometry rounded = g;
  const double r = rounded.corner = 0.003;
  OK(lash_geometry_eval(&rounded, &i, &j, &set, &error));
  deepest = -1;
  for (int k = 0; k < 8; k++) deepest = fmax(deepest, set.point[k].delta);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.0099 + r - ((0.01 + r) * cos(th) - 0.02 * sin(th)), deepest);
}

/* ---------------------------------------------------------------------------------------- gears */

static const lash_geometry pair = {.shape = LASH_GEAR_PAIR,
                                   .teeth_i = 20,
                                   .teeth_j = 40,
                                   .module = 2e-3,
                                   .pressure = 20 * LASH_PI / 180};

static void numbers_of_gears(void) {
  OK(lash_geometry_check(&pair, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.6351859635715, lash_gear_contact_ratio(&pair, 0.06));
  TEST_ASSERT_DOUBLE_WITHIN(5e-11, 20.2603045243, lash_gear_angle(&pair, 0.0601) * 180 / LASH_PI);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.068831829005e-3, lash_gear_backlash(&pair, 0.0601));
  TEST_ASSERT_DOUBLE_WITHIN(5e-10, 0.068404e-3, 2 * 1e-4 * sin(pair.pressure)); /* shallow */
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 1.585972881908, lash_gear_contact_ratio(&pair, 0.0601));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0, lash_gear_backlash(&pair, 0.06));
}

/* Centres nearer than the base circles allow count as where the angle is acos(0.999): teeth that
 * jam stay finite. */
static void gears_pushed_together(void) {
  const double bases = 0.06 * cos(pair.pressure), least = acos(0.999);
  static const double parts[] = {1.0005, 1, 0.9, 0.1};
  for (int k = 0; k < 4; k++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, least, lash_gear_angle(&pair, parts[k] * bases));
    TEST_ASSERT_TRUE(isfinite(lash_gear_backlash(&pair, parts[k] * bases)));
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, acos(1 / 1.01), lash_gear_angle(&pair, 1.01 * bases));
}

/* A dent anywhere around a cam is found: one place of sixteen lower than its neighbours allow. */
static void dents_are_found(void) {
  for (size_t dent = 0; dent < 16; dent++) {
    lash_geometry cam = {.shape = LASH_CAM_FLAT, .radius_i = 0.02};
    double value[16] = {0};
    for (int k = 0; k < 16; k++) value[k] = 1e-3;
    OK(lash_cam_by_points(&cam, LASH_CAM_LIFTS, value, 16, &error));
    value[dent] = -3e-3;
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                          lash_cam_by_points(&cam, LASH_CAM_LIFTS, value, 16, &error));
    TEST_ASSERT_NOT_NULL(strstr(error.message, "hollow"));
  }
}

/* Frames with i turned by th1 and j by th2 from the position where a tooth meets a space. */
static void mesh(double a, double th1, double th2, lash_frame *i, lash_frame *j) {
  *i = (lash_frame){.axis = {0, 0, 1}, .side = {cos(th1), sin(th1), 0}};
  *j = (lash_frame){.position = {a, 0, 0}, .axis = {0, 0, 1}, .side = {-cos(th2), -sin(th2), 0}};
}

/* Play is shared by both flanks: where a tooth stands in the middle of its space, each is half of
 * it away, and the gears may turn by it over the base radius. */
static void play_of_gears(void) {
  lash_geometry g = pair;
  g.play = 1e-4;
  TEST_ASSERT_DOUBLE_WITHIN(1e-18, 1e-4, lash_gear_backlash(&g, 0.06));
  lash_frame i, j;
  lash_contact_points set;
  mesh(0.06, 0, 0, &i, &j);
  OK(lash_geometry_eval(&g, &i, &j, &set, &error));
  for (size_t k = 0; k < set.count; k++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-16, -5e-5, set.point[k].delta);
  const double base = 0.02 * cos(pair.pressure), turns[2] = {0.9 * 5e-5, 1.1 * 5e-5};
  for (int n = 0; n < 2; n++) {
    mesh(0.06, turns[n] / base, 0, &i, &j);
    OK(lash_geometry_eval(&g, &i, &j, &set, &error));
    double deepest = -1;
    for (size_t k = 0; k < set.count; k++) deepest = fmax(deepest, set.point[k].delta);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, turns[n] - 5e-5, deepest);
  }
}

/* Flank against flank, drawn point by point: the smallest distance along the line of action agrees
 * with delta, and lies at the place that is given. */
static void flanks_drawn(void) {
  const double a = 0.0601, rb1 = 0.02 * cos(pair.pressure), rb2 = 2 * rb1,
               inv0 = tan(pair.pressure) - pair.pressure;
  lash_frame i, j;
  lash_contact_points set;
  for (int n = 0; n < 40; n++) {
    const double th1 = -0.15 + 0.3 * n / 39, th2 = -th1 / 2 + 2e-4;
    mesh(a, th1, th2, &i, &j);
    OK(lash_geometry_eval(&pair, &i, &j, &set, &error));
    for (int k = 0; k < 2; k++) {
      const lash_contact_point *p = &set.point[k];
      if (!(p->share > 0)) continue;
      /* the point on i's flank: its angle on the involute of the tooth nearest to it */
      const double *c = p->surface_i, r = hypot(c[0], c[1]), phi = acos(rb1 / r);
      const double on_i = atan2(c[1], c[0]) + tan(phi) - phi - (LASH_PI / 40 + inv0) - th1;
      TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0,
                                on_i - 2 * LASH_PI / 20 * round(on_i * 20 / (2 * LASH_PI)));
      /* delta further back along the line of action lies j's flank */
      double d[2] = {c[0] - p->delta * p->normal[0] - a, c[1] - p->delta * p->normal[1]};
      const double r2 = hypot(d[0], d[1]), phi2 = acos(rb2 / r2);
      /* seen from j a tooth of it lies half a pitch clockwise of the space; its other flank touches
       */
      const double on_j =
          atan2(-d[1], -d[0]) + tan(phi2) - phi2 - (LASH_PI / 80 + inv0) - th2 + LASH_PI / 40;
      TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, on_j - LASH_PI / 20 * round(on_j * 20 / LASH_PI));
    }
  }
}

/* One pair within the path of contact, two where paths overlap: on average the contact ratio. */
static void pairs_in_mesh(void) {
  lash_frame i, j;
  lash_contact_points set;
  double sum[2] = {0, 0};
  enum { N = 20000 };
  for (int n = 0; n < N; n++) {
    const double th1 = 2 * LASH_PI / 20 * n / N;
    mesh(0.06, th1, -th1 / 2, &i, &j);
    OK(lash_geometry_eval(&pair, &i, &j, &set, &error));
    for (int k = 0; k < 4; k++) {
      sum[k / 2] += set.point[k].share / N;
      TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0, set.point[k].delta);
    }
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1.6351859635715, sum[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 1.6351859635715, sum[1]);
}

/* Slip is (w1 + w2) times the distance from the pitch point. */
static void slip_of_the_flanks(void) {
  lash_frame i, j;
  lash_contact_points set;
  mesh(0.06, 0.1, -0.05, &i, &j);
  i.spin[2] = 30, j.spin[2] = -15;
  OK(lash_geometry_eval(&pair, &i, &j, &set, &error));
  for (int k = 0; k < 2; k++) {
    const lash_contact_point *p = &set.point[k];
    const double far = hypot(p->arm_i[0] - 0.02, p->arm_i[1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0, p->v);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 45 * far, hypot(p->slip[0], p->slip[1]));
  }
}

/* On both flanks the slip is that of a turn about the pitch point: it changes sign there. */
static void slip_turns_round_at_the_pitch_point(void) {
  int before[2] = {0, 0}, behind[2] = {0, 0};
  for (int n = 0; n < 400; n++) {
    const double th1 = -0.2 + 1e-3 * n;
    lash_frame i, j;
    lash_contact_points set;
    mesh(0.06, th1, -th1 / 2, &i, &j);
    i.spin[2] = 30, j.spin[2] = -15;
    OK(lash_geometry_eval(&pair, &i, &j, &set, &error));
    for (int k = 0; k < 4; k++) {
      const lash_contact_point *p = &set.point[k];
      if (!(p->share > 0)) continue;
      const double x = p->arm_i[0] - 0.02, y = p->arm_i[1],
                   along = p->normal[0] * x + p->normal[1] * y;
      TEST_ASSERT_DOUBLE_WITHIN(1e-13, 45 * y, p->slip[0]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-13, -45 * x, p->slip[1]);
      ++*(along < 0 ? &before[k / 2] : &behind[k / 2]);
    }
  }
  for (int flank = 0; flank < 2; flank++)
    TEST_ASSERT_TRUE(before[flank] > 100 && behind[flank] > 100);
}

/* ----------------------------------------------------------------------------------------- cams */

/* Rise and fall join smoothly; offset of the contact is h'; a roller that shrinks is a point. */
static void cams(void) {
  lash_geometry g = {.shape = LASH_CAM_FLAT,
                     .radius_i = 0.03,
                     .lift = 0.005,
                     .rise = 1.5,
                     .dwell = 0.5,
                     .fall = 2};
  lash_frame i = {.axis = {0, 0, 1}, .side = {1, 0, 0}},
             j = {.position = {0, 0.04, 0}, .axis = {0, 1, 0}, .side = {1, 0, 0}};
  lash_contact_points set;
  OK(lash_geometry_check(&g, &error));
  double before = 0, most = 0;
  for (int n = 0; n <= 4000; n++) {
    const double th = -2 * LASH_PI * n / 4000, psi = LASH_PI / 2 - th;
    i.side[0] = cos(th), i.side[1] = sin(th);
    i.spin[2] = -1;
    OK(lash_geometry_eval(&g, &i, &j, &set, &error));
    const double h = set.point[0].delta + 0.04;
    most = fmax(most, h);
    TEST_ASSERT_TRUE(h >= 0.03 - 1e-15 && h <= 0.035 + 1e-15);
    /* the cam turns backwards: the direction in it goes on, and the rate of delta is h' = -offset
     * of the contact from the axis, along x */
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, -set.point[0].v, set.point[0].arm_i[0]);
    if (n) TEST_ASSERT_DOUBLE_WITHIN(2e-5, before + set.point[0].v * 2 * LASH_PI / 4000, h);
    before = h;
    (void)psi;
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.035, most);
  /* dwell: a circle about the axis, for the roller as well */
  g.shape = LASH_CAM_ROLLER, g.radius_j = 0.01;
  OK(lash_geometry_check(&g, &error));
  store3(0.0449 * cos(1.7), 0.0449 * sin(1.7), 0, j.position);
  i.side[0] = 1, i.side[1] = 0;
  OK(lash_geometry_eval(&g, &i, &j, &set, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1e-4, set.point[0].delta);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, cos(1.7), set.point[0].normal[0]);
}

/* An eccentric circle is a ball on a plane, whatever its follower: gap = y - R - e cos th. */
static void eccentric_circle(void) {
  const double R = 0.02, e = 0.004, th = 0.8;
  const lash_geometry flat = {.shape = LASH_SPHERE_PLANE, .radius_j = R};
  const lash_geometry roller = {.shape = LASH_SPHERE_SPHERE, .radius_i = R, .radius_j = 0.01};
  lash_frame face = {.position = {0, 0.025, 0}, .axis = {0, -1, 0}, .side = {1, 0, 0}};
  lash_frame cam = {.position = {-e * sin(th), e * cos(th), 0},
                    .axis = {0, 0, 1},
                    .side = {1, 0, 0},
                    .velocity = {-3 * e * cos(th), -3 * e * sin(th), 0},
                    .spin = {0, 0, 3}};
  lash_contact_points set;
  OK(lash_geometry_eval(&flat, &face, &cam, &set, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-16, R + e * cos(th) - 0.025, set.point[0].delta);
  TEST_ASSERT_DOUBLE_WITHIN(1e-16, -e * sin(th), set.point[0].arm_i[0]);
  const double y = e * cos(th) + sqrt((R + 0.01) * (R + 0.01) - e * e * sin(th) * sin(th));
  lash_frame wheel = {.position = {0, y, 0}, .axis = {0, 0, 1}, .side = {1, 0, 0}};
  OK(lash_geometry_eval(&roller, &cam, &wheel, &set, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-16, 0, set.point[0].delta);
}

/* Outline and lifts of the same eccentric circle: h = R + e cos psi, offset h' = -e sin psi. */
static void cams_by_points(void) {
  const double R = 0.02, e = 0.004;
  double radii[LASH_CAM_KNOTS], lifts[LASH_CAM_KNOTS], outline = 0, lift = 0;
  for (int k = 0; k < LASH_CAM_KNOTS; k++) {
    const double a = 2 * LASH_PI * k / LASH_CAM_KNOTS;
    radii[k] = e * cos(a) + sqrt(R * R - e * e * sin(a) * sin(a));
    lifts[k] = e * (1 + cos(a));
  }
  lash_geometry by_radii = {.shape = LASH_CAM_FLAT}, by_lifts = by_radii;
  by_lifts.radius_i = R - e;
  OK(lash_cam_by_points(&by_radii, LASH_CAM_RADII, radii, LASH_CAM_KNOTS, &error));
  OK(lash_cam_by_points(&by_lifts, LASH_CAM_LIFTS, lifts, LASH_CAM_KNOTS, &error));
  OK(lash_geometry_check(&by_radii, &error));
  OK(lash_geometry_check(&by_lifts, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, R - e, by_radii.radius_i);
  for (int n = 0; n < 1000; n++) {
    const double a = -4 + 0.01 * n, exact[3] = {R + e * cos(a), -e * sin(a), -e * cos(a)};
    double one[3], two[3];
    lash_cam_reach(&by_radii, a, one);
    lash_cam_reach(&by_lifts, a, two);
    for (int d = 0; d < 3; d++) { /* h as exact as a cubic spline, each derivative one order less */
      const double bound = e * pow(2 * LASH_PI / LASH_CAM_KNOTS, 4 - d);
      outline = fmax(outline, fabs(one[d] - exact[d]) / bound);
      lift = fmax(lift, fabs(two[d] - exact[d]) / bound);
    }
  }
  printf("  cams by points: %.3f by radii, %.3f by lifts of the bound\n", outline, lift);
  TEST_ASSERT_TRUE(outline < 1 && lift < 1);
}

/* A roller on the same circle: its centre at e cos + sqrt((R + r)^2 - e^2 sin^2). */
static void roller_on_points(void) {
  const double R = 0.02, e = 0.004, r = 0.006;
  double lifts[LASH_CAM_KNOTS];
  for (int k = 0; k < LASH_CAM_KNOTS; k++)
    lifts[k] = e * (1 + cos(2 * LASH_PI * k / LASH_CAM_KNOTS));
  lash_geometry g = {.shape = LASH_CAM_ROLLER, .radius_i = R - e, .radius_j = r};
  OK(lash_cam_by_points(&g, LASH_CAM_LIFTS, lifts, LASH_CAM_KNOTS, &error));
  lash_frame i = {.axis = {0, 0, 1}, .side = {1, 0, 0}}, j = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  for (int n = 0; n < 100; n++) {
    lash_contact_points set;
    const double th = 0.0628 * n,
                 y = e * cos(th) + sqrt((R + r) * (R + r) - e * e * sin(th) * sin(th));
    store3(y * cos(th), y * sin(th), 0, j.position);
    OK(lash_geometry_eval(&g, &i, &j, &set, &error));
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0, set.point[0].delta);
  }
}

/* The dwell cam's extremes, textbook numbers of the 4-5-6-7 polynomial: lift/span times 2.1875,
 * lift/span^2 times 7.5132. */
static void dwell_cam(void) {
  const lash_geometry g = {.shape = LASH_CAM_FLAT,
                           .radius_i = 0.03,
                           .lift = 0.005,
                           .rise = 1.5,
                           .dwell = 0.5,
                           .fall = 2};
  double most[3] = {0}, least = 0, h[3];
  for (int n = 0; n <= 150000; n++) {
    lash_cam_reach(&g, 1.5 * n / 150000, h);
    for (int d = 0; d < 3; d++) most[d] = fmax(most[d], h[d]);
    least = fmin(least, h[2]);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.035, most[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2.1875 * 0.005 / 1.5, most[1]);
  TEST_ASSERT_DOUBLE_WITHIN(5e-5 * 0.005 / 2.25, 7.5132 * 0.005 / 2.25, most[2]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, most[2], -least);
}

/* ---------------------------------------------------------------------------------- derivatives */

static void perturb(lash_frame *i, lash_frame *j, int column, double h) {
  double d[3] = {0, 0, 0};
  d[column % 3] = h;
  lash_frame *turned = column / 3 * 3 == LASH_D_ROTATION_I ? i : j;
  switch (column / 3 * 3) {
    case LASH_D_POSITION:
      axpy3(1, d, j->position);
      break;
    case LASH_D_VELOCITY:
      axpy3(1, d, j->velocity);
      break;
    case LASH_D_SPIN_I:
      axpy3(1, d, i->spin);
      break;
    case LASH_D_SPIN_J:
      axpy3(1, d, j->spin);
      break;
    default:
      rotate(d, turned->axis), rotate(d, turned->side);
  }
}

enum { OUTPUTS = 19 };

static void pack(const lash_contact_point *p, double out[OUTPUTS]) {
  const double *const vectors[] = {p->normal, p->tangent[0], p->slip, p->arm_i, p->arm_j};
  out[0] = p->delta, out[1] = p->v, out[2] = p->share, out[18] = p->slip2[0];
  for (int k = 0; k < 5; k++) memcpy(out + 3 + 3 * k, vectors[k], 3 * sizeof *out);
}

static double exact(const lash_point_jacobian *q, int row, int c) {
  const double(*const vectors[])[LASH_D_COUNT] = {q->normal, q->tangent[0], q->slip, q->arm_i,
                                                  q->arm_j};
  if (row == 18) return q->slip2[0][c];
  if (row < 3) return row == 0 ? q->delta[c] : row == 1 ? q->v[c] : q->share[c];
  return vectors[row / 3 - 1][row % 3][c];
}

static void derivatives(lash_shape shape) {
  static const double weight[3] = {45, -9, 1};
  static lash_point_jacobian jac[LASH_GEOMETRY_POINTS];
  double worst = 0, rate = 0;
  for (int n = 0; n < 1000; n++) {
    lash_geometry g;
    lash_frame i, j;
    lash_contact_points set, moved;
    const double h = 1e-5;
    sample(shape, &g, &i, &j);
    OK(lash_geometry_jacobian(&g, &i, &j, &set, jac, &error));
    for (int c = 0; c < LASH_D_COUNT; c++) {
      double by[4][OUTPUTS] = {{0}};
      for (int p = 1; p <= 3; p++) {
        for (int side = -1; side <= 1; side += 2) {
          lash_frame mi = i, mj = j;
          perturb(&mi, &mj, c, side * p * h);
          OK(lash_geometry_eval(&g, &mi, &mj, &moved, &error));
          for (size_t k = 0; k < set.count; k++) {
            double out[OUTPUTS];
            pack(&moved.point[k], out);
            for (int r = 0; r < OUTPUTS; r++) by[k][r] += side * weight[p - 1] * out[r] / (60 * h);
          }
        }
      }
      for (size_t k = 0; k < set.count; k++) {
        for (int r = 0; r < OUTPUTS; r++) {
          const double e = exact(&jac[k], r, c), off = fabs(e - by[k][r]) / (1 + fabs(e));
          if (off < 1e3) worst = fmax(worst, off); /* beyond: a pitch has been passed */
        }
      }
    }
    for (size_t k = 0; k < set.count; k++) { /* along the motion delta changes by v */
      double along = 0, u[3];
      sub3(j.velocity, i.velocity, u);
      for (int c = 0; c < 3; c++)
        along += jac[k].delta[LASH_D_POSITION + c] * u[c] +
                 jac[k].delta[LASH_D_ROTATION_I + c] * i.spin[c] +
                 jac[k].delta[LASH_D_ROTATION_J + c] * j.spin[c];
      rate = fmax(rate, fabs(along - set.point[k].v));
    }
  }
  printf("  %s: worst %.1e, rate %.1e\n", lash_shape_name(shape), worst, rate);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-6, worst);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-12, rate);
}

static void derivatives_of_gears(void) { derivatives(LASH_GEAR_PAIR); }
static void derivatives_of_flat_followers(void) { derivatives(LASH_CAM_FLAT); }
static void derivatives_of_rollers(void) { derivatives(LASH_CAM_ROLLER); }
static void derivatives_of_cams_by_points(void) {
  cams_have_points = true;
  derivatives(LASH_CAM_FLAT);
  derivatives(LASH_CAM_ROLLER);
  cams_have_points = false;
}

/* ------------------------------------------------------------------------------------- refusals */

static void refused(lash_geometry g, const char *word) {
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_geometry_check(&g, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, word), error.message);
}

static void refusals(void) {
  lash_geometry g = {
      .shape = LASH_PLANAR_SLIDER, .width_i = 0.05, .width_j = 0.06, .length_j = 0.1};
  refused(g, "does not fit");
  g.width_j = 0.04, g.corner = 0.03;
  refused(g, "rounded");
  g.corner = 0, g.length_j = 0;
  refused(g, "length_j");
  g = pair, g.teeth_i = 20.5;
  refused(g, "whole");
  g = pair, g.pressure = 0.8;
  refused(g, "contact ratio");
  g = (lash_geometry){
      .shape = LASH_CAM_FLAT, .radius_i = 0.01, .lift = 0.02, .rise = 0.5, .fall = 0.5};
  refused(g, "hollow");
  g.rise = 4, g.fall = 4;
  refused(g, "more than a turn");
  double value[LASH_CAM_KNOTS + 1];
  for (int k = 0; k <= LASH_CAM_KNOTS; k++) value[k] = 0.001 * (k % 2);
  g = (lash_geometry){.shape = LASH_CAM_FLAT, .radius_i = 0.01};
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_cam_by_points(&g, LASH_CAM_LIFTS, value, 20, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "hollow"));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_cam_by_points(&g, LASH_CAM_LIFTS, value, 7, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "8 to 180"));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        lash_cam_by_points(&g, LASH_CAM_LIFTS, value, LASH_CAM_KNOTS + 1, &error));
  value[3] = NAN;
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_cam_by_points(&g, LASH_CAM_LIFTS, value, 20, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "value 4"));
  for (int k = 0; k < 20; k++) value[k] = k == 5 ? 0.03 : 0.02; /* a nose */
  g = (lash_geometry){.shape = LASH_CAM_FLAT};
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_cam_by_points(&g, LASH_CAM_RADII, value, 20, &error));
  for (int k = 0; k < 20; k++) value[k] = 0.02;
  OK(lash_cam_by_points(&g, LASH_CAM_RADII, value, 20, &error));
  g.lift = 0.001;
  refused(g, "takes no lift");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(four_corners);
  RUN_TEST(rounded_corners);
  RUN_TEST(short_guide);
  RUN_TEST(numbers_of_gears);
  RUN_TEST(gears_pushed_together);
  RUN_TEST(dents_are_found);
  RUN_TEST(play_of_gears);
  RUN_TEST(flanks_drawn);
  RUN_TEST(pairs_in_mesh);
  RUN_TEST(slip_of_the_flanks);
  RUN_TEST(slip_turns_round_at_the_pitch_point);
  RUN_TEST(cams);
  RUN_TEST(eccentric_circle);
  RUN_TEST(cams_by_points);
  RUN_TEST(roller_on_points);
  RUN_TEST(dwell_cam);
  RUN_TEST(derivatives_of_gears);
  RUN_TEST(derivatives_of_flat_followers);
  RUN_TEST(derivatives_of_rollers);
  RUN_TEST(derivatives_of_cams_by_points);
  RUN_TEST(refusals);
  return UNITY_END();
}
