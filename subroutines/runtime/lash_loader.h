/* Finding user subroutines: kinds of routine, ROUTINE=library::name, shared libraries.
 *
 *   lash_loader *loader = lash_loader_new();
 *   lash_loader_add_folder(loader, "models", &error);
 *   lash_loader_find(loader, LASH_GFOSUB, "spring::", &routine, &error);
 *   … lash_call_gforce(&routine, …) of lash_calls.h …
 *   lash_loader_free(loader);  // unloads the libraries
 *
 * The library is searched as given, then with ".so", then with "lib" and ".so", in the folders
 * added (none added: here), in those of LASH_SUBROUTINE_PATH (separated by colons), beside the
 * running program or the library we are part of and in their library folder; nowhere else. The
 * working directory is one of them only when it is asked for: LASH_SUBROUTINE_PATH=. A mixed-case
 * symbol has the C interface; otherwise the name in lower case with an underscore, in upper case or
 * in lower case has the Fortran interface. */
#ifndef LASH_LOADER_H
#define LASH_LOADER_H

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* X(kind, word, statement, default C name). */
/* clang-format off */
#define LASH_ROUTINE_KINDS(X) \
  X(GFOSUB, "gforce", "GFORCE", "Gfosub") \
  X(SFOSUB, "sforce", "SFORCE", "Sfosub") \
  X(VFOSUB, "vforce", "VFORCE", "Vfosub") \
  X(VTOSUB, "vtorque", "VTORQUE", "Vtosub") \
  X(VARSUB, "variable", "VARIABLE", "Varsub") \
  X(DIFSUB, "diff", "DIFF", "Difsub") \
  X(MOTSUB, "motion", "MOTION", "Motsub") \
  X(CNFSUB, "contact-normal", "CONTACT", "Cnfsub") \
  X(CFFSUB, "contact-friction", "CONTACT", "Cffsub") \
  X(FIESUB, "field", "FIELD", "Fiesub") \
  X(REQSUB, "request", "REQUEST", "Reqsub") \
  X(SENSUB, "sensor", "SENSOR", "Sensub") \
  X(SEVSUB, "sensor-value", "SENSOR", "Sevsub") \
  X(CURSUB, "curve", "CURVE", "Cursub") \
  X(SURSUB, "surface", "SURFACE", "Sursub") \
  X(COUSUB, "coupler", "COUPLER", "Cousub") \
  X(COUXX, "coupler-gradient", "COUPLER", "Couxx") \
  X(COUXX2, "coupler-hessian", "COUPLER", "Couxx2") \
  X(GSESUB, "gse", "GSE", "Gsesub") \
  X(GSEXX, "gse-xx", "GSE", "Gsexx") \
  X(GSEXU, "gse-xu", "GSE", "Gsexu") \
  X(GSEYX, "gse-yx", "GSE", "Gseyx") \
  X(GSEYU, "gse-yu", "GSE", "Gseyu") \
  X(GSE_DERIV, "gse-deriv", "GSE", "Gse_deriv") \
  X(GSE_OUTPUT, "gse-output", "GSE", "Gse_output") \
  X(GSE_UPDATE, "gse-update", "GSE", "Gse_update") \
  X(GSE_SAMP, "gse-sample", "GSE", "Gse_samp") \
  X(EXTSYS_DERIV, "extsys-deriv", "EXTSYS", "Extsys_deriv") \
  X(EXTSYS_OUTPUT, "extsys-output", "EXTSYS", "Extsys_output") \
  X(EXTSYS_UPDATE, "extsys-update", "EXTSYS", "Extsys_update") \
  X(EXTSYS_SAMPLE, "extsys-sample", "EXTSYS", "Extsys_sample") \
  X(CBKSUB, "cbksub", "CBKSUB", "Cbksub") \
  X(CONSUB, "control", "CONTROL", "Consub") \
  X(SAVSUB, "save", "SAVE", "Savsub") \
  X(RELSUB, "reload", "RELOAD", "Relsub") \
  X(SPLINE_READ, "spline-read", "SPLINE", "Spline_read") \
  X(DMPSUB, "damping", "FLEX_BODY", "Dmpsub") \
  X(MFOSUB, "mforce", "MFORCE", "Mfosub") \
  X(ANCFBEAMSUB, "beam-load", "FE_LOAD", "ANCFbeamsub") \
  X(USRMSGFLT, "message-filter", "MESSAGE", "Usrmsgflt") \
  X(UCOSUB, "ucon", "UCON", "Ucosub") \
  X(TIRSUB, "tire", "TIRE", "Tirsub")
