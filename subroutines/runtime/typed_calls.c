/* The calls of each kind: they gather their arguments for lash_routine_call. */
#include <string.h>

#include "lash_calls.h"

#define CALL(...) lash_routine_call(routine, call, &(lash_routine_arguments){__VA_ARGS__}, error)

/* The same for a routine that also gives a whole number. */
static lash_status call_with_code(const lash_routine *routine, const lash_sdk_call *call,
                                  lash_routine_arguments *arguments, int *code, lash_error *error) {
  const lash_status status = lash_routine_call(routine, call, arguments, error);
  *code = arguments->code;
  return status;
}
#define CALL_WITH_CODE(code, ...) \
  call_with_code(routine, call, &(lash_routine_arguments){__VA_ARGS__}, code, error)

/* Forces and values: so many numbers of a statement at a time. */
#define VALUE_CALL(name, structure, result, count)                                                 \
  lash_status lash_call_##name(const lash_routine *routine, const lash_sdk_call *call,             \
                               const struct structure *element, double time, int dflag, int iflag, \
                               double result, lash_error *error) {                                 \
    return CALL(.element = element, .time = time, .dflag = dflag, .iflag = iflag,                  \
                .output = {{values, count}});                                                      \
  }

VALUE_CALL(gforce, sAdamsGforce, values[6], 6)
VALUE_CALL(sforce, sAdamsSforce, *values, 1)
VALUE_CALL(vforce, sAdamsVforce, values[3], 3)
VALUE_CALL(vtorque, sAdamsVtorque, values[3], 3)
VALUE_CALL(variable, sAdamsVariable, *values, 1)
VALUE_CALL(diff, sAdamsDiff, *values, 1)

/* The same without dflag. */
#define REPORT_CALL(name, structure, result, count)                                             \
  lash_status lash_call_##name(const lash_routine *routine, const lash_sdk_call *call,          \
                               const struct structure *element, double time, int iflag,         \
                               double result, lash_error *error) {                              \
    return CALL(.element = element, .time = time, .iflag = iflag, .output = {{values, count}}); \
  }

REPORT_CALL(request, sAdamsRequest, values[8], 8)
REPORT_CALL(sensor, sAdamsSensor, *values, 1)
REPORT_CALL(gse_sample, sAdamsGSE, *values, 1)
REPORT_CALL(extsys_sample, sAdamsEXTSYS, *values, 1)

/* Rates, outputs or discrete states: as many as the statement has. */
#define SIZED_CALL(name, structure, KIND)                                                          \
  lash_status lash_call_##name(const lash_routine *routine, const lash_sdk_call *call,             \
                               const struct structure *element, double time, int dflag, int iflag, \
                               double *values, lash_error *error) {                                \
    const int n = routine->kind == LASH_##KIND##_DERIV    ? element->NS                            \
                  : routine->kind == LASH_##KIND##_OUTPUT ? element->NO                            \
                                                          : element->ND;                           \
    return CALL(.element = element, .time = time, .dflag = dflag, .iflag = iflag,                  \
                .output = {{values, n}});                                                          \
  }

SIZED_CALL(gse_values, sAdamsGSE, GSE)
SIZED_CALL(extsys_values, sAdamsEXTSYS, EXTSYS)

lash_status lash_call_motion(const lash_routine *routine, const lash_sdk_call *call,
                             const struct sAdamsMotion *element, double time, int iord, int iflag,
                             double *result, lash_error *error) {
  return CALL(.element = element, .time = time, .iord = iord, .iflag = iflag,
              .output = {{result, 1}});
}

lash_status lash_call_contact_normal(const lash_routine *routine, const lash_sdk_call *call,
                                     const struct sAdamsContactFriction *element, double time,
                                     const lash_sdk_contact *point, int dflag, int iflag,
                                     double values[3], lash_error *error) {
  return CALL(.element = element, .time = time, .dflag = dflag, .iflag = iflag, .loci = point->loci,
              .ni = point->ni, .locj = point->locj, .nj = point->nj, .gap = point->gap,
              .gapdot = point->gapdot, .gapdotdot = point->gapdotdot, .area = point->area,
              .output = {{values, 3}});
}

lash_status lash_call_contact_friction(const lash_routine *routine, const lash_sdk_call *call,
                                       const struct sAdamsContactFriction *element, double time,
                                       const lash_sdk_contact *point, int dflag, int iflag,
                                       double values[3], lash_error *error) {
  return CALL(.element = element, .time = time, .dflag = dflag, .iflag = iflag, .loci = point->loci,
              .locj = point->locj, .x = point->x, .xdot = point->xdot, .nforce = point->nforce,
              .area = point->area, .output = {{values, 3}});
}

lash_status lash_call_field(const lash_routine *routine, const lash_sdk_call *call,
                            const struct sAdamsField *element, double time, const double disp[6],
                            const double velo[6], int dflag, int iflag, double field[6],
                            double dfddis[36], double dfdvel[36], lash_error *error) {
  double d[6], v[6];
  memcpy(d, disp, sizeof d);
  memcpy(v, velo, sizeof v);
  return CALL(.element = element, .time = time, .dflag = dflag, .iflag = iflag, .disp = d,
              .velo = v, .output = {{field, 6}, {dfddis, 36}, {dfdvel, 36}});
}

