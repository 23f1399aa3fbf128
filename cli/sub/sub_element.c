/* The element that calls a routine on the bench: its structure, arguments and results by kind. */
#include <string.h>

#include "sub.h"

/* ids under which the bench offers the arrays of a GSE */
enum { ARRAY_X = 90000001, ARRAY_U, ARRAY_XD };

static const char *const six_forces[] = {"Fx", "Fy", "Fz", "Tx", "Ty", "Tz", NULL};
static const char *const three_forces[] = {"Fx", "Fy", "Fz", NULL};
static const char *const three_torques[] = {"Tx", "Ty", "Tz", NULL};
static const char *const normal[] = {"force", "result 2", "result 3", NULL};
static const char *const friction[] = {"force x", "force y", "torque", NULL};
static const char *const point[] = {"x", "y", "z", NULL};
static const char *const scale[] = {"scale", NULL};

static int id_of(const sub_bench *b, int key, int otherwise) {
  return (int)sub_number(b, key, otherwise);
}

/* Room for `count` results in place n. */
static void want(sub_element *e, int n, int count) {
  e->arguments.output[n] = (lash_result_array){e->result[n], count};
}

/* Contact vectors are read as they are; what was not given is zero. */
static void contact_arguments(sub_element *e, sub_bench *b) {
  lash_routine_arguments *a = &e->arguments;
  a->loci = b->numbers[SUB_LOCI].value, a->locj = b->numbers[SUB_LOCJ].value;
  a->ni = b->numbers[SUB_NI].value, a->nj = b->numbers[SUB_NJ].value;
  a->x = b->numbers[SUB_DEFORM].value, a->xdot = b->numbers[SUB_XDOT].value;
  a->gap = sub_number(b, SUB_GAP, 0), a->gapdot = sub_number(b, SUB_GAPDOT, 0);
  a->gapdotdot = sub_number(b, SUB_GAPDOTDOT, 0), a->area = sub_number(b, SUB_AREA, 0);
  a->nforce = sub_number(b, SUB_NFORCE, 0);
}

static lash_status gse_arguments(sub_element *e, sub_bench *b, lash_error *error) {
  lash_routine_arguments *a = &e->arguments;
  a->states = b->numbers[SUB_STATES].value, a->nstate = b->numbers[SUB_STATES].count;
  a->inputs = b->numbers[SUB_INPUTS].value, a->ninput = b->numbers[SUB_INPUTS].count;
  a->noutput = id_of(b, SUB_OUTPUTS, 1);
  if (a->noutput < 0 || a->noutput > 32) {
    return lash_fail(error, LASH_BAD_INPUT, "--outputs must be 0 to 32");
  }
  lash_status status = sub_give_array(b, ARRAY_X, &b->numbers[SUB_STATES], error);
  if (status == LASH_OK) status = sub_give_array(b, ARRAY_U, &b->numbers[SUB_INPUTS], error);
  if (status == LASH_OK) status = sub_give_array(b, ARRAY_XD, &b->numbers[SUB_DISCRETE], error);
  return status;
}

/* How many numbers a routine of a GSE or EXTSYS returns. */
static lash_status gse_results(sub_element *e, lash_routine_kind kind, const sub_bench *b,
                               lash_error *error) {
  enum { ONE, STATES, INPUTS, OUTPUTS, DISCRETE };
  static const char sizes[LASH_ROUTINE_KIND_COUNT][2] = {
      /* of others, such as the sample step: 1 */
      [LASH_GSESUB] = {STATES},         [LASH_GSEXX] = {STATES, STATES},
      [LASH_GSEXU] = {STATES, INPUTS},  [LASH_GSEYX] = {OUTPUTS, STATES},
      [LASH_GSEYU] = {OUTPUTS, INPUTS}, [LASH_GSE_DERIV] = {STATES},
      [LASH_EXTSYS_DERIV] = {STATES},   [LASH_GSE_OUTPUT] = {OUTPUTS},
      [LASH_EXTSYS_OUTPUT] = {OUTPUTS}, [LASH_GSE_UPDATE] = {DISCRETE},
      [LASH_EXTSYS_UPDATE] = {DISCRETE}};
  const int of[] = {1, e->arguments.nstate, e->arguments.ninput, e->arguments.noutput,
                    b->numbers[SUB_DISCRETE].count};
  const int count = of[(int)sizes[kind][0]] * of[(int)sizes[kind][1]];
  if (count > SUB_RESULTS_MAX) {
    return lash_fail(error, LASH_BAD_INPUT, "the bench has room for %d results, not %d",
                     SUB_RESULTS_MAX, count);
  }
  want(e, 0, count);
  if (kind == LASH_GSESUB) want(e, 1, e->arguments.noutput);
  return LASH_OK;
}

