/* lash sub: what its parts share. The bench gives one user subroutine a small world of markers,
 * numbers and texts from the command line, calls it once, and shows what it returned and asked for.
 */
#ifndef LASH_CLI_SUB_H
#define LASH_CLI_SUB_H

#include "cli.h"
#include "lash_calls.h"

/* ------------------------------------------------------------------------------------- numbers */

/* X(key, option, most numbers, what it is): options that take numbers separated by commas. */
/* clang-format off */
#define SUB_NUMBERS(X) \
  X(USER, "user", 30, "Numbers of USER(...)") \
  X(TIME, "time", 1, "Simulation time (0)") \
  X(ID, "id", 1, "Id of the calling element (1)") \
  X(I, "i", 1, "I marker (the first one given)") \
  X(J, "j", 1, "J or JFLOAT marker (the second one given)") \
  X(RM, "rm", 1, "RM marker (that of --j)") \
  X(FLAG, "flag", 1, "iflag (0: compute)") \
  X(DFLAG, "dflag", 1, "dflag (0)") \
  X(ORDER, "order", 1, "Order of the derivative: motions, curves, surfaces (0)") \
  X(GAP, "gap", 1, "Contact: gap, negative when the bodies overlap") \
  X(GAPDOT, "gapdot", 1, "Contact: its rate") \
  X(GAPDOTDOT, "gapdotdot", 1, "Contact: its second derivative") \
  X(AREA, "area", 1, "Contact: area") \
  X(NFORCE, "nforce", 1, "Contact friction: normal force") \
  X(DEFORM, "x", 3, "Contact friction: tangential deformation") \
  X(XDOT, "xdot", 3, "Contact friction: slip velocity") \
  X(LOCI, "loci", 3, "Contact point in the axes of I") \
  X(LOCJ, "locj", 3, "Contact point in the axes of J") \
  X(NI, "ni", 3, "Contact normal in the axes of I") \
  X(NJ, "nj", 3, "Contact normal in the axes of J") \
  X(DISP, "disp", 6, "Field: 6 displacements; coupler: one per joint") \
  X(VELO, "velo", 6, "Field: 6 velocities") \
  X(ALPHA, "alpha", 1, "Curve or surface parameter") \
  X(BETA, "beta", 1, "Second surface parameter") \
  X(STATES, "states", 32, "GSE: states") \
  X(INPUTS, "inputs", 32, "GSE: inputs") \
  X(DISCRETE, "discrete", 32, "GSE: discrete states") \
  X(OUTPUTS, "outputs", 1, "GSE: number of outputs (1)") \
  X(EVENT, "event", 1, "Cbksub: event number") \
  X(DATA, "data", 3, "Cbksub: data") \
  X(VALUE, "value", 1, "Sensor: VALUE") \
  X(IMPLICIT, "implicit", 1, "Diff: 1 when IMPLICIT") \
  X(FREQS, "freqs", 32, "Damping: frequencies of the modes") \
  X(LOADS, "loads", 38, "Modal force: loads, 6 and one per mode") \
  X(UNIT, "unit", 1, "Save and reload: file unit") \
  X(GRAVITY, "gravity", 3, "Gravity") \
  X(SIZE, "size", 1, "Test: by how much I is moved (its distance from J)") \
  X(LIMIT, "time-limit", 1, "Seconds until the call is cut off (10)") \
  X(RELEASE, "release", 1, "Whose structures the library was compiled with: 2023 or 2017")
/* clang-format on */

#define SUB_KEY(key, option, most, meaning) SUB_##key,
enum { SUB_NUMBERS(SUB_KEY) SUB_KEY_COUNT };
#undef SUB_KEY

enum { SUB_NUMBERS_MAX = 64, SUB_ITEMS_MAX = 32 };

typedef struct sub_numbers {
  double value[SUB_NUMBERS_MAX];
  int count;
} sub_numbers;

/* Reads "1, 2.5, -3"; `what` names the option in messages. */
lash_status sub_read_numbers(const char *what, const char *text, int most, sub_numbers *numbers,
                             lash_error *error);

