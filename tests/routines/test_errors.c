/* Wrong parameters stop the run through c_errmes, with a message that names what is wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

void setUp(void) { bench_open(); }
void tearDown(void) { bench_close(); }

static const struct {
  const char *text, *says[3];
} wrong[] = {
    {"", {"there is no STRING/1"}},
    {"normal=lankarani_nikravesh K=1e8 e=1.5 Ri=0.0105 Rj=0.01", {"e", "1.5"}},
    {"normal=lankarani_nikravesh K=1e8 e=0.9 Rj=0.01", {"Ri (radius_i)"}},
    {"normal=lankarani_nikravesh K=1e8 Ri=0.0105 Rj=0.01", {"needs e"}},
    {"normal=lankarani_nikravesh K=hard e=0.9 Ri=0.0105 Rj=0.01", {"K", "hard"}},
    {"normal=lankarani_nikravesh K=1e8 e=0.9 Ri=0.0105 Rj=0.01 KK=3", {"'KK'", "did you mean 'K'"}},
    {"normal=lankarani K=1e8 e=0.9 Ri=0.0105 Rj=0.01", {"'lankarani'"}},
    {"normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugren", {"'lugren'", "did you mean"}},
    {"normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre_n mu_k=-1", {"mu_k", "-1"}},
    {"normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre_n friction.mu=1", {"mu"}},
    {"normal=hertz K=1e8 Ri=0.0095 Rj=0.01", {"Ri", "Rj", "clearance"}},
    {"normal=hertz K=1e8 K=1e9 Ri=0.0105 Rj=0.01", {"K is given twice"}},
    {"normal=hertz K Ri=0.0105 Rj=0.01", {"'K' has no value"}},
    {"normal=hertz K=1e8 Ri=0.0105 Rj=0.01 outer=X", {"outer=X", "I, J"}},
    {"normal=hertz K=1e8 Ri=0.0105 Rj=0.01 states=here", {"states=here"}},
    {"normal=hertz K=1e8 Ri=0.0105 Rj=0.01 states=ARRAY/51", {"states="}},
    {"normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre_n states=ARRAY/77", {"ARRAY/77"}},
    {"joint=revolute normal=hertz K=1e8 Ri=0.0105 Rj=0.01", {"joint=revolute"}},
    {"normal=hertz K=1e8 Ri=0.0105 Rj=0.01 touch=1", {"'touch'"}},
    {"K=1e8 Ri=0.0105 Rj=0.01", {"normal= is missing"}},
};

static void set_up(int id, const double *par, int npar) {
  lash_routine routine = bench_routine(LASH_GFOSUB, "Lash_spherical");
  struct sAdamsGforce g = {id, npar, par, SOCKET, 0, 99};
  double wrench[6];
  host.messages = 0;
  lash_status status = lash_call_gforce(&routine, &host.call, &g, 0, 0, 3, wrench, &host.error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, status, host.string[1]);
  TEST_ASSERT_EQUAL_INT_MESSAGE(1, host.messages, host.string[1]);
  char statement[40];
  snprintf(statement, sizeof statement, "GFORCE/%d", id);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, statement), host.message);
}

static void parameters_are_named(void) {
  const double par[] = {1, SOCKET, BALL, 0};
  for (size_t n = 0; n < sizeof wrong / sizeof wrong[0]; n++) {
    strcpy(host.string[1], wrong[n].text);
    set_up(30 + (int)n, par, 4);
    for (int k = 0; k < 3 && wrong[n].says[k]; k++) {
      TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, wrong[n].says[k]), host.message);
    }
  }
}

static void markers_are_named(void) {
  strcpy(host.string[1], "normal=hertz K=1e8 Ri=0.0105 Rj=0.01");
  const double none[] = {1}, floating[] = {1, SOCKET}, fraction[] = {1, SOCKET, 2.5};
  const double absent[] = {1, SOCKET, 12, 0}, other[] = {1, BALL, SOCKET, 0};
  set_up(20, none, 0);
  TEST_ASSERT_NOT_NULL(strstr(host.message, "USER() is empty"));
  set_up(20, floating, 2);
  TEST_ASSERT_NOT_NULL(strstr(host.message, "markers are missing"));
  set_up(20, fraction, 3);
  TEST_ASSERT_NOT_NULL(strstr(host.message, "USER number 3, marker J: 2.5"));
  set_up(20, absent, 4);
  TEST_ASSERT_NOT_NULL(strstr(host.message, "TDISP(12,11)"));
  set_up(20, other, 4);
  TEST_ASSERT_NOT_NULL(strstr(host.message, "USER number 2, marker I: 21"));
}

/* A first pass before the STRING is there is not an error; a wrong text found then is. */
static void early_pass_is_patient(void) {
  lash_routine routine = bench_routine(LASH_GFOSUB, "Lash_spherical");
  const double par[] = {1, SOCKET, BALL, 0};
  struct sAdamsGforce g = {21, 4, par, SOCKET, 0, 99};
  double wrench[6];
  OK(lash_call_gforce(&routine, &host.call, &g, 0, 0, 1, wrench, &host.error));
  strcpy(host.string[1], "normal=hertz K=1e8 Ri=0.0105 Rj=0.01");
  OK(lash_call_gforce(&routine, &host.call, &g, 0, 0, 3, wrench, &host.error));
  OK(lash_call_gforce(&routine, &host.call, &g, 0, 0, 0, wrench, &host.error));
  /* the text changes while the model is changed, and the next set-up takes it up */
  strcpy(host.string[1], "normal=hertz K=-1 Ri=0.0105 Rj=0.01");
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        lash_call_gforce(&routine, &host.call, &g, 0, 0, 3, wrench, &host.error));
}

