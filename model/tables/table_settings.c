/* Model-wide statements: UNITS, ACCGRAV, IC, INTEGRATOR, KINEMATICS, EQUILIBRIUM, OUTPUT, RESULTS,
 * PREFERENCES. */
#include <string.h>

#include "finish.h"
#include "unit_rows.h"

static const double degree = 3.14159265358979323846 / 180;

/* ---------------------------------------------------------------------------------------- UNITS */

/* The rows of one quantity. */
static const unit_row *rows_of(char quantity, size_t *count) {
  const unit_row *first = unit_rows;
  while (first->quantity != quantity) first++;
  *count = 0;
  while (first + *count < unit_rows + unit_row_count && first[*count].quantity == quantity)
    ++*count;
  return first;
}

static const char *unit_name_at(size_t index, const void *context) {
  return ((const unit_row *)context)[index].name;
}

static void finish_unit(finish_context *context, lash_units *units, const char *quantity,
                        const char **text, double *scale) {
  *scale = 1;
  if (!*text || lash_same_name(*text, "NONE")) return;
  size_t count;
  const unit_row *table = rows_of(*quantity, &count);
  candidates c = {.word = {*text, strlen(*text)}};
  for (size_t i = 0; i < count; i++)
    if (candidate(&c, table[i].name, &table[i])) break;
  if (candidates_match(&c) == MATCH_ONE) {
    const unit_row *found = c.one;
    *text = found->name;
    *scale = found->si;
    return;
  }
  const char *near = lash_nearest_name(*text, count, unit_name_at, table);
  finish_error(context, units, "%s = '%.40s' is no unit known here; %s%s", quantity, *text,
               near ? "did you mean " : "try ", near ? near : table[0].name);
}

/* Force, mass, length and time of the named systems. */
static const struct {
  const char *name, *force, *mass, *length;
} systems[] = {{"CGS", "DYNE", "GRAM", "CENTIMETER"},
               {"FPS", "POUND_FORCE", "SLUG", "FOOT"},
               {"IPS", "POUND_FORCE", "SLINCH", "INCH"},
               {"MKS", "NEWTON", "KILOGRAM", "METER"}};

static void finish_system(finish_context *context, lash_units *units) {
  if (!units->system || lash_same_name(units->system, "NONE")) return;
  for (size_t i = 0; i < sizeof systems / sizeof systems[0]; i++) {
    if (!lash_same_name(units->system, systems[i].name)) continue;
    if (!units->force) units->force = systems[i].force;
    if (!units->mass) units->mass = systems[i].mass;
    if (!units->length) units->length = systems[i].length;
    if (!units->time) units->time = "SECOND";
    return;
  }
  finish_error(context, units, "SYSTEM = '%.40s' is not one of CGS, FPS, IPS, MKS, NONE",
               units->system);
}

static void finish_units(finish_context *context, void *element) {
  lash_units *units = element;
  lash_unit_scale *scale = &units->scale;
  finish_system(context, units);
  finish_unit(context, units, "FORCE", &units->force, &scale->force);
  finish_unit(context, units, "MASS", &units->mass, &scale->mass);
  finish_unit(context, units, "LENGTH", &units->length, &scale->length);
  finish_unit(context, units, "TIME", &units->time, &scale->time);

  double consistent = scale->force * scale->time * scale->time / (scale->mass * scale->length);
  if (!lash_given(&units->head, "UCF")) {
    units->ucf = consistent;
  } else if (fabs(units->ucf - consistent) > 1e-3 * consistent) {
    finish_warning(context, units,
                   "UCF = %g does not agree with the units, which give %g; the units are used",
                   units->ucf, consistent);
  }
}

static const argument units_rows[] = {
    TEXT(lash_units, "FORCE", force),   TEXT(lash_units, "MASS", mass),
    TEXT(lash_units, "LENGTH", length), TEXT(lash_units, "TIME", time),
    TEXT(lash_units, "SYSTEM", system), NUMBER(lash_units, "UCF", ucf, 1, .flags = ARG_POSITIVE),
};
STATEMENT(UNITS, units_rows, .finish = finish_units);

