/* Every statement, read with its arguments into the right members. */
#include "dataset.h"

void setUp(void) {}
void tearDown(void) { lash_model_free(&model); }

static void bodies(void) {
  expect_clean(read_with_parts(
      "PART/9, MASS=3, CM=90, IM=91, IP=9,8,7,.1,.2,.3, QG=1,2,3, REULER=1,2,3, VX=1, VY=2, VZ=3\n"
      ", VM=1, WX=4, WY=5, WZ=6, WM=2, MATERIAL=steel\n"
      "MARKER/90, PART=9, QP=.1,0,0, ZP=.1,0,1, XP=1,0,0\nMARKER/91, PART=9, USEXP, XP=0,1,0, "
      "ZP=0,0,1\n"
      "POINT_MASS/1, MASS=5, CM=92, QG=1,1,1\nMARKER/92, POINT_MASS=1\n"
      "MATERIAL/1, NAME=Steel, YOUNGS_MODULUS=2E11, POISSONS_RATIO=.3, DENSITY=7800\n"
      "SECTION/1, TYPE=Solid Rectangular, RECT_BASE=1, RECT_HEIGHT=2, IYY=3, IZZ=4, IYZ=0, JXX=5, "
      "AREA=2"));
  const lash_part *part = &model.part.item[2];
  TEST_ASSERT_EQUAL_DOUBLE(0.3, part->ip[5]);
  TEST_ASSERT_EQUAL_DOUBLE(2, part->velocity[1]);
  TEST_ASSERT_EQUAL_DOUBLE(6, part->omega[2]);
  TEST_ASSERT_EQUAL_INT(0, part->vm.index);
  TEST_ASSERT_EQUAL_INT(0, part->material.index);
  TEST_ASSERT_TRUE(model.marker.item[6].usexp);
  TEST_ASSERT_EQUAL_INT(0, model.marker.item[7].point_mass.index);
  TEST_ASSERT_EQUAL_INT(-1, model.point_mass.item[0].im.index);
  TEST_ASSERT_EQUAL_DOUBLE(7800, model.material.item[0].density);
  TEST_ASSERT_EQUAL_STRING("Solid Rectangular", model.section.item[0].type);
  TEST_ASSERT_TRUE(lash_given(&part->head, "IM"));
  TEST_ASSERT_FALSE(lash_given(&part->head, "ZG"));
}

static void joints_of_every_type(void) {
  static const struct {
    const char *text;
    lash_joint_type type;
    int equations;
  } cases[] = {{"REVOLUTE", LASH_JOINT_REVOLUTE, 5},
               {"TRANSLATION", LASH_JOINT_TRANSLATIONAL, 5},
               {"CYLINDRICAL", LASH_JOINT_CYLINDRICAL, 4},
               {"SPHERICAL", LASH_JOINT_SPHERICAL, 3},
               {"FIXED", LASH_JOINT_FIXED, 6},
               {"PLANAR", LASH_JOINT_PLANAR, 3},
               {"CONVEL", LASH_JOINT_CONVEL, 4},
               {"HOOKE", LASH_JOINT_HOOKE, 4},
               {"UNIVERSAL", LASH_JOINT_UNIVERSAL, 4},
               {"SCREW, PITCH=2", LASH_JOINT_SCREW, 1},
               {"RACKPIN, PD=.5", LASH_JOINT_RACKPIN, 1}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[100];
    snprintf(text, sizeof text, "JOINT/9, %s, I=1, J=2, IC=.1,.2", cases[i].text);
    expect_clean(read_with_parts(text));
    TEST_ASSERT_EQUAL_INT(cases[i].type, model.joint.item[2].type);
    TEST_ASSERT_EQUAL_INT(cases[i].equations, lash_joint_constraints(cases[i].type));
    TEST_ASSERT_EQUAL_DOUBLE(0.2, model.joint.item[2].ic[1]);
    TEST_ASSERT_EQUAL_INT(6 - 10 - cases[i].equations, lash_model_freedom(&model));
    lash_model_free(&model);
  }
}

