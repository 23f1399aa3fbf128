/* Calling user subroutines: the same call for the C and the Fortran interface.
 *
 *   double result[6];
 *   status = lash_call_gforce(&routine, &call, &element, time, dflag, iflag, result, &error);
 *
 * While the routine runs, the SDK functions are answered through `call` (lash_runtime.h).
 * c_errmes(…, "STOP"), a result that is not finite, results written past their end and changed USER
 * numbers all come back as LASH_FAILURE with a message that names routine, element, time and
 * arguments. A crash or an endless loop is the process's: lash_supervisor.h gives user code one of
 * its own. Results are set to zero before the call. Set-up passes (iflag 1, 3, 5) and saving (7, 9)
 * do not look at results. */
#ifndef LASH_CALLS_H
#define LASH_CALLS_H

#include "lash_loader.h"
#include "lash_runtime.h"
#include "slv_c_utils.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------- any kind of routine */

/* How a call ended. */
typedef enum lash_outcome {
  LASH_CALL_DONE,
  LASH_CALL_STOPPED,   /* the routine asked to stop the run */
  LASH_CALL_OVERRAN,   /* it wrote past its results, or over its USER numbers */
  LASH_CALL_NOT_FINITE /* a result is NaN or infinite */
} lash_outcome;

typedef struct lash_result_array {
  double *values;
  int count;
} lash_result_array;

/* Arguments of every kind of routine; set those that the kind takes, in SDK spelling. */
typedef struct lash_routine_arguments {
  const void *element; /* the sAdams… structure of the kind */
  double time;
  int dflag, iflag, iord;

  double alpha, beta;                  /* curves, surfaces */
  const double *loci, *ni, *locj, *nj; /* contact: 3 numbers each */
  double gap, gapdot, gapdotdot, area; /* contact normal force */
  const double *x, *xdot;              /* contact friction: 3 numbers each */
  double nforce;                       /* contact friction */
  double *disp, *velo;                 /* field: 6 each; coupler: a displacement per joint */
  int nstate, ninput, noutput;    /* GSE; nstate is also the size of Gse_deriv, _output, _update */
  const double *states, *inputs;  /* GSE, older form */
  const double *freqs, *modloads; /* flexible bodies */
  int nmodes, ncases;             /* flexible bodies */
  double step;                    /* Dmpsub */
  double *q;                      /* Ucosub */
  int event;                      /* Cbksub; idrsel of Ucosub */
  int *data;                      /* Cbksub: 3 numbers */
  int unit;                       /* Savsub, Relsub */
  char *text[2];                  /* Usrmsgflt */
  const lash_result_array *tire;  /* Tirsub: t0, cprop, tprop, mprop, tdse */

  lash_result_array output[3]; /* results in the order of the argument list */
  int code;                    /* IERR, the load case of Mfosub, or what Usrmsgflt returned */
  lash_outcome outcome;
} lash_routine_arguments;

LASH_API lash_status lash_routine_call(const lash_routine *routine, const lash_sdk_call *call,
                                       lash_routine_arguments *arguments, lash_error *error);

/* ---------------------------------------------------------------------------- each kind by name */

/* Forces and values. */
/* A value pass by what the routine of element `id` offered (lash_sdk_offer), `marker` in the order
 * of the offer. `gaps`, unless NULL, has room for LASH_SDK_GAPS numbers and guard words behind them
 * (guard_words.h). LASH_UNSUPPORTED, without a message, when it cannot tell or a result is not
 * finite: call the routine, which says why. LASH_FAILURE when it wrote past the end of something.
 */
LASH_API lash_status lash_call_offered(const lash_routine *routine, int id,
                                       const lash_sdk_offer *offer, const struct sLashNow *now,
                                       const struct sLashMarker *const *marker, double result[6],
                                       double *gaps, lash_error *error);

LASH_API lash_status lash_call_gforce(const lash_routine *routine, const lash_sdk_call *call,
                                      const struct sAdamsGforce *element, double time, int dflag,
                                      int iflag, double result[6], lash_error *error);
LASH_API lash_status lash_call_sforce(const lash_routine *routine, const lash_sdk_call *call,
                                      const struct sAdamsSforce *element, double time, int dflag,
                                      int iflag, double *result, lash_error *error);
LASH_API lash_status lash_call_vforce(const lash_routine *routine, const lash_sdk_call *call,
                                      const struct sAdamsVforce *element, double time, int dflag,
                                      int iflag, double result[3], lash_error *error);
LASH_API lash_status lash_call_vtorque(const lash_routine *routine, const lash_sdk_call *call,
                                       const struct sAdamsVtorque *element, double time, int dflag,
                                       int iflag, double result[3], lash_error *error);
LASH_API lash_status lash_call_variable(const lash_routine *routine, const lash_sdk_call *call,
                                        const struct sAdamsVariable *element, double time,
                                        int dflag, int iflag, double *result, lash_error *error);
LASH_API lash_status lash_call_diff(const lash_routine *routine, const lash_sdk_call *call,
                                    const struct sAdamsDiff *element, double time, int dflag,
                                    int iflag, double *result, lash_error *error);
LASH_API lash_status lash_call_motion(const lash_routine *routine, const lash_sdk_call *call,
                                      const struct sAdamsMotion *element, double time, int iord,
                                      int iflag, double *result, lash_error *error);

/* Contact: what the solver knows of one contact point. */
typedef struct lash_sdk_contact {
  double loci[3], ni[3], locj[3], nj[3];
  double gap, gapdot, gapdotdot, area;
  double x[3], xdot[3], nforce; /* friction */
} lash_sdk_contact;