/* Found in the first pass already: a text that is there and wrong. */
static void an_early_mistake_is_told(void) {
  lash_routine routine = bench_routine(LASH_GFOSUB, "Lash_spherical");
  const double par[] = {1, SOCKET, BALL, 0}, empty[] = {0};
  const struct sAdamsGforce g = {23, 4, par, SOCKET, 0, 99}, none = {24, 0, empty, SOCKET, 0, 99};
  double wrench[6];
  strcpy(host.string[1], "normal=hertz K=-1 Ri=0.0105 Rj=0.01");
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        lash_call_gforce(&routine, &host.call, &g, 0, 0, 1, wrench, &host.error));
  TEST_ASSERT_EQUAL_INT(
      LASH_BAD_INPUT, lash_call_gforce(&routine, &host.call, &none, 0, 0, 1, wrench, &host.error));
}

/* Between two simulations one letter of the text becomes another, its first: the element is made
 * anew, and refuses. */
static void a_changed_letter_is_seen(void) {
  lash_routine routine = bench_routine(LASH_GFOSUB, "Lash_spherical");
  const double par[] = {1, SOCKET, BALL, 0};
  const struct sAdamsGforce g = {26, 4, par, SOCKET, 0, 99};
  double wrench[6];
  strcpy(host.string[1], "K=1e8 normal=hertz Ri=0.0105 Rj=0.01");
  OK(lash_call_gforce(&routine, &host.call, &g, 0, 0, 3, wrench, &host.error));
  host.string[1][0] = 'k';
  set_up(26, par, 4);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "'k'"), host.message);
}

/* Without joint= the message says what one would write there; a state or a marker that the host
 * does not know is called what it is. */
static void what_is_missing_is_named(void) {
  const lash_routine gforce = bench_routine(LASH_GFOSUB, "Gfosub");
  const lash_routine sforce = bench_routine(LASH_SFOSUB, "Sfosub");
  const double par[] = {1, SOCKET, BALL, 0};
  const struct sAdamsGforce in_space = {27, 4, par, SOCKET, 0, 99};
  const double strange[] = {1, 39, SOCKET};
  const struct sAdamsSforce along = {28, 3, par, BALL, SOCKET, 0, "TRANSLATION"};
  const struct sAdamsSforce nowhere = {28, 3, strange, 39, SOCKET, 0, "TRANSLATION"};
  double out[6];
  strcpy(host.string[1], "normal=hertz K=1e8");
  TEST_ASSERT_EQUAL_INT(
      LASH_BAD_INPUT, lash_call_gforce(&gforce, &host.call, &in_space, 0, 0, 3, out, &host.error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "say joint=spherical"), host.message);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        lash_call_sforce(&sforce, &host.call, &along, 0, 0, 3, out, &host.error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "say joint=gap"), host.message);
  strcpy(host.string[1], "normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre_n states=DIFF/900");
  set_up(29, par, 4);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "DIF(900): is there such a statement"),
                               host.message);
  strcpy(host.string[1], "joint=slide measure=DZ friction=andersson N=1");
  TEST_ASSERT_TRUE(LASH_OK !=
                   lash_call_sforce(&sforce, &host.call, &nowhere, 0, 0, 3, out, &host.error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, ",…): is there such a marker"), host.message);
}

/* STRING ids are whole numbers above 0. */
static void a_string_has_an_id(void) {
  static const double ids[] = {2.5, -1, 3e9};
  strcpy(host.string[2], "normal=hertz K=1e8 Ri=0.0105 Rj=0.01");
  for (int k = 0; k < 3; k++) {
    const double par[] = {ids[k], SOCKET, BALL, 0};
    set_up(25, par, 4);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "there is no STRING/"), host.message);
  }
}

