/* A law by name with its parameters, "lugre s0=1e5 mus=0.3", evaluated when it is legal. */
#include "fuzz.h"
#include "lash_contact.h"
#include "lash_friction.h"

static void contact(const char *name, char *words) {
  lash_contact law;
  lash_error error = {.message = ""};
  lash_status status = lash_contact_begin(&law, name, &error);
  fuzz_told(status, &error);
  for (char *word; status == LASH_OK && (word = strsep(&words, " "));) {
    char *equals = strchr(word, '=');
    if (!equals) continue;
    *equals = '\0';
    status = lash_contact_set(&law, word, equals + 1, &error);
    fuzz_told(status, &error);
  }
  if (status == LASH_OK) status = lash_contact_ready(&law, &error);
  if (status != LASH_OK) return;
  for (int i = -2; i <= 2; i++) {
    const lash_contact_value value = lash_contact_eval(&law, 1e-5 * i, 0.1 * i, 0.2);
    if (i < 0 && value.force != 0) abort(); /* no force without touch */
  }
}

static void friction(const char *name, char *words) {
  lash_friction law;
  lash_error error = {.message = ""};
  lash_status status = lash_friction_begin(&law, name, 2, &error);
  fuzz_told(status, &error);
  for (char *word; status == LASH_OK && (word = strsep(&words, " "));) {
    char *equals = strchr(word, '=');
    if (!equals) continue;
    *equals = '\0';
    status = lash_friction_set(&law, word, equals + 1, &error);
    fuzz_told(status, &error);
  }
  if (status == LASH_OK) status = lash_friction_ready(&law, &error);
  if (status != LASH_OK) return;
  double z[LASH_FRICTION_STATES_MAX];
  lash_friction_reset(&law, z);
  lash_friction_input in = {.vt = {0.1, -0.2}, .normal = 10, .z = z};
  lash_friction_value value;
  lash_friction_advance(&law, &in, 1e-4, z);
  lash_friction_force(&law, &in, &value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (int kind = 0; kind < 2; kind++) {
    char *text = fuzz_text(data, size), *words = text;
    const char *name = strsep(&words, " ");
    (kind ? friction : contact)(name, words);
    free(text);
  }
  return 0;
}
