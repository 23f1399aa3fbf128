/* Boxes thrown at random against each other, held against a search for their nearest points that
 * knows nothing of separating axes. */
#include "boxes.h"

#include <math.h>

#include "geometry_support.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

enum { PAIRS = 3000 };

static lash_box random_box(double spread) {
  lash_box box;
  for (int k = 0; k < 3; k++) {
    box.centre[k] = uniform(-spread, spread);
    box.half[k] = uniform(0.2, 1);
  }
  random_unit(box.axis[0]);
  random_normal_to(box.axis[0], box.axis[1]);
  cross3(box.axis[0], box.axis[1], box.axis[2]);
  return box;
}

/* The point of a box that is nearest to x; how far outside x is. */
static double nearest(const lash_box *box, const double x[3], double out[3]) {
  double from[3], way[3];
  sub3(x, box->centre, from);
  copy3(box->centre, out);
  for (int k = 0; k < 3; k++)
    axpy3(fmax(-box->half[k], fmin(box->half[k], dot3(from, box->axis[k]))), box->axis[k], out);
  sub3(x, out, way);
  return norm3(way);
}

/* From one box to the other and back until nothing moves (von Neumann's alternating projections,
 * which end in a pair of nearest points). */
static double distance(const lash_box *i, const lash_box *j) {
  double on_i[3], on_j[3], d = 0;
  copy3(i->centre, on_i);
  for (int step = 0; step < 4000; step++) {
    nearest(j, on_i, on_j);
    d = nearest(i, on_j, on_i);
  }
  return d;
}

static void gap_tells_whether_they_touch(void) {
  int touching = 0;
  for (int n = 0; n < PAIRS / 10; n++) {
    const lash_box i = random_box(1), j = random_box(1);
    lash_box_contact c;
    lash_boxes_meet(&i, &j, -1, &c);
    const double d = distance(&i, &j);
    if (fabs(c.gap) < 1e-3) continue; /* grazing: the search is slow there */
    TEST_ASSERT_TRUE(c.gap > 0 ? d >= c.gap - 1e-9 : d < 1e-2);
    touching += c.gap < 0;
  }
  TEST_ASSERT_TRUE(touching > PAIRS / 40 && touching < PAIRS / 10 - PAIRS / 40);
}

/* Moved just apart along the normal they only touch: the direction of least overlap, up to the
 * preference for faces. Points lie on both boxes. */
static void points_lie_on_both(void) {
  int faces = 0, edges = 0;
  for (int n = 0; n < PAIRS; n++) {
    const lash_box i = random_box(1);
    lash_box j = random_box(1);
    lash_box_contact c, after;
    lash_boxes_meet(&i, &j, -1, &c);
    if (c.gap > -1e-3) continue;
    const double out = dot3(c.normal, c.normal);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1, out);
    axpy3(-1.06 * c.gap, c.normal, j.centre);
    lash_boxes_meet(&i, &j, -1, &after);
    TEST_ASSERT_TRUE(after.gap >= -1e-9);

    axpy3(1.05 * c.gap, c.normal, j.centre); /* one per cent deep */
    lash_boxes_meet(&i, &j, c.axis, &c);
    TEST_ASSERT_TRUE(c.count >= 1 && c.count <= LASH_BOX_TOUCHES);
    double deepest = -1, x[3], away[3];
    for (size_t k = 0; k < c.count; k++) {
      const lash_box_touch *t = &c.touch[k];
      deepest = fmax(deepest, t->delta);
      copy3(t->surface_j, x);
      axpy3(t->delta, c.normal, x);
      const double off_j = nearest(&j, t->surface_j, away), off_i = nearest(&i, x, away);
      TEST_ASSERT_TRUE(off_i < 2e-6 && off_j < 2e-6);
      TEST_ASSERT_EQUAL_INT(c.axis, lash_box_key_axis(t->key));
      for (size_t other = 0; other < k; other++) TEST_ASSERT_TRUE(c.touch[other].key != t->key);
    }
    TEST_ASSERT_DOUBLE_WITHIN(0.06 * fabs(c.gap) + 1e-12, -c.gap, deepest);
    faces += c.axis < 6;
    edges += c.axis >= 6;
  }
  TEST_ASSERT_TRUE(faces > 100 && edges > 100);
}

/* Which box is called i does not matter. */
static void exchange(void) {
  for (int n = 0; n < PAIRS; n++) {
    const lash_box i = random_box(1), j = random_box(1);
    lash_box_contact one, other;
    lash_boxes_meet(&i, &j, -1, &one);
    lash_boxes_meet(&j, &i, -1, &other);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, one.gap, other.gap);
    TEST_ASSERT_EQUAL_size_t(one.count, other.count);
    for (int k = 0; k < 3; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, -one.normal[k], other.normal[k]);
  }
}

/* A box as a frame carries it, after a time. */
static lash_box moved(const lash_box *box, const lash_frame *f, double t) {
  lash_box out = *box;
  axpy3(t, f->velocity, out.centre);
  double turn[3];
  scale3(t, f->spin, turn);
  for (int k = 0; k < 3; k++) rotate(turn, out.axis[k]);
  return out;
}

static lash_frame frame_at(const lash_box *box) {
  lash_frame f;
  copy3(box->centre, f.position);
  copy3(box->axis[0], f.side);
  copy3(box->axis[2], f.axis);
  random_unit(f.velocity);
  random_unit(f.spin);
  return f;
}

/* v is the rate of delta where a corner meets a face and where two edges cross; where a point moves
 * along an edge it is that of the material. Slip is what is left. */
static void rates(void) {
  const double h = 1e-6;
  int seen = 0;
  for (int n = 0; n < PAIRS; n++) {
    const lash_box i = random_box(1), j = random_box(1);
    const lash_frame fi = frame_at(&i), fj = frame_at(&j);
    lash_box_contact now, before, after;
    lash_boxes_meet(&i, &j, -1, &now);
    if (now.count == 0) continue;
    lash_box a = moved(&i, &fi, -h), b = moved(&j, &fj, -h);
    lash_boxes_meet(&a, &b, now.axis, &before);
    a = moved(&i, &fi, h);
    b = moved(&j, &fj, h);
    lash_boxes_meet(&a, &b, now.axis, &after);
    for (size_t k = 0; k < now.count; k++) {
      const int in = (now.touch[k].key - 1) / 8 % 8, out = (now.touch[k].key - 1) % 8;
      const bool corner = now.axis < 6 && in < 4 && out < 4;
      if (!(corner || now.axis >= 6) || before.count != now.count || after.count != now.count)
        continue;
      if (before.touch[k].key != now.touch[k].key || after.touch[k].key != now.touch[k].key)
        continue;
      lash_contact_point p;
      lash_box_point(&now, k, &fi, &fj, &p);
      const double rate = (after.touch[k].delta - before.touch[k].delta) / (2 * h);
      TEST_ASSERT_DOUBLE_WITHIN(1e-6, rate, p.v);
      TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, dot3(p.slip, p.normal));
      double t[3];
      cross3(p.tangent[0], p.tangent[1], t);
      for (int c = 0; c < 3; c++) TEST_ASSERT_DOUBLE_WITHIN(1e-12, p.normal[c], t[c]);
      seen++;
    }
  }
  TEST_ASSERT_TRUE(seen > 1000);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(gap_tells_whether_they_touch);
  RUN_TEST(points_lie_on_both);
  RUN_TEST(exchange);
  RUN_TEST(rates);
  return UNITY_END();
}
