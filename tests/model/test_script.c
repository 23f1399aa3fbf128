/* Command files: what is read, what is refused, what a command changes in a model. */
#include "dataset.h"

static lash_script script;
static lash_error error;

void setUp(void) { script = (lash_script){0}, model = (lash_model){0}; }
void tearDown(void) {
  lash_script_free(&script);
  lash_model_free(&model);
}

static lash_status read_script(const char *text) {
  return lash_script_parse(&script, "run.acf", text, strlen(text), &error);
}

static void names_then_commands(void) {
  TEST_ASSERT_EQUAL_INT(LASH_OK, read_script("crank\nout\nINT/ERR=1e-5\nsim/dyn, end=2, steps=100\n"
                                             "stop\n"));
  TEST_ASSERT_EQUAL_STRING("crank", script.model_name);
  TEST_ASSERT_EQUAL_STRING("out", script.output_name);
  TEST_ASSERT_EQUAL_INT(3, script.count);
  TEST_ASSERT_EQUAL_INT(LASH_COMMAND_MODIFY, script.item[0].kind);
  TEST_ASSERT_EQUAL_INT(LASH_KIND_INTEGRATOR, script.item[0].target);
  const lash_script_command *run = &script.item[1];
  TEST_ASSERT_EQUAL_INT(LASH_ANALYSIS_DYNAMIC, run->analysis);
  TEST_ASSERT_EQUAL_DOUBLE(2, run->end);
  TEST_ASSERT_EQUAL_INT(100, run->steps);
  TEST_ASSERT_TRUE(isnan(run->duration) && isnan(run->dtout));
  TEST_ASSERT_EQUAL_INT(4, run->line);
  TEST_ASSERT_EQUAL_INT(LASH_COMMAND_STOP, script.item[2].kind);
}

static void file_command_names_the_model(void) {
  TEST_ASSERT_EQUAL_INT(LASH_OK, read_script("\nfile/model=arm, output_prefix=arm_run\n! comment\n"
                                             "SIMULATE/KINEMATICS, DURATION=1, &\n DTOUT=0.01\n"));
  TEST_ASSERT_EQUAL_STRING("arm", script.model_name);
  TEST_ASSERT_EQUAL_STRING("arm_run", script.output_name);
  TEST_ASSERT_EQUAL_DOUBLE(0.01, script.item[1].dtout);
}

/* Paths as View writes them on Windows: the file beside the command file is meant, and that is
 * said. */
static void paths_of_windows(void) {
  TEST_ASSERT_EQUAL_INT(LASH_OK,
                        read_script("\nfile/model=C:\\Users\\me\\arm, "
                                    "output_prefix=D:\\out\\arm run\nSIM/DYN, END=1, STEPS=2\n"));
  TEST_ASSERT_EQUAL_STRING("arm", script.model_name);
  TEST_ASSERT_EQUAL_STRING("arm run", script.output_name);
  TEST_ASSERT_EQUAL_INT(2, script.diagnostics.total[LASH_WARNING]);
  TEST_ASSERT_NOT_NULL(strstr(script.diagnostics.item[0].message, "'arm' beside this file"));
  lash_script_free(&script);
  TEST_ASSERT_EQUAL_INT(LASH_OK, read_script("C:\\a\\crank\n\\\\server\\out\nSTOP\n"));
  TEST_ASSERT_EQUAL_STRING("crank", script.model_name);
  TEST_ASSERT_EQUAL_STRING("out", script.output_name);
}

static void settings_that_only_print(void) {
  TEST_ASSERT_EQUAL_INT(
      LASH_OK, read_script("m\no\nINTEGRATOR/GSTIFF, ERROR=1e-4, LIST\nEQUILIBRIUM/LIST\n"
                           "KINEMATICS/LIST\nIC/LIST\nRESULTS/NOCONTACTS\n"
                           "OUTPUT/NOPRINT, LIST\nPART/2, MASS=3, LIST\nSFORCE/1, LIST\n"));
  TEST_ASSERT_EQUAL_INT(0, script.diagnostics.count);
}

