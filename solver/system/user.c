/* User subroutines: finding, calling, saving. */
#include <stddef.h>

#include "bodies.h"
#include "lash_touch.h"
#include "paths.h"
#include "slv_cbksub.h"
#include "storage.h"
#include "user_impl.h"

static const lash_routine_kind routine_kind[] = {
    [LASH_USER_SFORCE] = LASH_SFOSUB,         [LASH_USER_VFORCE] = LASH_VFOSUB,
    [LASH_USER_VTORQUE] = LASH_VTOSUB,        [LASH_USER_GFORCE] = LASH_GFOSUB,
    [LASH_USER_FIELD] = LASH_FIESUB,          [LASH_USER_MFORCE] = LASH_MFOSUB,
    [LASH_USER_VARIABLE] = LASH_VARSUB,       [LASH_USER_DIFF] = LASH_DIFSUB,
    [LASH_USER_MOTION] = LASH_MOTSUB,         [LASH_USER_REQUEST] = LASH_REQSUB,
    [LASH_USER_SENSOR] = LASH_SENSUB,         [LASH_USER_SENSOR_VALUE] = LASH_SEVSUB,
    [LASH_USER_NORMAL] = LASH_CNFSUB,         [LASH_USER_TANGENTIAL] = LASH_CFFSUB,
    [LASH_USER_CALLBACK] = LASH_CBKSUB,       [LASH_USER_GSE] = LASH_GSESUB,
    [LASH_USER_GSE_RATES] = LASH_GSE_DERIV,   [LASH_USER_GSE_OUTPUTS] = LASH_GSE_OUTPUT,
    [LASH_USER_COUPLER] = LASH_COUSUB,        [LASH_USER_COUPLER_GRADIENT] = LASH_COUXX,
    [LASH_USER_COUPLER_SECOND] = LASH_COUXX2, [LASH_USER_CURVE] = LASH_CURSUB,
    [LASH_USER_DAMPING] = LASH_DMPSUB,
};

/* How many numbers a routine gives in a pass; 0: it is called with vectors of its own, or never so.
 * Torques stand behind the place of forces. */
static const int results[] = {
    [LASH_USER_SFORCE] = 1,   [LASH_USER_VFORCE] = 3,     [LASH_USER_VTORQUE] = 3,
    [LASH_USER_GFORCE] = 6,   [LASH_USER_FIELD] = 6,      [LASH_USER_MFORCE] = 1,
    [LASH_USER_VARIABLE] = 1, [LASH_USER_DIFF] = 1,       [LASH_USER_MOTION] = 1,
    [LASH_USER_REQUEST] = 8,  [LASH_USER_SENSOR] = 1,     [LASH_USER_SENSOR_VALUE] = 1,
    [LASH_USER_NORMAL] = 3,   [LASH_USER_TANGENTIAL] = 3, [LASH_USER_CURVE] = 0,
};

/* What the structures of nearly all elements begin with. */
#define HEAD .ID = s->id, .NPAR = n, .PAR = p