lash_status lash_call_curve(const lash_routine *routine, const lash_sdk_call *call,
                            const struct sAdamsCurve *element, double alpha, int iord, int iflag,
                            double values[3], lash_error *error) {
  return CALL(.element = element, .alpha = alpha, .iord = iord, .iflag = iflag,
              .output = {{values, 3}});
}

lash_status lash_call_surface(const lash_routine *routine, const lash_sdk_call *call,
                              const struct sAdamsSurface *element, double alpha, double beta,
                              int iord, int iflag, double values[9], int *ierr, lash_error *error) {
  return CALL_WITH_CODE(ierr, .element = element, .alpha = alpha, .beta = beta, .iord = iord,
                        .iflag = iflag, .output = {{values, 9}});
}

lash_status lash_call_coupler(const lash_routine *routine, const lash_sdk_call *call,
                              const struct sAdamsCoupler *element, double time, const double *disp,
                              int iflag, double *values, int count, lash_error *error) {
  double d[3] = {0};
  for (int i = 0; i < element->NJOINT && i < 3; i++) d[i] = disp[i];
  return CALL(.element = element, .time = time, .iflag = iflag, .disp = d,
              .output = {{values, count}});
}

lash_status lash_call_gse(const lash_routine *routine, const lash_sdk_call *call,
                          const struct sAdamsGSE *element, double time, int dflag, int iflag,
                          const double *states, const double *inputs, double *stated,
                          double *output, lash_error *error) {
  return CALL(.element = element, .time = time, .dflag = dflag, .iflag = iflag,
              .nstate = element->NS, .ninput = element->NI, .noutput = element->NO,
              .states = states, .inputs = inputs,
              .output = {{stated, element->NS}, {output, element->NO}});
}

lash_status lash_call_gse_partials(const lash_routine *routine, const lash_sdk_call *call,
                                   const struct sAdamsGSE *element, double time, int iflag,
                                   const double *states, const double *inputs, double *derivs,
                                   lash_error *error) {
  int rows = routine->kind == LASH_GSEXX || routine->kind == LASH_GSEXU ? element->NS : element->NO;
  int columns =
      routine->kind == LASH_GSEXX || routine->kind == LASH_GSEYX ? element->NS : element->NI;
  return CALL(.element = element, .time = time, .iflag = iflag, .nstate = element->NS,
              .ninput = element->NI, .noutput = element->NO, .states = states, .inputs = inputs,
              .output = {{derivs, rows * columns}});
}

lash_status lash_call_callback(const lash_routine *routine, const lash_sdk_call *call,
                               const struct sAdamsCbksub *element, double time, int event,
                               int data[3], lash_error *error) {
  return CALL(.element = element, .time = time, .event = event, .data = data);
}

lash_status lash_call_control(const lash_routine *routine, const lash_sdk_call *call,
                              const struct sAdamsControl *element, lash_error *error) {
  return CALL(.element = element);
}

lash_status lash_call_save(const lash_routine *routine, const lash_sdk_call *call, int unit,
                           int *ierr, lash_error *error) {
  return CALL_WITH_CODE(ierr, .unit = unit);
}

lash_status lash_call_spline_read(const lash_routine *routine, const lash_sdk_call *call,
                                  const struct sAdamsSpline *element, int *ierr,
                                  lash_error *error) {
  return CALL_WITH_CODE(ierr, .element = element);
}

lash_status lash_call_message_filter(const lash_routine *routine, const lash_sdk_call *call,
                                     char *kind, char *message, int *keep, lash_error *error) {
  return CALL_WITH_CODE(keep, .text = {kind, message});
}

lash_status lash_call_damping(const lash_routine *routine, const lash_sdk_call *call,
                              const struct sAdamsCratio *element, double time, const double *freqs,
                              int nmode, double step, double *cratios, lash_error *error) {
  return CALL(.element = element, .time = time, .freqs = freqs, .nmodes = nmode, .step = step,
              .output = {{cratios, nmode}});
}

lash_status lash_call_mforce(const lash_routine *routine, const lash_sdk_call *call,
                             const struct sAdamsMforce *element, double time, int dflag, int iflag,
                             const double *modloads, int nmodes, int ncases, double *scale,
                             int *load_case, double *loadvec, lash_error *error) {
  return CALL_WITH_CODE(load_case, .element = element, .time = time, .dflag = dflag, .iflag = iflag,
                        .modloads = modloads, .nmodes = nmodes, .ncases = ncases,
                        .output = {{scale, 1}, {loadvec, 6 + nmodes}});
}

lash_status lash_call_beam_load(const lash_routine *routine, const lash_sdk_call *call,
                                struct sAdamsANCF3DBeamDistrForce *element, double time, int dflag,
                                int iflag, double result[6], lash_error *error) {
  return CALL(.element = element, .time = time, .dflag = dflag, .iflag = iflag,
              .output = {{result, 6}});
}
