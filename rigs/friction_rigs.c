/* The classic friction experiments, for any friction law. */
#include <math.h>

#include "lash_rigs.h"
#include "rig_curve.h"
#include "slider.h"

/* ------------------------------------------------------------------- what all experiments share */

#define MASS \
  { "mass", "kg", "mass of the body", 1, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL }
#define NORMAL \
  { "normal", "N", "normal load on the body", 10, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL }
#define STIFFNESS \
  { "stiffness", "N/m", "stiffness of the spring", 2, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL }
#define SPEED \
  { "speed", "m/s", "speed of the pull or belt", 0.1, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL }
#define END(t) \
  { "end", "s", "simulated time", t, 0, 1e4, LASH_PARAM_MIN_OPEN, NULL }

static const char *const columns[] = {"time_s", "x_m", "v_m_s", "force_N", NULL};
enum { COLUMN_TIME, COLUMN_X, COLUMN_V, COLUMN_FORCE };

/* What a rig keeps of a run: peaks, refined within each step, and evenly spaced samples. */
typedef struct observation {
  double force_peak, force_peak_time;
  double speed_peak;
  double x_high, minus_x_low;
  lash_curve *curve;
  double next_sample, sample_interval;
} observation;

static double force_of(slider *s, double t) { return fabs(slider_at(s, t).force); }
static double speed_of(slider *s, double t) { return slider_at(s, t).v; }
static double x_of(slider *s, double t) { return slider_at(s, t).x; }
static double minus_x_of(slider *s, double t) { return -slider_at(s, t).x; }

/* Raises *peak when the quantity is greater somewhere in the step: three points tell whether to
 * look, golden section looks. */
static void raise_peak(slider *s, double from, double to, double (*quantity)(slider *, double),
                       double *peak, double *when) {
  double ends = fmax(quantity(s, from), fmax(quantity(s, from + (to - from) / 2), quantity(s, to)));
  if (!(ends > *peak)) return;
  const double golden = 0.6180339887498949;
  for (int i = 0; i < 40; i++) {
    double a = to - golden * (to - from), b = from + golden * (to - from);
    if (quantity(s, a) > quantity(s, b)) {
      to = b;
    } else {
      from = a;
    }
  }
  double at = from + (to - from) / 2, value = fmax(ends, quantity(s, at));
  *peak = value;
  *when = at;
}

static void observe(slider *s, double from, double to, void *context) {
  observation *o = context;
  double when;
  raise_peak(s, from, to, force_of, &o->force_peak, &o->force_peak_time);
  raise_peak(s, from, to, speed_of, &o->speed_peak, &when);
  raise_peak(s, from, to, x_of, &o->x_high, &when);
  raise_peak(s, from, to, minus_x_of, &o->minus_x_low, &when);
  while (o->curve && o->next_sample <= to) {
    slider_sample sample = slider_at(s, fmax(from, o->next_sample));
    double row[] = {sample.t, sample.x, sample.v, sample.force};
    curve_add(o->curve, row);
    o->next_sample += o->sample_interval;
  }
}

static observation observation_of(lash_curve *curve, double end) {
  observation o = {.force_peak = -INFINITY,
                   .speed_peak = -INFINITY,
                   .x_high = -INFINITY,
                   .minus_x_low = -INFINITY,
                   .curve = curve};
  curve_begin(curve, columns);
  if (curve) o.sample_interval = end / (double)(curve->capacity - 1);
  return o;
}

static const double pi = 3.14159265358979323846;

/* A rig's parameters as numbers, looked up once; those a rig does not have are NAN. */
typedef struct setting {
  double mass, normal, stiffness, speed, end, rate, slip_speed, mean, amplitude, omega, periods,
      riding;
} setting;

static setting setting_of(const lash_params *p) {
  return (setting){.mass = lash_params_get(p, "mass"),
                   .normal = lash_params_get(p, "normal"),
                   .stiffness = lash_params_get(p, "stiffness"),
                   .speed = lash_params_get(p, "speed"),
                   .end = lash_params_get(p, "end"),
                   .rate = lash_params_get(p, "rate"),
                   .slip_speed = lash_params_get(p, "slip_speed"),
                   .mean = lash_params_get(p, "mean"),
                   .amplitude = lash_params_get(p, "amplitude"),
                   .omega = 2 * pi * lash_params_get(p, "frequency"),
                   .periods = lash_params_get(p, "periods"),
                   .riding = lash_params_get(p, "riding")};
}

