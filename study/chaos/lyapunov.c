/* The largest Lyapunov exponent, by two neighbouring motions. */
#include "lash_lyapunov.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The difference of two states, where it can be scaled: displacements, velocities, extra states. */
typedef struct difference {
  double *d; /* 2 sizes.v + sizes.x */
  double size;
} difference;

typedef struct pair {
  const lash_lyapunov_options *options;
  lash_session *session;
  lash_system *system;
  const lash_system_sizes *n;
  lash_integrate_options integrator;
  double t;
  double *first, *second; /* states */
  void *memory[2];        /* of the system: at the start and at the end of an interval */
  difference apart;
  double *scratch; /* sizes.v */
  double wanted;   /* the size that the difference is brought back to */
} pair;

/* --------------------------------------------------------------------------------- differences */

/* Squared length of a velocity in the mass metric: twice its kinetic energy. */
static double mass_square(pair *p, const double *v) {
  double sum = 0;
  lash_system_mass_times(p->system, v, p->scratch);
  for (size_t i = 0; i < p->n->v; i++) sum += v[i] * p->scratch[i];
  return sum;
}

static void measure(pair *p) {
  const lash_system_sizes *n = p->n;
  double *d = p->apart.d;
  lash_system_difference(p->first, p->second, n, d);
  for (size_t i = n->q; i < n->y; i++) d[n->v + i - n->q] = p->second[i] - p->first[i];
  const double per_time = 1 / p->options->interval;
  const double moved = mass_square(p, d), speed = mass_square(p, d + n->v);
  p->apart.size = sqrt(moved * per_time * per_time + speed);
}

/* The second motion at the wanted distance from the first, in the direction it is in now. */
static lash_status bring_back(pair *p, lash_error *error) {
  const lash_system_sizes *n = p->n;
  const double *d = p->apart.d, scale = p->wanted / p->apart.size;
  memcpy(p->second, p->first, n->y * sizeof *p->first);
  lash_system_increment(p->first, d, scale, n, p->second);
  for (size_t i = n->q; i < n->y; i++) p->second[i] = p->first[i] + scale * d[n->v + i - n->q];
  const lash_status status =
      lash_system_project(p->system, p->t, p->second, LASH_PROJECT_BOTH, 0, error);
  if (status == LASH_OK) measure(p);
  return status;
}

/* A direction that no mechanism singles out. */
static void choose_direction(pair *p) {
  const size_t count = 2 * p->n->v + p->n->x;
  uint64_t state = 1;
  for (size_t i = 0; i < count; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u; /* Knuth's */
    p->apart.d[i] = (double)(state >> 11) * 0x1p-53 - 0.5;
  }
}

/* ------------------------------------------------------------------------------------ intervals */

static lash_status advance(pair *p, double *y, double *greatest_speed, lash_error *error) {
  lash_integration *run = NULL;
  lash_status status = lash_integrate_create(p->system, &p->integrator, p->t, y, &run, error);
  if (status == LASH_OK) {
    status = lash_integrate_to(run, p->t + p->options->interval, NULL, error);
  }
  if (status == LASH_OK) {
    memcpy(y, lash_integrate_state(run), p->n->y * sizeof *y);
    const double speed = sqrt(mass_square(p, y + p->n->q));
    *greatest_speed = fmax(*greatest_speed, speed);
  }
  lash_integrate_free(run);
  return status;
}

/* Both motions over one interval; the logarithm of the growth of their distance. */
static lash_status compare(pair *p, double *growth, lash_error *error) {
  const size_t size = lash_system_memory_size(p->system);
  const double before = p->apart.size;
  double speed = 0;
  lash_system_save(p->system, p->memory[0]);
  lash_status status = advance(p, p->first, &speed, error);
  if (status != LASH_OK) return status;
  lash_system_save(p->system, p->memory[1]);
  status = lash_system_restore(p->system, p->memory[0], size, error);
  if (status == LASH_OK) status = advance(p, p->second, &speed, error);
  if (status == LASH_OK) status = lash_system_restore(p->system, p->memory[1], size, error);
  if (status != LASH_OK) return status;
  p->t += p->options->interval;
  measure(p);
  if (!(p->apart.size > 0) || !isfinite(p->apart.size)) {
    return lash_fail(error, LASH_FAILURE,
                     "at time %g the neighbouring motions cannot be told apart; give a larger "
                     "separation or a shorter interval",
                     p->t);
  }
  *growth = log(p->apart.size / before);
  return bring_back(p, error);
}

/* A first interval shows how fast the motion is; the wanted distance is a part of that. */
static lash_status begin(pair *p, lash_error *error) {
  const double part = p->options->separation > 0 ? p->options->separation : 1e-6;
  double speed = sqrt(mass_square(p, p->first + p->n->q));
  lash_system_set(p->system, p->t, p->first);
  lash_status status = lash_system_commit(p->system, error);
  if (status == LASH_OK) status = advance(p, p->first, &speed, error);
  p->t += p->options->interval;
  if (status != LASH_OK) return status;
  if (!(speed > 0)) { /* at rest: any small distance will do */
    choose_direction(p);
    speed = sqrt(mass_square(p, p->apart.d)) / p->options->interval;
  }
  p->wanted = part * speed;
  choose_direction(p);
  const double per_time = 1 / p->options->interval;
  p->apart.size =
      sqrt(mass_square(p, p->apart.d) * per_time * per_time + mass_square(p, p->apart.d + p->n->v));
  return bring_back(p, error);
}