static void describe(user_routine *item, const lash_user_source *s) {
  const int n = (int)s->count;
  const double *p = item->parameters;
  const char *sense = s->rotation ? "ROTATION" : "TRANSLATION";
  user_element *e = &item->element;
  switch (s->kind) {
    case LASH_USER_SFORCE:
      e->sforce = (struct sAdamsSforce){s->id, n, p, s->i, s->j, s->action_only, sense};
      break;
    case LASH_USER_VFORCE:
      e->vforce = (struct sAdamsVforce){s->id, n, p, s->i, s->j, s->rm};
      break;
    case LASH_USER_VTORQUE:
      e->vtorque = (struct sAdamsVtorque){s->id, n, p, s->i, s->j, s->rm};
      break;
    case LASH_USER_GFORCE:
      e->gforce = (struct sAdamsGforce){s->id, n, p, s->i, s->rm, s->j};
      break;
    case LASH_USER_FIELD:
      e->field = (struct sAdamsField){s->id, n, p, s->i, s->j};
      break;
    case LASH_USER_MFORCE:
      e->mforce = (struct sAdamsMforce){{s->flex_body}, s->id, n, p, s->j};
      break;
    case LASH_USER_VARIABLE:
      e->variable = (struct sAdamsVariable){s->id, n, p, s->start[0]};
      break;
    case LASH_USER_DIFF:
      e->diff = (struct sAdamsDiff){HEAD, .STATIC_HOLD = s->static_hold, .IMPLICIT = s->implicit,
                                    .IC_R1 = s->start[0], .IC_R2 = s->start[1]};
      break;
    case LASH_USER_MOTION:
      e->motion =
          (struct sAdamsMotion){HEAD, .Type = sense, .I = s->i, .J = s->j, .DVA = "DISPLACEMENT"};
      break;
    case LASH_USER_REQUEST:
      e->request = (struct sAdamsRequest){HEAD, .COMMENT = s->comment ? s->comment : ""};
      for (size_t k = 0; k < 8; k++)
        e->request.TITLE[k] = k < s->titles.count ? s->titles.item[k] : "";
      break;
    case LASH_USER_SENSOR:
    case LASH_USER_SENSOR_VALUE:
      e->sensor = (struct sAdamsSensor){HEAD, .VALUE = s->value, .Error = s->error};
      memcpy(e->sensor.Logic, s->logic, sizeof e->sensor.Logic);
      break;
    case LASH_USER_NORMAL:
    case LASH_USER_TANGENTIAL:
      e->contact.contact = (struct sAdamsContact){.ID = s->id,
                                                  .nIGEOM = (int)s->igeoms,
                                                  .nJGEOM = (int)s->jgeoms,
                                                  .IGEOM = item->geometry,
                                                  .JGEOM = item->geometry + s->igeoms};
      e->contact.NPAR = n;
      e->contact.PAR = p;
      break;
    case LASH_USER_GSE:
    case LASH_USER_GSE_RATES:
    case LASH_USER_GSE_OUTPUTS:
      e->gse = (struct sAdamsGSE){HEAD,
                                  .NI = (int)s->inputs,
                                  .NO = (int)s->outputs,
                                  .U = s->u,
                                  .Y = s->y,
                                  .NS = (int)s->states,
                                  .X = s->x,
                                  .IC = s->ic};
      break;
    case LASH_USER_DAMPING:
      e->damping = (struct sAdamsCratio){{s->id}, n, p};
      break;
    case LASH_USER_COUPLER:
    case LASH_USER_COUPLER_GRADIENT:
    case LASH_USER_COUPLER_SECOND:
      e->coupler = (struct sAdamsCoupler){HEAD, .NJOINT = (int)s->joints};
      memcpy(e->coupler.JOINTS, s->joint, sizeof s->joint);
      memcpy(e->coupler.TYPE, s->joint_type, sizeof s->joint_type);
      break;
    case LASH_USER_CURVE:
      e->curve =
          (struct sAdamsCurve){HEAD, .CLOSED = s->closed, .MINPAR = s->minpar, .MAXPAR = s->maxpar};
      break;
    case LASH_USER_CALLBACK:
      e->callback = (struct sAdamsCbksub){HEAD};
      break;
  }
}

