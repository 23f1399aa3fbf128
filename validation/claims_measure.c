/* Measures claims on the curves of their runs, over all members of an ensemble. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"
#include "lash_statistics.h"

enum { LEAVES_MAX = 64 };

/* A number that the formula makes of a curve, over the members. */
typedef struct leaf {
  double *value; /* of each member */
  size_t members;
  double mean, slope; /* slope: of the measure by this number */
} leaf;

typedef struct looking {
  const case_results *results;
  const lash_claim *claim;
  size_t member; /* wanted */
  size_t met;    /* members of the smallest ensemble since the last leaf; 0: no run was met */
  size_t most;   /* of all leaves */
  leaf leaves[LEAVES_MAX];
  size_t count, at; /* leaves known; the next one */
  bool replay;      /* means instead of what the curves give */
  bool crowded;     /* more leaves than there is room, or no memory */
  bool left_out;    /* a run was not carried out */
} looking;

/* The job of the wanted member, of the first where there are fewer. */
static const run_job *job_of(const looking *l, const char *name, size_t *members) {
  const run_job *found = NULL;
  *members = 0;
  for (size_t i = 0; i < l->results->job_count; i++) {
    const run_job *job = &l->results->jobs[i];
    if (strcmp(job->setup->name, name) != 0) continue;
    (*members)++;
    if (job->member == 0 || job->member == l->member) found = job;
  }
  return found;
}

static double keep_leaf(void *context, double number) {
  looking *l = context;
  if (l->at == l->count && !l->replay) { /* first seen: by the first member */
    if (l->count == LEAVES_MAX) return l->crowded = true, number;
    leaf *new = &l->leaves[l->count++];
    const size_t before = l->count > 1 ? new[-1].members : 1;
    *new = (leaf){.members = l->met ? l->met : before};
    new->value = calloc(new->members, sizeof *new->value);
    if (!new->value) return l->crowded = true, number;
    if (new->members > l->most) l->most = new->members;
  }
  l->met = 0;
  leaf *k = &l->leaves[l->at++];
  if (l->replay) return k->mean;
  if (l->member < k->members) k->value[l->member] = number;
  return number;
}

/* every.audit: the worst energy balance of all runs and members that count; every.apart: of those
 * that are kept apart. Half of a mechanism, beside a partner, has none. */
static bool worst_audit(const case_results *results, bool apart, formula_value *value,
                        lash_error *error) {
  double worst = 0;
  for (size_t i = 0; i < results->job_count; i++) {
    const run_job *job = &results->jobs[i];
    const bool wanted = apart ? job->setup->audit == RUN_AUDIT_APART && !job->setup->partner[0]
                              : run_counts_energy(job->setup);
    if (!wanted) continue;
    if (job->result.failure.status != LASH_OK) {
      lash_fail(error, LASH_FAILURE, "%s", job->result.failure.message);
      return false;
    }
    if (!isfinite(job->result.audit)) {
      lash_fail(error, LASH_FAILURE, "run %s has no energy balance", job->setup->name);
      return false;
    }
    worst = fmax(worst, job->result.audit);
  }
  *value = (formula_value){.number = worst};
  return true;
}

/* RUN.audit: the worst of its members, not their mean. */
static double worst_of(const case_results *results, const char *run) {
  double worst = 0;
  for (size_t i = 0; i < results->job_count; i++) {
    const run_job *job = &results->jobs[i];
    if (strcmp(job->setup->name, run) == 0 && !(job->result.audit <= worst))
      worst = job->result.audit;
  }
  return worst;
}

/* What a run has beside its curves. */
static bool single_of(const run_result *r, const char *name, double *value) {
  const struct {
    const char *name;
    double value;
  } single[] = {{"contacts", r->contacts}, {"rank", r->rank}, {"seconds", r->seconds}};
  for (size_t i = 0; i < sizeof single / sizeof single[0]; i++) {
    if (strcmp(name, single[i].name) != 0) continue;
    *value = single[i].value;
    return true;
  }
  return false;
}

