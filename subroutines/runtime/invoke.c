/* How each kind of routine is called, in the C and in the Fortran form.
 *
 * Kinds whose argument lists differ only in the element's structure share one function here: a
 * pointer is passed the same way whatever it points to. */
#include "invoke.h"

#include <stddef.h>
#include <string.h>

#define AS(type) ((type *)r->function)
#define OUT(n)   a->output[n].values
#define EDIT(p)  ((double *)(uintptr_t)(p))  /* Fortran has no const */
#define COPY(x)  (&(__typeof__((x) + 0)){x}) /* a place for a routine to read, and spoil */

typedef void invoker(const lash_routine *r, lash_routine_arguments *a, lash_references *f);

/* Both forms of a call. */
#define INVOKER(name, c_call, fortran_call)                                   \
  static void invoke_##name(const lash_routine *r, lash_routine_arguments *a, \
                            lash_references *f) {                             \
    if (r->form == LASH_FORM_C)                                               \
      c_call;                                                                 \
    else                                                                      \
      fortran_call;                                                           \
  }

/* --------------------------------------------------------------- shapes shared by several kinds */

typedef void c_value(const void *element, double time, int flag, int iflag, double *result);
typedef void c_report(const void *element, double time, int iflag, double *output);
typedef void c_sized(const void *element, double time, int dflag, int iflag, int n, double *values);

INVOKER(value, AS(c_value)(a->element, a->time, a->dflag, a->iflag, OUT(0)),
        AS(adams_f77_GFOSUB)(&f->id, &f->time, f->par, &f->npar, &f->dflag, &f->iflag, OUT(0)))

INVOKER(motion, AS(c_value)(a->element, a->time, a->iord, a->iflag, OUT(0)),
        AS(adams_f77_MOTSUB)(&f->id, &f->time, f->par, &f->npar, &f->iord, &f->iflag, OUT(0)))

INVOKER(report, AS(c_report)(a->element, a->time, a->iflag, OUT(0)),
        AS(adams_f77_REQSUB)(&f->id, &f->time, f->par, &f->npar, &f->iflag, OUT(0)))

INVOKER(sized, AS(c_sized)(a->element, a->time, a->dflag, a->iflag, a->output[0].count, OUT(0)),
        AS(adams_f77_GSEDERIV)(&f->id, &f->time, f->par, &f->npar, &f->dflag, &f->iflag,
                               COPY(a->output[0].count), OUT(0)))

INVOKER(coupler, AS(adams_c_Cousub)(a->element, a->time, a->disp, a->iflag, OUT(0)),
        AS(adams_f77_COUSUB)(&f->id, &f->time, f->par, &f->npar, a->disp,
                             COPY(((const struct sAdamsCoupler *)a->element)->NJOINT), &f->iflag,
                             OUT(0)))

/* ------------------------------------------------------------------------------ GSE, older form */

INVOKER(gse,
        AS(adams_c_Gsesub)(a->element, a->time, a->dflag, a->iflag, a->nstate, a->states, a->ninput,
                           a->inputs, a->noutput, OUT(0), OUT(1)),
        AS(adams_f77_GSESUB)(&f->id, &f->time, f->par, &f->npar, &f->dflag, &f->iflag,
                             COPY(a->nstate), EDIT(a->states), COPY(a->ninput), EDIT(a->inputs),
                             COPY(a->noutput), OUT(0), OUT(1)))

INVOKER(gse_partials,
        AS(adams_c_Gsexu)(a->element, a->time, a->iflag, a->nstate, a->states, a->ninput, a->inputs,
                          a->noutput, OUT(0)),
        AS(adams_f77_GSEXX)(&f->id, &f->time, f->par, &f->npar, &f->iflag, COPY(a->nstate),
                            EDIT(a->states), COPY(a->ninput), EDIT(a->inputs), COPY(a->noutput),
                            OUT(0)))

/* ---------------------------------------------------------------------------- contact and field */