static void analyses(void) {
  TEST_ASSERT_EQUAL_INT(
      LASH_OK,
      read_script("m\no\nSIM/STATICS\nSIM/STAT, END=1, STEPS=10\nSIM/TRANSIENT, END=2, DTOUT=.1\n"
                  "SIM/INITIAL_CONDITIONS, VELOCITY\nLINEAR/EIGENSOL\nSAVE/FILE=a.sav\n"
                  "RELOAD/FILE=a.sav\nCONTROL/FUNCTION=USER(1,2)\\ROUTINE=a::b\n"
                  "ENVIRONMENT/NAME=A, VALUE=B\n"));
  TEST_ASSERT_EQUAL_INT(LASH_ANALYSIS_STATIC, script.item[0].analysis);
  TEST_ASSERT_EQUAL_INT(LASH_ANALYSIS_QUASISTATIC, script.item[1].analysis);
  TEST_ASSERT_EQUAL_INT(LASH_ANALYSIS_TRANSIENT, script.item[2].analysis);
  TEST_ASSERT_EQUAL_INT(LASH_VELOCITY, script.item[3].ic_level);
  TEST_ASSERT_TRUE(script.item[4].eigensolution);
  TEST_ASSERT_EQUAL_STRING("a.sav", script.item[6].file);
  TEST_ASSERT_EQUAL_STRING("a::b", script.item[7].function.routine);
  TEST_ASSERT_EQUAL_STRING("B", script.item[8].value);
}

static void faults_are_located(void) {
  static const struct {
    const char *line, *words;
  } cases[] = {
      {"SIMULAET/DYN, END=1, STEPS=2", "did you mean SIMULATE"},
      {"SIM/DYN, STEPS=2", "END or DURATION is missing"},
      {"SIM/DYN, END=1", "STEPS or DTOUT is missing"},
      {"SIM/DYN, END=1, DURATION=2, STEPS=1", "contradict"},
      {"SIM/END=1, STEPS=2", "one of TRANSIENT"},
      {"SIM/DYN, END=1, STEPS=-2", "STEPS = -2 must be > 0"},
      {"ACTIVATE/WHEEL, ID=1", "is no kind of element"},
      {"JOINT/3, PICH=1", "did you mean PITCH"},
      {"FI/MODEL=a", "could be several commands"},
      {"SAVE FILE=a", "'/' is missing"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[200];
    snprintf(text, sizeof text, "m\no\n!\n%s\n", cases[i].line);
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, read_script(text), cases[i].line);
    TEST_ASSERT_EQUAL_INT_MESSAGE(1, script.diagnostics.total[LASH_ERROR], cases[i].line);
    TEST_ASSERT_EQUAL_INT(4, script.diagnostics.item[0].line);
    TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, cases[i].words) != NULL, error.message);
    lash_script_free(&script);
  }
}

static void modifications_change_the_model(void) {
  expect_clean(read_with_parts("MOTION/1, JOINT=1, ROTATION, FUNCTION=TIME"));
  TEST_ASSERT_EQUAL_INT(
      LASH_OK,
      read_script("m\no\nMOTION/1, FUNC=2*\n, TIME\nACCGRAV/KGRAV=-1\nDEACT/JOINT, ID=1,2\n"
                  "ACTIVATE/JOINT, ID=2\nMOTION/7, FUNCTION=1\nMARKER/2, PART=88\n"));
  for (int i = 0; i < 4; i++) {
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_script_apply(&script, &script.item[i], &model, &error));
  }
  TEST_ASSERT_EQUAL_STRING("2*  TIME", model.motion.item[0].function.text);
  TEST_ASSERT_EQUAL_INT(0, model.motion.item[0].joint.index);
  TEST_ASSERT_EQUAL_DOUBLE(-1, model.gravity.g[2]);
  TEST_ASSERT_FALSE(model.joint.item[0].head.active);
  TEST_ASSERT_TRUE(model.joint.item[1].head.active);

  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        lash_script_apply(&script, &script.item[4], &model, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "run.acf:8: MOTION/7: the model has no such element"));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        lash_script_apply(&script, &script.item[5], &model, &error));
  TEST_ASSERT_EQUAL_INT(2, model.marker.item[2].part.id);
}