/* ------------------------------------------------------------------------------------- the mean */

static void summarise(const double *growth, const lash_lyapunov_options *o, lash_lyapunov *result) {
  const size_t blocks = o->blocks > 1 ? o->blocks : 10;
  const size_t length = o->count / blocks, used = blocks * length;
  double sum = 0, squares = 0;
  for (size_t i = 0; i < o->count; i++) sum += growth[i];
  result->intervals = o->count;
  result->exponent = sum / ((double)o->count * o->interval);
  double middle = 0;
  for (size_t i = 0; i < used; i++) middle += growth[i];
  middle /= (double)used;
  for (size_t b = 0; b < blocks; b++) {
    double block = 0;
    for (size_t i = 0; i < length; i++) block += growth[b * length + i] / (double)length;
    squares += (block - middle) * (block - middle);
  }
  result->uncertainty = sqrt(squares / (double)(blocks * (blocks - 1))) / o->interval;
}

static lash_status check(const lash_lyapunov_options *o, lash_error *error) {
  const size_t blocks = o->blocks > 1 ? o->blocks : 10;
  if (!(o->interval > 0) || !isfinite(o->interval)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "a Lyapunov exponent needs an interval, for instance the period of the drive");
  }
  if (o->count >= blocks) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "a Lyapunov exponent needs at least %zu intervals to be averaged, not %zu; run "
                   "longer",
                   blocks, o->count);
}

static lash_status allocate(pair *p, lash_error *error) {
  const size_t count = 2 * p->n->v + p->n->x, memory = lash_system_memory_size(p->system);
  p->first = calloc(2 * p->n->y + count + p->n->v + 1, sizeof *p->first);
  p->memory[0] = calloc(2, memory + 16);
  if (!p->first || !p->memory[0]) return lash_fail(error, LASH_FAILURE, "out of memory");
  memcpy(p->first, lash_system_state(p->system), p->n->y * sizeof *p->first);
  p->second = p->first + p->n->y;
  p->apart.d = p->second + p->n->y;
  p->scratch = p->apart.d + count;
  p->memory[1] = (char *)p->memory[0] + (memory + 15) / 16 * 16;
  return LASH_OK;
}

/* The mechanism at its start. */
static lash_status start(pair *p, const lash_model *model, const lash_session_options *run,
                         lash_error *error) {
  lash_session_options settled = *run;
  if (!(settled.error > 0)) settled.error = 1e-9;
  settled.no_audit = true;
  settled.output_step = 0;
  lash_status status = lash_session_open_model(model, &settled, &p->session, error);
  if (status == LASH_OK) status = lash_session_start(p->session, error);
  if (status == LASH_OK) status = lash_session_integrator(p->session, &p->integrator, error);
  if (status != LASH_OK) return status;
  p->t = lash_session_time(p->session);
  p->system = lash_session_system(p->session);
  p->n = lash_system_size(p->system);
  if (p->n->dof > 0) return allocate(p, error);
  return lash_fail(error, LASH_BAD_INPUT, "a mechanism without freedom has no Lyapunov exponent");
}

lash_status lash_lyapunov_of(const lash_model *model, const lash_session_options *run,
                             const lash_lyapunov_options *options, lash_lyapunov *result,
                             double *growth, lash_error *error) {
  lash_status status = check(options, error);
  if (status != LASH_OK) return status;
  pair p = {.options = options};
  double *kept = calloc(options->count + 1, sizeof *kept), left_out;
  if (!kept) return lash_fail(error, LASH_FAILURE, "out of memory");
  status = start(&p, model, run, error);
  if (status == LASH_OK) status = begin(&p, error);
  for (size_t i = 0; i < options->skip + options->count && status == LASH_OK; i++) {
    status = compare(&p, i < options->skip ? &left_out : &kept[i - options->skip], error);
  }
  if (status == LASH_OK) summarise(kept, options, result);
  if (status == LASH_OK && growth) memcpy(growth, kept, options->count * sizeof *kept);
  lash_session_free(p.session);
  free(p.first);
  free(p.memory[0]);
  free(kept);
  return status;
}

void lash_verdict(size_t repeats, const lash_lyapunov *l, char *text, size_t size) {
  const double errors = 3; /* how many make a sign certain */
  const bool grows = l && l->exponent > errors * l->uncertainty;
  if (repeats && !grows)
    snprintf(text, size, "periodic-%zu", repeats);
  else
    snprintf(text, size, "%s", grows && !repeats ? "chaotic" : "undecided");
}