/* A body on the surface, with all but its load. */
static slider slider_of(const lash_friction *friction, const setting *rig, double typical_speed,
                        observation *o) {
  return (slider){.friction = friction,
                  .mass = rig->mass,
                  .normal = rig->normal,
                  .typical_speed = typical_speed,
                  .observe = observe,
                  .observer = o,
                  .rig = rig};
}

/* ----------------------------------------------------------------------------------- stick-slip */

/* A body pulled over the surface through a spring whose other end moves at constant speed. */

static double pulling_spring(double t, double x, double v, const void *context) {
  (void)v;
  const setting *rig = context;
  return rig->stiffness * (rig->speed * t - x);
}

/* slips are counted where the body passes half the pulling speed */
static double half_speed(double t, double x, double v, const void *context) {
  (void)t, (void)x;
  const setting *rig = context;
  return v - rig->speed / 2;
}

static lash_status stick_slip(const lash_friction *friction, const lash_params *params,
                              double *values, lash_curve *curve, lash_error *error) {
  const setting rig = setting_of(params);
  double end = rig.end, first = NAN, second = NAN;
  observation o = observation_of(curve, end);
  slider s = slider_of(friction, &rig, rig.speed, &o);
  s.load = pulling_spring, s.watch = half_speed;
  lash_status status = slider_begin(&s, error);
  while (status == LASH_OK && s.t < end) {
    status = slider_step(&s, end, error);
    if (s.watched <= 0) continue;
    if (isnan(first)) {
      first = s.t;
    } else if (isnan(second)) {
      second = s.t;
    }
  }
  double result[] = {second - first, o.force_peak, o.force_peak_time, o.speed_peak, s.x, first};
  for (size_t i = 0; i < sizeof result / sizeof result[0]; i++) values[i] = result[i];
  slider_end(&s);
  return status;
}

static const lash_param stick_slip_params[] = {MASS, STIFFNESS, SPEED, NORMAL, END(20)};
static const char *const stick_slip_results[] = {
    "period_s", "force_peak_N", "force_peak_time_s", "speed_peak_m_s", "x_end_m", "first_slip_s",
    NULL};

/* ------------------------------------------------------------------------------------ breakaway */

/* A force that grows at a constant rate; the experiment ends when the body has broken away. */

static double ramp(double t, double x, double v, const void *context) {
  (void)x, (void)v;
  const setting *rig = context;
  return rig->rate * t;
}

static double broken_away(double t, double x, double v, const void *context) {
  (void)t, (void)x;
  const setting *rig = context;
  return v - rig->slip_speed;
}

static lash_status breakaway(const lash_friction *friction, const lash_params *params,
                             double *values, lash_curve *curve, lash_error *error) {
  const setting rig = setting_of(params);
  double end = rig.end;
  observation o = observation_of(curve, end);
  slider s = slider_of(friction, &rig, rig.slip_speed, &o);
  s.load = ramp, s.watch = broken_away;
  lash_status status = slider_begin(&s, error);
  bool away = false;
  while (status == LASH_OK && s.t < end && !away) {
    status = slider_step(&s, end, error);
    away = s.watched > 0;
  }
  if (status == LASH_OK && !away) {
    status = lash_fail(error, LASH_FAILURE,
                       "%s: the body has not reached %g m/s within %g s; raise rate or end",
                       friction->law->name, rig.slip_speed, end);
  }
  values[0] = o.force_peak;
  values[1] = s.t;
  values[2] = s.x;
  slider_end(&s);
  return status;
}

