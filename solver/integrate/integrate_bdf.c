/* Backward differentiation formulas of variable order and step: IDA of SUNDIALS on the stabilised
 * index-2 form (integrate_ggl.h). Dense factorisation for small mechanisms, KLU for large ones. */
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "integrate_ggl.h"
#include "integrate_stepper.h"
#include "sparse_linear.h"

/* From this many unknowns on, sparse factorisation is the faster one. */
enum { SPARSE_FROM = 60 };

typedef struct bdf {
  stepper base;
  bool ready;
  ggl *equations;
  SUNContext context;
  void *ida;
  N_Vector Y, Yp, work, id;
  SUNMatrix matrix;
  SUNLinearSolver solver;
  linear *factors; /* NULL: dense */
  double *column;  /* one dense column of the derivative */
  double *scratch; /* 4 sizes.y numbers */
  lash_error trouble;
  long steps_seen, rejected_seen, setups_seen;
  /* IDA raises its order only after some steps of equal size. At order 1, beside something stiff,
   * it may double the step, fail, and begin again, for ever: then steps are held for a while. */
  int fruitless;    /* steps in a row that were rejected first */
  int held;         /* steps still to be held … */
  double held_step; /* … at this size */
} bdf;

static double *numbers(N_Vector v) { return N_VGetArrayPointer(v); }

/* ------------------------------------------------------------------------------ called from IDA */

static int residual(realtype t, N_Vector Y, N_Vector Yp, N_Vector R, void *data) {
  bdf *s = data;
  s->base.count->evaluations++;
  lash_status status =
      ggl_residual(s->equations, t, numbers(Y), numbers(Yp), numbers(R), &s->trouble);
  return status == LASH_OK ? 0 : 1; /* 1: try a smaller step */
}

static int derivative(realtype t, realtype c, N_Vector Y, N_Vector Yp, N_Vector R, SUNMatrix J,
                      void *data, N_Vector w1, N_Vector w2, N_Vector w3) {
  bdf *s = data;
  (void)R, (void)w1, (void)w2, (void)w3;
  s->base.count->jacobians++;
  if (ggl_linearise(s->equations, t, c, numbers(Y), numbers(Yp), &s->trouble) != LASH_OK) return 1;
  const size_t size = ggl_size(s->equations);
  if (!s->factors) {
    for (size_t j = 0; j < size; j++) {
      double *column = SUNDenseMatrix_Column(J, (sunindextype)j);
      memset(column, 0, size * sizeof *column);
      ggl_column(s->equations, j, column);
    }
    return 0;
  }
  const lash_pattern *pattern = ggl_pattern(s->equations);
  double *values = SUNSparseMatrix_Data(J);
  sunindextype *start = SUNSparseMatrix_IndexPointers(J), *row = SUNSparseMatrix_IndexValues(J);
  for (size_t k = 0; k < pattern->nonzeros; k++) row[k] = pattern->index[k];
  for (size_t j = 0; j <= size; j++) start[j] = pattern->start[j];
  for (size_t j = 0; j < size; j++) {
    const int first = pattern->start[j], last = pattern->start[j + 1];
    ggl_column(s->equations, j, s->column);
    for (int k = first; k < last; k++) {
      values[k] = s->column[pattern->index[k]];
      s->column[pattern->index[k]] = 0;
    }
  }
  return 0;
}

/* Multipliers follow from the state and are not asked to meet a tolerance of their own:
 * accelerations and reactions shown to anyone are computed from the accepted state. */
static int weights(N_Vector Y, N_Vector w, void *data) {
  bdf *s = data;
  const size_t ny = s->base.n->y, size = ggl_size(s->equations);
  double *weight = numbers(w);
  stepper_tolerances(&s->base, numbers(Y), weight);
  /* IDA averages over all unknowns; the multipliers must not dilute the others */
  const double share = sqrt((double)size / (double)(ny > 0 ? ny : 1));
  for (size_t k = 0; k < ny; k++) weight[k] = share / weight[k];
  for (size_t k = ny; k < size; k++) weight[k] = 1e-30;
  return 0;
}