/* clang-format on */

#define LASH_KIND_NAME(kind, word, statement, c_name) LASH_##kind,
typedef enum lash_routine_kind {
  LASH_ROUTINE_KINDS(LASH_KIND_NAME) LASH_ROUTINE_KIND_COUNT
} lash_routine_kind;
#undef LASH_KIND_NAME

typedef enum lash_routine_form { LASH_FORM_C, LASH_FORM_FORTRAN } lash_routine_form;

typedef struct lash_routine_info {
  const char *word;      /* "gforce": what people type */
  const char *statement; /* "GFORCE" */
  const char *c_name;    /* default C symbol: "Gfosub" */
} lash_routine_info;

LASH_API const lash_routine_info *lash_routine_info_at(lash_routine_kind kind);

/* The kind whose default routine has this symbol, in whichever form ("Gfosub", "gfosub_"). */
LASH_API bool lash_routine_of_symbol(const char *symbol, lash_routine_kind *kind,
                                     lash_routine_form *form);

/* True when the name has both capitals and small letters: a C routine. */
LASH_API bool lash_is_mixed_case(const char *name);

/* By word or default name in any case ("gforce", "Gfosub", "GFOSUB"); false when there is none. */
LASH_API bool lash_routine_kind_find(const char *name, lash_routine_kind *kind);

/* A routine that was found. Plain data; good while its loader lives. */
typedef struct lash_routine {
  lash_routine_kind kind;
  lash_routine_form form;
  int release; /* whose structures the library was compiled with: 2023, or 2017 */
  void (*function)(void);
  char symbol[64];
  const char *library; /* its file; the loader's */
} lash_routine;

/* False when it cannot call c_lash_report_gap(), as its library asks for no such function. */
LASH_API bool lash_routine_may_report(const lash_routine *routine);

/* A library that is linked into this one instead of lying beside it, for a shared library that is
 * to need nothing else and to show nothing but its own interface. From then on the SDK functions
 * are not shown to the process either: libraries that are loaded get theirs from here, one by one
 * (lash_bind_sdk). `list` ends with a name that is NULL. */
typedef struct lash_built_in {
  const char *name; /* "lash_subroutines" */
  const struct lash_built_in_routine {
    const char *symbol;
    void (*function)(void);
  } * list;
} lash_built_in;

LASH_API void lash_loader_build_in(const lash_built_in *library); /* once, before any loader */

/* Ties the SDK functions that a library asks for by lazy binding to ours; `handle` is dlopen's.
 * Fails in words for a library of another kind. */
LASH_API lash_status lash_bind_sdk(void *handle, const char *path, lash_error *error);

typedef struct lash_loader lash_loader;

LASH_API lash_loader *lash_loader_new(void); /* NULL without memory */
LASH_API void lash_loader_free(lash_loader *loader);

/* Folders are searched in the order they are added; the default library serves ROUTINE=name and
 * ROUTINE=::name. */
LASH_API lash_status lash_loader_add_folder(lash_loader *loader, const char *folder,
                                            lash_error *error);
LASH_API lash_status lash_loader_set_default(lash_loader *loader, const char *library,
                                             lash_error *error);

/* Structures of release 2017 for the routines found from now on; 2023 unless told. */
LASH_API void lash_loader_set_release(lash_loader *loader, int release);

/* `routine` is what follows ROUTINE= ("lib::name", "lib::", "name"), or NULL or "" for the default
 * name in the default library. */
LASH_API lash_status lash_loader_find(lash_loader *loader, lash_routine_kind kind,
                                      const char *routine, lash_routine *found, lash_error *error);

#ifdef __cplusplus
}
#endif

#endif