/* So are those of the states: 1 is asked for, 0 refused as it is read. */
static void states_have_an_id(void) {
  static const char *const ids[] = {"ARRAY/0", "DIFF/0", "ARRAY/-1", "ARRAY/1", "DIFF/1"};
  const double par[] = {1, SOCKET, BALL, 0};
  for (int k = 0; k < 5; k++) {
    snprintf(host.string[1], sizeof host.string[1],
             "normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre_n s0=1e3 states=%s", ids[k]);
    set_up(26, par, 4);
    TEST_ASSERT_EQUAL_INT_MESSAGE(k < 3, strstr(host.message, "must be internal") != NULL,
                                  host.message);
  }
}

static void requests_of_nothing(void) {
  lash_routine routine = bench_routine(LASH_REQSUB, "");
  const double par[] = {1, 999, 1};
  struct sAdamsRequest request = {3, 2, par, "", {0}};
  double out[8];
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE,
                        lash_call_request(&routine, &host.call, &request, 0, 0, out, &host.error));
  TEST_ASSERT_NOT_NULL(strstr(host.message, "names no element"));
}

/* states=DIFF/60 has as many DIFFs as the joint has states, from 60 on; with states= elsewhere a
 * DIFF has no business here. */
static void a_diff_has_its_place(void) {
  static const struct {
    const char *states;
    int id;
    bool good;
  } tries[] = {{"states=DIFF/60", 59, false},  {"states=DIFF/60", 60, true},
               {"states=DIFF/60", 61, true},   {"states=DIFF/60", 62, false},
               {"states=ARRAY/51", 51, false}, {"states=ARRAY/51", 52, false}};
  lash_routine routine = bench_routine(LASH_DIFSUB, "");
  const double par[] = {1, SOCKET, BALL, SOCKET};
  const double p[3] = {5.5e-4, 0, 0}, v[3] = {0, 0.1, 0}, w[3] = {0};
  host.state_count = 2;
  bench_place(p, v, w);
  for (size_t n = 0; n < sizeof tries / sizeof tries[0]; n++) {
    const struct sAdamsDiff diff = {tries[n].id, 4, par, 0, 0, 0, 0};
    double rate;
    snprintf(host.string[1], sizeof host.string[1],
             "joint=spherical normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre_n s0=1e3 %s",
             tries[n].states);
    host.messages = 0;
    const lash_status status =
        lash_call_diff(&routine, &host.call, &diff, 0, 0, 0, &rate, &host.error);
    TEST_ASSERT_EQUAL_INT_MESSAGE(tries[n].good, status == LASH_OK, tries[n].states);
    TEST_ASSERT_EQUAL_INT_MESSAGE(!tries[n].good, host.messages, tries[n].states);
    if (!tries[n].good)
      TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "must be DIFF/first"), host.message);
  }
}

/* A GSE has as many states as the joint, and those in an ARRAY. */
static void a_gse_has_the_joints_states(void) {
  static const struct {
    const char *states, *says;
    int ns;
  } tries[] = {{"states=ARRAY/51", NULL, 2},
               {"states=ARRAY/51", "NS=1, but lugre_n has 2", 1},
               {"states=ARRAY/51", "NS=3, ", 3},
               {"states=ARRAY/51", "NS=0, ", 0},
               {"states=DIFF/60", "say states=ARRAY/id", 2}};
  lash_routine routine = bench_routine(LASH_GSE_DERIV, "");
  const double par[] = {1, SOCKET, BALL, SOCKET};
  const double p[3] = {5.5e-4, 0, 0}, v[3] = {0, 0.1, 0}, w[3] = {0};
  host.state_count = 2;
  bench_place(p, v, w);
  for (size_t n = 0; n < sizeof tries / sizeof tries[0]; n++) {
    const struct sAdamsGSE gse = {
        .ID = 6 + (int)n, .NPAR = 4, .PAR = par, .NS = tries[n].ns, .X = 51};
    double rates[4];
    snprintf(host.string[1], sizeof host.string[1],
             "joint=spherical normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre_n s0=1e3 %s",
             tries[n].states);
    const lash_status status =
        lash_call_gse_values(&routine, &host.call, &gse, 0, 0, 0, rates, &host.error);
    TEST_ASSERT_EQUAL_INT_MESSAGE(!tries[n].says, status == LASH_OK, host.message);
    if (tries[n].says)
      TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, tries[n].says), host.message);
  }
}

