/* Published mechanisms, run and judged claim by claim.
 *
 * A case is a folder:
 *   runs.txt     the simulations: a dataset each, with what differs between variants
 *   claims.csv   what is claimed, how it is measured on the runs' curves, how it is judged, and the
 *                verdict on record
 *   plot.gp      gnuplot commands, run in the folder of the results
 *   README.md    the model, its parameters and where they come from, the verdicts in words
 *
 *   lash_validation_options options = {.folder = "validation", .out = "results", .jobs = 2};
 *   lash_validation *v;
 *   lash_validate(&options, &v, &error);        runs everything, writes curves, plots and tables
 *   v->surprises == 0                           every verdict is the one on record
 *   lash_validation_free(v);
 *
 * runs.txt has one setting per line, `#` begins a comment:
 *   run NAME            begins a run; names are words of letters, digits and _
 *   like NAME           takes over everything from a run above
 *   model FILE.adm      in the case's folder
 *   let X = FORMULA     a number for the lines below; `u1` … `u8` are random numbers in (-1, 1)
 *                       that differ between the members of an ensemble and are 0 in the first
 *   set PART/2.MASS = 3 changes an argument of the dataset; ${FORMULA} stands for a number
 *   without JOINT/4     deactivates an element; `with JOINT/4` takes that back
 *   spline 3 = RUN.COLUMN     replaces the line `SPLINE/3, …` of the dataset by that curve
 *   curve NAME = FILE   curves from a file beside runs.txt (curve_set.h): NAME.COLUMN in claims and
 *                       in `spline`
 *   analysis kinematics instead of dynamics; or modes: frequencies at the start, r0.hertz
 *   end FORMULA         in the dataset's unit of time
 *   steps N             number of outputs
 *   integrator NAME, error X, step X, hmax X, radius X (of genalpha)
 *   audit off           no energy balance, so no claim may read it; `audit apart`: one that stays
 *                       out of `every.audit` and is in `every.apart`, for methods that damp by
 *                       design
 *   ideal RUN           what it would be without clearance (see lash_mutation)
 *   baumgarte A,B       stabilises rk4 and rk45 this way instead of by projection
 *   engine NAME         equations of rk4 and rk45: cartesian, compiled or auto (docs/compiled.md)
 *   host NAME           in another program (`lash hosts`) instead of the reference solver
 *   engine_step NAME = X  the fixed step, where another program of that name runs it (mujoco,
 * chrono) partner RUN         co-simulation with a run above, which goes first in every exchange
 *   exchange X          time between two exchanges, and between two outputs
 *   take 1 = 11         VARIABLE/1 of this dataset follows VARIABLE/11 of the partner's
 *   give 12 = 2         VARIABLE/12 of the partner's follows VARIABLE/2 of this one
 *   column NAME = FORMULA     what to keep; rK.Fj is column j of REQUEST/K, r0.time the time,
 *                       c.NAME a column above; names that begin with _ stay out of `curves`
 *   members N           an ensemble; every claim about it gets a mean and a spread. 0: a template
 *   quick N             members when in a hurry; 0: the run is left out
 *   curves FILE.csv     writes the columns (of the first member) */
#ifndef LASH_VALIDATION_H
#define LASH_VALIDATION_H

#include <stdio.h>

#include "lash_core.h"

typedef enum lash_verdict {
  LASH_REPRODUCED,
  LASH_PARTLY,    /* some of what the claim says */
  LASH_DEPENDS,   /* on how the paper is read; of a published claim, never of a row */
  LASH_UNDECIDED, /* the ensembles cannot tell at 95 % */
  LASH_NOT_REPRODUCED,
  LASH_EXPLAINED,        /* seen, but for another reason than the paper's; the note says which */
  LASH_NOT_REPRODUCIBLE, /* the paper does not say enough, or what it says cannot be */
  LASH_NOT_RUN           /* no verdict: left out, or it needs something that is missing here */
} lash_verdict;

const char *lash_verdict_name(lash_verdict verdict);

/* One row of claims.csv with its outcome. Texts belong to the validation.
 *
 * Rows 000-19+, 000-19-, 000-19+k … are about the published claim 000-19. Rows of one reading are
 * its parts: all must hold. Readings are what the paper leaves open, NAME=VALUE (damping=1e4); the
 * first one in the file is the paper's word as near as it goes. */
