/* Elements are made once and stay until the library is unloaded: readers need no lock. */
#include "element_table.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "joint_shapes.h"
#include "follow.h"
#include "marker_motion.h"
#include "routines_sdk.h"

/* A place in the table. Its key never changes, whatever happens to the element. */
typedef struct node {
  struct node *next;    /* in its bucket */
  struct node *earlier; /* among all */
  statement kind;
  int id;
  element element;
} node;

enum { BUCKETS = 1024 };
static _Atomic(node *) buckets[BUCKETS];
static _Atomic(node *) newest; /* the list of all, for those who visit each */
static atomic_flag busy = ATOMIC_FLAG_INIT;

static _Atomic(node *) *bucket_of(statement kind, int id) {
  return &buckets[((unsigned)id * STATEMENT_COUNT + (unsigned)kind) % BUCKETS];
}

static element *look_up(statement kind, int id) {
  for (node *n = atomic_load(bucket_of(kind, id)); n; n = n->next) {
    if (n->id == id && n->kind == kind) return &n->element;
  }
  return NULL;
}

/* An element in the table, empty when it is new; NULL without memory. */
static element *place_for(statement kind, int id) {
  while (atomic_flag_test_and_set(&busy)) continue;
  element *e = look_up(kind, id);
  node *n = e ? NULL : calloc(1, sizeof *n);
  if (n) {
    _Atomic(node *) *bucket = bucket_of(kind, id);
    n->kind = kind;
    n->id = id;
    n->next = atomic_load(bucket);
    n->earlier = atomic_load(&newest);
    atomic_store(bucket, n);
    atomic_store(&newest, n);
    e = &n->element;
  }
  atomic_flag_clear(&busy);
  return e;
}

element *element_find(statement kind, int id) {
  element *e = look_up(kind, id);
  return e && e->ready ? e : NULL;
}

void element_each(void (*visit)(element *e, void *context), void *context) {
  for (node *n = atomic_load(&newest); n; n = n->earlier) {
    if (n->element.ready) visit(&n->element, context);
  }
}

#if defined(__GNUC__)
__attribute__((destructor)) static void forget_all(void) {
  for (node *n = atomic_load(&newest), *next; n; n = next) {
    next = n->earlier;
    free(n);
  }
  atomic_store(&newest, NULL);
  for (size_t b = 0; b < BUCKETS; b++) atomic_store(&buckets[b], NULL);
}
#endif

/* --------------------------------------------------------------------------------------- errors */

void element_stop(statement kind, int id, const lash_error *error) {
  char text[LASH_MESSAGE_MAX + 64];
  snprintf(text, sizeof text, "Lash %s/%d: %s", statement_name(kind), id, error->message);
  c_errmes(1, text, id, "STOP");
}

/* --------------------------------------------------------------------------------------- set-up */

static host_units units_of_host(void) {
  int known = 0;
  double scales[4] = {1, 1, 1, 1};
  char names[256];
  c_gtunts(&known, scales, names);
  if (!known) return (host_units){1, 1, 1};
  return (host_units){.time = scales[0], .length = scales[1], .force = scales[2]};
}

static uint64_t fingerprint_of(uint64_t hash, const void *bytes, size_t count) {
  for (size_t k = 0; k < count; k++)
    hash = (hash ^ ((const unsigned char *)bytes)[k]) * 1099511628211u;
  return hash;
}

/* Text that the first USER number names, or that plain numbers stand for. `*absent` tells a STRING
 * that the host does not have (yet). */
static lash_status text_of(const element_call *call, const host_units *units, word_list *w,
                           bool *absent, lash_error *error) {
  *absent = false;
  if (call->npar < 1) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "USER() is empty: its first number is the id of a STRING with the parameters");
  }
  double id = call->par[0];
  if (id == 0) return numbers_text(call, units, w->text, sizeof w->text, error);
  int count = 0, missing = 1;
  if (id > 0 && id <= INT32_MAX && id == (int)id) c_gtstrg((int)id, w->text, &count, &missing);
  *absent = missing != 0;
  if (missing || count < 0 || count >= WORDS_TEXT_MAX) {
    return lash_fail(error, LASH_BAD_INPUT, "USER number 1: there is no STRING/%g", id);
  }
  w->text[count] = '\0';
  return LASH_OK;
}

/* Makes the element anew, or leaves it as it is when nothing it is made from has changed. */
static lash_status set_up(const element_call *call, element *e, bool afresh, bool *absent,
                          lash_error *error) {
  word_list w;
  host_units units = units_of_host();
  lash_status status = text_of(call, &units, &w, absent, error);
  if (status) return status;
  uint64_t print = fingerprint_of(14695981039346656037u, w.text, strlen(w.text));
  print = fingerprint_of(print, call->par, (size_t)call->npar * sizeof *call->par);
  if (e->ready && !afresh && e->fingerprint == print) return LASH_OK;
  element fresh;
  status = words_cut(&w, error);
  if (!status) status = element_parse(call, &w, &units, &fresh, error);
  if (status) return status;
  fresh.fingerprint = print;
  fresh.ready = true;
  *e = fresh;
  motion_probe(e);
  return LASH_OK;
}

/* Asks for everything a value needs, so that the host learns what the element depends on. */
static lash_status announce(const element *e, lash_error *error) {
  motion m;
  double z[SITES_MAX][LASH_FRICTION_STATES_MAX];
  lash_status status = motion_read(e, &m, error);
  return status ? status : states_read(e, z, error);
}

element *element_enter(const element_call *call, int iflag) {
  element *e = look_up(call->kind, call->id);
  if (e && e->ready && iflag == 0) return e;
  if (iflag == 5) {
    if (e) e->ready = false;
    return NULL;
  }
  lash_error error = {.message = "no memory"};
  bool early = iflag == 1, absent = false; /* statements may still be missing then */
  if (early) memory_set_events(false);     /* a model begins; its callback has yet to speak */
  lash_status status = LASH_FAILURE;
  if (!e) e = place_for(call->kind, call->id);
  if (e) status = set_up(call, e, early, &absent, &error);
  if (status && early && absent) return NULL;
  if (!status && (iflag == 1 || iflag == 3)) {
    c_adams_declare_threadsafe();
    status = announce(e, &error);
    if (status && early) return NULL;
  }
  if (status) {
    element_stop(call->kind, call->id, &error);
    return NULL;
  }
  if (iflag == 7) memory_save(e);
  if (iflag == 9) memory_reload(e);
  return iflag == 0 ? e : NULL;
}