static void primitives_of_every_type(void) {
  static const struct {
    const char *text;
    lash_jprim_type type;
    int equations;
  } cases[] = {
      {"ATPOINT", LASH_JPRIM_ATPOINT, 3},        {"INLINE", LASH_JPRIM_INLINE, 2},
      {"INPLANE", LASH_JPRIM_INPLANE, 1},        {"ORIENTATION", LASH_JPRIM_ORIENTATION, 3},
      {"PARALLEL", LASH_JPRIM_PARALLEL_AXES, 2}, {"PERPEND", LASH_JPRIM_PERPENDICULAR, 1}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[100];
    snprintf(text, sizeof text, "JPRIM/9, %s, I=1, J=2", cases[i].text);
    expect_clean(read_with_parts(text));
    TEST_ASSERT_EQUAL_INT(cases[i].type, model.jprim.item[0].type);
    TEST_ASSERT_EQUAL_INT(cases[i].equations, lash_jprim_constraints(cases[i].type));
    lash_model_free(&model);
  }
}

static void other_constraints(void) {
  expect_clean(read_with_parts(
      "GCON/1, I=1, FUNCTION=DM(1,2)-1\nCOUPLER/1, JOINTS=1,2, SCALES=1,2\n"
      "MOTION/1, JOINT=1, ROTATION, VELOCITY, ICDISP=.5, FUNCTION=10\n"
      "MOTION/2, I=1, J=2, B3, FUNCTION=TIME\n"
      "FRICTION/1, JOINT=1, MU_STATIC=.5, MU_DYNAMIC=.3, PIN_RADIUS=.02, INPUTS=PRELOAD:REACTION\n"
      ", INACTIVE_DURING=STATIC, FORMULATION=LUGRE, EFFECT=SLIDING, YOKE=J_YOKE"));
  TEST_ASSERT_EQUAL_STRING("DM(1,2)-1", model.gcon.item[0].function.text);
  TEST_ASSERT_EQUAL_MEMORY("RT", model.coupler.item[0].type, 2);
  const lash_motion *m = model.motion.item;
  TEST_ASSERT_EQUAL_INT(LASH_MOTION_JOINT_ROTATION, m[0].axis);
  TEST_ASSERT_EQUAL_INT(LASH_VELOCITY, m[0].order);
  TEST_ASSERT_EQUAL_DOUBLE(0.5, m[0].icdisp);
  TEST_ASSERT_TRUE(isnan(m[0].icvel));
  TEST_ASSERT_EQUAL_INT(LASH_MOTION_B3, m[1].axis);
  const lash_joint_friction *f = &model.friction.item[0];
  TEST_ASSERT_EQUAL_INT(LASH_FRICTION_PRELOAD | LASH_FRICTION_REACTION_FORCE, f->inputs);
  TEST_ASSERT_EQUAL_INT(LASH_FRICTION_LUGRE, f->formulation);
  TEST_ASSERT_EQUAL_INT(LASH_FRICTION_SLIDING, f->effect);
  TEST_ASSERT_EQUAL_INT(1, f->inactive_static);
  TEST_ASSERT_EQUAL_INT(1, f->yoke);
  TEST_ASSERT_EQUAL_DOUBLE(0.1, f->stiction_transition_velocity);
}