static void silence(int code, const char *module, const char *function, char *text, void *data) {
  bdf *s = data;
  (void)module, (void)function;
  if (code < 0 && s->trouble.message[0] == '\0') {
    lash_fail(&s->trouble, LASH_FAILURE, "%s", text);
  }
}

/* ----------------------------------------------------------------------------------- life cycle */

/* Our own sparse solver in IDA's terms. SUNDIALS' looks at the size of pivots and, in stiff
 * contact, takes most factorisations for bad that are good. */
static SUNLinearSolver_Type sparse_type(SUNLinearSolver solver) {
  (void)solver;
  return SUNLINEARSOLVER_DIRECT;
}

static int sparse_setup(SUNLinearSolver solver, SUNMatrix J) {
  bdf *s = solver->content;
  const size_t nonzeros = ggl_pattern(s->equations)->nonzeros;
  memcpy(linear_values(s->factors), SUNSparseMatrix_Data(J), nonzeros * sizeof(double));
  return linear_factor(s->factors, &s->trouble) == LASH_OK ? 0 : 1; /* 1: try a smaller step */
}

static int sparse_solve(SUNLinearSolver solver, SUNMatrix J, N_Vector x, N_Vector b, realtype tol) {
  bdf *s = solver->content;
  (void)J, (void)tol;
  if (x != b) N_VScale(1, b, x);
  linear_solve(s->factors, numbers(x));
  return 0;
}

static int sparse_free(SUNLinearSolver solver) { /* the factors belong to the integrator */
  SUNLinSolFreeEmpty(solver);
  return 0;
}

static SUNLinearSolver sparse_solver(bdf *s) {
  SUNLinearSolver solver = SUNLinSolNewEmpty(s->context);
  if (!solver) return NULL;
  solver->content = s;
  solver->ops->gettype = sparse_type;
  solver->ops->setup = sparse_setup;
  solver->ops->solve = sparse_solve;
  solver->ops->free = sparse_free;
  return solver;
}

static lash_status create_solver(bdf *s, lash_error *error) {
  const sunindextype size = (sunindextype)ggl_size(s->equations);
  if (size >= SPARSE_FROM) {
    const lash_pattern *pattern = ggl_pattern(s->equations);
    const lash_status status = linear_create(pattern, &s->factors, error);
    if (status != LASH_OK) return status;
    s->matrix = SUNSparseMatrix(size, size, (sunindextype)pattern->nonzeros, CSC_MAT, s->context);
    if (s->matrix) s->solver = sparse_solver(s);
  } else {
    s->matrix = SUNDenseMatrix(size, size, s->context);
    if (s->matrix) s->solver = SUNLinSol_Dense(s->Y, s->matrix, s->context);
  }
  if (!s->solver) return lash_fail(error, LASH_FAILURE, "out of memory for the linear solver");
  return LASH_OK;
}

