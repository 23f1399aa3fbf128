/* How datasets are written: title, continuation, comments, abbreviations, numbers, texts, END. */
#include "dataset.h"

void setUp(void) {}
void tearDown(void) { lash_model_free(&model); }

static void title_is_the_first_line_whatever_it_says(void) {
  read_text("ADAMS/View model name: crank\nPART/1, GROUND\nEND\n");
  TEST_ASSERT_EQUAL_STRING("ADAMS/View model name: crank", model.title);
  TEST_ASSERT_EQUAL_INT(0, model.diagnostics.count);
  TEST_ASSERT_EQUAL_INT(0, model.ground);
}

static void a_statement_as_title_is_pointed_out(void) {
  read_text("PART/1, GROUND\nPART/2, GROUND\nEND\n");
  TEST_ASSERT_EQUAL_INT(1, model.part.count);
  expect_finding(LASH_WARNING, 1, "title");
}

static void lines_continue_with_a_leading_comma(void) {
  expect_clean(
      read_text("t\nPART/1\n, GROUND\n\n! between\nMARKER/7\n, PART = 1\n, QP = 1\n, 2\n"
                ", 3\n, REULER =\n, 90D, 0, 0\nEND\n"));
  const lash_marker *m = &model.marker.item[0];
  TEST_ASSERT_EQUAL_DOUBLE(3, m->qp[2]);
  TEST_ASSERT_EQUAL_DOUBLE(acos(-1.0) / 2, m->reuler[0]);
  TEST_ASSERT_EQUAL_INT(6, m->head.line);
}

static void a_doubled_comma_at_the_line_break_is_one(void) {
  expect_clean(read_text("t\nPART/1,GROUND\nMARKER/1,PART=1,\n,QP=1,2,\n,3\nEND\n"));
  TEST_ASSERT_EQUAL_DOUBLE(3, model.marker.item[0].qp[2]);
}

static void an_ampersand_joins_lines(void) {
  expect_clean(read_text("t\nPART/1, &\n GROUND\nMARKER/1, PART=1, QP=1, &\n, 2, 3\nEND\n"));
  TEST_ASSERT_EQUAL_DOUBLE(2, model.marker.item[0].qp[1]);
}

static void comments_semicolons_tabs_and_crlf(void) {
  expect_clean(
      read_text("t\r\nPART/1,GROUND ! the world\r\n\tMARKER/1,\tPART=1; MARKER/2,PART=1;\r\n"
                "!MARKER/3\r\nMARKER/4,PART=1\r\nEND\r\n"));
  TEST_ASSERT_EQUAL_INT(3, model.marker.count);
  TEST_ASSERT_EQUAL_INT(3, model.marker.item[1].head.line);
  TEST_ASSERT_EQUAL_INT(5, model.marker.item[2].head.line);
}

static void case_and_abbreviations(void) {
  expect_clean(
      read_with_parts("Jo/0007, rev, i=0001, j=02\nBEAM/1,I=1,J=2,LEN=1,AREA=1,IXX=1,IYY=1,"
                      "IZZ=1,EMOD=1,GMOD=1\nINT/ERR=1e-5\naccg/kgrav=-9.8\n"
                      "REQUEST/1, D, I=2, C=A comment, with = and: more"));
  const lash_joint_statement *joint = &model.joint.item[2];
  TEST_ASSERT_EQUAL_INT(7, joint->head.id);
  TEST_ASSERT_EQUAL_INT(LASH_JOINT_REVOLUTE, joint->type);
  TEST_ASSERT_EQUAL_INT(0, joint->i.index);
  TEST_ASSERT_EQUAL_INT(2, joint->j.index);
  TEST_ASSERT_EQUAL_DOUBLE(1e-5, model.integrator.error);
  TEST_ASSERT_EQUAL_DOUBLE(-9.8, model.gravity.g[2]);
  TEST_ASSERT_EQUAL_INT(LASH_REQUEST_DISPLACEMENT, model.request.item[0].type);
  TEST_ASSERT_EQUAL_STRING("A comment, with = and: more", model.request.item[0].comment);
}

