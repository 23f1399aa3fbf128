/* The runtime behind the SDK functions (c_sysary, c_errmes, …): what a host provides.
 *
 * A host fills a lash_sdk_host with the callbacks it can serve and leaves the others NULL. User
 * subroutines are found with lash_loader.h and called with lash_calls.h; while one runs, every SDK
 * function it calls is answered through the lash_sdk_call of that call. Nothing is global: the call
 * in progress is remembered per thread, and calls may nest (Consub starts an analysis that calls
 * Gfosub).
 *
 * Callbacks return 0 when they served the request and nonzero when they could not; the SDK function
 * then sets its error flag. Vectors handed over by a host are in the global (ground) frame. */
#ifndef LASH_RUNTIME_H
#define LASH_RUNTIME_H

#include "lash_core.h"
#include "lash_direct.h"
#include "lash_interpolant.h"
#include "lash_motion.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------------------- kinematics */

/* Motion of a marker in the global frame; and how much of it is wanted. */
typedef lash_marker_motion lash_sdk_marker;

/* ---------------------------------------------------------------------------- data of the model */

/* What multiplies a model's numbers to give SI, and the short names of the units. */
typedef struct lash_sdk_units {
  double time, length, force, mass;
  const char *text;
} lash_sdk_units;

/* "mks", "mmks", "cgs" or "ips" (inch, pound-force, pound-mass); NULL for another name. */
LASH_API const lash_sdk_units *lash_sdk_units_find(const char *name);

/* Where the run stands. The host keeps it up to date. */
typedef struct lash_sdk_run {
  double time_converged; /* end of the last accepted step: c_timget */
  double step;           /* present step size */
  int mode;              /* am_… of slv_cbksub.h: 4 dynamics, 5 statics, … */
  int initializing;      /* nonzero until the first step begins */
  int threads;           /* how many threads call routines; 0 counts as 1 */
  const char *integrator;
} lash_sdk_run;

/* What libraries keep for one host (c_lash_instance). Begin with a NULL pointer, let `kept` of the
 * host point to it, and free it before the libraries are unloaded: they are told. */
typedef struct lash_sdk_kept lash_sdk_kept;
LASH_API void lash_sdk_kept_free(lash_sdk_kept **kept);

typedef enum lash_sdk_message { LASH_SDK_INFO, LASH_SDK_WARNING, LASH_SDK_ERROR } lash_sdk_message;

enum { LASH_SDK_HOST_VERSION = 1 };
#define LASH_SDK_HOST_HEAD .size = sizeof(lash_sdk_host), .version = LASH_SDK_HOST_VERSION

/* Zero what is not served; a table of another size or version is refused by the first call. */
typedef struct lash_sdk_host {
  uint32_t size, version; /* LASH_SDK_HOST_HEAD */
  void *data;             /* first argument of every callback */

  /* Motion of marker `id` (never 0: ground is known), valid to `level`. NULL when there is no such
   * marker. The pointer must stay good until the user subroutine returns. */
  const lash_sdk_marker *(*marker)(void *data, int id, lash_motion_level level);

  /* Force and torque (at I) that the elements between markers i and j apply to I; j may be 0. */
  int (*force)(void *data, int i, int j, double six[6]);

  /* Force and torque of element `statement`/`id` ("JOINT", "SFORCE", …) on the part of its I
   * marker, or of its J marker when on_j. */
  int (*element_force)(void *data, const char *statement, int id, int on_j, double six[6]);

  /* Full turns of AX, AY or AZ (axis 0, 1, 2) of marker i about j: gives `angle` those of the last
   * accepted step, which the host keeps. In set-up passes it is called with angle NULL, so that the
   * host learns which ones to keep. NULL: angles stay in (-pi, pi]. */
  void (*turns)(void *data, int axis, int i, int j, double *angle);

  /* Any other scalar measure: DIF, DIF1, VARVAL, ARYVAL, PINVAL, POUVAL, SENVAL, …; also
   * KINETIC_ENERGY, NMODES and CONTACT_INCIDENTS. Names arrive in upper case. */
  int (*scalar)(void *data, const char *name, const int *par, int npar, double *value);

  /* Any other array: ARRAY, PINPUT, POUTPUT, Q, QDOT, QDDOT, XDOT (of a GSE), …; also MOMENTUM,
   * MASS, MODE_NUMBERS and MODE_FREQUENCIES (Hz, of a flexible body). `values` is NULL when only
   * the count is wanted. */
  int (*array)(void *data, const char *name, const int *par, int npar, double *values, int *count);

  /* Statements: NULL when there is none with this id. */
  const lash_interpolant *(*spline)(void *data, int id);
  const char *(*string)(void *data, int id);
  const double *(*numbers)(void *data, int id, int *count); /* ARRAY/…, IC or NUMBERS */

  /* Matrix by columns; curve point or derivative of order 0, 1 or 2. */
  const double *(*matrix)(void *data, int id, int *rows, int *columns);
  int (*curve)(void *data, int id, double alpha, int order, double xyz[3]);

  /* Receives the points that Spline_read puts; y[ix + iz*nx]. */
  int (*put_spline)(void *data, int id, int nx, int nz, const double *x, const double *y,
                    const double *z);

  /* Driving the run, from Consub. */
  int (*analyse)(void *data, const char *type, const char *name, double begin, double end,
                 int initialize);
  int (*output_step)(void *data);
  int (*modify)(void *data, const char *command);

  /* A message of the user's (or of the runtime's) with an id; NULL prints it on standard error. */
  void (*message)(void *data, lash_sdk_message kind, const char *text, int id);

  lash_sdk_kept **kept; /* NULL: a library cannot tell this host from others that say NULL */

  const char *folder; /* of the model: c_lash_folder; NULL: not known */

  const lash_sdk_run *run;     /* NULL: all zero */
  const lash_sdk_units *units; /* NULL: the model has no UNITS */
  double gravity[3];
} lash_sdk_host;

