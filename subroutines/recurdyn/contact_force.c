/* RecurDyn's user subroutine CONTACT_FORCE over a joint's laws.
 *
 *   contact_force(time, upar, npar, pen, rvel, jflag, iflag, result)
 *
 * upar[0] is the number of a line in the file of words (LASH_CONTACTS names it; without,
 * lash_contacts.txt where the solver runs), "3: joint=sphere_plane Rj=0.01 normal=flores K=1e9
 * e=0.8"; upar[1..3], when given, are metres, newtons and seconds per unit of the model (1e-3, 1,
 * 1).
 *
 * The contact's frame has the normal as z, along which bodies part with a positive velocity; the
 * penetration comes with either sign. rvel is the velocity, result the force of the same body.
 *
 * The host tells neither which step counts nor when contact ends: a state is taken as accepted when
 * a later time is asked for, and a contact begins anew where the last state, left to its velocity,
 * would have parted. Calls for the Jacobian (jflag) leave no trace. */
#include <ctype.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_joint.h"
#include "lash_recurdyn.h"

enum { CONTACTS_MAX = 200, LINE_SIZE = 8192 };

typedef struct contact {
  int number;
  bool good; /* its words could be read; said once when not */
  lash_joint joint;
  lash_joint_memory memory;
  lash_joint_state last; /* the newest state, not yet accepted */
  bool noted;
} contact;

static contact contacts[CONTACTS_MAX];
static size_t count;
static atomic_flag busy = ATOMIC_FLAG_INIT;

/* ---------------------------------------------------------------------------------------- words */

static const char *file_of_words(void) {
  const char *named = getenv("LASH_CONTACTS");
  return named && *named ? named : "lash_contacts.txt";
}

/* Where the words of "NUMBER: words" begin; NULL when the line is another's. */
static char *words_of(char *line, int number) {
  char *end, *comment = strchr(line, '#');
  if (comment) *comment = '\0';
  const long found = strtol(line, &end, 10);
  while (isspace((unsigned char)*end)) end++;
  return end != line && *end == ':' && found == number ? end + 1 : NULL;
}

static lash_status read_words(int number, char *words, lash_error *error) {
  char line[LINE_SIZE], *found = NULL;
  FILE *file = fopen(file_of_words(), "r");
  if (!file) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "there is no %s; write the contact's words there, or name the file in the "
                     "environment as LASH_CONTACTS",
                     file_of_words());
  }
  while (!found && fgets(line, sizeof line, file)) found = words_of(line, number);
  fclose(file);
  if (!found)
    return lash_fail(error, LASH_BAD_INPUT, "%s has no line '%d: …'", file_of_words(), number);
  memmove(words, found, strlen(found) + 1);
  return LASH_OK;
}

static void make(contact *c) {
  char words[LINE_SIZE];
  lash_error error;
  lash_status status = read_words(c->number, words, &error);
  if (status == LASH_OK) status = lash_joint_make(&c->joint, words, &error);
  if (status == LASH_OK && !c->joint.has_contact)
    status = lash_fail(&error, LASH_BAD_INPUT, "normal= is missing");
  if (status == LASH_OK && (c->joint.site_count != 1 || c->joint.states_given))
    status = lash_fail(&error, LASH_BAD_INPUT, "joint= must have one point, such as sphere_plane");
  c->good = status == LASH_OK;
  if (!c->good) fprintf(stderr, "Lash contact %d: %s\n", c->number, error.message);
}

/* The contact of a number, made when it is first asked for; NULL: too many. */
static contact *find(int number) {
  contact *found = NULL;
  while (atomic_flag_test_and_set(&busy)) continue;
  for (size_t i = 0; i < count && !found; i++) {
    if (contacts[i].number == number) found = &contacts[i];
  }
  if (!found && count < CONTACTS_MAX) {
    found = &contacts[count++];
    found->number = number;
    make(found);
  }
  atomic_flag_clear(&busy);
  return found;
}

/* --------------------------------------------------------------------------------------- memory */

/* Where a contact that is first seen in `now` began: back along its velocity. */
static lash_joint_state beginning(const lash_joint_state *now) {
  lash_joint_state start = *now;
  lash_joint_site *s = &start.site[0];
  if (s->v > 0) start.time -= s->delta / s->v;
  s->delta = 0;
  s->v = fmax(s->v, 0);
  return start;
}

static bool parted(const lash_joint_state *last, double time) {
  return last->site[0].delta + last->site[0].v * (time - last->time) <= 0;
}

static void follow(contact *c, const lash_joint_state *now) {
  const bool later = c->noted && now->time > c->last.time;
  if (later) lash_joint_commit(&c->joint, &c->memory, &c->last);
  /* until the first step of a contact is accepted, every trial begins it anew */
  const bool begins = !c->noted || !c->memory.stepped || now->time < c->memory.time;
  if (begins || (later && parted(&c->last, now->time))) {
    const lash_joint_state start = beginning(now);
    lash_joint_reset(&c->joint, &c->memory, &start);
  }
  c->noted = true;
  lash_joint_copy(&c->joint, now, &c->last);
}

/* ---------------------------------------------------------------------------------------- entry */

static double unit(const double *upar, int npar, int place, double standard) {
  return npar > place && upar[place] > 0 ? upar[place] : standard;
}

void contact_force(double time, double upar[], int npar, double pen, double rvel[], int jflag,
                   int iflag, double *result) {
  contact *c = npar > 0 ? find((int)upar[0]) : NULL;
  for (int k = 0; k < 6; k++) result[k] = c && c->good ? 0 : NAN;
  if (!c || !c->good) return;
  if (iflag) {
    c->noted = false;
    memset(&c->memory, 0, sizeof c->memory);
    return;
  }
  const double length = unit(upar, npar, 1, 1e-3), force = unit(upar, npar, 2, 1);
  const double second = unit(upar, npar, 3, 1), speed = length / second;
  lash_joint_state now;
  lash_joint_load load;
  lash_joint_begin(&c->joint, time * second, &now);
  now.site[0].delta = fabs(pen) * length;
  now.site[0].v = -rvel[2] * speed;
  now.site[0].share = 1;
  for (int k = 0; k < 2; k++) now.site[0].vt[k] = rvel[k] * speed;
  if (!jflag) follow(c, &now);
  lash_joint_evaluate(&c->joint, &c->memory, &now, 0, false, &load);
  for (int k = 0; k < 2; k++) result[k] = -load.point.friction[k] / force;
  result[2] = load.point.normal / force;
}