static lash_status set_up(stepper *base, lash_error *error) {
  bdf *s = (bdf *)base;
  lash_status status = ggl_create(base->system, &s->equations, error);
  if (status != LASH_OK) return status;
  const size_t size = ggl_size(s->equations);
  s->column = calloc(size + 1, sizeof *s->column);
  s->scratch = calloc(4 * base->n->y + base->n->constraints + 1, sizeof *s->scratch);
  if (!s->column || !s->scratch || SUNContext_Create(NULL, &s->context) != 0) {
    return lash_fail(error, LASH_FAILURE, "out of memory for the integrator");
  }
  s->Y = N_VNew_Serial((sunindextype)size, s->context);
  if (s->Y) s->Yp = N_VClone(s->Y), s->work = N_VClone(s->Y), s->id = N_VClone(s->Y);
  s->ida = IDACreate(s->context);
  if (!s->Y || !s->Yp || !s->work || !s->id || !s->ida) {
    return lash_fail(error, LASH_FAILURE, "out of memory for the integrator");
  }
  N_VConst(0, s->Y), N_VConst(0, s->Yp);
  for (size_t k = 0; k < size; k++) numbers(s->id)[k] = k < base->n->y ? 1 : 0;
  for (size_t b = 0; b < base->n->bodies; b++) numbers(s->Y)[7 * b + 3] = 1;
  status = create_solver(s, error);
  if (status != LASH_OK) return status;

  int order = base->options->order;
  /* beams ring fast and long: only orders 1 and 2 are stable for that at any step */
  if (order < 1 || order > 5) order = base->n->flexible ? 2 : 5;
  int bad = IDASetErrHandlerFn(s->ida, silence, s);
  bad |= IDAInit(s->ida, residual, 0, s->Y, s->Yp);
  bad |= IDASetUserData(s->ida, s);
  bad |= IDAWFtolerances(s->ida, weights);
  bad |= IDASetLinearSolver(s->ida, s->solver, s->matrix);
  bad |= IDASetJacFn(s->ida, derivative);
  bad |= IDASetId(s->ida, s->id);
  bad |= IDASetSuppressAlg(s->ida, 1);
  bad |= IDASetMaxOrd(s->ida, order);
  bad |= IDASetMaxNumSteps(s->ida, -1);
  bad |= IDASetMaxErrTestFails(s->ida, 20);
  bad |=
      IDASetMaxConvFails(s->ida, 6); /* better to ask for help than to creep up to a singularity */
  if (bad) return lash_fail(error, LASH_FAILURE, "IDA cannot be set up");
  return LASH_OK;
}

/* Many runs leave all the work to rk45: the rest is set up where it begins. */
static lash_status create(stepper *base, lash_error *error) {
  (void)base, (void)error;
  return LASH_OK;
}

static lash_status make_ready(stepper *base, lash_error *error) {
  bdf *s = (bdf *)base;
  if (s->ready) return LASH_OK;
  if (s->equations) return lash_fail(error, LASH_FAILURE, "bdf could not be set up before");
  const lash_status status = set_up(base, error);
  s->ready = status == LASH_OK;
  return status;
}

static void destroy(stepper *base) {
  bdf *s = (bdf *)base;
  if (s->ida) IDAFree(&s->ida);
  if (s->solver) SUNLinSolFree(s->solver);
  if (s->matrix) SUNMatDestroy(s->matrix);
  linear_free(s->factors);
  N_Vector const vectors[] = {s->Y, s->Yp, s->work, s->id};
  for (size_t i = 0; i < 4; i++) {
    if (vectors[i]) N_VDestroy(vectors[i]);
  }
  if (s->context) SUNContext_Free(&s->context);
  ggl_free(s->equations);
  free(s->column);
  free(s->scratch);
}

/* ---------------------------------------------------------------------------------------- steps */

static lash_status restart(stepper *base, double h, lash_error *error) {
  bdf *s = (bdf *)base;
  const lash_system_sizes *n = base->n;
  lash_status status = make_ready(base, error);
  if (status != LASH_OK) return status;
  double *Y = numbers(s->Y), *Yp = numbers(s->Yp);
  N_VConst(0, s->Y), N_VConst(0, s->Yp);
  memcpy(Y, base->y1, n->y * sizeof *Y);
  status = stepper_rates(base, base->t1, Y, Yp, error);
  if (status == LASH_OK)
    status = lash_system_accelerations(base->system, s->scratch, Y + n->y, error);
  if (status != LASH_OK) return status;
  if (IDAReInit(s->ida, base->t1, s->Y, s->Yp) != IDA_SUCCESS) {
    return lash_fail(error, LASH_FAILURE, "bdf cannot start at time %.10g", base->t1);
  }
  /* a new start depends on the state alone, not on pivots chosen before */
  if (s->factors) linear_reset(s->factors);
  s->steps_seen = s->rejected_seen = s->setups_seen = 0;
  s->fruitless = s->held = 0;
  base->next = h;
  s->trouble.message[0] = '\0';
  return LASH_OK;
}

static void watch_rejections(bdf *s, long rejected) {
  enum { FRUITLESS = 8, HELD = 10 };
  s->fruitless = rejected > s->rejected_seen ? s->fruitless + 1 : 0;
  if (s->held > 0) s->held--;
  if (s->fruitless < FRUITLESS) return;
  s->fruitless = 0;
  s->held = HELD;
  IDAGetLastStep(s->ida, &s->held_step);
}