static void forces(void) {
  expect_clean(read_with_parts(
      "SFORCE/1, I=1, J=2, ROTATION, ACTIONONLY, FUNCTION=3\n"
      "VFORCE/1, I=2, JFLOAT=3, RM=1, FZ=1\nVTORQUE/1, I=2, JFLOAT=3, TX=1\\TY=2\\TZ=3\n"
      "SPRINGDAMPER/1, I=1, J=2, TRANSLATION, K=1, C=2, LENGTH=3, FORCE=4\n"
      "SPRINGDAMPER/2, I=1, J=2, ROTATION, KT=5, CT=6, ANGLE=90D, TORQUE=7\n"
      "BUSHING/1, I=1, J=2, K=1,2,3, KT=4,5,6, C=7,8,9, CT=1,2,3, FORCE=4,5,6, TORQUE=7,8,9\n"
      "BEAM/1, I=1, J=2, LENGTH=1, AREA=2, IXX=3, IYY=4, IZZ=5, ASY=1.2, ASZ=1.3, EMODULUS=6\n"
      ", GMODULUS=7, CRATIO=.01, FORMULATION=NONLINEAR\n"
      "FIELD/1, I=1, J=2, FUNCTION=USER(1,2)\\ROUTINE=a::b, LENGTH=1,2,3,4,5,6"));
  TEST_ASSERT_EQUAL_INT(LASH_ROTATION, model.sforce.item[0].sense);
  TEST_ASSERT_TRUE(model.sforce.item[0].action_only);
  TEST_ASSERT_EQUAL_STRING("1", model.vforce.item[0].component[2].text);
  TEST_ASSERT_EQUAL_STRING("3", model.vtorque.item[0].component[5].text);
  TEST_ASSERT_EQUAL_INT(-1, model.vtorque.item[0].rm.index);
  TEST_ASSERT_EQUAL_DOUBLE(3, model.springdamper.item[0].reference);
  TEST_ASSERT_EQUAL_DOUBLE(acos(-1.0) / 2, model.springdamper.item[1].reference);
  TEST_ASSERT_EQUAL_DOUBLE(7, model.springdamper.item[1].preload);
  TEST_ASSERT_EQUAL_DOUBLE(9, model.bushing.item[0].torque[2]);
  TEST_ASSERT_EQUAL_DOUBLE(1.3, model.beam.item[0].asz);
  TEST_ASSERT_EQUAL_INT(LASH_BEAM_NONLINEAR, model.beam.item[0].formulation);
  TEST_ASSERT_EQUAL_STRING("a::b", model.field.item[0].function.routine);
  TEST_ASSERT_EQUAL_DOUBLE(6, model.field.item[0].length[5]);
}

static void contacts_and_graphics(void) {
  expect_clean(read_with_parts(
      "CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1e5, DAMPING=10, EXPONENT=2.2, DMAX=.1\n"
      ", COULOMB_FRICTION=ON, MU_STATIC=.3, MU_DYNAMIC=.1, STICTION_TRANSITION_VELOCITY=.1\n"
      ", FRICTION_TRANSITION_VELOCITY=1, STICTION=ON\n"
      "CONTACT/2, IGEOM=1, JGEOM=2, POISSON, PENALTY=1e6, RESTITUTION=.8\n"
      "CONTACT/3, IGEOM=1, JGEOM=2, NORMAL_FUNCTION=USER(1)\\NORMAL_ROUTINE=a::Cnfsub\n"
      ", FRICTION_FUNCTION=USER(2)\\FRICTION_ROUTINE=a::Cffsub\n"
      "GRAPHICS/3, BOX, CORNER=2, X=1, Y=2, Z=3\nGRAPHICS/4, FRUSTUM, CM=2, LENGTH=1, TOP=2, "
      "BOT=3\n"
      "GRAPHICS/5, TORUS, CM=2, MAJOR=2, MINOR=1\nGRAPHICS/6, OUTLINE=1,2,4\n"
      "GRAPHICS/7, SPDP, I=1, J=2, COILS=5, DA=.1\nGRAPHICS/8, FORCE, ETYPE=SFORCE, EID=1, EM=2\n"
      "GRAPHICS/9, EXTERNAL, RM=2, FILE=part.xmt_txt, ELEMENT=1"));
  const lash_contact_pair *c = model.contact.item;
  TEST_ASSERT_EQUAL_INT(LASH_NORMAL_IMPACT, c[0].law);
  TEST_ASSERT_EQUAL_INT(LASH_COULOMB_ON, c[0].coulomb);
  TEST_ASSERT_TRUE(c[0].stiction);
  TEST_ASSERT_EQUAL_INT(1, c[0].jgeom.item[0].index);
  TEST_ASSERT_EQUAL_DOUBLE(0.8, c[1].restitution);
  TEST_ASSERT_EQUAL_INT(LASH_NORMAL_USER, c[2].law);
  TEST_ASSERT_EQUAL_INT(LASH_COULOMB_USER, c[2].coulomb);
  TEST_ASSERT_EQUAL_STRING("a::Cffsub", c[2].friction_function.routine);
  TEST_ASSERT_EQUAL_DOUBLE(3, model.graphics.item[2].box[2]);
  TEST_ASSERT_EQUAL_DOUBLE(3, model.graphics.item[3].bottom);
  TEST_ASSERT_EQUAL_INT(LASH_GRAPHICS_OUTLINE, model.graphics.item[5].shape);
  TEST_ASSERT_EQUAL_INT(3, model.graphics.item[5].outline.count);
  TEST_ASSERT_EQUAL_STRING("part.xmt_txt", model.graphics.item[8].file);
}