INVOKER(normal,
        AS(adams_c_Cnfsub)(a->element, a->time, a->loci, a->ni, a->locj, a->nj, a->gap, a->gapdot,
                           a->gapdotdot, a->area, a->dflag, a->iflag, OUT(0)),
        AS(adams_f77_CNFSUB)(&f->id, &f->time, f->par, &f->npar, EDIT(a->loci), EDIT(a->ni),
                             EDIT(a->locj), EDIT(a->nj), COPY(a->gap), COPY(a->gapdot),
                             COPY(a->gapdotdot), COPY(a->area), &f->dflag, &f->iflag, OUT(0)))

INVOKER(friction,
        AS(adams_c_Cffsub)(a->element, a->time, a->loci, a->locj, a->x, a->xdot, a->nforce, a->area,
                           a->dflag, a->iflag, OUT(0)),
        AS(adams_f77_CFFSUB)(&f->id, &f->time, f->par, &f->npar, EDIT(a->loci), EDIT(a->locj),
                             EDIT(a->x), EDIT(a->xdot), COPY(a->nforce), COPY(a->area), &f->dflag,
                             &f->iflag, OUT(0)))

INVOKER(field,
        AS(adams_c_Fiesub)(a->element, a->time, a->disp, a->velo, a->dflag, a->iflag, OUT(0),
                           OUT(1), OUT(2)),
        AS(adams_f77_FIESUB)(&f->id, &f->time, f->par, &f->npar, a->disp, a->velo, &f->dflag,
                             &f->iflag, OUT(0), OUT(1), OUT(2)))

/* ------------------------------------------------------------------------------------- geometry */

INVOKER(curve, AS(adams_c_Cursub)(a->element, a->alpha, a->iord, a->iflag, OUT(0)),
        AS(adams_f77_CURSUB)(&f->id, f->par, &f->npar, COPY(a->alpha), &f->iord, &f->iflag, OUT(0)))

INVOKER(surface,
        AS(adams_c_Sursub)(a->element, a->alpha, a->beta, a->iord, a->iflag, OUT(0), &a->code),
        AS(adams_f77_SURSUB)(&f->id, f->par, &f->npar, COPY(a->alpha), COPY(a->beta), &f->iord,
                             &f->iflag, OUT(0), &a->code))

/* --------------------------------------------------------------------------------- run control */

typedef void c_callback_2017(double time, int event, int *data);

static void invoke_callback(const lash_routine *r, lash_routine_arguments *a, lash_references *f) {
  if (r->form == LASH_FORM_FORTRAN)
    AS(adams_f77_CBKSUB)(&f->time, COPY(a->event), a->data);
  else if (r->release <= 2017)
    AS(c_callback_2017)(a->time, a->event, a->data);
  else
    AS(adams_c_Callback)(a->element, a->time, a->event, a->data);
}

INVOKER(control, AS(adams_c_Consub)(a->element), AS(adams_f77_CONSUB)(f->par, &f->npar))

static void invoke_unit(const lash_routine *r, lash_routine_arguments *a, lash_references *f) {
  (void)f;
  if (r->form == LASH_FORM_C)
    AS(adams_c_Savsub)(a->unit, &a->code);
  else
    AS(adams_f77_SAVSUB)(COPY(a->unit), &a->code);
}

static void invoke_spline(const lash_routine *r, lash_routine_arguments *a, lash_references *f) {
  const struct sAdamsSpline *spline = a->element;
  if (r->form == LASH_FORM_C) {
    AS(adams_c_Spline_read)(spline, &a->code);
    return;
  }
  char *file = (char *)(uintptr_t)(spline->FILENAME ? spline->FILENAME : "");
  char *block = (char *)(uintptr_t)(spline->BLOCKNAME ? spline->BLOCKNAME : "");
  AS(adams_f77_SPLINE_READ)
  (&f->id, file, block, &a->code, (int)strlen(file), (int)strlen(block));
}

static void invoke_filter(const lash_routine *r, lash_routine_arguments *a, lash_references *f) {
  (void)f;
  a->code = AS(adams_c_Usrmsgflt)(a->text[0], a->text[1]);
}

/* ------------------------------------------------------------------------------ flexible bodies */

INVOKER(damping, AS(adams_c_Dmpsub)(a->element, a->time, a->freqs, a->nmodes, a->step, OUT(0)),
        AS(adams_f77_DMPSUB)(&f->id, &f->time, f->par, &f->npar, EDIT(a->freqs), COPY(a->nmodes),
                             COPY(a->step), OUT(0)))