static lash_status make_gse(sub_element *e, lash_routine_kind kind, sub_bench *b, int id, int npar,
                            const double *par, lash_error *error) {
  lash_status status = gse_arguments(e, b, error);
  if (status != LASH_OK) return status;
  const lash_routine_arguments *a = &e->arguments;
#define MEMBERS /* both structures have them */                                        \
  .ID = id, .NPAR = npar, .PAR = par, .NI = a->ninput, .NO = a->noutput, .U = ARRAY_U, \
  .NS = a->nstate, .X = ARRAY_X, .ND = b->numbers[SUB_DISCRETE].count, .XD = ARRAY_XD
  if (kind >= LASH_EXTSYS_DERIV)
    e->as.extsys = (struct sAdamsEXTSYS){MEMBERS};
  else
    e->as.gse = (struct sAdamsGSE){MEMBERS};
#undef MEMBERS
  return gse_results(e, kind, b, error);
}

static lash_status make_coupler(sub_element *e, lash_routine_kind kind, const sub_bench *b, int id,
                                int npar, const double *par, lash_error *error) {
  int joints = b->numbers[SUB_DISP].count;
  if (joints < 2 || joints > 3) {
    return lash_fail(error, LASH_BAD_INPUT, "a coupler needs --disp with 2 or 3 displacements");
  }
  e->as.coupler = (struct sAdamsCoupler){id, npar, par, joints, {1, 2, 3}, {'R', 'R', 'R'}};
  want(e, 0, kind == LASH_COUSUB ? 1 : kind == LASH_COUXX ? joints : joints * joints);
  return LASH_OK;
}

/* Modal loads come as six rigid and one per mode. */
static lash_status make_mforce(sub_element *e, sub_bench *b, int id, int npar, const double *par,
                               lash_error *error) {
  int loads = b->numbers[SUB_LOADS].count;
  if (loads < 6) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "a modal force needs --loads with 6 numbers and one per mode");
  }
  e->as.mforce = (struct sAdamsMforce){{1}, id, npar, par, 0};
  e->arguments.modloads = b->numbers[SUB_LOADS].value;
  e->arguments.nmodes = loads - 6;
  e->arguments.ncases = 1;
  e->labels = scale;
  want(e, 0, 1);
  want(e, 1, loads);
  return LASH_OK;
}

/* A constraint on the coordinates --states: its value, gradient and second derivatives. */
static lash_status make_ucon(sub_element *e, sub_bench *b, int id, int npar, const double *par,
                             lash_error *error) {
  int n = b->numbers[SUB_STATES].count;
  if (n < 1 || n * n > SUB_RESULTS_MAX) {
    return lash_fail(error, LASH_BAD_INPUT, "a constraint needs --states with 1 to 8 coordinates");
  }
  e->as.variable = (struct sAdamsVariable){id, npar, par, 0};
  e->arguments.q = b->numbers[SUB_STATES].value;
  want(e, 0, 1), want(e, 1, n), want(e, 2, n * n);
  return LASH_OK;
}

static void common_arguments(sub_element *e, sub_bench *b) {
  lash_routine_arguments *a = &e->arguments;
  a->element = &e->as;
  a->time = sub_number(b, SUB_TIME, 0);
  a->dflag = id_of(b, SUB_DFLAG, 0);
  a->iflag = id_of(b, SUB_FLAG, 0);
  a->iord = id_of(b, SUB_ORDER, 0);
  a->alpha = sub_number(b, SUB_ALPHA, 0);
  a->beta = sub_number(b, SUB_BETA, 0);
  a->disp = b->numbers[SUB_DISP].value;
  a->velo = b->numbers[SUB_VELO].value;
  a->unit = id_of(b, SUB_UNIT, 1);
  a->event = id_of(b, SUB_EVENT, 0);
  for (int i = 0; i < 3; i++) e->data[i] = (int)b->numbers[SUB_DATA].value[i];
  a->data = e->data;
}