/* The load of a slide from a VARIABLE, which has an id. */
static void a_variable_has_an_id(void) {
  static const char *const ids[] = {"x", "0", "2.5", "-3", "3e9"};
  lash_routine routine = bench_routine(LASH_SFOSUB, "Sfosub");
  const double par[] = {1, BALL, SOCKET};
  const struct sAdamsSforce element = {5, 3, par, BALL, SOCKET, 0, "TRANSLATION"};
  for (int k = 0; k < 5; k++) {
    double force;
    snprintf(host.string[1], sizeof host.string[1],
             "joint=slide measure=DZ friction=andersson N_variable=%s", ids[k]);
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_call_sforce(&routine, &host.call, &element, 0, 0, 3,
                                                           &force, &host.error));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "is not the id of a VARIABLE"), host.message);
  }
}

/* Plain numbers that end with the stiffness: what is missing is named, and nothing behind them is
 * read (the address sanitizer looks). */
static void numbers_that_end_early(void) {
  const double par[] = {0, SOCKET, BALL, 0, 0.0105, 0.01, 1e8};
  double *exact = malloc(sizeof par);
  TEST_ASSERT_NOT_NULL(exact);
  memcpy(exact, par, sizeof par);
  set_up(22, exact, 7);
  free(exact);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "needs e"), host.message);
}

/* Marker 0 stands for ground's frame, wherever a routine is told RM by number. */
static void results_in_grounds_frame(void) {
  const double par[] = {1, SOCKET, BALL, 0}, rest[3] = {0}, apart[3] = {1e-4, 0, 0};
  const struct sAdamsGSE element = {.ID = 6, .NPAR = 4, .PAR = par, .NS = 2, .X = 51};
  const lash_routine routine = bench_routine(LASH_GSE_DERIV, "");
  double rates[2];
  strcpy(host.string[1],
         "joint=spherical normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre_n states=ARRAY/51");
  host.state_count = 2;
  host.state[0] = 1e-6;
  bench_place(apart, rest, rest);
  OK(lash_call_gse_values(&routine, &host.call, &element, 0, 0, 0, rates, &host.error));
  TEST_ASSERT_TRUE(rates[0] < 0);
}

/* One number more than the joint takes is counted as USER() counts them. */
static void numbers_that_go_on(void) {
  const double par[] = {0, SOCKET, BALL, 0, 0.0105, 0.01, 1e8, 1.5, 0.5, 0.1, 0.1, 1, 77, 78};
  set_up(23, par, 14);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "USER number 13: "), host.message);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "no more than 12 numbers"), host.message);
}

/* A motion that begins where oil has no gap left is refused, in words; later on the contact takes
 * over there. */
static void a_start_without_a_film(void) {
  const double inside[3] = {1e-5, 0, 0}, beyond[3] = {2.1e-5, 0, 0}, rest[3] = {0};
  bench_gforce g;
  double wrench[6];
  strcpy(host.string[1], "normal=hertz K=1e8 Ri=0.01002 Rj=0.01 L=0.01 film=short viscosity=0.05");
  bench_gforce_make(&g, "Lash_revolute", 24, 1, SOCKET);
  bench_place(beyond, rest, rest);
  host.messages = 0;
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, lash_call_gforce(&g.routine, &host.call, &g.element, 0, 0, 0,
                                                       wrench, &host.error));
  TEST_ASSERT_EQUAL_INT(1, host.messages);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "GFORCE/24"), host.message);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "1.05 times the clearance"), host.message);
  bench_gforce_make(&g, "Lash_revolute", 25, 1, SOCKET);
  bench_place(inside, rest, rest);
  bench_gforce_value(&g, 0, 0, wrench);
  bench_place(beyond, rest, rest);
  bench_gforce_value(&g, 1e-3, 0, wrench);
  TEST_ASSERT_TRUE(fabs(wrench[0]) > 0.5 * 1e8 * pow(1e-6, 1.5));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(parameters_are_named);
  RUN_TEST(markers_are_named);
  RUN_TEST(early_pass_is_patient);
  RUN_TEST(an_early_mistake_is_told);
  RUN_TEST(a_changed_letter_is_seen);
  RUN_TEST(what_is_missing_is_named);
  RUN_TEST(a_string_has_an_id);
  RUN_TEST(states_have_an_id);
  RUN_TEST(requests_of_nothing);
  RUN_TEST(a_diff_has_its_place);
  RUN_TEST(a_gse_has_the_joints_states);
  RUN_TEST(a_variable_has_an_id);
  RUN_TEST(numbers_that_end_early);
  RUN_TEST(results_in_grounds_frame);
  RUN_TEST(numbers_that_go_on);
  RUN_TEST(a_start_without_a_film);
  return UNITY_END();
}