INVOKER(mforce,
        AS(adams_c_Mfosub)(a->element, a->time, a->dflag, a->iflag, a->modloads, a->nmodes,
                           a->ncases, OUT(0), &a->code, OUT(1)),
        AS(adams_f77_MFOSUB)(&f->id, &f->time, f->par, &f->npar, &f->dflag, &f->iflag,
                             EDIT(a->modloads), COPY(a->nmodes), COPY(a->ncases), OUT(0), &a->code,
                             OUT(1)))

/* The one routine that may write to its element. */
static void invoke_beam_load(const lash_routine *r, lash_routine_arguments *a, lash_references *f) {
  (void)f;
  AS(adams_c_ANCFbeamsub)
  ((struct sAdamsANCF3DBeamDistrForce *)(uintptr_t)a->element, a->time, a->dflag, a->iflag, OUT(0));
}

/* ---------------------------------------------------------------------------- Fortran form only */

static void invoke_ucon(const lash_routine *r, lash_routine_arguments *a, lash_references *f) {
  AS(adams_f77_UCOSUB)
  (&f->id, &f->time, a->q, f->par, &f->npar, COPY(a->event), &f->iflag, OUT(0), OUT(1), OUT(2));
}

static void invoke_tire(const lash_routine *r, lash_routine_arguments *a, lash_references *f) {
  char *text = a->text[0] ? a->text[0] : (char[]){""};
  int length = (int)strlen(text);
  AS(adams_f77_TIRSUB)
  (&f->id, &f->time, a->tire[0].values, a->tire[1].values, a->tire[2].values, a->tire[3].values,
   f->par, &f->npar, text, &length, &f->dflag, &f->iflag, OUT(0), a->tire[4].values, OUT(1),
   length);
}

/* --------------------------------------------------------------------------------------- table */

enum { BOTH, C_ONLY, FORTRAN_ONLY };

/* Where ID, NPAR and PAR lie in the element's structure; -1 for a member it does not have. */
typedef struct shape {
  invoker *invoke;
  int forms;
  int id, npar, par;
} shape;

#define IN(type, id) \
  (int)offsetof(struct type, id), (int)offsetof(struct type, NPAR), (int)offsetof(struct type, PAR)
#define NOTHING -1, -1, -1