lash_status lash_user_add(lash_system *system, const lash_user_source *source, int *index,
                          lash_error *error) {
  *index = -1;
  lash_status status = system->user ? LASH_OK : lash_user_host(system, error);
  if (status != LASH_OK) return status;
  struct lash_user *user = system->user;
  lash_routine routine;
  status =
      lash_loader_find(user->loader, routine_kind[source->kind], source->routine, &routine, error);
  if (status != LASH_OK) {
    lash_error_prefix(error, "%s:%d: %s", system->file, source->line, source->owner);
    return status;
  }
  user_routine *item = LASH_APPEND(&system->store, user->item, user->count);
  item->kind = source->kind;
  item->line = source->line;
  item->routine = routine;
  guard_words_plant(item->gap + LASH_SDK_GAPS);
  item->parameter_count = source->count;
  item->parameters = lash_take(&system->store, source->count, sizeof(double));
  for (size_t k = 0; k < source->count; k++) item->parameters[k] = source->parameters[k];
  item->geometry = lash_take(&system->store, source->igeoms + source->jgeoms, sizeof(int));
  for (size_t k = 0; k < source->igeoms; k++) item->geometry[k] = source->igeom[k];
  for (size_t k = 0; k < source->jgeoms; k++) item->geometry[source->igeoms + k] = source->jgeom[k];
  item->gaps = source->kind == LASH_USER_GFORCE   ? LASH_SDK_GAPS
               : source->kind == LASH_USER_SFORCE ? 1 /* along a line */
                                                  : 0;
  item->modes = source->modes;
  item->load = lash_take(&system->store, 2 * (6 + source->modes), sizeof(double));
  describe(item, source);
  *index = (int)user->count - 1;
  return LASH_OK;
}

lash_status lash_user_spline(lash_system *system, const lash_spline_statement *spline,
                             lash_error *error) {
  lash_status status = system->user ? LASH_OK : lash_user_host(system, error);
  if (status != LASH_OK) return status;
  struct lash_user *user = system->user;
  const lash_sdk_call now = {.host = &user->host};
  char *file = path_beside(system->file, spline->file);
  const struct sAdamsSpline element = {spline->head.id, file, spline->block ? spline->block : ""};
  lash_routine routine;
  int failed = 0;
  status = file ? lash_loader_find(user->loader, LASH_SPLINE_READ, spline->routine, &routine, error)
                : lash_out_of_memory(error);
  user->reading = spline;
  user->put = false;
  if (status == LASH_OK) status = lash_call_spline_read(&routine, &now, &element, &failed, error);
  if (status == LASH_OK) status = lash_system_take_failure(system, error);
  user->reading = NULL;
  free(file);
  if (status != LASH_OK || (user->put && !failed)) return status;
  return lash_fail(error, LASH_BAD_INPUT, "the routine that reads FILE = %.200s %s", spline->file,
                   failed ? "says that it failed" : "gave no points with c_put_spline");
}

static void announce(lash_system *system, int event);

void lash_user_clear(lash_system *system) {
  struct lash_user *user = system->user;
  if (!user) return;
  if (user->started) announce(system, ev_TERMINATE);
  for (size_t k = 0; k < user->count; k++) {
    lash_quantities_free(&user->item[k].asked);
    lash_sdk_store_free(&user->item[k].store);
  }
  lash_partials_free(&user->partials);
  lash_sdk_kept_free(&user->kept);
  lash_loader_free(user->loader);
  system->user = NULL;
}

/* ------------------------------------------------------------------------------------- calling */

typedef struct result {
  double values[8]; /* of MFORCE the factor and the load case; the load stays with the item */
} result;

