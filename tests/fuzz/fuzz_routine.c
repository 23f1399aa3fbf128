/* What a routine of ours is given: the words of a joint, then numbers for a state and a memory. The
 * first byte says how many of the bytes behind it are words. */
#include <math.h>

#include "fuzz.h"
#include "lash_joint.h"

static const uint8_t *bytes;
static size_t left;

/* Numbers of ordinary size and, now and then, any at all. */
static double number(void) {
  double value = 0;
  if (left == 0) return 0;
  const uint8_t kind = *bytes++;
  left--;
  if (kind < 0xe0 || left < sizeof value) return ((double)kind - 0x70) * 1e-4;
  memcpy(&value, bytes, sizeof value);
  bytes += sizeof value;
  left -= sizeof value;
  return value;
}

static void fill(lash_joint_state *state) {
  for (size_t s = 0; s < LASH_JOINT_SITES; s++) {
    lash_joint_site *site = &state->site[s];
    site->delta = number(), site->v = number(), site->share = 1;
    site->vt[0] = number(), site->vt[1] = number(), site->normal = number();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  lash_joint joint;
  static lash_joint_memory memory;
  static lash_joint_state state;
  lash_joint_load load;
  lash_error error = {.message = ""};
  if (size == 0) return 0;
  const size_t words = data[0] < size - 1 ? data[0] : size - 1;
  char *text = fuzz_text(data + 1, words);
  bytes = data + 1 + words;
  left = size - 1 - words;
  const lash_status status = lash_joint_make(&joint, text, &error);
  fuzz_told(status, &error);
  memory = (lash_joint_memory){0};
  memset(&state, 0, sizeof state);
  for (int step = 0; status == LASH_OK && step < 4; step++) {
    lash_joint_begin(&joint, 1e-3 * step, &state);
    fill(&state);
    for (size_t s = 0; s < LASH_JOINT_SITES; s++) {
      lash_joint_evaluate(&joint, &memory, &state, s, true, &load);
      lash_joint_approach(&joint, &memory, &state, s);
    }
    if (step == 0) lash_joint_reset(&joint, &memory, &state);
    lash_joint_commit(&joint, &memory, &state);
  }
  const size_t count = status == LASH_OK ? lash_joint_numbers(&joint) : 0;
  double *numbers = calloc(count + 1, sizeof *numbers);
  if (!numbers) abort();
  if (status == LASH_OK) {
    lash_joint_save(&joint, &memory, numbers);
    fuzz_told(lash_joint_restore(&joint, &memory, numbers, count, &error), &error);
    for (size_t i = 0; i < count; i++) numbers[i] = number();
    error.message[0] = '\0';
    fuzz_told(lash_joint_restore(&joint, &memory, numbers, count, &error), &error);
    for (size_t s = 0; s < LASH_JOINT_SITES; s++)
      lash_joint_evaluate(&joint, &memory, &state, s, true, &load);
  }
  free(numbers);
  free(text);
  return 0;
}