static const lash_param breakaway_params[] = {
    {"rate", "N/s", "growth of the pulling force", 1, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    {"slip_speed", "m/s", "speed that counts as broken away", 5e-3, 0, INFINITY,
     LASH_PARAM_MIN_OPEN, NULL},
    MASS,
    NORMAL,
    END(10)};
static const char *const breakaway_results[] = {"force_peak_N", "breakaway_s", "x_breakaway_m",
                                                NULL};

/* ---------------------------------------------------------------------------------------- drift */

/* A load below the break-away force that swings about a mean: a law that holds does not creep. */

static double swinging_load(double t, double x, double v, const void *context) {
  (void)x, (void)v;
  const setting *rig = context;
  double phase = rig->omega * t;
  /* brought on gently over the first period: a sudden load rings, and bristles without damping ring
   * on */
  double part = phase < 2 * pi ? (1 - cos(phase / 2)) / 2 : 1;
  return part * (rig->mean + rig->amplitude * sin(phase));
}

/* Runs to time t and gives the mean position on the way: ringing of undamped bristles averages out.
 */
static lash_status mean_position(slider *s, double t, double *mean, lash_error *error) {
  lash_status status = LASH_OK;
  double start = s->t, area = 0;
  while (status == LASH_OK && s->t < t) {
    double t0 = s->t, x0 = s->x, v0 = s->v;
    status = slider_step(s, t, error);
    double h = s->t - t0;
    area += h / 2 * (x0 + s->x) + h * h / 12 * (v0 - s->v); /* exact for cubics */
  }
  *mean = area / (t - start);
  return status;
}

static lash_status drift(const lash_friction *friction, const lash_params *params, double *values,
                         lash_curve *curve, lash_error *error) {
  const setting rig = setting_of(params);
  double period = 2 * pi / rig.omega, periods = floor(rig.periods), mean[3];
  observation o = observation_of(curve, periods * period);
  slider s = slider_of(friction, &rig, 1e-3, &o);
  s.load = swinging_load;
  lash_status status = slider_begin(&s, error);
  for (int i = 0; i < 3 && status == LASH_OK; i++) {
    status = mean_position(&s, (periods - 2 + i) * period, &mean[i], error);
  }
  values[0] = mean[2] - mean[1];
  values[1] = s.x;
  slider_end(&s);
  return status;
}

static const lash_param drift_params[] = {
    {"mean", "N", "mean load", 0.9, -INFINITY, INFINITY, 0, NULL},
    {"amplitude", "N", "swing of the load", 0.3, 0, INFINITY, 0, NULL},
    {"frequency", "1/s", "of the load", 1, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    {"periods", "1", "how many; the last two are compared", 10, 4, 1000, 0, NULL},
    MASS,
    NORMAL};
static const char *const drift_results[] = {"drift_per_period_m", "x_end_m", NULL};

/* ----------------------------------------------------------------------------------------- belt */

/* A body on a moving belt, held by a spring to the wall: it rides along, tears off, slides back. */

static double wall_spring(double t, double x, double v, const void *context) {
  (void)t, (void)v;
  const setting *rig = context;
  return -rig->stiffness * x;
}

/* The body rides when it moves with the belt to within a part of the belt's speed. */
static double riding(double t, double x, double v, const void *context) {
  (void)t, (void)x;
  const setting *rig = context;
  return v - rig->speed * (1 - rig->riding);
}

static lash_status belt(const lash_friction *friction, const lash_params *params, double *values,
                        lash_curve *curve, lash_error *error) {
  const setting rig = setting_of(params);
  double end = rig.end, caught = NAN, slip = NAN, stick = NAN, torn = NAN;
  observation o = observation_of(curve, end);
  slider s = slider_of(friction, &rig, rig.speed, &o);
  s.surface_speed = s.v = rig.speed;
  s.load = wall_spring, s.watch = riding;
  lash_status status = slider_begin(&s, error);
  while (status == LASH_OK && s.t < end) {
    slider_mode before = s.mode;
    status = slider_step(&s, end, error);
    bool catches = s.mode == SLIDER_SMOOTH ? s.watched > 0
                                           : s.mode == SLIDER_STICKS && before != SLIDER_STICKS;
    bool tears = s.mode == SLIDER_SMOOTH ? s.watched < 0
                                         : s.mode != SLIDER_STICKS && before == SLIDER_STICKS;
    if (tears && !isnan(caught)) stick = s.t - caught;
    if (tears) torn = s.t;
    if (catches && !isnan(torn)) slip = s.t - torn;
    if (catches && isnan(caught)) o.x_high = s.x, o.minus_x_low = -s.x; /* the first ride is over */
    if (catches) caught = s.t;
  }
  double result[] = {slip, stick, slip + stick,
                     isnan(caught) ? NAN : (o.x_high + o.minus_x_low) / 2, o.force_peak};
  for (size_t i = 0; i < sizeof result / sizeof result[0]; i++) values[i] = result[i];
  slider_end(&s);
  return status;
}

static const lash_param belt_params[] = {
    MASS,
    STIFFNESS,
    SPEED,
    NORMAL,
    {"riding", "1",
     "part of the belt speed within which the body counts as riding (laws that creep)", 0.05, 0, 1,
     LASH_PARAM_MIN_OPEN | LASH_PARAM_MAX_OPEN, NULL},
    END(40)};
static const char *const belt_results[] = {"slip_s",      "stick_s",      "period_s",
                                           "amplitude_m", "force_peak_N", NULL};

/* ----------------------------------------------------------------------------------- presliding */

/* The body is moved back and forth by a small imposed displacement: force over displacement closes
 * a loop, whose area is the energy lost per period. No inertia, so only the law is seen. */

typedef struct presliding_run {
  const lash_friction *friction;
  double normal, amplitude, omega;
  double z[LASH_FRICTION_STATES_MAX];
} presliding_run;

static double presliding_force(const presliding_run *r, double t, const double *z) {
  lash_friction_input in = {
      .vt = {r->amplitude * r->omega * cos(r->omega * t), 0}, .normal = r->normal, .z = z};
  lash_friction_value out;
  lash_friction_force(r->friction, &in, &out);
  return out.force[0];
}

static lash_status presliding(const lash_friction *friction, const lash_params *params,
                              double *values, lash_curve *curve, lash_error *error) {
  (void)error;
  enum { STEPS = 20000, PERIODS = 8 };
  const setting rig = setting_of(params);
  presliding_run r = {
      .friction = friction, .normal = rig.normal, .amplitude = rig.amplitude, .omega = rig.omega};
  double period = 2 * pi / r.omega, h = period / STEPS, area = 0, peak = 0;
  size_t every = curve ? 1 + (size_t)STEPS * PERIODS / curve->capacity : 0;
  curve_begin(curve, columns);
  lash_friction_reset(friction, r.z);

  double force = presliding_force(&r, 0, r.z);
  for (int i = 0; i < STEPS * PERIODS; i++) {
    double t = i * h, middle = t + h / 2;
    double v = r.amplitude * r.omega * cos(r.omega * middle);
    if (curve && (size_t)i % every == 0) {
      double row[] = {t, r.amplitude * sin(r.omega * t), r.amplitude * r.omega * cos(r.omega * t),
                      force};
      curve_add(curve, row);
    }
    if (lash_friction_states(friction)) {
      lash_friction_input in = {.vt = {v, 0}, .normal = r.normal, .z = r.z};
      lash_friction_advance(friction, &in, h, r.z);
    }
    double next = presliding_force(&r, t + h, r.z);
    double dx = r.amplitude * (sin(r.omega * (t + h)) - sin(r.omega * t));
    if (i >= STEPS * (PERIODS - 1)) area += (force + next) / 2 * dx;
    force = next;
    peak = fmax(peak, fabs(force));
  }
  values[0] = area;
  values[1] = peak;
  return LASH_OK;
}

static const lash_param presliding_params[] = {
    {"amplitude", "m", "of the imposed displacement", 1e-5, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    {"frequency", "1/s", "of the imposed displacement", 1, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    NORMAL};
static const char *const presliding_results[] = {"loop_area_J", "force_peak_N", NULL};

/* ------------------------------------------------------------------------------------- registry */

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static const lash_rig rigs[] = {
    {"stick-slip", "a body pulled through a spring at constant speed", stick_slip_params,
     COUNT(stick_slip_params), stick_slip_results, columns, COLUMN_TIME, COLUMN_FORCE, stick_slip,
     NULL, NULL},
    {"breakaway", "a force that grows at a constant rate until the body slips", breakaway_params,
     COUNT(breakaway_params), breakaway_results, columns, COLUMN_TIME, COLUMN_FORCE, breakaway,
     NULL, NULL},
    {"drift", "creep under a load that swings below the break-away force", drift_params,
     COUNT(drift_params), drift_results, columns, COLUMN_TIME, COLUMN_X, drift, NULL, NULL},
    {"belt", "a body on a moving belt, held by a spring", belt_params, COUNT(belt_params),
     belt_results, columns, COLUMN_X, COLUMN_V, belt, NULL, NULL},
    {"presliding", "force over a small imposed displacement", presliding_params,
     COUNT(presliding_params), presliding_results, columns, COLUMN_X, COLUMN_FORCE, presliding,
     NULL, NULL},
};

static const lash_rig *const others[] = {&drilling_rig, &rolling_rig, &film_rig, &whirl_rig,
                                         &wear_rig};

size_t lash_rig_count(void) { return COUNT(rigs) + COUNT(others); }

const lash_rig *lash_rig_at(size_t index) {
  if (index >= lash_rig_count()) return NULL;
  return index < COUNT(rigs) ? &rigs[index] : others[index - COUNT(rigs)];
}

const lash_rig *lash_rig_find(const char *name) {
  for (size_t i = 0; i < lash_rig_count(); i++) {
    if (lash_same_name(lash_rig_at(i)->name, name)) return lash_rig_at(i);
  }
  return NULL;
}
