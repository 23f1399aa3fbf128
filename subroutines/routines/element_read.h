/* From what a dataset says to an element. */
#ifndef LASH_ROUTINES_ELEMENT_READ_H
#define LASH_ROUTINES_ELEMENT_READ_H

#include "element.h"

/* A statement's own data, as its routine receives them.
 *
 *   GFORCE, VFORCE, GSE, DIFF   USER(string, I, J, RM)
 *   SFORCE                      USER(string, I, J)      I and J may be left out in the C form
 *   CONTACT                     USER(string)
 *
 * With 0 in place of the string's id, plain numbers follow in the order of numbers.c. */
typedef struct element_call {
  statement kind;
  int id;
  int npar;
  const double *par;
  int i, j, rm;         /* markers the statement itself names; 0: it does not */
  bool has_rm;          /* rm is known, and 0 is ground */
  const char *joint;    /* the joint the routine's name stands for, or NULL */
  line_measure measure; /* of an SFORCE, unless measure= says otherwise */
} element_call;

/* "GFORCE", … */
const char *statement_name(statement kind);

/* The joint that a statement stands for by itself; NULL: none. */
const char *statement_joint(statement kind);

/* Fills e from words that are cut, and takes them; memory is left at zero. */
lash_status element_read(const element_call *call, lash_words *words, const host_units *units,
                         element *e, lash_error *error);

/* Writes the words that plain numbers stand for. */
lash_status numbers_text(const element_call *call, const host_units *units, char *text, size_t size,
                         lash_error *error);

#endif