static void set_changes_one_argument(void) {
  expect_clean(read_with_parts("JOINT/9, SCREW, I=1, J=2, PITCH=1"));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_set(&model, "JOINT/9.PITCH", "0.25", &error));
  TEST_ASSERT_EQUAL_DOUBLE(0.25, model.joint.item[2].pitch);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_set(&model, "joint/9.spher", NULL, &error));
  TEST_ASSERT_EQUAL_INT(LASH_JOINT_SPHERICAL, model.joint.item[2].type);
  TEST_ASSERT_FALSE(lash_given(&model.joint.item[2].head, "SCREW"));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_set(&model, "INTEGRATOR.ERROR", "1e-7", &error));
  TEST_ASSERT_EQUAL_DOUBLE(1e-7, model.integrator.error);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_set(&model, "MARKER/2.QP", "4,5,6", &error));
  TEST_ASSERT_EQUAL_DOUBLE(6, model.marker.item[2].qp[2]);
  TEST_ASSERT_EQUAL_INT(LASH_OK,
                        lash_model_set(&model, "VARIABLE/1.FUNCTION", "USER(1,2)", &error));
  TEST_ASSERT_TRUE(model.variable.item[0].function.user);
}

static void set_changes_a_value_inside_a_string(void) {
  expect_clean(read_with_parts("STRING/9, STRING = normal=hertz Ri=0.1 R=2, e=0.9"));
  const lash_string *string = &model.string.item[model.string.count - 1];
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_set(&model, "STRING/9.R", "3.5", &error));
  TEST_ASSERT_EQUAL_STRING("normal=hertz Ri=0.1 R=3.5, e=0.9", string->text);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_set(&model, "string/9.e", "1", &error));
  TEST_ASSERT_EQUAL_STRING("normal=hertz Ri=0.1 R=3.5, e=1", string->text);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_set(&model, "STRING/9.normal", "exact", &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_set(&model, "STRING/9.mu", "0.1", &error));
  TEST_ASSERT_EQUAL_STRING("normal=exact Ri=0.1 R=3.5, e=1 mu=0.1", string->text);
  /* blanks around '=' are the cutter's business here as in the routines */
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_set(&model, "STRING/9.STRING", "K = 1e8 n=1", &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_set(&model, "STRING/9.K", "2e8", &error));
  TEST_ASSERT_EQUAL_STRING("K = 2e8 n=1", string->text);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_set(&model, "STRING/9.STRING", "K=1", &error));
  TEST_ASSERT_EQUAL_STRING("K=1", string->text);
}

static void set_refuses_in_words(void) {
  expect_clean(read_with_parts("JOINT/9, SCREW, I=1, J=2, PITCH=1"));
  static const struct {
    const char *target, *value, *words;
  } cases[] = {
      {"JOINT/9.PITCH", "steep", "PITCH must be a number"},
      {"JOINT/9.PICH", "1", "did you mean PITCH"},
      {"JOINT/8.PITCH", "1", "the model has no such element"},
      {"JIONT/8.PITCH", "1", "did you mean JOINT"},
      {"JOINT/9", "1", "names no argument"},
      {".PITCH", "1", "names no argument"},
      {"JOINT/9.PITCH", "1, I=2", "one argument at a time"},
      {"JOINT/9.J", "1", "on the same part"},
      {"JOINT/9.J", "77", "there is no MARKER/77"},
      {"PART/2.MASS", "-3", "must be >= 0"},
      {"PART/2.MASS", "", "needs a value"},
      {"STRING/77.Rj", "1", "the model has no such element"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    error.message[0] = '\0';
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT,
                                  lash_model_set(&model, cases[i].target, cases[i].value, &error),
                                  cases[i].target);
    TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, cases[i].words) != NULL, error.message);
  }
  TEST_ASSERT_EQUAL_DOUBLE(1, model.joint.item[2].pitch);
  TEST_ASSERT_EQUAL_INT(2, model.joint.item[2].j.id);
  TEST_ASSERT_EQUAL_DOUBLE(2, model.part.item[1].mass);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(names_then_commands);
  RUN_TEST(file_command_names_the_model);
  RUN_TEST(paths_of_windows);
  RUN_TEST(settings_that_only_print);
  RUN_TEST(analyses);
  RUN_TEST(faults_are_located);
  RUN_TEST(modifications_change_the_model);
  RUN_TEST(set_changes_one_argument);
  RUN_TEST(set_changes_a_value_inside_a_string);
  RUN_TEST(set_refuses_in_words);
  return UNITY_END();
}