/* ------------------------------------------------------------------------------------ the bench */

typedef struct sub_marker {
  int id;
  lash_sdk_marker state;
} sub_marker;

/* NAME(par, …)=values: a measure, an array or a force given by hand. */
typedef struct sub_given {
  char name[16];
  int par[LASH_QUANTITY_PARS];
  int npar;
  sub_numbers numbers;
} sub_given;

typedef struct sub_bench {
  sub_numbers numbers[SUB_KEY_COUNT];
  sub_marker marker[SUB_ITEMS_MAX];
  sub_given given[SUB_ITEMS_MAX];
  struct {
    int id;
    const char *text;
  } string[SUB_ITEMS_MAX];
  struct {
    int id;
    lash_interpolant *spline;
  } spline[SUB_ITEMS_MAX];
  int markers, givens, strings, splines;
  const char *units, *file, *block;
  lash_sdk_run run;
  lash_sdk_host host;
} sub_bench;

/* Number of an option, or what stands for it when it was not given. */
double sub_number(const sub_bench *bench, int key, double otherwise);
bool sub_has(const sub_bench *bench, int key);

/* The arguments of --marker, --array, --set, --string and --spline. */
lash_status sub_add_marker(sub_bench *bench, const char *text, lash_error *error);
lash_status sub_add_given(sub_bench *bench, const char *text, bool array, lash_error *error);
lash_status sub_add_string(sub_bench *bench, const char *text, lash_error *error);
lash_status sub_add_spline(sub_bench *bench, const char *text, lash_error *error);

/* Makes numbers available as ARRAY/id. */
lash_status sub_give_array(sub_bench *bench, int id, const sub_numbers *numbers, lash_error *error);

/* Fills in the callbacks; call when everything was added. */
lash_status sub_bench_ready(sub_bench *bench, lash_error *error);
void sub_bench_free(sub_bench *bench);

/* ------------------------------------------------------------------------------------ arguments */

enum { SUB_RESULTS_MAX = 64 };

/* An element of any kind, the arguments of its routine, and room for results. */
typedef struct sub_element {
  union {
    struct sAdamsGforce gforce;
    struct sAdamsSforce sforce;
    struct sAdamsVforce vforce;
    struct sAdamsVtorque vtorque;
    struct sAdamsVariable variable;
    struct sAdamsDiff diff;
    struct sAdamsMotion motion;
    struct sAdamsContactFriction contact;
    struct sAdamsField field;
    struct sAdamsRequest request;
    struct sAdamsSensor sensor;
    struct sAdamsCurve curve;
    struct sAdamsSurface surface;
    struct sAdamsCoupler coupler;
    struct sAdamsGSE gse;
    struct sAdamsEXTSYS extsys;
    struct sAdamsCbksub cbksub;
    struct sAdamsControl control;
    struct sAdamsSpline spline;
    struct sAdamsCratio cratio;
    struct sAdamsMforce mforce;
    struct sAdamsANCF3DBeamDistrForce beam;
  } as;
  int id;
  int data[3];
  double result[3][SUB_RESULTS_MAX];
  lash_routine_arguments arguments;
  const char *const *labels; /* of the first results, or NULL */
} sub_element;

/* Builds the element that calls a routine of this kind, from what the bench was given. */
lash_status sub_element_make(sub_element *element, lash_routine_kind kind, sub_bench *bench,
                             lash_error *error);

/* --------------------------------------------------------------------------------- sub-commands */

/* Puts a force routine through its paces about the bench's markers and prints what was found:
 * purity, dependencies, partials, saving, action = reaction, passivity. LASH_FAILURE when a demand
 * was not met, or what the routine failed with. */
lash_status sub_test_run(sub_bench *bench, const lash_routine *routine, const sub_element *element,
                         lash_error *error);

lash_status sub_check(int argc, char **argv);
lash_status sub_call(int argc, char **argv);
lash_status sub_test(int argc, char **argv);

#endif