static void ambiguous_abbreviations_are_refused(void) {
  read_with_parts("MA/9, PART=1\nJOINT/9, P, I=1, J=2");
  expect_finding(LASH_ERROR, AFTER_PARTS, "MA could be MATERIAL or MARKER");
  expect_finding(LASH_ERROR, AFTER_PARTS + 1, "P could be PLANAR or");
}

static void expressions_lose_their_continuation_marks(void) {
  expect_clean(
      read_with_parts("SFORCE/1, TRANSLATION, I=1, J=2, FUNCTION = -1e3*(DM(1,\n,2)-1)\n"
                      ", - 5*VR(1,2)\nVARIABLE/9, FUNCTION=\n, IMPACT(DM(1,2),\n, VR(1,2)\n"
                      ", 1, 2, 3)"));
  const lash_expression *f = &model.sforce.item[0].function;
  TEST_ASSERT_EQUAL_STRING("-1e3*(DM(1, 2)-1)  - 5*VR(1,2)", f->text);
  TEST_ASSERT_EQUAL_STRING("IMPACT(DM(1,2),  VR(1,2), 1, 2, 3)",
                           model.variable.item[1].function.text);
  int line, column;
  lash_expression_where(f, (size_t)(strstr(f->text, "VR") - f->text), &line, &column);
  TEST_ASSERT_EQUAL_INT(AFTER_PARTS + 2, line);
  TEST_ASSERT_EQUAL_INT(7, column);
  lash_expression_where(f, 0, &line, &column);
  TEST_ASSERT_EQUAL_INT(AFTER_PARTS, line);
  TEST_ASSERT_EQUAL_INT(45, column);
}

static void a_backslash_or_a_new_argument_ends_an_expression(void) {
  expect_clean(
      read_with_parts("GFORCE/1, I=2, JFLOAT=3, FX=1+\n, 2\\\n, FY=DX(1,2)\\TZ=3, RM=1\n"
                      "REQUEST/1, F2=JOINT(1,0,2,0)\\F3=1,C=two columns"));
  const lash_vector_force *g = &model.gforce.item[0];
  TEST_ASSERT_EQUAL_STRING("1+  2", g->component[0].text);
  TEST_ASSERT_EQUAL_STRING("DX(1,2)", g->component[1].text);
  TEST_ASSERT_EQUAL_STRING("3", g->component[5].text);
  TEST_ASSERT_NULL(g->component[2].text);
  TEST_ASSERT_EQUAL_INT(1, g->rm.id);
  TEST_ASSERT_EQUAL_STRING("1", model.request.item[0].f[2].text);
  TEST_ASSERT_EQUAL_STRING("two columns", model.request.item[0].comment);
}

static void user_functions_give_their_numbers(void) {
  expect_clean(
      read_with_parts("GFORCE/1, I=2, JFLOAT=3, FUNCTION=USER(1, -2.5E0,\n, 90D)\\\n"
                      ", ROUTINE=law::Gfosub, RM=1\nVARIABLE/9, FUNCTION=USER()"));
  const lash_expression *f = &model.gforce.item[0].function;
  TEST_ASSERT_TRUE(f->user);
  TEST_ASSERT_EQUAL_INT(3, f->parameters.count);
  TEST_ASSERT_EQUAL_DOUBLE(-2.5, f->parameters.value[1]);
  TEST_ASSERT_EQUAL_DOUBLE(acos(-1.0) / 2, f->parameters.value[2]);
  TEST_ASSERT_EQUAL_STRING("law::Gfosub", f->routine);
  TEST_ASSERT_TRUE(model.variable.item[1].function.user);
  TEST_ASSERT_EQUAL_INT(0, model.variable.item[1].function.parameters.count);
}

static void numbers_as_datasets_write_them(void) {
  expect_clean(read_with_parts("ARRAY/9, IC, NUMBERS=1, -.5, 2., +3.E-2, 4e5, 180D, -1.0E+03d"));
  const double *v = model.array.item[4].numbers.value;
  const double expected[] = {1, -0.5, 2, 0.03, 4e5, acos(-1.0), -1e3 * acos(-1.0) / 180};
  for (int i = 0; i < 7; i++) TEST_ASSERT_EQUAL_DOUBLE(expected[i], v[i]);
}

