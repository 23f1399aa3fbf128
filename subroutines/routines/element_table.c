/* Elements are made once and stay until their host goes: readers need no lock. */
#include "element_table.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "follow.h"
#include "lash_laws.h"
#include "marker_motion.h"
#include "routines_sdk.h"

/* A place in a table. Its key never changes, whatever happens to the element. */
typedef struct node {
  struct node *next;    /* in its bucket */
  struct node *earlier; /* among all */
  statement kind;
  int id;
  element element;
} node;

enum { BUCKETS = 256 };

struct element_table {
  _Atomic(node *) bucket[BUCKETS];
  _Atomic(node *) newest; /* the list of all, for those who visit each */
  atomic_bool events;
};

/* --------------------------------------------------------------------------------------- tables */

static element_table common;                /* of hosts that keep nothing for us */
static atomic_flag busy = ATOMIC_FLAG_INIT; /* somebody adds to a table */

static void enter_lock(void) {
  while (atomic_flag_test_and_set(&busy)) continue;
}

static void free_nodes(element_table *table) {
  for (node *n = atomic_load(&table->newest), *next; n; n = next) {
    next = n->earlier;
    free(n);
  }
}

static void free_table(void *kept) {
  free_nodes(kept);
  free(kept);
}

#if defined(__GNUC__)
__attribute__((destructor)) static void forget_common(void) { free_nodes(&common); }
#endif

element_table *table_of_caller(void) {
  void **place = NULL;
  int failed = 0;
  if (HOST_KEEPS_INSTANCES) c_lash_instance(&common, free_table, &place, &failed);
  if (failed) return NULL;
  if (!place) return &common;
  element_table *table = __atomic_load_n(place, __ATOMIC_ACQUIRE);
  if (table) return table;
  enter_lock(); /* several threads of one host may come here at once */
  table = *place;
  if (!table) __atomic_store_n(place, table = calloc(1, sizeof *table), __ATOMIC_RELEASE);
  atomic_flag_clear(&busy);
  return table;
}

void table_set_events(element_table *table, bool announced) {
  atomic_store(&table->events, announced);
}
bool table_has_events(const element_table *table) { return atomic_load(&table->events); }

/* ------------------------------------------------------------------------------------- elements */

static _Atomic(node *) *bucket_of(element_table *table, statement kind, int id) {
  return &table->bucket[((unsigned)id * STATEMENT_COUNT + (unsigned)kind) % BUCKETS];
}

static element *look_up(element_table *table, statement kind, int id) {
  for (node *n = atomic_load(bucket_of(table, kind, id)); n; n = n->next) {
    if (n->id == id && n->kind == kind) return &n->element;
  }
  return NULL;
}

/* An element in the table, empty when it is new; NULL without memory. */
static element *place_for(element_table *table, statement kind, int id) {
  enter_lock();
  element *e = look_up(table, kind, id);
  node *n = e ? NULL : calloc(1, sizeof *n);
  if (n) {
    _Atomic(node *) *bucket = bucket_of(table, kind, id);
    n->kind = kind;
    n->id = id;
    n->next = atomic_load(bucket);
    n->earlier = atomic_load(&table->newest);
    atomic_store(bucket, n);
    atomic_store(&table->newest, n);
    e = &n->element;
  }
  atomic_flag_clear(&busy);
  return e;
}

element *element_find(statement kind, int id) {
  element_table *table = table_of_caller();
  element *e = table ? look_up(table, kind, id) : NULL;
  return e && e->ready ? e : NULL;
}