static bool curve_of(void *context, const char *run, const char *column, formula_value *value,
                     lash_error *error) {
  looking *l = context;
  const bool apart = strcmp(column, "apart") == 0;
  if (strcmp(run, "every") == 0 && (apart || strcmp(column, "audit") == 0))
    return worst_audit(l->results, apart, value, error);
  const char *curves = strcmp(run, "published") == 0 ? claim_curves(l->claim) : run;
  if (curves && run_list_has_curves(l->results->runs, curves))
    return run_list_curve(l->results->runs, curves, column, value, error);
  size_t members, c = 0; /* time */
  const run_job *job = job_of(l, run, &members);
  if (!job) {
    const bool known = run_list_find(l->results->runs, run) != NULL;
    l->left_out |= known;
    lash_fail(error, known ? LASH_UNSUPPORTED : LASH_BAD_INPUT,
              known ? "run %s is left out" : "there is no run %s", run);
    return false;
  }
  if (members > 1 || l->met == 0) l->met = l->met > 1 && l->met < members ? l->met : members;
  const run_result *r = &job->result;
  if (r->failure.status != LASH_OK) {
    lash_fail(error, LASH_FAILURE, "%s", r->failure.message);
    return false;
  }
  if (strcmp(column, "audit") == 0) {
    *value = (formula_value){.number = worst_of(l->results, run)};
    return true;
  }
  double number;
  if (single_of(r, column, &number)) {
    *value = (formula_value){.number = keep_leaf(l, number)};
    return true;
  }
  if (strcmp(column, "time") != 0) {
    while (c < job->setup->columns && strcmp(job->setup->column[c].name, column) != 0) c++;
    if (c++ == job->setup->columns) return false;
  }
  *value = (formula_value){.n = r->rows, .t = r->data, .x = r->data + c * r->rows};
  return true;
}

/* The formula with the curves of one member, or with the means in place of what curves give. */
static lash_status evaluate(const char *measure, looking *l, double *value, lash_error *error) {
  const formula_names names = {l, NULL, curve_of};
  l->at = l->met = 0;
  lash_status status = formula_number_told(measure, &names, keep_leaf, value, error);
  if (status == LASH_OK && l->crowded)
    status = lash_fail(error, LASH_BAD_INPUT,
                       "more than %d numbers of curves in a measure, or no memory", LEAVES_MAX);
  if (status == LASH_OK && !isfinite(*value))
    status = lash_fail(error, LASH_FAILURE, "the measure is not a finite number");
  return status;
}

static double deviation_of(const leaf *k) {
  return k->members > 1 ? lash_sample_of(k->value, k->members).deviation : 0;
}

/* Slopes of the measure by each mean, as secants one standard error to either side. */
static lash_status find_slopes(const char *measure, looking *l, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < l->count && status == LASH_OK; i++) {
    leaf *k = &l->leaves[i];
    const double mean = k->mean, h = deviation_of(k) / sqrt((double)k->members);
    double up, down;
    if (!(h > 0)) continue;
    k->mean = mean + h;
    status = evaluate(measure, l, &up, error);
    k->mean = mean - h;
    if (status == LASH_OK) status = evaluate(measure, l, &down, error);
    k->mean = mean;
    if (status == LASH_OK) k->slope = (up - down) / (2 * h);
  }
  return status;
}

static bool one_sign(const leaf *k) {
  for (size_t m = 0; m < k->members; m++)
    if (!(k->value[m] * k->value[0] > 0)) return false;
  return true;
}

/* A product of powers of sizes, as sizes and ratios are: as far up by a factor as down by it.
 * Differences are not, nor what is only called positive, as the absolute value of one. */