static lash_status call(lash_system *system, user_routine *item, int iflag, double t, int order,
                        const lash_sdk_contact *point, const double displacement[6],
                        const double rate[6], result *out, lash_error *error) {
  struct lash_user *user = system->user;
  const int dflag = user->differencing;
  const lash_sdk_call now = {.host = &user->host,
                             .asked = iflag == 3 ? &item->asked : NULL,
                             .partials = user->wanted,
                             .store = iflag >= 7 ? &item->store : NULL,
                             .gaps = dflag ? NULL : item->gap,
                             .offer = iflag == 3 ? &item->offer : NULL};
  double *values = out->values + (item->kind == LASH_USER_VTORQUE ? 3 : 0), moved[2][6];
  lash_routine_arguments a = {.element = &item->element,
                              .time = t,
                              .dflag = dflag,
                              .iflag = iflag,
                              .iord = order,
                              .loci = point->loci,
                              .ni = point->ni,
                              .locj = point->locj,
                              .nj = point->nj,
                              .gap = point->gap,
                              .gapdot = point->gapdot,
                              .x = point->x,
                              .xdot = point->xdot,
                              .nforce = point->nforce,
                              .output = {{values, results[item->kind]}}};
  if (!results[item->kind]) return LASH_OK;
  if (item->kind == LASH_USER_FIELD) {
    memcpy(moved[0], displacement, sizeof moved[0]);
    memcpy(moved[1], rate, sizeof moved[1]);
    a.disp = moved[0];
    a.velo = moved[1];
    a.output[1] = (lash_result_array){user->by_displacement, 36};
    a.output[2] = (lash_result_array){user->by_rate, 36};
  }
  if (item->kind == LASH_USER_MFORCE) {
    a.nmodes = (int)item->modes;
    a.modloads = item->load + 6 + item->modes; /* no load cases: zeros, for routines that look */
    a.output[1] = (lash_result_array){item->load, 6 + a.nmodes};
    memset(item->load, 0, (6 + item->modes) * sizeof *item->load);
    out->values[0] = 1;
  }
  const lash_status status = lash_routine_call(&item->routine, &now, &a, error);
  if (item->kind == LASH_USER_MFORCE) out->values[1] = a.code;
  return status;
}

/* The system remembers that a call failed, and goes on. */
static void note(lash_system *system, lash_status status, const lash_error *error) {
  if (status != LASH_OK) lash_system_note(system, status, "%s", error->message);
}

static double time_of_call(const lash_system *system) {
  return system->user->lent ? system->user->lent->time : system->t;
}

/* Tells every CBKSUB of an event; it is not given its element in the first and the last one. */
static void announce(lash_system *system, int event) {
  struct lash_user *user = system->user;
  const lash_sdk_call now = {.host = &user->host, .seen = event == ev_TIME_STEP_END};
  for (size_t k = 0; k < user->count; k++) {
    user_routine *item = &user->item[k];
    if (item->kind != LASH_USER_CALLBACK) continue;
    const bool ends = event == ev_INITIALIZE || event == ev_TERMINATE;
    int data[3] = {system->analysis_mode, system->analysis_mode, 0};
    lash_error error;
    const lash_status status =
        lash_call_callback(&item->routine, &now, ends ? NULL : &item->element.callback,
                           time_of_call(system), event, data, &error);
    note(system, status, &error);
  }
}

/* ---------------------------------------------------------------------------------------- gaps */

/* A routine that tells gaps in the first passes tells how many sites it has; else it may have any
 * number. */
static void count_gaps(user_routine *item) {
  size_t told = 0;
  for (size_t k = 0; k < item->gaps; k++)
    if (!isnan(item->gap[k])) told = k + 1;
  if (told) item->gaps = told;
  for (size_t k = 0; k < LASH_SDK_GAPS; k++) item->gap[k] = 1;
}

size_t lash_user_gaps(const lash_system *system) {
  size_t count = 0;
  for (size_t k = 0; system->user && k < system->user->count; k++)
    count += system->user->item[k].gaps;
  return count;
}

void lash_user_gap_values(const lash_system *system, double *values) {
  for (size_t k = 0; k < system->user->count; k++) {
    const user_routine *item = &system->user->item[k];
    for (size_t site = 0; site < item->gaps; site++) *values++ = item->gap[site];
  }
}

int lash_user_gap_owner(const lash_system *system, size_t index, const char **statement) {
  size_t k = 0;
  while (index >= system->user->item[k].gaps) index -= system->user->item[k++].gaps;
  const user_routine *item = &system->user->item[k];
  const bool line = item->kind == LASH_USER_SFORCE;
  *statement = line ? "SFORCE" : "GFORCE";
  return line ? item->element.sforce.ID : item->element.gforce.ID;
}

static const lash_sdk_contact no_contact = {.ni = {0, 0, 1}, .nj = {0, 0, -1}};