static void data_and_states(void) {
  expect_clean(read_with_parts(
      "VARIABLE/2, IC=3, FUNCTION=VARVAL(1)\nDIFF/1, IC=1,2, STATIC_HOLD, FUNCTION=-DIF(1)\n"
      "DIFF/2, IC=1, IMPLICIT, FUNCTION=DIF1(2)+DIF(2)\n"
      "SPLINE/1, X=0,1,2,3, Y=0,1,4,9, LINEAR\n"
      "SPLINE/2, X=0,1,2,3, Y=10,0,1,4,9, Y=20,0,2,8,18\n"
      "MATRIX/2, FULL=CORDER, ROWS=1, COLUMNS=2, VALUES=5,6\n"
      "MATRIX/3, FULL=RORDER, ROWS=2, COLUMNS=1, VALUES=5,6\n"
      "CURVE/1, CLOSED, MATRIX=1, CURVE_POINTS\n"
      "LSE/1, X=1, U=2, Y=3, IC=4, A=1, B=3, C=2\n"
      "GSE/1, NS=2, NO=1, X=1, U=2, Y=3, IC=4, FUNCTION=USER(1,2)\\INTERFACE=a::d, a::o, a::u, "
      "a::s\n"
      "TFSISO/1, X=1, U=2, Y=3, NUMERATOR=1, DENOMINATOR=1,2,1\n"
      "PINPUT/1, VARIABLES=1,2\nPOUTPUT/1, VAR=1"));
  TEST_ASSERT_EQUAL_DOUBLE(3, model.variable.item[1].ic);
  TEST_ASSERT_TRUE(model.diff.item[0].static_hold);
  TEST_ASSERT_TRUE(model.diff.item[1].implicit);
  TEST_ASSERT_TRUE(model.spline.item[0].linear_extrapolate);
  TEST_ASSERT_EQUAL_INT(0, model.spline.item[0].z.count);
  const lash_spline_statement *family = &model.spline.item[1];
  TEST_ASSERT_EQUAL_INT(2, family->z.count);
  TEST_ASSERT_EQUAL_DOUBLE(20, family->z.value[1]);
  TEST_ASSERT_EQUAL_INT(8, family->y.count);
  TEST_ASSERT_EQUAL_DOUBLE(18, family->y.value[7]);
  TEST_ASSERT_EQUAL_INT(1, model.matrix.item[1].by_columns);
  TEST_ASSERT_TRUE(model.curve.item[0].closed);
  TEST_ASSERT_EQUAL_INT(2, model.lse.item[0].b.index);
  TEST_ASSERT_EQUAL_INT(4, model.gse.item[0].interface.count);
  TEST_ASSERT_EQUAL_STRING("a::s", model.gse.item[0].interface.item[3]);
  TEST_ASSERT_EQUAL_INT(3, model.tfsiso.item[0].denominator.count);
  TEST_ASSERT_EQUAL_INT(1, model.pinput.item[0].variables.item[1].index);
  TEST_ASSERT_EQUAL_INT(2, model.array.item[0].size);
  TEST_ASSERT_EQUAL_INT(LASH_ARRAY_U, model.array.item[1].type);
}