static void texts_with_and_without_quotes(void) {
  expect_clean(
      read_with_parts("STRING/1, STRING=law=hertz, K=1e8, e=0.9\n, , n=1.5\n"
                      "STRING/2, STRING=\"a ! b; c\"\nREQUEST/1, FORCE, I=1, J=2, "
                      "CNAMES=\"x, y\",\"z\", TITLE=a:b:c, RESULTS_NAME=out"));
  TEST_ASSERT_EQUAL_STRING("law=hertz, K=1e8, e=0.9 , n=1.5", model.string.item[0].text);
  TEST_ASSERT_EQUAL_STRING("a ! b; c", model.string.item[1].text);
  const lash_request *r = &model.request.item[0];
  TEST_ASSERT_EQUAL_INT(2, r->cnames.count);
  TEST_ASSERT_EQUAL_STRING("x, y", r->cnames.item[0]);
  TEST_ASSERT_EQUAL_INT(3, r->title.count);
  TEST_ASSERT_EQUAL_STRING("c", r->title.item[2]);
  TEST_ASSERT_EQUAL_STRING("out", r->results_name);
}

static void view_names_belong_to_the_next_statement(void) {
  read_text(
      "t\n!    adams_view_name='ground'\nPART/1,GROUND\n! adams_view_name='gone'\n!PART/2\n"
      "MARKER/1,PART=1\n! adams_view_name='.a.b'\nMARKER/2,PART=1\nEND\n");
  TEST_ASSERT_EQUAL_STRING("ground", model.part.item[0].head.name);
  TEST_ASSERT_NULL(model.marker.item[0].head.name);
  TEST_ASSERT_EQUAL_STRING(".a.b", model.marker.item[1].head.name);
}

static void colon_lists(void) {
  expect_clean(
      read_with_parts("PART/9, MASS=1, CM=9, IP=1,1,1, EXACT=X:PSI:phi\nMARKER/9\n"
                      "COUPLER/1, JOINTS=1,2, TYPE=R:T, SCALES=1,-2\n"
                      "INTEGRATOR/HHT, PATTERN=T:F:T"));
  TEST_ASSERT_EQUAL_INT(LASH_EXACT_X | LASH_EXACT_PSI | LASH_EXACT_PHI, model.part.item[2].exact);
  TEST_ASSERT_EQUAL_INT('T', model.coupler.item[0].type[1]);
  TEST_ASSERT_EQUAL_INT(3, model.integrator.pattern.count);
}

static void a_marker_without_part_sits_on_the_last_part(void) {
  expect_clean(read_text("t\nPART/1,GROUND\nPART/2,MASS=1,CM=5,IP=1,1,1\nMARKER/5\nEND\n"));
  TEST_ASSERT_EQUAL_INT(2, model.marker.item[0].part.id);
  TEST_ASSERT_EQUAL_INT(1, model.marker.item[0].part.index);
}

static void end_ends_and_its_absence_is_told(void) {
  read_text("t\nPART/1,GROUND\nend\nMARKER/1,PART=1\n");
  TEST_ASSERT_EQUAL_INT(0, model.marker.count);
  expect_finding(LASH_WARNING, 4, "after END");
  lash_model_free(&model);
  read_text("t\nPART/1,GROUND\n");
  expect_finding(LASH_WARNING, 0, "END is missing");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(title_is_the_first_line_whatever_it_says);
  RUN_TEST(a_statement_as_title_is_pointed_out);
  RUN_TEST(lines_continue_with_a_leading_comma);
  RUN_TEST(a_doubled_comma_at_the_line_break_is_one);
  RUN_TEST(an_ampersand_joins_lines);
  RUN_TEST(comments_semicolons_tabs_and_crlf);
  RUN_TEST(case_and_abbreviations);
  RUN_TEST(ambiguous_abbreviations_are_refused);
  RUN_TEST(expressions_lose_their_continuation_marks);
  RUN_TEST(a_backslash_or_a_new_argument_ends_an_expression);
  RUN_TEST(user_functions_give_their_numbers);
  RUN_TEST(numbers_as_datasets_write_them);
  RUN_TEST(texts_with_and_without_quotes);
  RUN_TEST(view_names_belong_to_the_next_statement);
  RUN_TEST(colon_lists);
  RUN_TEST(a_marker_without_part_sits_on_the_last_part);
  RUN_TEST(end_ends_and_its_absence_is_told);
  return UNITY_END();
}