static const argument gravity_rows[] = {
    NUMBER(lash_gravity, "IGRAV", g[0], 0),
    NUMBER(lash_gravity, "JGRAV", g[1], 0),
    NUMBER(lash_gravity, "KGRAV", g[2], 0),
};
STATEMENT(ACCGRAV, gravity_rows);

/* ------------------------------------------------------------------------------------- analyses */

#define TOLERANCE(T, NAME, member, normal)  NUMBER(T, NAME, member, normal, .flags = ARG_POSITIVE)
#define ITERATIONS(T, NAME, member, normal) INTEGER(T, NAME, member, normal, .flags = ARG_POSITIVE)

static const argument ic_rows[] = {
    TOLERANCE(lash_ic_settings, "ERROR", error, 1e-10),
    TOLERANCE(lash_ic_settings, "VERROR", verror, 1e-4),
    TOLERANCE(lash_ic_settings, "AERROR", aerror, 1e-4),
    TOLERANCE(lash_ic_settings, "TLIMIT", tlimit, 1e10),
    TOLERANCE(lash_ic_settings, "ALIMIT", alimit, 30 * degree),
    ITERATIONS(lash_ic_settings, "MAXIT", maxit, 25),
    ITERATIONS(lash_ic_settings, "AMAXIT", amaxit, 25),
    QUIET("PATTERN"),
    QUIET("APATTERN"),
    QUIET("LIST"),
};
STATEMENT(IC, ic_rows);

