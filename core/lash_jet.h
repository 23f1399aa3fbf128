/* A jet: a quantity that moves, with its first and second derivative. */
#ifndef LASH_JET_H
#define LASH_JET_H

/* Derivatives are with respect to whatever the motion runs along: usually time, or the argument x
 * of a function. A jet is three doubles in this order and nothing else. */
typedef struct lash_jet {
  double value, d1, d2;
} lash_jet;

#endif
