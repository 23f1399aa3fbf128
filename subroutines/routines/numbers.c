/* Plain numbers in USER(0, …): the words they stand for.
 *
 * They give the two laws used most, Lankarani & Nikravesh for contact and Ambrosio's modified
 * Coulomb law for friction; everything else has a name and belongs in a STRING. Numbers are in the
 * host's units. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "element_read.h"
#include "lash_math.h"

/* A number: its word and the powers of length, time and force in its unit. */
typedef struct number_row {
  const char *word;
  int length, time, force;
} number_row;

#define LAWS_OF_CONTACT \
  {"K", 0, 0, 1}, {"n", 0, 0, 0}, { "e", 0, 0, 0 }
#define LAWS_OF_FRICTION \
  {"mu", 0, 0, 0}, {"friction.v0", 1, -1, 0}, { "friction.v1", 1, -1, 0 }
#define LAWS_OF_BOTH LAWS_OF_CONTACT, LAWS_OF_FRICTION

static const number_row spherical[] = {{"Ri", 1, 0, 0}, {"Rj", 1, 0, 0}, LAWS_OF_BOTH, {NULL}};
static const number_row revolute[] = {
    {"Ri", 1, 0, 0}, {"Rj", 1, 0, 0}, {"L", 1, 0, 0}, LAWS_OF_BOTH, {NULL}};
static const number_row gap[] = {{"touch", 1, 0, 0}, LAWS_OF_CONTACT, {NULL}};
static const number_row loaded[] = {{"N", 0, 0, 1}, LAWS_OF_FRICTION, {NULL}};
static const number_row contact[] = {LAWS_OF_CONTACT, {NULL}};
static const number_row slip[] = {LAWS_OF_FRICTION, {NULL}};

static const struct {
  const char *joint;
  const number_row *rows;
  bool contact, friction;
} lists[] = {
    {"spherical", spherical, true, true},
    {"revolute", revolute, true, true},
    {"gap", gap, true, false},
    {"slide", loaded, false, true},
    {"point", loaded, false, true},
    {"contact", contact, true, false},
    {"slip", slip, false, true},
};

static double power(double base, int exponent) {
  double value = 1;
  for (int k = 0; k < abs(exponent); k++) value *= base;
  return exponent < 0 ? 1 / value : value;
}

/* The stiffness is a force per length to the exponent that follows it. */
static double factor(const number_row *row, const host_units *units, const double *number,
                     const double *end) {
  if (strcmp(row->word, "K") == 0) {
    double n = number + 1 < end ? number[1] : 1.5;
    return units->force / lash_pow(units->length, n);
  }
  return power(units->length, row->length) * power(units->time, row->time) *
         power(units->force, row->force);
}

/* How many numbers come before the friction coefficient: with no more than these, no friction. */
static int before_mu(const number_row *row) {
  int count = 0;
  while (row[count].word && strcmp(row[count].word, "mu") != 0) count++;
  return count;
}

lash_status numbers_text(const element_call *call, const host_units *units, char *text, size_t size,
                         lash_error *error) {
  bool contact_element =
      call->kind == STATEMENT_CONTACT_NORMAL || call->kind == STATEMENT_CONTACT_FRICTION;
  const char *usual = statement_joint(call->kind), *joint = usual ? usual : call->joint;
  int first = contact_element ? 1 : 4;
  size_t list = 0, count = sizeof lists / sizeof lists[0];
  while (joint && list < count && strcmp(lists[list].joint, joint) != 0) list++;
  if (!joint || list == count) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "plain numbers need a routine that names its joint, such as Lash_spherical; "
                     "or give the id of a STRING as the first USER number");
  }
  const number_row *row = lists[list].rows;
  const double *number = call->par + first, *end = call->par + call->npar;
  bool friction = lists[list].friction && (!lists[list].contact || end - number > before_mu(row));
  int used = snprintf(text, size, "joint=%s%s%s", joint,
                      lists[list].contact ? " normal=lankarani_nikravesh" : "",
                      friction ? " friction=ambrosio" : "");
  for (; number < end && row->word; number++, row++) {
    used += snprintf(text + used, size - (size_t)used, " %s=%.17g", row->word,
                     *number * factor(row, units, number, end));
  }
  if (number >= end) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "USER number %d: joint %s takes no more than %d numbers",
                   (int)(number - call->par) + 1, joint, (int)(number - call->par));
}