static result values_at(lash_system *system, int index, const lash_sdk_contact *point,
                        const double displacement[6], const double rate[6]) {
  result out = {.values = {0}};
  lash_error error;
  note(system,
       call(system, &system->user->item[index], 0, time_of_call(system), 0, point, displacement,
            rate, &out, &error),
       &error);
  return out;
}

static result values_of(lash_system *system, int index) {
  return values_at(system, index, &no_contact, NULL, NULL);
}

double lash_user_scalar(lash_system *system, int index) {
  return values_of(system, index).values[0];
}

_Static_assert(sizeof(struct sLashMarker) == sizeof(lash_marker_motion) &&
                   offsetof(struct sLashMarker, w) == offsetof(lash_marker_motion, w),
               "markers are handed over as they are");

void lash_user_vector(lash_system *system, int index, double *values) {
  const lash_sdk_offer *offer = &system->user->item[index].offer;
  const struct sLashMarker *marker[LASH_OFFER_MARKERS];
  const lash_user_place place = {time_of_call(system), marker};
  for (int k = 0; k < offer->markers && offer->function; k++)
    marker[k] = (const void *)lash_user_mark(system, offer->marker[k]);
  if (lash_user_offered(system, index, &place, values)) return;
  const result out = values_of(system, index);
  memcpy(values, out.values, 6 * sizeof *values);
}

/* From ids of markers to marks; an offer that cannot be met is none. */
static void take_offer(lash_system *system, user_routine *item) {
  lash_sdk_offer *offer = &item->offer;
  if (item->kind != LASH_USER_GFORCE || system->options.without_offers) offer->function = NULL;
  for (int k = 0; k < offer->markers && offer->function; k++) {
    offer->marker[k] = lash_mark_find(system, offer->marker[k]);
    if (offer->marker[k] < 0) offer->function = NULL;
  }
}

void lash_user_field(lash_system *system, int index, double displacement[6], double rate[6],
                     double local[6]) {
  const result out = values_at(system, index, &no_contact, displacement, rate);
  memcpy(local, out.values, 6 * sizeof *local);
}

void lash_user_modal(lash_system *system, int index, bool scaled, double *load) {
  const user_routine *item = &system->user->item[index];
  const result out = values_of(system, index);
  for (size_t k = 0; k < 6 + item->modes; k++)
    load[k] = (scaled ? out.values[0] : 1) * item->load[k];
  if (scaled && out.values[1] != 0)
    lash_system_note(system, LASH_UNSUPPORTED,
                     "%s:%d: MFORCE/%d: its routine asks for load case %g; modal files hold none: "
                     "give the load itself, and case 0",
                     system->file, item->line, item->element.mforce.ID, out.values[1]);
}

void lash_user_request(lash_system *system, int index, double values[8]) {
  const result out = values_of(system, index);
  memcpy(values, out.values, sizeof out.values);
}

void lash_user_motion(lash_system *system, int index, double t, double jet[3]) {
  for (int order = 0; order < 3; order++) {
    result out = {.values = {0}};
    lash_error error;
    note(system,
         call(system, &system->user->item[index], 0, t, order, &no_contact, NULL, NULL, &out,
              &error),
         &error);
    jet[order] = out.values[0];
  }
}

void lash_user_contact(lash_system *system, int index, const lash_touch_point *touch,
                       double values[3]) {
  lash_sdk_contact point = {.gap = touch->gap,
                            .gapdot = touch->gap_rate,
                            .nforce = touch->normal,
                            .x = {touch->slid[0], touch->slid[1], 0},
                            .xdot = {touch->slip[0], touch->slip[1], 0}};
  copy3(touch->place_i, point.loci);
  copy3(touch->place_j, point.locj);
  copy3(touch->normal_i, point.ni);
  copy3(touch->normal_j, point.nj);
  const result out = values_at(system, index, &point, NULL, NULL);
  copy3(out.values, values);
}