/* ----------------------------------------------------------------------------- one call's needs */

#define LASH_QUANTITY_PARS 8

/* A quantity that a routine asked for: "DISP" with markers 11, 21. */
typedef struct lash_quantity {
  char name[16];
  int par[LASH_QUANTITY_PARS];
  int npar;
  int array; /* nonzero: asked with c_sysary */
} lash_quantity;

/* Growable lists; start with {0}, free with the functions below. */
typedef struct lash_quantities {
  lash_quantity *list;
  size_t count, capacity;
} lash_quantities;

/* Partial derivatives of the routine's outputs with respect to one quantity, by columns: values[i +
 * j*n] is d output i / d component j, for n outputs. */
typedef struct lash_partial {
  lash_quantity quantity;
  double *values;
  int count, room; /* room for values: kept for the next call */
} lash_partial;

typedef struct lash_partials {
  lash_partial *list;
  size_t count, capacity;
} lash_partials;

/* Bytes saved by a routine with iflag 7 and read back with iflag 9. */
typedef struct lash_sdk_store {
  unsigned char *bytes;
  size_t count, capacity; /* count > capacity: memory ended, and bytes are not whole */
  size_t read;            /* where reading goes on */
} lash_sdk_store;

static inline bool lash_sdk_store_whole(const lash_sdk_store *store) {
  return store->count <= store->capacity;
}

LASH_API void lash_quantities_free(lash_quantities *quantities);
LASH_API void lash_partials_clear(lash_partials *partials); /* keeps its memory */
LASH_API void lash_partials_free(lash_partials *partials);
LASH_API void lash_sdk_store_free(lash_sdk_store *store);

/* Everything a host says about a call. Keep one per thread and reuse it. Members may be NULL. */
/* Contact sites of one routine whose gaps can be reported. */
enum { LASH_SDK_GAPS = 16 };

/* What a routine offers with c_lash_offer_force: a function to call in its place. */
enum { LASH_OFFER_MARKERS = 4 };
typedef struct lash_sdk_offer {
  lash_direct_force *function; /* NULL: nothing */
  void *context;
  int marker[LASH_OFFER_MARKERS], markers;
} lash_sdk_offer;

typedef struct lash_sdk_call {
  const lash_sdk_host *host;
  lash_quantities *asked;  /* gathers what the routine asks for, without repeats */
  lash_partials *partials; /* not NULL: partial derivatives are wanted */
  lash_sdk_store *store;   /* iflag 7 and 9 */
  double *gaps;            /* LASH_SDK_GAPS numbers for c_lash_report_gap, or NULL */
  bool seen;               /* for c_lash_seen: routines know the state of a callback */
  int thread;              /* index of the calling thread, from 0: c_get_thread_index */
  lash_sdk_offer *offer;   /* gathers c_lash_offer_force; NULL: not taken */
} lash_sdk_call;

/* ------------------------------------------------------------------------------------- measures */

/* A scalar or array function as in FUNCTION= (any case), computed from a host outside any call:
 * what c_sysfnc and c_sysary give in a value pass. `values` needs room for 9 numbers, or for the
 * host's own arrays. With `value` or `values` NULL the arguments are only checked (and counted). */
LASH_API lash_status lash_sdk_scalar(const lash_sdk_host *host, const char *name, const int *par,
                                     int npar, double *value, lash_error *error);
LASH_API lash_status lash_sdk_array(const lash_sdk_host *host, const char *name, const int *par,
                                    int npar, double *values, int *count, lash_error *error);

/* ---------------------------------------------------------------------- what the runtime offers */

typedef enum lash_sdk_service {
  LASH_SDK_SERVED,  /* always works */
  LASH_SDK_BY_HOST, /* works when the host serves the callback behind it */
  LASH_SDK_REFUSED  /* callable, but answers with its error flag */
} lash_sdk_service;

typedef struct lash_sdk_function {
  const char *name;    /* C spelling: "c_sysary" */
  const char *fortran; /* Fortran spelling: "sysary_" */
  lash_sdk_service service;
  void (*c_function)(void);
  void (*fortran_function)(void);
} lash_sdk_function;

LASH_API size_t lash_sdk_count(void);
LASH_API const lash_sdk_function *lash_sdk_at(size_t index);

/* By either spelling; NULL when the SDK has no such function. */
LASH_API const lash_sdk_function *lash_sdk_find(const char *symbol);

#ifdef __cplusplus
}
#endif

#endif
