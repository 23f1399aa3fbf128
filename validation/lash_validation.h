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
 *   analysis kinematics instead of dynamics; or modes: frequencies at the start, r0.hertz
 *   end FORMULA         in the dataset's unit of time
 *   steps N             number of outputs
 *   integrator NAME, error X, step X, hmax X, radius X (of genalpha)
 *   audit off           no energy balance; `audit apart`: one that stays out of `every.audit`,
 *                       for methods that damp by design; the case's README says which
 *   baumgarte A,B       stabilises rk4 and rk45 this way instead of by projection
 *   partner RUN         co-simulation with a run above, which goes first in every exchange
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

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lash_verdict {
  LASH_REPRODUCED,
  LASH_NOT_REPRODUCED,
  LASH_EXPLAINED,        /* seen, but for another reason than the paper's; the note says which */
  LASH_NOT_REPRODUCIBLE, /* the paper does not say enough, or what it says cannot be */
  LASH_NOT_RUN           /* no verdict: left out, or it needs something that is missing here */
} lash_verdict;

const char *lash_verdict_name(lash_verdict verdict);

/* One row of claims.csv with its outcome. Texts belong to the validation. */
typedef struct lash_claim {
  const char *id, *quantity, *published, *unit;
  const char *kind;    /* value, trend, check (a number of our own to be met), none */
  const char *measure; /* formula on curves: peak(hertz.Fn_N) */
  const char *rule;    /* near X within Y, between A B, above X, below X, … */
  const char *expected, *source, *note;
  double computed, spread; /* NAN when there is none */
  size_t members;          /* over how many runs */
  lash_verdict verdict;
  bool surprise;     /* not the verdict on record */
  char failure[256]; /* why there is no number, else empty */
} lash_claim;

typedef struct lash_validation_case {
  char name[64];
  lash_claim *claim;
  size_t claim_count;
  double seconds; /* of processor time */
  char *text;     /* owner of the claims' texts */
} lash_validation_case;

typedef struct lash_validation {
  lash_validation_case *item;
  size_t count;
  size_t surprises;
} lash_validation;

/* How many rows have each verdict: claims of the paper, or checks of our own. */
void lash_validation_count(const lash_validation_case *c, bool checks,
                           size_t verdicts[LASH_NOT_RUN + 1]);

typedef struct lash_validation_options {
  const char *folder;       /* holds the cases */
  const char *out;          /* results; made when missing. NULL: none are written */
  const char *const *names; /* cases to run; NULL: all */
  size_t name_count;
  int jobs;   /* processes side by side; 0: one per processor */
  bool quick; /* smaller ensembles, long runs left out */
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

#ifdef __cplusplus
}
#endif

#endif
