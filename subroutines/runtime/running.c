/* The call in progress on this thread, and what is gathered during it. */
#include "running.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local lash_running *current;
static const lash_sdk_host nobody;

lash_running *lash_running_current(void) { return current; }
void lash_running_set(lash_running *frame) { current = frame; }

const lash_sdk_host *lash_running_host(void) {
  return current && current->call->host ? current->call->host : &nobody;
}

const lash_sdk_run *lash_running_run(void) {
  static const lash_sdk_run unknown;
  const lash_sdk_run *run = lash_running_host()->run;
  return run ? run : &unknown;
}

bool lash_running_set_up(void) {
  return current && (current->iflag == 1 || current->iflag == 3 || current->iflag == 5);
}

void lash_running_stop(const char *reason) {
  if (!current) return;
  snprintf(current->reason, sizeof current->reason, "%s", reason);
  siglongjmp(current->escape, 1);
}

void lash_running_trouble(const char *function, const char *why) {
  if (current) snprintf(current->trouble, sizeof current->trouble, "%s: %s", function, why);
}

void lash_running_message(lash_sdk_message kind, int id, const char *text) {
  static const char *const words[] = {"", "warning: ", "error: "};
  const lash_sdk_host *host = lash_running_host();
  if (host->message) {
    host->message(host->data, kind, text, id);
  } else {
    fprintf(stderr, "%s%s (%d)\n", words[kind], text, id);
  }
}

void lash_running_refuse(const char *function) {
  enum { REMEMBERED = 64 };
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static char said[REMEMBERED][40];
  static size_t count;
  bool first = true;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < count; i++) first = first && strcmp(said[i], function) != 0;
  if (first && count < REMEMBERED) snprintf(said[count++], sizeof said[0], "%s", function);
  pthread_mutex_unlock(&lock);
  if (!first) return;
  char text[160];
  snprintf(text, sizeof text, "%s is not served by this host: it answers with its error flag",
           function);
  lash_running_message(LASH_SDK_WARNING, 0, text);
}

/* ------------------------------------------------------------------------------------ gathering */

/* Makes room for one more item; list, count and capacity belong to one growable list. */
static void *grown(void *list, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return list;
  size_t wanted = *capacity ? 2 * *capacity : 8;
  void *more = realloc(list, wanted * size);
  if (more) *capacity = wanted;
  if (!more && current) current->no_memory = true;
  return more;
}

static lash_quantity quantity(const char *name, const int *par, int npar, bool array) {
  lash_quantity q = {.npar = npar < LASH_QUANTITY_PARS ? npar : LASH_QUANTITY_PARS, .array = array};
  for (size_t i = 0; name[i] && i + 1 < sizeof q.name; i++) {
    q.name[i] = (char)toupper((unsigned char)name[i]);
  }
  for (int i = 0; i < q.npar; i++) q.par[i] = par[i];
  return q;
}

int lash_running_asked(const char *name, const int *par, int npar, bool array) {
  lash_quantities *asked = current ? current->call->asked : NULL;
  if (!asked) return 0;
  lash_quantity q = quantity(name, par, npar, array);
  for (size_t i = 0; i < asked->count; i++) {
    if (memcmp(&asked->list[i], &q, sizeof q) == 0) return 0;
  }
  lash_quantity *list = grown(asked->list, asked->count, &asked->capacity, sizeof *list);
  if (!list) return 1;
  asked->list = list;
  asked->list[asked->count++] = q;
  return 0;
}

int lash_running_partial(const char *name, const int *par, int npar, const double *values,
                         int count) {
  lash_partials *partials = current ? current->call->partials : NULL;
  if (!partials || count < 0) return 1;
  const size_t before = partials->capacity;
  lash_partial *list = grown(partials->list, partials->count, &partials->capacity, sizeof *list);
  if (!list) return 1;
  memset(list + before, 0, (partials->capacity - before) * sizeof *list);
  partials->list = list;
  lash_partial *next = &list[partials->count];
  if (next->room < count || !next->values) {
    double *more = realloc(next->values, (size_t)(count ? count : 1) * sizeof *more);
    if (!more) current->no_memory = true;
    if (!more) return 1;
    next->values = more;
    next->room = count;
  }
  if (count) memcpy(next->values, values, (size_t)count * sizeof *values);
  next->quantity = quantity(name, par, npar, true);
  next->count = count;
  partials->count++;
  return 0;
}

void lash_quantities_free(lash_quantities *quantities) {
  free(quantities->list);
  *quantities = (lash_quantities){0};
}

void lash_partials_clear(lash_partials *partials) { partials->count = 0; }

void lash_partials_free(lash_partials *partials) {
  for (size_t i = 0; i < partials->capacity; i++) free(partials->list[i].values);
  free(partials->list);
  *partials = (lash_partials){0};
}

void lash_sdk_store_free(lash_sdk_store *store) {
  free(store->bytes);
  *store = (lash_sdk_store){0};
}