void lash_user_coupler(lash_system *system, int index, const double *displacement, size_t count,
                       double *values) {
  const user_routine *item = &system->user->item[index];
  const lash_sdk_call now = {.host = &system->user->host};
  lash_error error;
  note(system,
       lash_call_coupler(&item->routine, &now, &item->element.coupler, system->t, displacement, 0,
                         values, (int)count, &error),
       &error);
}

void lash_user_curve(lash_system *system, int index, double alpha, int order, double values[3]) {
  const user_routine *item = &system->user->item[index];
  const lash_sdk_call now = {.host = &system->user->host};
  lash_error error;
  note(system,
       lash_call_curve(&item->routine, &now, &item->element.curve, alpha, order, 0, values, &error),
       &error);
}

void lash_user_gse(lash_system *system, int index, const double *states, const double *inputs,
                   double *rates, double *outputs) {
  const user_routine *item = &system->user->item[index];
  const lash_sdk_call now = {.host = &system->user->host};
  const int dflag = system->user->differencing;
  lash_error error;
  const lash_status status =
      item->kind == LASH_USER_GSE
          ? lash_call_gse(&item->routine, &now, &item->element.gse, system->t, dflag, 0, states,
                          inputs, rates, outputs, &error)
          : lash_call_gse_values(&item->routine, &now, &item->element.gse, system->t, dflag, 0,
                                 item->kind == LASH_USER_GSE_RATES ? rates : outputs, &error);
  note(system, status, &error);
}

void lash_user_damping(lash_system *system, int index, const double *frequencies, size_t modes,
                       double *ratios) {
  user_routine *item = &system->user->item[index];
  const lash_sdk_call now = {.host = &system->user->host};
  lash_routine_arguments arguments = {.element = &item->element.damping,
                                      .time = system->t,
                                      .freqs = frequencies,
                                      .nmodes = (int)modes,
                                      .output = {{ratios, (int)modes}}};
  lash_error error;
  const lash_status status = lash_routine_call(&item->routine, &now, &arguments, &error);
  note(system, status, &error);
  for (size_t k = 0; k < modes; k++)
    if (!(ratios[k] >= 0) && status == LASH_OK) {
      lash_system_note(
          system, LASH_FAILURE,
          "at time %g the damping routine of FLEX_BODY/%d gives mode %zu the ratio %g; "
          "it must not be negative",
          system->t, item->element.damping.FlexBody.ID, k + 1, ratios[k]);
      ratios[k] = 0;
    }
}

/* ---------------------------------------------------------------------------- passes and memory */

/* Where to look: at the element, or at the STRING whose words our own routines refuse. */
static void prefix_place(const lash_system *system, const user_routine *item, lash_error *error) {
  const bool ours = item->parameter_count && strstr(item->routine.library, "lash_subroutines") &&
                    strstr(error->message, " is not legal");
  for (size_t k = 0; ours && k < system->string_count; k++) {
    if (system->string[k].id != (int)item->parameters[0]) continue;
    lash_error_prefix(error, "%s:%d: STRING/%d", system->file, system->string[k].line,
                      system->string[k].id);
    return;
  }
  lash_error_prefix(error, "%s:%d", system->file, item->line);
}

/* Construction and dependency passes, once the system stands. */
lash_status lash_user_start(lash_system *system, lash_error *error) {
  static const int passes[] = {1, 3};
  struct lash_user *user = system->user;
  if (!user) return LASH_OK;
  user->started = true;
  announce(system, ev_INITIALIZE);
  user->setting_up = true;
  for (size_t k = 0; k < user->count; k++) {
    for (size_t site = 0; site < LASH_SDK_GAPS; site++) user->item[k].gap[site] = NAN;
    for (int p = 0; p < 2; p++) {
      result out = {.values = {0}};
      double zero[6] = {0};
      const lash_status status = call(system, &user->item[k], passes[p], system->t, 0, &no_contact,
                                      zero, zero, &out, error);
      if (status != LASH_OK) {
        prefix_place(system, &user->item[k], error);
        return status;
      }
    }
    count_gaps(&user->item[k]);
  }
  for (size_t k = 0; k < user->count; k++) take_offer(system, &user->item[k]);
  user->setting_up = false;
  return LASH_OK;
}