static void watching(void) {
  expect_clean(read_with_parts(
      "SENSOR/1, GE, VALUE=1, ERROR=1e-6, HALT, PRINT, DT=.01, FUNCTION=DM(1,2)\\EVALUATE=TIME\n"
      "REQUEST/1, FORCE, I=1, J=2, RM=1\nREQUEST/2, F2=1\\F8=2\n"
      "REQUEST/3, FUNCTION=USER(1)\\ROUTINE=a::Reqsub\nCBKSUB/1, FUNCTION=USER(1)"));
  const lash_sensor *s = &model.sensor.item[0];
  TEST_ASSERT_EQUAL_INT(LASH_COMPARE_GE, s->comparison);
  TEST_ASSERT_TRUE(s->halt && s->print && !s->stop_command);
  TEST_ASSERT_EQUAL_DOUBLE(0.01, s->dt);
  TEST_ASSERT_EQUAL_STRING("TIME", s->evaluate.text);
  TEST_ASSERT_EQUAL_INT(LASH_REQUEST_FORCE, model.request.item[0].type);
  TEST_ASSERT_EQUAL_INT(LASH_REQUEST_EXPRESSIONS, model.request.item[1].type);
  TEST_ASSERT_EQUAL_STRING("2", model.request.item[1].f[7].text);
  TEST_ASSERT_EQUAL_INT(LASH_REQUEST_USER, model.request.item[2].type);
}

static void settings(void) {
  expect_clean(read_with_parts(
      "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIM, TIME=SEC\nACCGRAV/JGRAV=-9806.65\n"
      "INTEGRATOR/GSTIFF, SI2, ERROR=1e-6, HMAX=1e-3, CORRECTOR=MODIFIED, INTERPOLATE=ON\n"
      "EQUILIBRIUM/DYNAMIC, MAXIT=50\nKINEMATICS/ERROR=1e-8\nIC/AERROR=1e-6, PATTERN=T:F\n"
      "OUTPUT/REQSAVE, NOPRINT\nRESULTS/XRF, FORMATTED, NOREQUESTS\nPREFERENCES/NTHREADS=2"));
  TEST_ASSERT_EQUAL_STRING("MILLIMETER", model.units.length);
  TEST_ASSERT_EQUAL_DOUBLE(1e-3, model.units.scale.length);
  TEST_ASSERT_EQUAL_DOUBLE(1000, model.units.ucf);
  TEST_ASSERT_EQUAL_DOUBLE(-9806.65, model.gravity.g[1]);
  TEST_ASSERT_EQUAL_INT(LASH_FORMULATION_SI2, model.integrator.formulation);
  TEST_ASSERT_EQUAL_INT(1, model.integrator.modified_corrector);
  TEST_ASSERT_TRUE(model.integrator.interpolate);
  TEST_ASSERT_TRUE(isnan(model.integrator.hmin));
  TEST_ASSERT_TRUE(model.equilibrium.dynamic);
  TEST_ASSERT_EQUAL_INT(50, model.equilibrium.maxit);
  TEST_ASSERT_EQUAL_DOUBLE(1e-8, model.kinematics.error);
  TEST_ASSERT_TRUE(model.output.reqsave && model.output.noprint && !model.output.grsave);
  TEST_ASSERT_TRUE(model.results.xrf && model.results.formatted);
  TEST_ASSERT_EQUAL_INT(1, lash_model_count(&model, LASH_KIND_UNITS));
  TEST_ASSERT_EQUAL_INT(2, model.preferences.nthreads);
}

