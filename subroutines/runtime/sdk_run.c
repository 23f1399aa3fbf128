/* SDK functions: messages, state and control of the run, memory of a routine. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "guard.h"
#include "slv_c_utils.h"
#include "watch.h"
#define LASH_WEAK LINKDLL_ASUTILITY /* here they are defined, for libraries to find */
#include "lash_c_utils.h"
#include "lash_laws.h"

/* ------------------------------------------------------------------------------------- messages */

/* A user library may pass NULL, or a word with blanks after it. */
static bool is_word(const char *text, const char *word) {
  size_t n = strlen(word);
  return text && strncasecmp(text, word, n) == 0 && (text[n] == '\0' || text[n] == ' ');
}

void c_errmes(int errflg, const char *mesage, int id, const char *endflg) {
  if (!errflg) return;
  const lash_running *frame = lash_running_current();
  char text[512];
  bool known = frame && frame->trouble[0];
  snprintf(text, sizeof text, "%s%s%s%s", mesage ? mesage : "", known ? " [" : "",
           known ? frame->trouble : "", known ? "]" : "");
  lash_running_message(LASH_SDK_ERROR, id, text);
  if (is_word(endflg, "STOP")) lash_running_stop(text);
}

void c_usrmes(int msgflg, const char *mesage, int id, const char *msgtyp) {
  if (!msgflg) return;
  lash_sdk_message kind = LASH_SDK_INFO;
  if (is_word(msgtyp, "WARN") || is_word(msgtyp, "WARNING")) kind = LASH_SDK_WARNING;
  if (is_word(msgtyp, "ERROR") || is_word(msgtyp, "FAULT")) kind = LASH_SDK_ERROR;
  lash_running_message(kind, id, mesage ? mesage : "");
}

/* ----------------------------------------------------------------------------- state of the run */

/* Lash's own: where a contact routine's bodies are about to touch. */
void c_lash_report_gap(int site, double gap) {
  lash_running *running = lash_running_current();
  if (!running || !running->call->gaps || site < 0 || site >= LASH_SDK_GAPS) return;
  running->call->gaps[site] = gap;
}

void c_lash_seen(int *yes) {
  const lash_running *running = lash_running_current();
  *yes = running && running->call->seen;
}

void c_lash_offer_force(lash_direct_force *function, void *context, const int *marker, int count) {
  const lash_running *running = lash_running_current();
  lash_sdk_offer *offer = running ? running->call->offer : NULL;
  if (!offer || !marker || count < 0 || count > LASH_OFFER_MARKERS) return;
  *offer = (lash_sdk_offer){.function = function, .context = context, .markers = count};
  for (int k = 0; k < count; k++) offer->marker[k] = marker[k];
}

void c_timget(double *time) { *time = lash_running_run()->time_converged; }
void c_getinm(int *initializing) { *initializing = lash_running_run()->initializing != 0; }
void c_getmod(int *mode) { *mode = lash_running_run()->mode; }
void c_anlmod(int *mode) { *mode = lash_running_run()->mode; }
void c_simsta(int *status) { *status = 0; }
void c_getcpu(double *seconds) { *seconds = (double)clock() / CLOCKS_PER_SEC; }
void c_getslv(char *solver) { strcpy(solver, "LASH"); }
void c_getver(char *version) { strcpy(version, LASH_VERSION); }
void c_get_solver(int *solver) { *solver = 1; /* the C++ solver's rules for iflag and names */ }
void c_get_rt_process_mode(int *mode) { *mode = 0; }
void c_get_rt_end_of_warmup_period(double *time) { *time = 0; }

void c_getstm(double *time) {
  const lash_running *frame = lash_running_current();
  *time = frame ? frame->time : 0;
}

void c_getint(char *integrator) {
  const char *name = lash_running_run()->integrator;
  strcpy(integrator, name ? name : "NONE");
}

void c_get_thread_index(int *index) {
  const lash_running *frame = lash_running_current();
  *index = frame ? frame->call->thread : 0;
}

void c_get_nthread(int *count) {
  int threads = lash_running_run()->threads;
  *count = threads > 0 ? threads : 1;
}

/* Calls are never made from several threads at once unless the host chooses to; nothing to do. */
void c_adams_declare_threadsafe(void) {}
void c_adams_smp_group(int groupid) { (void)groupid; }

/* ------------------------------------------------------------------------------------- control */

static int refused(const char *function) {
  lash_running_trouble(function, "the host does not let routines drive the run");
  return 1;
}

/* What a Consub has the host do may take long and calls other routines: meanwhile it is not user
 * code that is under way, and those calls are calls of their own. */
#define DRIVE(function, callback, ...)             \
  const lash_sdk_host *host = lash_running_host(); \
  *istat = host->callback ? 0 : refused(function); \
  if (!host->callback) return;                     \
  lash_running *frame = lash_running_current();    \
  lash_watch_return();                             \
  lash_running_set(NULL);                          \
  *istat = host->callback(__VA_ARGS__);            \
  lash_running_set(frame);                         \
  lash_watch_call(frame->routine, frame->arguments)