static void count_work(bdf *s) {
  long steps = 0, errors = 0, failures = 0, setups = 0;
  IDAGetNumSteps(s->ida, &steps);
  IDAGetNumErrTestFails(s->ida, &errors);
  IDAGetNumNonlinSolvConvFails(s->ida, &failures);
  IDAGetNumLinSolvSetups(s->ida, &setups);
  watch_rejections(s, errors + failures);
  s->base.count->steps += (size_t)(steps - s->steps_seen);
  s->base.count->rejections += (size_t)(errors + failures - s->rejected_seen);
  s->base.count->factorisations += (size_t)(setups - s->setups_seen);
  s->steps_seen = steps, s->rejected_seen = errors + failures, s->setups_seen = setups;
}

static lash_status explain(bdf *s, int flag, lash_error *error) {
  const char *why = flag == IDA_ERR_FAIL    ? "the error asked for cannot be met"
                    : flag == IDA_CONV_FAIL ? "Newton's iteration does not converge"
                    : flag == IDA_LSETUP_FAIL || flag == IDA_LSOLVE_FAIL
                        ? "the equations of motion are singular"
                        : "a force cannot be evaluated";
  return lash_fail(error, LASH_FAILURE,
                   "bdf: %s at time %.10g%s%s; try a smaller --error or --hmax, "
                   "or --integrator genalpha",
                   why, s->base.t1, s->trouble.message[0] ? ": " : "", s->trouble.message);
}

static lash_status first_step(bdf *s, double limit, lash_error *error) {
  stepper *base = &s->base;
  double h = base->next > 0 ? base->next : base->options->hinit;
  if (!(h > 0)) {
    double *f = s->scratch, *room = f + base->n->y;
    memcpy(f, numbers(s->Yp), base->n->y * sizeof *f);
    lash_status status = stepper_first_step(base, f, 1, limit, room, &h, error);
    if (status != LASH_OK) return status;
  }
  IDASetInitStep(s->ida, fmin(h, limit - base->t1));
  base->next = 0;
  return LASH_OK;
}

static lash_status advance(stepper *base, double limit, double hmax, lash_error *error) {
  bdf *s = (bdf *)base;
  lash_status status = LASH_OK;
  if (s->held > 0) hmax = fmin(hmax, s->held_step);
  IDASetMaxStep(s->ida, isfinite(hmax) ? hmax : 0);
  IDASetMinStep(s->ida, fmin(stepper_least(base), 0.5 * (limit - base->t1)));
  IDASetStopTime(s->ida, limit);
  if (s->steps_seen == 0) status = first_step(s, limit, error);
  if (status != LASH_OK) return status;
  realtype t = base->t1;
  s->trouble.message[0] = '\0';
  const int flag = IDASolve(s->ida, limit, &t, s->Y, s->Yp, IDA_ONE_STEP);
  count_work(s);
  if (flag < 0) return explain(s, flag, error);
  memcpy(base->y0, base->y1, base->n->y * sizeof *base->y0);
  memcpy(base->y1, numbers(s->Y), base->n->y * sizeof *base->y1);
  base->t0 = base->t1;
  base->t1 = t;
  lash_system_normalise(base->y1, base->n);
  return LASH_OK;
}

static lash_status dense(stepper *base, double t, double *y, lash_error *error) {
  bdf *s = (bdf *)base;
  if (IDAGetDky(s->ida, t, 0, s->work) != IDA_SUCCESS) {
    return lash_fail(error, LASH_FAILURE, "bdf cannot interpolate at time %.10g", t);
  }
  memcpy(y, numbers(s->work), base->n->y * sizeof *y);
  lash_system_normalise(y, base->n);
  return LASH_OK;
}

const stepper_class stepper_bdf = {
    .info = {"bdf", "backward differentiation, orders 1 to 5, stabilised index 2, implicit", false},
    .size = sizeof(bdf),
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .advance = advance,
    .dense = dense,
    .implicit = true,
    .leaves_contacts = true,
};