static void unit_systems_agree_with_their_definition(void) {
  static const char *const consistent[] = {"CGS", "MKS", "IPS", "FPS"};
  for (size_t i = 0; i < 4; i++) {
    char text[64];
    snprintf(text, sizeof text, "UNITS/SYSTEM=%s", consistent[i]);
    expect_clean(read_with_parts(text));
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 1, model.units.ucf, consistent[i]);
    lash_model_free(&model);
  }
  expect_clean(
      read_with_parts("UNITS/FORCE=POUND_FORCE, MASS=POUND_MASS, LENGTH=INCH, TIME=SECOND"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 386.0885827, model.units.ucf);
}

static void defaults_hold_without_a_file_saying_so(void) {
  expect_clean(read_with_parts(""));
  TEST_ASSERT_EQUAL_DOUBLE(1e-3, model.integrator.error);
  TEST_ASSERT_EQUAL_DOUBLE(1, model.units.scale.length);
  TEST_ASSERT_EQUAL_INT(0, lash_model_count(&model, LASH_KIND_INTEGRATOR));
  TEST_ASSERT_EQUAL_DOUBLE(0, model.gravity.g[0]);
}

static void kept_but_not_simulated(void) {
  lash_status status = read_with_parts(
      "FLEX_BODY/1, FILE=arm.modal, QG=0,0,1\nMARKER/20, FLEX_BODY=1, NODE_ID=7\n"
      "FE_PART/1, TYPE=3DBEAM, NODE_LABELS=1,2, COORDINATES=1,0,0,0,0,0,0, 2,1,0,0,0,0,0\n"
      ", SECTION=1,1,1,1,0,1, 2,1,1,1,0,1, MATERIAL=1, CRATIOK=.01\n"
      "MATERIAL/1, NAME=steel, YOUNGS=2E11, POISSONS=.3, DENSITY=7800\nFE_NODE/1, FE_PART=1, "
      "LABEL=2, S=1\nMARKER/21, FE_PART=1, "
      "NODE_LABEL=2\n"
      "CURVE/1, CLOSED, FUNCTION=USER(1)\nPTCV/1, I=1, JFLOAT=5, CURVE=1, RM=2\n"
      "CVCV/1, IFLOAT=3, JFLOAT=5, ICURVE=1, JCURVE=1, IRM=1, JRM=2\nGEAR/1, JOINTS=1,2, CV=1\n"
      "UCON/1, FUNCTION=USER(1)\nMFORCE/1, FLEX_BODY=1, FUNCTION=USER(1)\n"
      "MREQUEST/1, DISPLACEMENT, PART=1,2\nNFORCE/1, I=1, J=2");
  TEST_ASSERT_EQUAL_INT(LASH_UNSUPPORTED, status);
  TEST_ASSERT_EQUAL_INT(0, model.diagnostics.total[LASH_ERROR]);
  TEST_ASSERT_EQUAL_INT(3, model.diagnostics.total[LASH_NOT_SUPPORTED]);
  TEST_ASSERT_EQUAL_INT(14, model.fe_part.item[0].coordinates.count);
  TEST_ASSERT_EQUAL_INT(2, model.mrequest.item[0].parts.count);
  expect_finding(LASH_NOT_SUPPORTED, AFTER_PARTS + 14, "NFORCE is not supported; use BEAM");
}

/* As View writes them: lengths of either sign, arrays without size, RESULTS that leave out. */
static void as_real_files_have_it(void) {
  expect_clean(
      read_with_parts("GRAPHICS/8, CYLINDER, CM=2, LENGTH=-0.3, RADIUS=1\n"
                      "GRAPHICS/9, FRUSTUM, CM=2, LENGTH=0, TOP=1, BOTTOM=2\n"
                      "ARRAY/8, X\nARRAY/9, Y\n"
                      "RESULTS/XRF, NOCONTACTS, NOFLEXBODIES, NOREACTIONFORCES, NOACC\n"));
  TEST_ASSERT_EQUAL_DOUBLE(-0.3, model.graphics.item[2].length);
  TEST_ASSERT_TRUE(model.results.xrf);
  lash_model_free(&model);
  TEST_ASSERT_EQUAL_INT(
      LASH_BAD_INPUT,
      read_with_parts("GRAPHICS/8, CYLINDER, CM=2, LENGTH=0, RADIUS=1\n"
                      "CONTACT/1, IGEOM=1, JGEOM=8, IMPACT, STIFFNESS=1, EXPONENT=1, DAMPING=1, "
                      "DMAX=1"));
  TEST_ASSERT_NOT_NULL(strstr(model_error.message, "GRAPHICS/8 has LENGTH = 0"));
  lash_model_free(&model);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, read_with_parts("RESULTS/YESCONTACTS\n"));
  lash_model_free(&model);
}

