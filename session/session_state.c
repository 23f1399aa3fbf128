/* The state of a session as a block of bytes; SAVE and RELOAD of a command file put it into the
 * results' folder, to go back to in the same run or to start another run of the same model from. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "checksum.h"
#include "files.h"
#include "paths.h"
#include "session_impl.h"

typedef struct header {
  char magic[16];
  uint64_t numbers, memory; /* of the state, and bytes of what the engine remembers */
  double time;
  uint64_t checksum; /* of all but itself */
} header;

static const char magic[16] = "lash state 2";

static uint64_t checksum_of(const header *head, const void *state, size_t size) {
  const uint64_t sum = checksum_fnv(head, offsetof(header, checksum));
  return checksum_fnv_more(sum, state, size);
}

lash_status lash_session_save(lash_session *session, void **data, size_t *size, lash_error *error) {
  size_t numbers, memory;
  *data = NULL;
  if (!session->started)
    return lash_fail(error, LASH_BAD_INPUT, "a session that has not started has no state to save");
  session->engine->state_size(session, &numbers, &memory);
  header head = {.numbers = numbers, .memory = memory, .time = session->t};
  memcpy(head.magic, magic, sizeof magic);
  *size = sizeof head + numbers * sizeof(double) + memory;
  char *block = malloc(*size + 1);
  if (!block) return lash_fail(error, LASH_FAILURE, "out of memory for a state");
  memcpy(block, &head, sizeof head);
  double *state = (double *)(void *)(block + sizeof head);
  *data = block;
  const lash_status status = session->engine->take_state(session, state, state + numbers, error);
  head.checksum = checksum_of(&head, state, *size - sizeof head);
  memcpy(block, &head, sizeof head);
  return status;
}

static lash_status restore(lash_session *session, const void *data, size_t size, const char *name,
                           lash_error *error) {
  size_t numbers, memory;
  header head;
  session->engine->state_size(session, &numbers, &memory);
  if (size == sizeof head + numbers * sizeof(double) + memory) memcpy(&head, data, sizeof head);
  if (size != sizeof head + numbers * sizeof(double) + memory ||
      memcmp(head.magic, magic, sizeof magic) != 0 || head.numbers != numbers ||
      head.memory != memory ||
      head.checksum != checksum_of(&head, (const char *)data + sizeof head, size - sizeof head)) {
    return lash_fail(
        error, LASH_BAD_INPUT,
        "%s is damaged, or not the saved state of this model as it is now; SAVE it again", name);
  }
  const double *state = (const double *)(const void *)((const char *)data + sizeof head);
  session->shown = NAN;
  const lash_status status =
      session->engine->put_state(session, head.time, state, state + numbers, error);
  if (status == LASH_OK) session->t = head.time;
  return status;
}

lash_status lash_session_restore(lash_session *session, const void *data, size_t size,
                                 lash_error *error) {
  if (session->started) return restore(session, data, size, "this", error);
  return lash_fail(error, LASH_BAD_INPUT,
                   "the session has not started: lash_session_start() first");
}

/* ------------------------------------------------------------------------------ SAVE and RELOAD */

static char *path_of(const lash_session *session, const lash_script_command *command) {
  const char *folder = session->folder ? session->folder : ".";
  if (command->file && *command->file) return path_join(folder, command->file);
  return path_format("%s/%s.sav", folder, session->name);
}

/* A command file may come from anybody: it writes into the folder of results and nowhere else. */
static bool stays_inside(const char *name) {
  if (*name == '/') return false;
  for (const char *at = name; at; at = strchr(at, '/')) {
    at += *at == '/';
    if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == '\0')) return false;
  }
  return true;
}

lash_status state_save(lash_session *session, const lash_script_command *command,
                       lash_error *error) {
  void *data;
  size_t size;
  if (command->file && !stays_inside(command->file))
    return lash_fail(error, LASH_BAD_INPUT,
                     "SAVE/FILE=%s leads out of the folder of results; name a file in it",
                     command->file);
  lash_status status = lash_session_save(session, &data, &size, error);
  char *path = path_of(session, command);
  if (status == LASH_OK) status = file_write(path, data, size, false, error);
  free(path);
  free(data);
  return status;
}

lash_status state_reload(lash_session *session, const lash_script_command *command,
                         lash_error *error) {
  char *path = path_of(session, command), *data = NULL;
  size_t size;
  lash_status status = file_read(path, &data, &size, error);
  if (status == LASH_OK) status = restore(session, data, size, path, error);
  free(path);
  free(data);
  return status;
}