typedef struct lash_claim {
  const char *id, *reading, *quantity, *published, *unit;
  const char *kind;    /* value, trend, none; variant (not as the paper does it) and check (a number
                          of our own to be met): listed apart */
  const char *measure; /* formula on curves: peak(hertz.Fn_N) */
  const char *rule;    /* near X within Y, between A B, above X, below X, … */
  const char *expected, *source, *note;
  double computed;  /* NAN when there is none; a formula of means over members */
  double error;     /* its standard error; 0 for single runs */
  double low, high; /* 95 % */
  size_t members;   /* the greatest ensemble in it */
  lash_verdict verdict;
  bool surprise;     /* not the verdict on record */
  char failure[256]; /* why there is no number, else empty */
} lash_claim;

typedef struct lash_validation_case {
  char name[64];
  lash_claim *claim;
  size_t claim_count;
  double seconds;   /* of processor time */
  char failed[512]; /* runs that failed, claimed or not, with the reason of the first; else empty */
  char *text;       /* owner of the claims' texts */
  char *folder;     /* holds its files */
} lash_validation_case;

typedef struct lash_validation {
  lash_validation_case *item;
  size_t count;
  size_t surprises;
  size_t failures; /* runs that failed */
} lash_validation;

/* A published claim over all its rows. */
typedef struct lash_published {
  char id[64];
  const lash_claim *first; /* its first row */
  lash_verdict verdict;    /* DEPENDS: */
  lash_verdict headline;   /*   of the first reading, */
  lash_verdict other;      /*   of another one, */
  char on[128];            /*   names of what makes the difference */
} lash_published;

/* The next published claim, from row `at` (0 at first) on; false: no more. */
bool lash_validation_published(const lash_validation_case *c, size_t *at, lash_published *p);

/* Of the published claim that a row is about, read one way. */
lash_verdict lash_reading_verdict(const lash_validation_case *c, const lash_claim *claim,
                                  const char *reading);
bool lash_claim_counts(const lash_claim *claim); /* neither a variant nor a check */

/* Adds how many published claims have each verdict, each counted once; and the checks. */
void lash_validation_count(const lash_validation_case *c, size_t verdicts[LASH_NOT_RUN + 1]);
void lash_validation_checks(const lash_validation_case *c, size_t *met, size_t *all);

/* What is done to the curves before they are judged, to see that claims can fail: a run that names
 * an ideal one has that one's curves, or is twice as far from them. */
typedef enum lash_mutation { LASH_AS_RUN, LASH_IDEAL, LASH_DOUBLED } lash_mutation;

/* Mechanisms of papers, and the library of public problems with numbers
 * (docs/benchmark-library.md); its cases stand in `library/` below the others. */
typedef enum lash_suite { LASH_SUITE_PAPERS, LASH_SUITE_LIBRARY, LASH_SUITE_ALL } lash_suite;

typedef struct lash_validation_options {
  const char *folder;       /* holds the cases */
  lash_suite suite;         /* which of them, unless they are named */
  const char *host;         /* engine for all runs instead of the reference solver; NULL: that */
  const char *out;          /* results; made when missing. NULL: none are written */
  const char *const *names; /* cases to run, of any suite; NULL: all */
  size_t name_count;
  int jobs;           /* processes side by side; 0: one per processor */
  bool quick;         /* smaller ensembles, long runs left out */
  bool single;        /* one member of each run, whatever runs.txt says */
  const char *resume; /* folder where results of runs are kept and taken from; NULL: none */
  lash_mutation mutation;
  bool plots; /* draw with gnuplot */
  bool
      update; /* put the verdicts into claims.csv as those on record; claims left out keep theirs */
  /* Told of each case when it is done, in order; may be NULL. */
  void (*progress)(void *context, const lash_validation_case *done);
  /* Told of each run when it is done, and now and then meanwhile; false: stop. May be NULL. */
  bool (*run_done)(void *context, size_t finished, size_t failed, size_t all);
  void *context;
} lash_validation_options;

/* Where the cases are: beside the program's folder, where a build puts it, unless we stand in the
 * project. To be freed; NULL when memory ran out. */
char *lash_validation_folder(void);

lash_status lash_validate(const lash_validation_options *options, lash_validation **validation,
                          lash_error *error);
void lash_validation_free(lash_validation *validation);

/* The verdicts as Markdown: a table of all cases, then one of each. */
void lash_validation_markdown(const lash_validation *validation, FILE *out);

#endif