static bool goes_by_factors(const lash_claim *claim, looking *l) {
  const double factor = 1.1, square = claim->computed * claim->computed;
  for (size_t i = 0; i < l->count; i++) {
    leaf *k = &l->leaves[i];
    const double mean = k->mean;
    lash_error ignored;
    double up = NAN, down = NAN;
    if (!(deviation_of(k) > 0)) continue;
    k->mean = mean * factor;
    if (evaluate(claim->measure, l, &up, &ignored) != LASH_OK) up = NAN;
    k->mean = mean / factor;
    if (evaluate(claim->measure, l, &down, &ignored) != LASH_OK) down = NAN;
    k->mean = mean;
    if (!one_sign(k) || !(fabs(up * down - square) <= 1e-9 * square)) return false;
  }
  return square > 0;
}

/* Variance of the measure. Numbers over equally many members belong together member by member,
 * whatever they have in common; ensembles of different size are independent. */
static double variance_of(const looking *l, double *freedom) {
  double variance = 0, weights = 0;
  for (size_t n = 2; n <= l->most; n++) {
    double squares = 0;
    for (size_t m = 0; m < n; m++) {
      double deviation = 0;
      for (size_t i = 0; i < l->count; i++) {
        const leaf *k = &l->leaves[i];
        if (k->members == n) deviation += k->slope * (k->value[m] - k->mean);
      }
      squares += deviation * deviation;
    }
    const double part = squares / (double)(n - 1) / (double)n;
    variance += part;
    weights += part * part / (double)(n - 1);
  }
  *freedom = weights > 0 ? variance * variance / weights : INFINITY; /* Welch and Satterthwaite */
  return variance;
}

static lash_status measure_ensemble(lash_claim *claim, looking *l, claim_spread *spread,
                                    lash_error *error) {
  lash_status status = LASH_OK;
  l->most = 1;
  for (l->member = 0; l->member < l->most && status == LASH_OK; l->member++)
    status = evaluate(claim->measure, l, &claim->computed, error);
  for (size_t i = 0; i < l->count && status == LASH_OK; i++)
    l->leaves[i].mean = lash_sample_of(l->leaves[i].value, l->leaves[i].members).mean;
  claim->members = l->most;
  claim->error = 0;
  if (l->most > 1) {
    l->replay = true;
    if (status == LASH_OK) status = evaluate(claim->measure, l, &claim->computed, error);
    if (status == LASH_OK) status = find_slopes(claim->measure, l, error);
    if (status == LASH_OK) claim->error = sqrt(variance_of(l, &spread->freedom));
    if (status == LASH_OK) spread->by_factors = goes_by_factors(claim, l);
  }
  return status;
}

/* 95 %. What spreads by factors is skewed to the far side of zero, and so is its interval. */
static void set_interval(lash_claim *claim, const claim_spread *spread) {
  const double x = claim->computed;
  const double reach =
      claim->error > 0 ? claim->error * lash_student_quantile(0.05, spread->freedom) : 0;
  if (spread->by_factors) {
    const double factor = exp(reach / fabs(x));
    claim->low = fmin(x / factor, x * factor), claim->high = fmax(x / factor, x * factor);
  } else {
    claim->low = x - reach, claim->high = x + reach;
  }
}

double claim_distance(const lash_claim *claim, const claim_spread *spread, double limit) {
  const double x = claim->computed;
  if (isinf(limit)) return INFINITY;
  if (spread->by_factors && x * limit > 0) return fabs(log(x / limit) * x) / claim->error;
  return fabs(x - limit) / claim->error;
}

lash_status claim_measure(lash_claim *claim, const case_results *results, claim_spread *spread,
                          lash_error *error) {
  looking l = {.results = results, .claim = claim};
  *spread = (claim_spread){.freedom = INFINITY};
  const lash_status status = measure_ensemble(claim, &l, spread, error);
  for (size_t i = 0; i < l.count; i++) free(l.leaves[i].value);
  spread->left_out = l.left_out;
  if (status == LASH_OK)
    set_interval(claim, spread);
  else
    claim->computed = NAN;
  return status;
}
