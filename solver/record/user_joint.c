/* Elements of our own routines, and their memory, taken out of their library and put back. */
#include "user_joint.h"

#include <string.h>

#include "worn_joints.h"

static bool is_ours(const user_routine *item, const char **joint) {
  static const struct {
    const char *symbol, *joint;
  } known[] = {{"Gfosub", NULL}, {"Lash_spherical", "spherical"}, {"Lash_revolute", "revolute"}};
  const char *slash = strrchr(item->routine.library, '/');
  const char *name = slash ? slash + 1 : item->routine.library;
  if (!strncmp(name, "lib", 3)) name += 3;
  if (item->kind != LASH_USER_GFORCE || strncmp(name, "lash_subroutines", 16)) return false;
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (!strcmp(known[k].symbol, item->routine.symbol)) {
      *joint = known[k].joint;
      return true;
    }
  return false;
}

static const char *string_text(const lash_system *system, double id) {
  for (size_t k = 0; k < system->string_count; k++)
    if (system->string[k].id == id) return system->string[k].text;
  return NULL;
}

bool lash_user_joint(const lash_system *system, int user, element *e) {
  const user_routine *item = &system->user->item[user];
  const struct sAdamsGforce *g = &item->element.gforce;
  const char *type;
  if (!is_ours(item, &type) || g->NPAR < 1 || !(g->PAR[0] > 0)) return false;
  const char *text = string_text(system, g->PAR[0]);
  const element_call call = {STATEMENT_GFORCE, g->ID,       g->NPAR,        g->PAR,
                             .i = g->I,        .rm = g->RM, .has_rm = true, .joint = type};
  const host_units units = {
      .time = system->scale[0], .length = system->scale[1], .force = system->scale[2]};
  lash_words words;
  lash_error ignored;
  if (!text || strlen(text) >= sizeof words.text) return false;
  words.folder = NULL;
  strcpy(words.text, text);
  if (lash_words_cut(&words, &ignored)) return false;
  return element_read(&call, &words, &units, e, &ignored) == LASH_OK;
}

int lash_user_worn_joint(const lash_system *system, int user, int *id, lash_joint *joint) {
  const int count = system->user ? (int)system->user->count : 0;
  for (int k = user; k < count; k++) {
    element e;
    if (system->user->item[k].kind != LASH_USER_GFORCE || !lash_user_joint(system, k, &e)) continue;
    if (!e.joint.has_wear) continue;
    *id = e.id;
    *joint = e.joint;
    return k;
  }
  return -1;
}

/* Numbers a routine of ours saves: their count, then the numbers, each after a head of two ints. */
enum { SAVED_HEAD = 5 * sizeof(int) };

lash_status lash_user_joint_tell(lash_system *system, int user, const lash_joint *joint,
                                 const lash_joint_memory *memory, lash_error *error) {
  const int count = (int)lash_joint_numbers(joint);
  const int head[5] = {'i', 1, count, 'd', count};
  const size_t size = SAVED_HEAD + (size_t)count * sizeof(double);
  unsigned char bytes[SAVED_HEAD + LASH_JOINT_NUMBERS_MAX * sizeof(double)];
  double numbers[LASH_JOINT_NUMBERS_MAX];
  lash_joint_save(joint, memory, numbers);
  memcpy(bytes, head, SAVED_HEAD);
  memcpy(bytes + SAVED_HEAD, numbers, (size_t)count * sizeof(double));
  system->user->told++;
  return lash_user_reload(system, user, bytes, size, error);
}

lash_status lash_user_joint_ask(lash_system *system, int user, const lash_joint *joint,
                                lash_joint_memory *memory, lash_error *error) {
  const size_t count = lash_joint_numbers(joint);
  const lash_sdk_store *saved = lash_user_saved(system, user);
  double numbers[LASH_JOINT_NUMBERS_MAX];
  if (!lash_sdk_store_whole(saved)) return lash_out_of_memory(error);
  if (saved->count != SAVED_HEAD + count * sizeof(double))
    return lash_fail(error, LASH_FAILURE, "the memory of GFORCE/%d has another form",
                     system->user->item[user].element.gforce.ID);
  memcpy(numbers, saved->bytes + SAVED_HEAD, count * sizeof(double));
  return lash_joint_restore(joint, memory, numbers, count, error);
}