void c_analys(const char *antype, const char *cid, double timbeg, double timend, int init,
              int *istat) {
  DRIVE("c_analys", analyse, host->data, antype, cid, timbeg, timend, init);
}

void c_datout(int *istat) { DRIVE("c_datout", output_step, host->data); }

void c_modify(const char *command, int *istat) { DRIVE("c_modify", modify, host->data, command); }

/* ------------------------------------------------------------------- what libraries keep for a
 * host
 */

struct lash_sdk_kept {
  struct lash_sdk_kept *next;
  const void *library;
  void (*release)(void *kept);
  void *place;
};

static lash_sdk_kept *kept_of(lash_sdk_kept *list, const void *library) {
  while (list && list->library != library) list = list->next;
  return list;
}

/* Several threads may call for one host at once: places are only added, and looking needs no lock.
 */
void c_lash_instance(const void *library, void (*release)(void *kept), void ***place, int *errflg) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  lash_sdk_kept **list = lash_running_host()->kept;
  *place = NULL;
  *errflg = 0;
  if (!list) return;
  lash_sdk_kept *kept = kept_of(__atomic_load_n(list, __ATOMIC_ACQUIRE), library);
  if (!kept) {
    pthread_mutex_lock(&lock);
    kept = kept_of(*list, library);
    lash_sdk_kept *fresh = kept ? NULL : malloc(sizeof *fresh);
    if (fresh) {
      *fresh = (lash_sdk_kept){*list, library, release, NULL};
      __atomic_store_n(list, kept = fresh, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
  }
  if (kept)
    *place = &kept->place;
  else
    *errflg = 1;
}

void c_lash_laws(const char *source, const void **table) { *table = lash_laws_offered(source); }

void c_lash_folder(const char **folder) { *folder = lash_running_host()->folder; }

static void release_kept(void *argument) {
  lash_sdk_kept *kept = argument;
  kept->release(kept->place);
}

/* Releasing is a library's own code: when it crashes, only that is lost. */
void lash_sdk_kept_free(lash_sdk_kept **kept) {
  const lash_sdk_call nobody = {.host = NULL};
  while (*kept) {
    lash_sdk_kept *first = *kept;
    lash_running frame = {.call = &nobody};
    *kept = first->next;
    if (first->place && first->release) lash_guard_run(&frame, release_kept, first);
    free(first);
  }
}

/* ------------------------------------------------------------------------------ memory of a
 * routine Each run of values carries its type and count, so that reading in another order than
 * writing is found out instead of filling the routine with nonsense. */

typedef struct run_header {
  int type, count;
} run_header;

static lash_sdk_store *open_store(int iflag) {
  const lash_running *frame = lash_running_current();
  return frame && frame->iflag == iflag ? frame->call->store : NULL;
}

/* Whoever measures what is saved gets the same count with and without memory: he makes room by it.
 * Once something is lost, nothing is kept behind it. */
static void append(lash_sdk_store *store, const void *bytes, size_t size) {
  const size_t count = store->count + size;
  if (lash_sdk_store_whole(store) && count > store->capacity) {
    unsigned char *more = realloc(store->bytes, 2 * count);
    if (more) store->bytes = more;
    if (more) store->capacity = 2 * count;
  }
  if (size && count <= store->capacity) memcpy(store->bytes + store->count, bytes, size);
  store->count = count;
}

static void save(int type, const void *values, int n, size_t size) {
  lash_sdk_store *store = open_store(7);
  if (!store) {
    lash_running_trouble("c_adams_serialize", "nothing is being saved (iflag is not 7)");
    return;
  }
  run_header header = {type, n > 0 ? n : 0};
  append(store, &header, sizeof header);
  append(store, values, (size_t)header.count * size);
}

static void load(int type, void *values, int n, size_t size) {
  lash_sdk_store *store = open_store(9);
  size_t bytes = (size_t)(n > 0 ? n : 0) * size;
  memset(values, 0, bytes);
  if (!store) {
    lash_running_trouble("c_adams_unserialize", "nothing is being reloaded (iflag is not 9)");
    return;
  }
  if (!lash_sdk_store_whole(store)) {
    lash_running_stop("there was no memory to save the routine's state");
    return;
  }
  run_header header = {0, -1};
  size_t left = store->count - store->read;
  if (left >= sizeof header) memcpy(&header, store->bytes + store->read, sizeof header);
  if (header.type != type || header.count != n || left < sizeof header + bytes) {
    lash_running_stop("the routine reloads other values than it saved");
    return;
  }
  memcpy(values, store->bytes + store->read + sizeof header, bytes);
  store->read += sizeof header + bytes;
}

void c_adams_serialize_integers(const int *values, int n) { save('i', values, n, sizeof *values); }
void c_adams_serialize_doubles(const double *values, int n) {
  save('d', values, n, sizeof *values);
}
void c_adams_serialize_characters(const char *values, int n) { save('c', values, n, 1); }
void c_adams_unserialize_integers(int *values, int n) { load('i', values, n, sizeof *values); }
void c_adams_unserialize_doubles(double *values, int n) { load('d', values, n, sizeof *values); }
void c_adams_unserialize_characters(char *values, int n) { load('c', values, n, 1); }