void lash_user_depends(lash_system *system, int index, lash_dependence *dependence) {
  const lash_quantities *asked = &system->user->item[index].asked;
  for (size_t q = 0; q < asked->count; q++)
    for (int p = 0; p < asked->list[q].npar; p++) {
      const int mark = lash_mark_find(system, asked->list[q].par[p]);
      if (mark >= 0) lash_mark_depends(system, mark, dependence);
    }
  for (size_t x = 0; x < system->size.x; x++) dependence->state[x] = true;
}

/* ------------------------------------------------------------------------- partial derivatives */

static bool same_quantity(const lash_quantity *a, const lash_quantity *b) {
  if (strcmp(a->name, b->name) || a->npar != b->npar) return false;
  return !memcmp(a->par, b->par, (size_t)a->npar * sizeof *a->par);
}

/* Only a full set of partials makes a Jacobian: one for every quantity the routine asks for. */
static bool covers(const lash_partials *partials, const lash_quantities *asked) {
  for (size_t q = 0; q < asked->count; q++) {
    size_t p = 0;
    while (p < partials->count && !same_quantity(&partials->list[p].quantity, &asked->list[q])) p++;
    if (p == partials->count) return false;
  }
  return partials->count > 0;
}

bool lash_user_partials(lash_system *system, int index, double values[6],
                        lash_gradient gradient[6]) {
  struct lash_user *user = system->user;
  user_routine *item = &user->item[index];
  const int first = item->kind == LASH_USER_VTORQUE ? 3 : 0;
  const int outputs = item->kind == LASH_USER_GFORCE ? 6 : item->kind == LASH_USER_SFORCE ? 1 : 3;
  lash_partials_clear(&user->partials);
  user->wanted = &user->partials;
  const result out = values_of(system, index);
  user->wanted = NULL;
  memcpy(values, out.values, 6 * sizeof *values);
  if (!covers(&user->partials, &item->asked)) return false;
  for (size_t p = 0; p < user->partials.count; p++) {
    const lash_partial *partial = &user->partials.list[p];
    for (int k = 0; k < partial->count; k++) {
      if (partial->values[k] == 0) continue;
      if (!lash_named_gradient(system, partial->quantity.name, partial->quantity.par,
                               (size_t)partial->quantity.npar, (size_t)(k / outputs),
                               partial->values[k], &gradient[first + k % outputs]))
        return false;
    }
  }
  return true;
}

void lash_user_difference(lash_system *system, bool on) {
  if (system->user) system->user->differencing = on;
}

void lash_user_accept(lash_system *system, double t) {
  lash_user_converged(system, t, t - system->user->run.time_converged);
}

void lash_user_step_end(lash_system *system) { announce(system, ev_TIME_STEP_END); }

/* An accepted step: c_timget moves on, and every routine sees the accepted state once, with
 * TIME equal to it, so that it can settle what it remembers. */
void lash_user_commit(lash_system *system) {
  struct lash_user *user = system->user;
  if (!user) return;
  lash_user_accept(system, system->t);
  /* a routine that remembers has to see the accepted state, unless that is where it was asked last
   */
  const bool seen = system->force_stamp == system->stamp;
  for (size_t k = 0; k < user->count; k++)
    if (user->item[k].kind <= LASH_USER_GFORCE && !seen) {
      double unused[6];
      lash_user_vector(system, (int)k, unused);
    }
  announce(system, ev_TIME_STEP_END);
}

static void serialise_one(lash_system *host, user_routine *item, int iflag) {
  result out = {.values = {0}};
  double zero[6] = {0};
  lash_error ignored;
  if (iflag == 7) item->store.count = 0;
  item->store.read = 0;
  call(host, item, iflag, host->t, 0, &no_contact, zero, zero, &out, &ignored);
}

