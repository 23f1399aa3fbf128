/* FE_PART, FE_NODE, SECTION, MATERIAL: where nodes lie, and what is refused, with which line. */
#include <math.h>

#include "dataset.h"

void setUp(void) {}
void tearDown(void) { lash_model_free(&model); }

#define MATERIAL  "MATERIAL/1, NAME=steel, YOUNGS_MODULUS=2E11, POISSONS_RATIO=0.3, DENSITY=7800\n"
#define SECTION   "SECTION/1, RECT_BASE=0.02, RECT_HEIGHT=0.01\n"
#define TWO_NODES ", COORDINATES=1,0,0,0,0,0,0, 2,1,0,0,0,0,0"

static void nodes_in_order(void) {
  lash_fe_station station[3];
  expect_clean(read_with_parts(
      MATERIAL SECTION
      "FE_PART/7, MATERIAL=steel, SECTION=1, QG=1,2,3, REULER=90D,0,0, ELEMENTS=4" TWO_NODES
      "\n"
      "FE_NODE/1, FE_PART=7, LABEL=9, S=0.25\n"
      "MARKER/70, FE_PART=7, NODE_LABEL=9"));
  const lash_fe_part *part = &model.fe_part.item[0];
  TEST_ASSERT_EQUAL_INT(3, lash_fe_part_nodes(&model, part));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_fe_part_layout(&model, part, station, &model_error));
  static const int label[3] = {1, 9, 2};
  static const double place[3] = {0, 0.25, 1};
  for (int k = 0; k < 3; k++) {
    TEST_ASSERT_EQUAL_INT(label[k], station[k].label);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, place[k], station[k].s);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, 1, station[k].pose.origin[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, 2 + place[k], station[k].pose.origin[1]);
    TEST_ASSERT_EQUAL_DOUBLE(0.02, station[k].section.rect_base);
  }
}

/* Each is an error on the line of its statement, with the words that tell what to do. */
static void refused(const char *text, int line, const char *words) {
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, read_with_parts(text));
  expect_finding(LASH_ERROR, AFTER_PARTS + line, words);
  lash_model_free(&model);
}

static void what_makes_no_beam(void) {
  refused(MATERIAL "SECTION/1, AREA=0, IYY=1, IZZ=1\n", 1, "AREA");
  refused(MATERIAL "FE_PART/7, MATERIAL=1" TWO_NODES ", SECTION=1,0,1,1,0,1, 2,0,1,1,0,1\n", 1,
          "the section of node 1 has area = 0");
  refused("MATERIAL/1, YOUNGS_MODULUS=2E11, POISSONS_RATIO=0.3, DENSITY=-7800\n", 0, "DENSITY");
  refused("MATERIAL/1, YOUNGS_MODULUS=2E11, POISSONS_RATIO=0.6, DENSITY=7800\n", 0,
          "POISSONS_RATIO");
  refused(MATERIAL "FE_PART/7, MATERIAL=1" TWO_NODES "\n", 1, "node 1 has no section");
  refused(MATERIAL "FE_PART/7, MATERIAL=1" TWO_NODES ", SECTION=4\n", 1, "node 1 has no section");
  refused(SECTION "FE_PART/7, SECTION=1" TWO_NODES "\n", 1, "it needs a MATERIAL");
  refused("MATERIAL/1, NAME=air\n" SECTION "FE_PART/7, MATERIAL=air, SECTION=1" TWO_NODES "\n", 2,
          "has no YOUNGS_MODULUS");
  refused(MATERIAL SECTION "FE_PART/7, MATERIAL=1, SECTION=1, COORDINATES=1,0,0,0,0,0,0\n", 2,
          "two nodes or more");
  refused(MATERIAL SECTION "FE_PART/7, MATERIAL=1, SECTION=1" TWO_NODES ", 3\n", 2,
          "seven per node");
}

static void what_has_no_place(void) {
  refused(MATERIAL SECTION "FE_PART/7, MATERIAL=1, SECTION=1" TWO_NODES
                           "\nMARKER/70, FE_PART=7, NODE_LABEL=5\n",
          3, "has no node 5");
  refused(MATERIAL SECTION "FE_PART/7, MATERIAL=1, SECTION=1" TWO_NODES "\nMARKER/70, FE_PART=7\n",
          3, "needs NODE_LABEL");
  refused(MATERIAL SECTION
          "FE_PART/7, MATERIAL=1, SECTION=1, COORDINATES=1,0,0,0,0,0,0, 2,0,1,0,0,0,0\n",
          2, "do not look along the beam");
  refused(MATERIAL SECTION
          "FE_PART/7, MATERIAL=1, SECTION=1, COORDINATES=1,0,0,0,0,0,0, 3,1,.1,0,0,0,0, "
          "2,2,0,0,0,0,0\n",
          2, "not on the line between the ends");
  refused(MATERIAL SECTION
          "FE_PART/7, MATERIAL=1, SECTION=1, COORDINATES=1,0,0,0,0,0,0, 1,1,0,0,0,0,0\n",
          2, "two nodes have the label 1");
  refused(MATERIAL SECTION
          "FE_PART/7, MATERIAL=1, SECTION=1, COORDINATES=1,0,0,0,0,0,0, 2,0,0,0,0,0,0\n",
          2, "ends coincide");
  refused(MATERIAL SECTION "FE_PART/7, MATERIAL=1, SECTION=1" TWO_NODES
                           "\nFE_NODE/1, FE_PART=7, LABEL=3, S=1.5\n",
          2, "S = 1.5");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(nodes_in_order);
  RUN_TEST(what_makes_no_beam);
  RUN_TEST(what_has_no_place);
  return UNITY_END();
}