#define INTEGRATOR_TYPE(NAME) \
  FLAG(lash_integrator, #NAME, type, LASH_INTEGRATOR_##NAME, .group = 't')
#define FORMULATION(NAME) \
  FLAG(lash_integrator, #NAME, formulation, LASH_FORMULATION_##NAME, .group = 'f')

static const choice correctors[] = {{"ORIGINAL", 0}, {"MODIFIED", 1}, {NULL, 0}};

static const argument integrator_rows[] = {
    INTEGRATOR_TYPE(GSTIFF),
    INTEGRATOR_TYPE(WSTIFF),
    INTEGRATOR_TYPE(HASTIFF),
    INTEGRATOR_TYPE(HHT),
    INTEGRATOR_TYPE(NEWMARK),
    INTEGRATOR_TYPE(ABAM),
    INTEGRATOR_TYPE(RKF45),
    INTEGRATOR_TYPE(CONSTANT_BDF),
    FORMULATION(I3),
    FORMULATION(SI1),
    FORMULATION(SI2),
    TOLERANCE(lash_integrator, "ERROR", error, 1e-3),
    TOLERANCE(lash_integrator, "HMAX", hmax, NAN),
    TOLERANCE(lash_integrator, "HMIN", hmin, NAN),
    TOLERANCE(lash_integrator, "HINIT", hinit, NAN),
    ITERATIONS(lash_integrator, "MAXIT", maxit, 10),
    ITERATIONS(lash_integrator, "KMAX", kmax, 6),
    TEXTS(lash_integrator, "PATTERN", pattern),
    NUMBER(lash_integrator, "ALPHA", alpha, -0.3),
    NUMBER(lash_integrator, "BETA", beta, 0.36),
    NUMBER(lash_integrator, "GAMMA", gamma, 0.7),
    CHOICE(lash_integrator, "CORRECTOR", modified_corrector, correctors),
    SWITCH(lash_integrator, "INTERPOLATE", interpolate),
    NUMBER(lash_integrator, "ADAPTIVITY", adaptivity, 0, .flags = ARG_NOT_NEGATIVE),
    QUIET("HRATIO"),
    QUIET("FIXIT"),
    QUIET("SCALE"),
    QUIET("MAXERR"),
    QUIET("BDF_ORDER"),
    QUIET("LIST"),
};
STATEMENT(INTEGRATOR, integrator_rows);

static const argument kinematics_rows[] = {
    TOLERANCE(lash_kinematics, "ERROR", error, 1e-4),
    TOLERANCE(lash_kinematics, "AERROR", aerror, 1e-4),
    TOLERANCE(lash_kinematics, "TLIMIT", tlimit, 1e10),
    TOLERANCE(lash_kinematics, "ALIMIT", alimit, 30 * degree),
    ITERATIONS(lash_kinematics, "MAXIT", maxit, 25),
    TOLERANCE(lash_kinematics, "HMAX", hmax, NAN),
    QUIET("PATTERN"),
    QUIET("APATTERN"),
    QUIET("AMAXIT"),
    QUIET("LIST"),
};
STATEMENT(KINEMATICS, kinematics_rows);

static const argument equilibrium_rows[] = {
    BOOL(lash_equilibrium, "DYNAMIC", dynamic, true, .group = 'm'),
    BOOL(lash_equilibrium, "STATIC", dynamic, false, .group = 'm', .side = 1),
    TOLERANCE(lash_equilibrium, "ERROR", error, 1e-4),
    TOLERANCE(lash_equilibrium, "IMBALANCE", imbalance, 1e-4),
    TOLERANCE(lash_equilibrium, "STABILITY", stability, 1e-5),
    TOLERANCE(lash_equilibrium, "TLIMIT", tlimit, 20),
    TOLERANCE(lash_equilibrium, "ALIMIT", alimit, 10 * degree),
    ITERATIONS(lash_equilibrium, "MAXIT", maxit, 25),
    QUIET("PATTERN"),
    QUIET("METHOD"),
    QUIET("GLOBAL_DAMPING"),
    QUIET("SETTLING_TIME"),
    QUIET("ATOL"),
    QUIET("RTOL"),
    QUIET("STOL"),
    QUIET("ARTIFICIAL_DAMPING"),
    QUIET("PERTURBATION"),
    QUIET("LIST"),
};
STATEMENT(EQUILIBRIUM, equilibrium_rows);

/* ------------------------------------------------------------------------------ what is written */

static const argument output_rows[] = {
    BOOL(lash_output, "REQSAVE", reqsave, true),
    BOOL(lash_output, "GRSAVE", grsave, true),
    BOOL(lash_output, "NOPRINT", noprint, true),
    BOOL(lash_output, "NOSEPARATOR", noseparator, true),
    QUIET("PRINT"),
    QUIET("SEPARATOR"),
    QUIET("TELETYPE"),
    QUIET("CHART"),
    QUIET("FIXED"),
    QUIET("OLDREQUEST"),
    QUIET("OSFORMAT"),
    UNUSED("DSCALE", "results are not scaled; scale them where they are used"),
    UNUSED("VSCALE", "results are not scaled; scale them where they are used"),
    UNUSED("ASCALE", "results are not scaled; scale them where they are used"),
    UNUSED("FSCALE", "results are not scaled; scale them where they are used"),
    QUIET("DZERO"),
    QUIET("VZERO"),
    QUIET("AZERO"),
    QUIET("FZERO"),
    BOOL(lash_output, "YPR", ypr, true),
    QUIET("LOADS"),
};
STATEMENT(OUTPUT, output_rows);

static const argument results_rows[] = {
    BOOL(lash_results, "XRF", xrf, true),
    BOOL(lash_results, "FORMATTED", formatted, true),
    TEXT(lash_results, "COMMENT", comment),
    QUIET("DECIMALPLACES"),
    /* NOACCELERATIONS, NOCONTACTS, …: what is left out of Adams' file */
    {.name = "NO*", .type = ARG_UNUSED, .flags = ARG_QUIET | ARG_REPEATS},
};
STATEMENT(RESULTS, results_rows);

static const argument preferences_rows[] = {
    ITERATIONS(lash_preferences, "NTHREADS", nthreads, 1),
    TOLERANCE(lash_preferences, "CONTACT_FACETING_TOLERANCE", contact_faceting_tolerance, 300),
    TEXT(lash_preferences, "CONTACT_GEOMETRY_LIBRARY", contact_geometry_library),
    QUIET("SOLVER"),
    QUIET("LIBPATH"),
    QUIET("LISTFILTER"),
    QUIET("MCOMPRESS"),
    QUIET("SIMSTATUS"),
    QUIET("STATUSMSG"),
    QUIET("RKSOLVER"),
    QUIET("FLEX_LIMIT_CHECK"),
    QUIET("FLEX_DYNAMIC_LIMIT"),
};
STATEMENT(PREFERENCES, preferences_rows);