static const shape shapes[LASH_ROUTINE_KIND_COUNT] = {
    [LASH_GFOSUB] = {invoke_value, BOTH, IN(sAdamsGforce, ID)},
    [LASH_SFOSUB] = {invoke_value, BOTH, IN(sAdamsSforce, ID)},
    [LASH_VFOSUB] = {invoke_value, BOTH, IN(sAdamsVforce, ID)},
    [LASH_VTOSUB] = {invoke_value, BOTH, IN(sAdamsVtorque, ID)},
    [LASH_VARSUB] = {invoke_value, BOTH, IN(sAdamsVariable, ID)},
    [LASH_DIFSUB] = {invoke_value, BOTH, IN(sAdamsDiff, ID)},
    [LASH_MOTSUB] = {invoke_motion, BOTH, IN(sAdamsMotion, ID)},
    [LASH_CNFSUB] = {invoke_normal, BOTH, IN(sAdamsContactFriction, contact.ID)},
    [LASH_CFFSUB] = {invoke_friction, BOTH, IN(sAdamsContactFriction, contact.ID)},
    [LASH_FIESUB] = {invoke_field, BOTH, IN(sAdamsField, ID)},
    [LASH_REQSUB] = {invoke_report, BOTH, IN(sAdamsRequest, ID)},
    [LASH_SENSUB] = {invoke_report, BOTH, IN(sAdamsSensor, ID)},
    [LASH_SEVSUB] = {invoke_report, BOTH, IN(sAdamsSensor, ID)},
    [LASH_CURSUB] = {invoke_curve, BOTH, IN(sAdamsCurve, ID)},
    [LASH_SURSUB] = {invoke_surface, BOTH, IN(sAdamsSurface, ID)},
    [LASH_COUSUB] = {invoke_coupler, BOTH, IN(sAdamsCoupler, ID)},
    [LASH_COUXX] = {invoke_coupler, BOTH, IN(sAdamsCoupler, ID)},
    [LASH_COUXX2] = {invoke_coupler, BOTH, IN(sAdamsCoupler, ID)},
    [LASH_GSESUB] = {invoke_gse, BOTH, IN(sAdamsGSE, ID)},
    [LASH_GSEXX] = {invoke_gse_partials, BOTH, IN(sAdamsGSE, ID)},
    [LASH_GSEXU] = {invoke_gse_partials, BOTH, IN(sAdamsGSE, ID)},
    [LASH_GSEYX] = {invoke_gse_partials, BOTH, IN(sAdamsGSE, ID)},
    [LASH_GSEYU] = {invoke_gse_partials, BOTH, IN(sAdamsGSE, ID)},
    [LASH_GSE_DERIV] = {invoke_sized, BOTH, IN(sAdamsGSE, ID)},
    [LASH_GSE_OUTPUT] = {invoke_sized, BOTH, IN(sAdamsGSE, ID)},
    [LASH_GSE_UPDATE] = {invoke_sized, BOTH, IN(sAdamsGSE, ID)},
    [LASH_GSE_SAMP] = {invoke_report, BOTH, IN(sAdamsGSE, ID)},
    [LASH_EXTSYS_DERIV] = {invoke_sized, C_ONLY, IN(sAdamsEXTSYS, ID)},
    [LASH_EXTSYS_OUTPUT] = {invoke_sized, C_ONLY, IN(sAdamsEXTSYS, ID)},
    [LASH_EXTSYS_UPDATE] = {invoke_sized, C_ONLY, IN(sAdamsEXTSYS, ID)},
    [LASH_EXTSYS_SAMPLE] = {invoke_report, C_ONLY, IN(sAdamsEXTSYS, ID)},
    [LASH_CBKSUB] = {invoke_callback, BOTH, IN(sAdamsCbksub, ID)},
    [LASH_CONSUB] = {invoke_control, BOTH, -1, (int)offsetof(struct sAdamsControl, NPAR),
                     (int)offsetof(struct sAdamsControl, PAR)},
    [LASH_SAVSUB] = {invoke_unit, BOTH, NOTHING},
    [LASH_RELSUB] = {invoke_unit, BOTH, NOTHING},
    [LASH_SPLINE_READ] = {invoke_spline, BOTH, (int)offsetof(struct sAdamsSpline, ID), -1, -1},
    [LASH_DMPSUB] = {invoke_damping, BOTH, IN(sAdamsCratio, FlexBody.ID)},
    [LASH_MFOSUB] = {invoke_mforce, BOTH, IN(sAdamsMforce, ID)},
    [LASH_ANCFBEAMSUB] = {invoke_beam_load, C_ONLY, IN(sAdamsANCF3DBeamDistrForce, ID)},
    [LASH_USRMSGFLT] = {invoke_filter, C_ONLY, NOTHING},
    /* no structure of their own: ID, NPAR and PAR as in a variable */
    [LASH_UCOSUB] = {invoke_ucon, FORTRAN_ONLY, IN(sAdamsVariable, ID)},
    [LASH_TIRSUB] = {invoke_tire, FORTRAN_ONLY, IN(sAdamsVariable, ID)},
};

lash_references lash_invoke_references(lash_routine_kind kind, const lash_routine_arguments *a) {
  const shape *s = &shapes[kind];
  const char *element = a->element;
  lash_references f = {.dflag = a->dflag, .iflag = a->iflag, .iord = a->iord, .time = a->time};
  if (!element) return f;
  if (s->id >= 0) memcpy(&f.id, element + s->id, sizeof f.id);
  if (s->npar >= 0) memcpy(&f.npar, element + s->npar, sizeof f.npar);
  if (s->par >= 0) memcpy(&f.par, element + s->par, sizeof f.par);
  return f;
}

bool lash_invoke_possible(const lash_routine *routine) {
  int forms = shapes[routine->kind].forms;
  return forms == BOTH || forms == (routine->form == LASH_FORM_C ? C_ONLY : FORTRAN_ONLY);
}

void lash_invoke(const lash_routine *routine, lash_routine_arguments *arguments) {
  lash_references f = lash_invoke_references(routine->kind, arguments);
  shapes[routine->kind].invoke(routine, arguments, &f);
}
