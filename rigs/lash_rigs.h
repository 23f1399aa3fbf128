/* Test rigs for single laws: an impact of two bodies, the classic friction experiments, a
 * journal bearing, a bush that wears.
 *
 * Each rig integrates the equations of motion to a tight tolerance with located events, so what it
 * reports is the law's doing and not the integrator's. */
#ifndef LASH_RIGS_H
#define LASH_RIGS_H

#include "lash_contact.h"
#include "lash_film.h"
#include "lash_friction.h"
#include "lash_wear.h"

/* Samples of a run, for plots and CSV. Columns are the rig's own; NULL where none are wanted. */
typedef struct lash_curve {
  size_t capacity; /* rows the arrays can hold; the rig spreads its samples over them */
  size_t rows;
  size_t columns;
  const char *const *names; /* column names with units: "time_s" */
  double *data;             /* row by row */
} lash_curve;

enum { LASH_CURVE_COLUMNS_MAX = 6 };

/* --------------------------------------------------------------------------------------- impact */

/* Two bodies of effective mass m = m1 m2/(m1 + m2) meet at `speed`; no other force acts. */
typedef struct lash_impact_result {
  double e_out;        /* restitution: speed after over speed before */
  double contact_time; /* s, from touch until the force has ended */
  double delta_max;    /* m */
  double force_max;    /* N */
  double energy_lost;  /* J */
  bool clamped;        /* the law asked for tension, which was cut */
} lash_impact_result;

/* Columns: time_s, delta_m, v_m_s, force_N. `curve` may be NULL. */
lash_status lash_impact_run(const lash_contact *contact, double mass, double speed,
                            lash_impact_result *result, lash_curve *curve, lash_error *error);

/* The same through oil: the body starts in the middle of the gap that `film` fills. */
typedef struct lash_oil_impact_result {
  double e_out;       /* speed with which it comes back to the middle over that of the start */
  double touch_speed; /* NAN: the oil stops it before */
  double e_max;       /* greatest distance from the middle, m; beyond c the surfaces overlap */
  double force_max;   /* N, of both */
  double energy_oil,
      energy_contact; /* lost, J; of a body that stopped pressed in: kept there too */
  double time, e_end; /* s, m: when it was back, or where it stopped */
  bool stopped;
} lash_oil_impact_result;

/* Columns: time_s, e_m, v_m_s, contact_N, film_N. */
lash_status lash_impact_oil_run(const lash_contact *contact, const lash_film *film, double mass,
                                double speed, lash_oil_impact_result *result, lash_curve *curve,
                                lash_error *error);

/* -------------------------------------------------------------------------------- wear, a point */

/* A way slid, on fresh surfaces: centres `r` apart, under a load; `way` is that slid (m), of the
 * energy law the work of friction (J). */
typedef struct lash_rub {
  double r, load, way;
} lash_rub;

typedef struct lash_rub_result {
  double angle;    /* half the arc that presses, rad */
  double pressure; /* the greatest, Pa */
  double depth[2], volume[2];
} lash_rub_result;

/* Sizes of the surfaces: a table of R, c and L (not given: a ball in its socket), and the law made
 * ready with them. */
void lash_rub_sizes(const lash_wear *wear, lash_params *size);
lash_status lash_rub_ready(lash_wear *wear, const lash_params *size, lash_error *error);

const char *lash_rub_way(const lash_wear *wear); /* "slid" or "work" */

lash_status lash_rub_run(const lash_wear *wear, const lash_rub *rub, lash_rub_result *result,
                         lash_error *error);

/* ------------------------------------------------------------------------------------------ fit */

/* Parameters for one impact that is known: what to ask of a law, how finely to step, and what to
 * type into a program that offers only Adams' IMPACT. */
typedef struct lash_fit_result {
  double K, n;  /* elastic part K delta^n, SI */
  double a;     /* hysteresis factor: F = K delta^n (1 + a v/v0) */
  double e_law; /* what to give the law as e so that the wanted restitution comes back */
  double e_out; /* restitution returned, by integration */
  double contact_time, delta_max, force_max;
  double safe_step; /* s: largest T/10, T/20, … at which fixed-step RK4 meets e_out within 1 % */
  double impact_c;  /* IMPACT damping that returns the same restitution at this speed [N s/m] */
  double impact_d;  /* IMPACT depth of full damping [m] */
} lash_fit_result;

/* `contact` is a law of the hysteresis family with its stiffness set; its parameter e is found
 * here. `depth_ratio` is impact_d over the greatest penetration. On success `contact` is ready. */
lash_status lash_fit_run(lash_contact *contact, double mass, double speed, double restitution,
                         double depth_ratio, lash_fit_result *result, lash_error *error);

/* A test of a bearing: a journal that turns with `speed` under a load stands at the eccentricity
 * ratio eps; or, where `time` is above 0, a load without turning (and without mass to speak of)
 * takes that long from one ratio to another. */
typedef struct lash_oil_test {
  double load, speed, eps;
  double from, until, time;
} lash_oil_test;

/* The viscosity of its oil; that of `film`, which is ready, may be any. */
lash_status lash_fit_viscosity(const lash_film *film, const lash_oil_test *test, double *viscosity,
                               lash_error *error);

/* ---------------------------------------------------------------------------- friction and film */

/* Experiments for friction laws, two for films and one for wear. Parameters of each are in its
 * table; `normal` is the load of all friction rigs. */
typedef struct lash_rig {
  const char *name;    /* "stick-slip" */
  const char *summary; /* one line */
  const lash_param *params;
  size_t param_count;
  const char *const *results; /* names of the result values with units, NULL-terminated */
  const char *const *columns; /* of the curve, NULL-terminated */
  int plot_x, plot_y;         /* the columns people look at */

  /* Runs the experiment; `values` has an entry per result name. One of the three is there; a wear
   * law comes with its parameters set, its sizes are the rig's. */
  lash_status (*run)(const lash_friction *friction, const lash_params *params, double *values,
                     lash_curve *curve, lash_error *error);
  lash_status (*run_film)(const lash_film *film, const lash_params *params, double *values,
                          lash_curve *curve, lash_error *error);
  lash_status (*run_wear)(const lash_wear *wear, const lash_params *params, double *values,
                          lash_curve *curve, lash_error *error);
} lash_rig;

/* The velocity is prescribed: two turns of vt = speed sin(2 pi frequency t), of which the second
 * fills the curve's whole capacity. Columns: x_m, vt_m_s, force_N. */
void lash_friction_ride(const lash_friction *friction, double speed, double frequency,
                        double normal, lash_curve *curve);

enum { LASH_RIG_RESULTS_MAX = 16 };

size_t lash_rig_count(void);
const lash_rig *lash_rig_at(size_t index);
const lash_rig *lash_rig_find(const char *name); /* NULL when there is none */

#endif