static void write_file(const char *name, const char *text) {
  FILE *out = fopen(name, "w");
  TEST_ASSERT_NOT_NULL(out);
  fputs(text, out);
  fclose(out);
}

/* A plain table, and a family in a block of a property file. */
static void splines_in_files(void) {
  write_file("points.txt", "$ force over length\n{x y}\n0 1\n1, 2\n2\t5\n 3 10\n");
  write_file("points.tbl",
             "[HEADER]\nFILE_TYPE = 'table'\n[OTHER]\n1 1\n[Curve]\n(Z_DATA)\n{z}\n"
             "0\n5\n(XY_DATA)\n{x y1 y2}\n0 0 10\n1 1 11\n2 4 14\n3 9 19\n4 16 26\n");
  expect_clean(
      read_with_parts("SPLINE/1, FILE=points.txt\n"
                      "SPLINE/2, FILE=points.tbl, BLOCK=curve, LINEAR_EXTRAPOLATE\n"));
  const lash_spline_statement *one = &model.spline.item[0], *two = &model.spline.item[1];
  TEST_ASSERT_EQUAL_INT(4, one->x.count);
  TEST_ASSERT_EQUAL_INT(0, one->z.count);
  TEST_ASSERT_EQUAL_DOUBLE(5, one->y.value[2]);
  TEST_ASSERT_EQUAL_INT(5, two->x.count);
  TEST_ASSERT_EQUAL_INT(2, two->z.count);
  TEST_ASSERT_EQUAL_DOUBLE(5, two->z.value[1]);
  TEST_ASSERT_EQUAL_DOUBLE(19, two->y.value[5 + 3]);
  lash_model_free(&model);
  static const char *const wrong[][2] = {
      {"SPLINE/1, FILE=nowhere.txt", "nowhere.txt"},
      {"SPLINE/1, FILE=points.tbl, BLOCK=missing", "no numbers in the block missing"},
      {"SPLINE/1, FILE=points.txt, X=1,2,3,4", "contradict"},
      {"SPLINE/1, X=1,2,3,4, Y=1,2,3,4, ROUTINE=a::b", "ROUTINE reads a file"}};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, read_with_parts(wrong[k][0]));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(model_error.message, wrong[k][1]), model_error.message);
    lash_model_free(&model);
  }
  write_file("points.txt", "0 1\n1 two\n");
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, read_with_parts("SPLINE/1, FILE=points.txt"));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(model_error.message, "points.txt:2"), model_error.message);
  lash_model_free(&model);
  TEST_ASSERT_EQUAL_INT(LASH_UNSUPPORTED, read_with_parts("SPLINE/1, FILE=a.rsp, CHANNEL=3"));
  lash_model_free(&model);
  remove("points.txt");
  remove("points.tbl");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(bodies);
  RUN_TEST(joints_of_every_type);
  RUN_TEST(primitives_of_every_type);
  RUN_TEST(other_constraints);
  RUN_TEST(forces);
  RUN_TEST(contacts_and_graphics);
  RUN_TEST(data_and_states);
  RUN_TEST(watching);
  RUN_TEST(settings);
  RUN_TEST(unit_systems_agree_with_their_definition);
  RUN_TEST(defaults_hold_without_a_file_saying_so);
  RUN_TEST(kept_but_not_simulated);
  RUN_TEST(as_real_files_have_it);
  RUN_TEST(splines_in_files);
  return UNITY_END();
}