LASH_API lash_status lash_call_contact_normal(const lash_routine *routine,
                                              const lash_sdk_call *call,
                                              const struct sAdamsContactFriction *element,
                                              double time, const lash_sdk_contact *point, int dflag,
                                              int iflag, double values[3], lash_error *error);
LASH_API lash_status lash_call_contact_friction(const lash_routine *routine,
                                                const lash_sdk_call *call,
                                                const struct sAdamsContactFriction *element,
                                                double time, const lash_sdk_contact *point,
                                                int dflag, int iflag, double values[3],
                                                lash_error *error);

/* dfddis and dfdvel are filled only when dflag is set. */
LASH_API lash_status lash_call_field(const lash_routine *routine, const lash_sdk_call *call,
                                     const struct sAdamsField *element, double time,
                                     const double disp[6], const double velo[6], int dflag,
                                     int iflag, double field[6], double dfddis[36],
                                     double dfdvel[36], lash_error *error);

/* Output and sensors. */
LASH_API lash_status lash_call_request(const lash_routine *routine, const lash_sdk_call *call,
                                       const struct sAdamsRequest *element, double time, int iflag,
                                       double output[8], lash_error *error);
LASH_API lash_status lash_call_sensor(const lash_routine *routine,
                                      const lash_sdk_call *call, /* also Sevsub */
                                      const struct sAdamsSensor *element, double time, int iflag,
                                      double *value, lash_error *error);

/* Geometry. */
LASH_API lash_status lash_call_curve(const lash_routine *routine, const lash_sdk_call *call,
                                     const struct sAdamsCurve *element, double alpha, int iord,
                                     int iflag, double values[3], lash_error *error);
LASH_API lash_status lash_call_surface(const lash_routine *routine, const lash_sdk_call *call,
                                       const struct sAdamsSurface *element, double alpha,
                                       double beta, int iord, int iflag, double values[9],
                                       int *ierr, lash_error *error);

/* Cousub (count 1), Couxx (NJOINT) and Couxx2 (NJOINT squared). */
LASH_API lash_status lash_call_coupler(const lash_routine *routine, const lash_sdk_call *call,
                                       const struct sAdamsCoupler *element, double time,
                                       const double *disp, int iflag, double *values, int count,
                                       lash_error *error);

/* GSE, older form; the sizes are those of the element. */
LASH_API lash_status lash_call_gse(const lash_routine *routine, const lash_sdk_call *call,
                                   const struct sAdamsGSE *element, double time, int dflag,
                                   int iflag, const double *states, const double *inputs,
                                   double *stated, double *output, lash_error *error);
LASH_API lash_status lash_call_gse_partials(const lash_routine *routine, const lash_sdk_call *call,
                                            const struct sAdamsGSE *element, double time, int iflag,
                                            const double *states, const double *inputs,
                                            double *derivs, lash_error *error);

/* GSE, newer form: Gse_deriv (NS values), Gse_output (NO), Gse_update (ND); then Gse_samp. */
LASH_API lash_status lash_call_gse_values(const lash_routine *routine, const lash_sdk_call *call,
                                          const struct sAdamsGSE *element, double time, int dflag,
                                          int iflag, double *values, lash_error *error);
LASH_API lash_status lash_call_gse_sample(const lash_routine *routine, const lash_sdk_call *call,
                                          const struct sAdamsGSE *element, double time, int iflag,
                                          double *step, lash_error *error);
LASH_API lash_status lash_call_extsys_values(const lash_routine *routine, const lash_sdk_call *call,
                                             const struct sAdamsEXTSYS *element, double time,
                                             int dflag, int iflag, double *values,
                                             lash_error *error);
LASH_API lash_status lash_call_extsys_sample(const lash_routine *routine, const lash_sdk_call *call,
                                             const struct sAdamsEXTSYS *element, double time,
                                             int iflag, double *step, lash_error *error);

/* Run control. `element` of the callback is NULL in the first and last event. */
LASH_API lash_status lash_call_callback(const lash_routine *routine, const lash_sdk_call *call,
                                        const struct sAdamsCbksub *element, double time, int event,
                                        int data[3], lash_error *error);
LASH_API lash_status lash_call_control(const lash_routine *routine, const lash_sdk_call *call,
                                       const struct sAdamsControl *element, lash_error *error);
LASH_API lash_status lash_call_save(const lash_routine *routine,
                                    const lash_sdk_call *call, /* also Relsub */
                                    int unit, int *ierr, lash_error *error);
LASH_API lash_status lash_call_spline_read(const lash_routine *routine, const lash_sdk_call *call,
                                           const struct sAdamsSpline *element, int *ierr,
                                           lash_error *error);
LASH_API lash_status lash_call_message_filter(const lash_routine *routine,
                                              const lash_sdk_call *call, char *kind, char *message,
                                              int *keep, lash_error *error);

/* Flexible bodies. */
LASH_API lash_status lash_call_damping(const lash_routine *routine, const lash_sdk_call *call,
                                       const struct sAdamsCratio *element, double time,
                                       const double *freqs, int nmode, double step, double *cratios,
                                       lash_error *error);
LASH_API lash_status lash_call_mforce(const lash_routine *routine, const lash_sdk_call *call,
                                      const struct sAdamsMforce *element, double time, int dflag,
                                      int iflag, const double *modloads, int nmodes, int ncases,
                                      double *scale, int *load_case, double *loadvec,
                                      lash_error *error);
LASH_API lash_status lash_call_beam_load(const lash_routine *routine, const lash_sdk_call *call,
                                         struct sAdamsANCF3DBeamDistrForce *element, double time,
                                         int dflag, int iflag, double result[6], lash_error *error);

#ifdef __cplusplus
}
#endif

#endif