lash_status sub_element_make(sub_element *e, lash_routine_kind kind, sub_bench *b,
                             lash_error *error) {
  memset(e, 0, sizeof *e);
  common_arguments(e, b);
  int id = id_of(b, SUB_ID, 1), npar = b->numbers[SUB_USER].count;
  const double *par = b->numbers[SUB_USER].value;
  e->id = id;
  int i = id_of(b, SUB_I, b->markers > 0 ? b->marker[0].id : 0);
  int j = id_of(b, SUB_J, b->markers > 1 ? b->marker[1].id : 0);
  int rm = id_of(b, SUB_RM, j);

  switch (kind) {
    case LASH_GFOSUB:
      e->as.gforce = (struct sAdamsGforce){id, npar, par, i, rm, j};
      e->labels = six_forces;
      return want(e, 0, 6), LASH_OK;
    case LASH_SFOSUB:
      e->as.sforce = (struct sAdamsSforce){id, npar, par, i, j, 0, "TRANSLATION"};
      return want(e, 0, 1), LASH_OK;
    case LASH_VFOSUB:
      e->as.vforce = (struct sAdamsVforce){id, npar, par, i, j, rm};
      e->labels = three_forces;
      return want(e, 0, 3), LASH_OK;
    case LASH_VTOSUB:
      e->as.vtorque = (struct sAdamsVtorque){id, npar, par, i, j, rm};
      e->labels = three_torques;
      return want(e, 0, 3), LASH_OK;
    case LASH_VARSUB:
      e->as.variable = (struct sAdamsVariable){id, npar, par, 0};
      return want(e, 0, 1), LASH_OK;
    case LASH_DIFSUB:
      e->as.diff = (struct sAdamsDiff){id, npar, par, 0, id_of(b, SUB_IMPLICIT, 0), 0, 0};
      return want(e, 0, 1), LASH_OK;
    case LASH_MOTSUB:
      e->as.motion = (struct sAdamsMotion){id, npar, par, 1, "ROTATION", i, j, "", "DISPLACEMENT"};
      return want(e, 0, 1), LASH_OK;
    case LASH_CNFSUB:
    case LASH_CFFSUB:
      e->as.contact =
          (struct sAdamsContactFriction){.contact = {.ID = id}, .NPAR = npar, .PAR = par};
      contact_arguments(e, b);
      e->labels = kind == LASH_CNFSUB ? normal : friction;
      return want(e, 0, 3), LASH_OK;
    case LASH_FIESUB:
      e->as.field = (struct sAdamsField){id, npar, par, i, j};
      e->labels = six_forces;
      want(e, 0, 6);
      if (!e->arguments.dflag) { /* the routine may still write there */
        e->arguments.output[1].values = e->result[1];
        e->arguments.output[2].values = e->result[2];
        return LASH_OK;
      }
      return want(e, 1, 36), want(e, 2, 36), LASH_OK;
    case LASH_REQSUB:
      e->as.request = (struct sAdamsRequest){.ID = id, .NPAR = npar, .PAR = par, .COMMENT = ""};
      return want(e, 0, 8), LASH_OK;
    case LASH_SENSUB:
    case LASH_SEVSUB:
      e->as.sensor =
          (struct sAdamsSensor){id, npar, par, sub_number(b, SUB_VALUE, 0), 1e-3, {'G', 'E'}};
      return want(e, 0, 1), LASH_OK;
    case LASH_CURSUB:
      e->as.curve = (struct sAdamsCurve){id, npar, par, 0, 4, -1, 1};
      e->labels = point;
      return want(e, 0, 3), LASH_OK;
    case LASH_SURSUB:
      e->as.surface = (struct sAdamsSurface){id, npar, par, {4, 4}, {0, 0}, {-1, -1}, {1, 1}};
      return want(e, 0, 9), LASH_OK;
    case LASH_COUSUB:
    case LASH_COUXX:
    case LASH_COUXX2:
      return make_coupler(e, kind, b, id, npar, par, error);
    case LASH_GSESUB:
    case LASH_GSEXX:
    case LASH_GSEXU:
    case LASH_GSEYX:
    case LASH_GSEYU:
    case LASH_GSE_DERIV:
    case LASH_GSE_OUTPUT:
    case LASH_GSE_UPDATE:
    case LASH_GSE_SAMP:
    case LASH_EXTSYS_DERIV:
    case LASH_EXTSYS_OUTPUT:
    case LASH_EXTSYS_UPDATE:
    case LASH_EXTSYS_SAMPLE:
      return make_gse(e, kind, b, id, npar, par, error);
    case LASH_CBKSUB:
      e->as.cbksub = (struct sAdamsCbksub){id, npar, par, NULL};
      return LASH_OK;
    case LASH_CONSUB:
      e->as.control = (struct sAdamsControl){npar, par};
      return LASH_OK;
    case LASH_SAVSUB:
    case LASH_RELSUB:
      return LASH_OK;
    case LASH_SPLINE_READ:
      e->as.spline = (struct sAdamsSpline){id, b->file ? b->file : "", b->block ? b->block : ""};
      return LASH_OK;
    case LASH_DMPSUB:
      e->as.cratio = (struct sAdamsCratio){{id}, npar, par};
      e->arguments.freqs = b->numbers[SUB_FREQS].value;
      e->arguments.nmodes = b->numbers[SUB_FREQS].count;
      return want(e, 0, e->arguments.nmodes), LASH_OK;
    case LASH_MFOSUB:
      return make_mforce(e, b, id, npar, par, error);
    case LASH_ANCFBEAMSUB:
      e->as.beam = (struct sAdamsANCF3DBeamDistrForce){
          .ID = id, .NPAR = npar, .PAR = par, .curr_S = sub_number(b, SUB_ALPHA, 0)};
      e->labels = six_forces;
      return want(e, 0, 6), LASH_OK;
    case LASH_UCOSUB:
      return make_ucon(e, b, id, npar, par, error);
    case LASH_USRMSGFLT:
    case LASH_TIRSUB:
    case LASH_ROUTINE_KIND_COUNT:
      break;
  }
  return lash_fail(error, LASH_UNSUPPORTED, "the bench does not call routines of kind '%s'",
                   lash_routine_info_at(kind)->word);
}