static void serialise(const lash_system *system, int iflag) {
  lash_system *host = (lash_system *)(uintptr_t)system; /* routines see the system through it */
  for (size_t k = 0; k < system->user->count; k++)
    serialise_one(host, &system->user->item[k], iflag);
}

static lash_status keep_bytes(lash_sdk_store *store, const void *bytes, size_t count,
                              lash_error *error) {
  if (store->capacity < count) {
    unsigned char *room = realloc(store->bytes, count);
    if (!room) return lash_out_of_memory(error);
    store->bytes = room;
    store->capacity = count;
  }
  if (count) memcpy(store->bytes, bytes, count);
  store->count = count;
  return LASH_OK;
}

const lash_sdk_store *lash_user_saved(lash_system *system, int index) {
  serialise_one(system, &system->user->item[index], 7);
  return &system->user->item[index].store;
}

lash_status lash_user_reload(lash_system *system, int index, const void *bytes, size_t count,
                             lash_error *error) {
  user_routine *item = &system->user->item[index];
  const lash_status status = keep_bytes(&item->store, bytes, count, error);
  if (status == LASH_OK) serialise_one(system, item, 9);
  return status;
}

void lash_user_converged(lash_system *system, double t, double step) {
  if (!system->user) return;
  system->user->run.time_converged = t;
  system->user->run.step = step;
  system->user->run.initializing = 0;
  system->user->run.mode = system->analysis_mode;
}

/* Layout: time of the last step, then per routine the number of bytes and the bytes. */
size_t lash_user_memory_size(const lash_system *system) {
  if (!system->user) return 0;
  size_t size = 2 * sizeof(double);
  serialise(system, 7);
  for (size_t k = 0; k < system->user->count; k++)
    size += sizeof(size_t) + system->user->item[k].store.count;
  return size;
}

void lash_user_save(const lash_system *system, void *buffer) {
  const struct lash_user *user = system->user;
  if (!user) return;
  char *to = buffer;
  serialise(system, 7);
  memcpy(to, &user->run.time_converged, sizeof(double));
  memcpy(to + sizeof(double), &user->run.step, sizeof(double));
  to += 2 * sizeof(double);
  for (size_t k = 0; k < user->count; k++) {
    const lash_sdk_store *store = &user->item[k].store;
    const bool whole = lash_sdk_store_whole(store);
    const size_t told = whole ? store->count : SIZE_MAX; /* no such count is ever taken back */
    memcpy(to, &told, sizeof told);
    to += sizeof told;
    if (store->count && whole) memcpy(to, store->bytes, store->count);
    if (!whole) memset(to, 0, store->count);
    to += store->count;
  }
}

static lash_status too_short(const lash_system *system, lash_error *error) {
  return lash_fail(error, LASH_BAD_INPUT,
                   "%s: the saved state ends before the memory of its user subroutines",
                   system->file);
}

lash_status lash_user_restore(lash_system *system, const void *buffer, size_t size,
                              lash_error *error) {
  struct lash_user *user = system->user;
  const char *from = buffer, *end = from + size;
  if (!user) return LASH_OK;
  if (size < 2 * sizeof(double)) return too_short(system, error);
  memcpy(&user->run.time_converged, from, sizeof(double));
  memcpy(&user->run.step, from + sizeof(double), sizeof(double));
  from += 2 * sizeof(double);
  for (size_t k = 0; k < user->count; k++) {
    lash_sdk_store *store = &user->item[k].store;
    size_t count;
    if ((size_t)(end - from) < sizeof count) return too_short(system, error);
    memcpy(&count, from, sizeof count);
    from += sizeof count;
    if ((size_t)(end - from) < count) return too_short(system, error);
    const lash_status status = keep_bytes(store, from, count, error);
    if (status != LASH_OK) return status;
    from += count;
  }
  serialise(system, 9);
  return LASH_OK;
}