void element_each(element_table *table, void (*visit)(element *e, void *context), void *context) {
  for (node *n = atomic_load(&table->newest); n; n = n->earlier) {
    if (n->element.ready) visit(&n->element, context);
  }
}

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
static lash_status text_of(const element_call *call, const host_units *units, lash_words *w,
                           bool *absent, lash_error *error) {
  if (call->npar < 1) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "USER() is empty: its first number is the id of a STRING with the parameters");
  }
  double id = call->par[0];
  if (id == 0) return numbers_text(call, units, w->text, sizeof w->text, error);
  int count = 0, missing = 1;
  if (id > 0 && id <= INT32_MAX && id == (int)id) c_gtstrg((int)id, w->text, &count, &missing);
  *absent = missing != 0;
  if (missing || count < 0 || count >= LASH_WORDS_TEXT_MAX) {
    return lash_fail(error, LASH_BAD_INPUT, "USER number 1: there is no STRING/%g", id);
  }
  w->text[count] = '\0';
  return LASH_OK;
}

/* Laws of the running program are known to its copy of our laws, not to this library's. */
static const struct lash_law_library *laws_of_host(const char *source) {
  const void *table = NULL;
  if (HOST_HAS_LAWS) c_lash_laws(source, &table);
  return table;
}

/* Makes the element anew, or leaves it as it is when nothing it is made from has changed. */
static lash_status set_up(const element_call *call, element_table *table, element *e, bool afresh,
                          bool *absent, lash_error *error) {
  lash_words w;
  w.folder = NULL;
  if (HOST_KNOWS_FOLDER) c_lash_folder(&w.folder);
  host_units units = units_of_host();
  lash_status status = text_of(call, &units, &w, absent, error);
  if (status) return status;
  uint64_t print = fingerprint_of(14695981039346656037u, w.text, strlen(w.text));
  print = fingerprint_of(print, call->par, (size_t)call->npar * sizeof *call->par);
  if (e->ready && !afresh && e->fingerprint == print) return LASH_OK;
  element fresh;
  lash_laws_ask(laws_of_host);
  status = lash_words_cut(&w, error);
  if (!status) status = element_read(call, &w, &units, &fresh, error);
  if (status) return status;
  fresh.fingerprint = print;
  fresh.ready = true;
  fresh.table = table;
  *e = fresh;
  if (e->joint.has_wear) e->memory.worn = &e->worn;
  motion_probe(e);
  return LASH_OK;
}

/* Asks for everything a value needs, so that the host learns what the element depends on. */
static lash_status announce(const element *e, lash_error *error) {
  motion m;
  double z[LASH_JOINT_SITES][LASH_FRICTION_STATES_MAX];
  lash_status status = motion_read(e, &m, error);
  return status ? status : states_read(e, z, error);
}

/* What a joint leaves out, once, before the motion begins. */
static void say_limits(const element *e) {
  char text[240];
  if (!e->joint.has_film || !e->joint.has_wear) return;
  snprintf(
      text, sizeof text,
      "Lash %s/%d: the film (film=%s) keeps the clearance of fresh surfaces, the contact alone "
      "sees what wears (wear=%s); once that is a tenth of the clearance, start anew with a "
      "larger Ri",
      statement_name(e->kind), e->id, e->joint.film.law->name, e->joint.wear.params.owner);
  c_errmes(1, text, e->id, "CONT");
}

element *element_enter(const element_call *call, int iflag) {
  element_table *table = table_of_caller();
  element *e = table ? look_up(table, call->kind, call->id) : NULL;
  if (e && e->ready && iflag == 0) return e;
  if (iflag == 5) {
    if (e) e->ready = false;
    return NULL;
  }
  lash_error error = {.message = "no memory"};
  bool early = iflag == 1, absent = false;            /* statements may still be missing then */
  if (early && table) table_set_events(table, false); /* its callback has yet to speak */
  lash_status status = LASH_FAILURE;
  if (!e && table) e = place_for(table, call->kind, call->id);
  if (e) status = set_up(call, table, e, early, &absent, &error);
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
  if (iflag == 3) say_limits(e);
  if (iflag == 7) follow_save(e);
  if (iflag == 9 && follow_reload(e, &error)) element_stop(call->kind, call->id, &error);
  return iflag == 0 ? e : NULL;
}
