#include "mutate.h"

/* ------------------------------------------------------------------------------------- inputs */

void inputs_add(inputs *list, const uint8_t *bytes, size_t size) {
  input *item = realloc(list->item, (list->count + 1) * sizeof *item);
  uint8_t *copy = malloc(size ? size : 1);
  if (!item || !copy) abort();
  if (size) memcpy(copy, bytes, size);
  list->item = item;
  list->item[list->count++] = (input){copy, size};
}

void inputs_free(inputs *list) {
  for (size_t i = 0; i < list->count; i++) free(list->item[i].bytes);
  free(list->item);
  *list = (inputs){0};
}

/* "PART/" or "&\x0a", between the quotes. */
static size_t take_word(const char *text, uint8_t *word, size_t room) {
  size_t size = 0;
  while (*text && *text != '"' && size < room) {
    unsigned code;
    if (text[0] == '\\' && text[1] == 'x' && sscanf(text + 2, "%2x", &code) == 1) {
      word[size++] = (uint8_t)code;
      text += 4;
    } else {
      if (*text == '\\' && text[1]) text++;
      word[size++] = (uint8_t)*text++;
    }
  }
  return size;
}

bool words_read(inputs *words, const char *path) {
  char line[256];
  uint8_t word[64];
  FILE *file = fopen(path, "r");
  if (!file) return false;
  while (fgets(line, sizeof line, file)) {
    const char *quote = strchr(line, '"');
    const size_t size = quote && line[0] != '#' ? take_word(quote + 1, word, sizeof word) : 0;
    if (size > 0) inputs_add(words, word, size);
  }
  fclose(file);
  return words->count > 0;
}

/* -------------------------------------------------------------------------------------- changes */

static size_t draw(uint64_t *state, size_t below) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return below ? (size_t)(*state >> 16) % below : 0;
}

/* What numbers in texts become: the ends of ranges, and what is no number. */
static const char *const numbers[] = {
    "0",           "-1",         "1e308", "-1e308", "1e-320", "nan", "inf", "2147483647",
    "-2147483648", "4294967296", "1e18",  "0.5",    "1,1,1",  "1e",  "--1", "99999999999999999999"};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

typedef struct mutant {
  uint8_t *bytes;
  size_t size;
} mutant;

static void cut(mutant *m, size_t at, size_t count) {
  memmove(m->bytes + at, m->bytes + at + count, m->size - at - count);
  m->size -= count;
}

static void insert(mutant *m, size_t at, const uint8_t *bytes, size_t count) {
  uint8_t held[MUTANT_MAX]; /* `bytes` may be the mutant's own */
  if (count > MUTANT_MAX - m->size) count = MUTANT_MAX - m->size;
  memcpy(held, bytes, count);
  memmove(m->bytes + at + count, m->bytes + at, m->size - at);
  memcpy(m->bytes + at, held, count);
  m->size += count;
}

static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

/* Another number in the place of one that is there. */
static void change_number(mutant *m, size_t at, uint64_t *state) {
  while (at < m->size && !is_digit(m->bytes[at])) at++;
  size_t end = at;
  while (end < m->size && (is_digit(m->bytes[end]) || m->bytes[end] == '.')) end++;
  const char *number = numbers[draw(state, NUMBERS)];
  cut(m, at, end - at);
  insert(m, at, (const uint8_t *)number, strlen(number));
}

static void change(mutant *m, const inputs *seeds, const inputs *words, uint64_t *state) {
  const size_t at = draw(state, m->size + 1), left = m->size - at;
  const size_t count = draw(state, left < 64 ? left + 1 : 64);
  const input *other = &seeds->item[draw(state, seeds->count)];
  const input *word = &words->item[draw(state, words->count)];
  const size_t from = draw(state, other->size + 1);
  switch (draw(state, 8)) {
    case 0:
      if (left) m->bytes[at] ^= (uint8_t)(1u << draw(state, 8));
      break;
    case 1:
      if (left) m->bytes[at] = (uint8_t)draw(state, 256);
      break;
    case 2:
      cut(m, at, count);
      break;
    case 3:
      insert(m, at, m->bytes + at, count);
      break;
    case 4:
      insert(m, at, other->bytes + from, draw(state, other->size - from + 1));
      break;
    case 5:
      change_number(m, at, state);
      break;
    case 6:
      if (draw(state, 16) == 0) m->size = at; /* the end is missing */
      break;
    default:
      insert(m, at, word->bytes, word->size);
  }
}

size_t mutate(const inputs *seeds, const inputs *words, uint64_t *state,
              uint8_t bytes[MUTANT_MAX]) {
  const input *seed = &seeds->item[draw(state, seeds->count)];
  mutant m = {bytes, seed->size < MUTANT_MAX ? seed->size : MUTANT_MAX};
  memcpy(bytes, seed->bytes, m.size);
  for (size_t changes = 1 + draw(state, 6); changes > 0; changes--) change(&m, seeds, words, state);
  return m.size;
}
