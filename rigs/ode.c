/* CVODE behind ode.h. */
#include "ode.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

struct ode {
  ode_problem problem;
  SUNContext sun;
  void *cvode;
  N_Vector y, absolute, dense;
  SUNMatrix matrix;
  SUNLinearSolver linear;
  char message[256]; /* CVODE's last complaint, for our error message */
};

static int rate_callback(realtype t, N_Vector y, N_Vector ydot, void *user) {
  ode *solver = user;
  const ode_problem *p = &solver->problem;
  return p->rate(t, N_VGetArrayPointer(y), N_VGetArrayPointer(ydot), p->context) ? 0 : 1;
}

static int event_callback(realtype t, N_Vector y, realtype *g, void *user) {
  ode *solver = user;
  solver->problem.events(t, N_VGetArrayPointer(y), g, solver->problem.context);
  return 0;
}

static void message_callback(int code, const char *module, const char *function, char *message,
                             void *user) {
  (void)module, (void)function;
  ode *solver = user;
  if (code < 0) snprintf(solver->message, sizeof solver->message, "%s", message);
}

void ode_destroy(ode *solver) {
  if (!solver) return;
  if (solver->cvode) CVodeFree(&solver->cvode);
  if (solver->linear) SUNLinSolFree(solver->linear);
  if (solver->matrix) SUNMatDestroy(solver->matrix);
  if (solver->y) N_VDestroy(solver->y);
  if (solver->absolute) N_VDestroy(solver->absolute);
  if (solver->dense) N_VDestroy(solver->dense);
  if (solver->sun) SUNContext_Free(&solver->sun);
  free(solver);
}

/* All of CVODE's set-up; false as soon as one call fails. */
static bool set_up(ode *solver) {
  const ode_problem *p = &solver->problem;
  sunindextype n = (sunindextype)p->size;
  if (SUNContext_Create(NULL, &solver->sun) != 0) return false;
  solver->y = N_VNew_Serial(n, solver->sun);
  solver->absolute = N_VNew_Serial(n, solver->sun);
  solver->dense = N_VNew_Serial(n, solver->sun);
  solver->matrix = SUNDenseMatrix(n, n, solver->sun);
  if (!solver->y || !solver->absolute || !solver->dense || !solver->matrix) return false;
  memcpy(N_VGetArrayPointer(solver->absolute), p->absolute, p->size * sizeof(double));
  solver->linear = SUNLinSol_Dense(solver->y, solver->matrix, solver->sun);
  solver->cvode = CVodeCreate(p->method == ODE_BDF ? CV_BDF : CV_ADAMS, solver->sun);
  if (!solver->linear || !solver->cvode) return false;
  N_VConst(0, solver->y);
  return CVodeInit(solver->cvode, rate_callback, 0, solver->y) == CV_SUCCESS &&
         CVodeSetUserData(solver->cvode, solver) == CV_SUCCESS &&
         CVodeSetErrHandlerFn(solver->cvode, message_callback, solver) == CV_SUCCESS &&
         CVodeSVtolerances(solver->cvode, p->relative, solver->absolute) == CV_SUCCESS &&
         CVodeSetLinearSolver(solver->cvode, solver->linear, solver->matrix) == CV_SUCCESS &&
         CVodeSetMaxStep(solver->cvode, p->max_step) == CV_SUCCESS &&
         (p->event_count == 0 ||
          CVodeRootInit(solver->cvode, (int)p->event_count, event_callback) == CV_SUCCESS) &&
         CVodeSetNoInactiveRootWarn(solver->cvode) == CV_SUCCESS;
}

ode *ode_create(const ode_problem *problem, lash_error *error) {
  ode *solver = calloc(1, sizeof *solver);
  if (solver) {
    solver->problem = *problem;
    if (set_up(solver)) return solver;
  }
  lash_fail(error, LASH_FAILURE, "the integrator could not be set up: out of memory");
  ode_destroy(solver);
  return NULL;
}

lash_status ode_start(ode *solver, double t, const double *y, lash_error *error) {
  memcpy(N_VGetArrayPointer(solver->y), y, solver->problem.size * sizeof(double));
  if (CVodeReInit(solver->cvode, t, solver->y) == CV_SUCCESS) return LASH_OK;
  return lash_fail(error, LASH_FAILURE, "the integrator could not start: %s", solver->message);
}

lash_status ode_step(ode *solver, double t_stop, double *t, double *y, int *event,
                     lash_error *error) {
  CVodeSetStopTime(solver->cvode, t_stop);
  int flag = CVode(solver->cvode, t_stop, solver->y, t, CV_ONE_STEP);
  if (flag < 0) {
    return lash_fail(error, LASH_FAILURE, "the integration stopped at t = %g s: %s", *t,
                     solver->message);
  }
  memcpy(y, N_VGetArrayPointer(solver->y), solver->problem.size * sizeof(double));
  memset(event, 0, solver->problem.event_count * sizeof *event);
  if (flag == CV_ROOT_RETURN) CVodeGetRootInfo(solver->cvode, event);
  return LASH_OK;
}

void ode_dense(ode *solver, double t, double *y) {
  CVodeGetDky(solver->cvode, t, 0, solver->dense);
  memcpy(y, N_VGetArrayPointer(solver->dense), solver->problem.size * sizeof(double));
}
