/* Tables of variables, and what all units share. */
#include "unit.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------ variables */

static unit_variable *no_room(unit_table *table) {
  table->no_memory = true;
  return &table->dummy;
}

static bool make_room(unit_table *table, size_t numbers) {
  if (table->count == table->room) {
    const size_t room = table->room ? 2 * table->room : 64;
    unit_variable *list = realloc(table->list, room * sizeof *list);
    if (!list) return false;
    table->list = list;
    table->room = room;
  }
  if (table->numbers + numbers > table->start_room) {
    const size_t room = 2 * (table->numbers + numbers) + 64;
    double *start = realloc(table->start, room * sizeof *start);
    if (!start) return false;
    table->start = start;
    table->start_room = room;
  }
  return true;
}

static unsigned group_of(unit_role role) {
  switch (role) {
    case UNIT_RATE:
    case UNIT_INDICATOR:
      return UNIT_MOTION;
    case UNIT_OUTPUT:
    case UNIT_DISCRETE:
      return UNIT_RESULTS;
    default:
      return UNIT_GIVEN;
  }
}

unit_variable *unit_add(unit_table *table, const char *name, const unit_facts *f) {
  const size_t count = (f->rows ? f->rows : 1) * (f->columns ? f->columns : 1);
  if (!make_room(table, count)) return no_room(table);
  unit_variable *v = &table->list[table->count++];
  *v = (unit_variable){.type = f->type,
                       .role = f->role,
                       .rows = f->rows,
                       .columns = f->columns,
                       .at = table->numbers,
                       .count = count,
                       .min = NAN,
                       .max = NAN,
                       .group = group_of(f->role),
                       .depends_on = UNIT_ON_EVERYTHING};
  snprintf(v->name, sizeof v->name, "%s", name);
  snprintf(v->unit, sizeof v->unit, "%s", f->unit ? f->unit : "");
  snprintf(v->meaning, sizeof v->meaning, "%s", f->meaning ? f->meaning : "");
  for (size_t k = 0; k < count; k++) table->start[table->numbers++] = f->start;
  if (f->role == UNIT_STATE) table->states += count;
  if (f->role == UNIT_INDICATOR) table->indicators += count;
  return v;
}

size_t unit_add_contacts(unit_table *table, const char *when, const char *speed_unit) {
  const struct {
    const char *name;
    unit_facts facts;
  } list[] = {
      {"contacts", {UNIT_DISCRETE, UNIT_INTEGER, .meaning = "contacts that are closed now"}},
      {"touches", {UNIT_DISCRETE, UNIT_INTEGER, .meaning = "contacts that have closed so far"}},
      {"contact_events",
       {UNIT_DISCRETE, UNIT_INTEGER, .meaning = "contacts that have closed or opened so far"}},
      {"touch_time", {UNIT_DISCRETE, .unit = "s", .meaning = when}},
      {"touch_speed",
       {UNIT_DISCRETE, .unit = speed_unit,
        .meaning = "approach speed of the last contact that closed"}}};
  const size_t first = table->numbers;
  for (size_t k = 0; k < sizeof list / sizeof list[0]; k++)
    unit_add(table, list[k].name, &list[k].facts);
  return first;
}

void unit_note_contact(unit_contacts *contacts, bool closes, double time, double speed) {
  contacts->events++;
  if (!closes) return;
  contacts->touches++;
  contacts->time = time;
  contacts->speed = speed;
}

const unit_variable *unit_find(const unit_table *table, const char *name) {
  for (size_t i = 0; i < table->count; i++)
    if (strcmp(table->list[i].name, name) == 0) return &table->list[i];
  return NULL;
}

/* Variables stand in the order of their numbers. */
const unit_variable *unit_at(const unit_table *table, size_t at) {
  size_t low = 0, high = table->count;
  if (at >= table->numbers) return NULL;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (table->list[middle].at <= at)
      low = middle;
    else
      high = middle;
  }
  return &table->list[low];
}

/* ---------------------------------------------------------------------------------------- token */

static uint64_t mix(uint64_t sum, const void *data, size_t size) {
  const unsigned char *byte = data;
  for (size_t i = 0; i < size; i++) sum = (sum ^ byte[i]) * UINT64_C(0x100000001b3);
  return sum;
}

/* Names, roles, sizes and starts: another export has another token. */
static void make_token(unit *u) {
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < u->table.count; i++) {
    const unit_variable *v = &u->table.list[i];
    const uint32_t facts[] = {(uint32_t)v->role, (uint32_t)v->type, (uint32_t)v->rows,
                              (uint32_t)v->columns};
    sum = mix(sum, v->name, strlen(v->name) + 1);
    sum = mix(sum, v->unit, strlen(v->unit) + 1);
    sum = mix(sum, facts, sizeof facts);
  }
  sum = mix(sum, u->table.start, u->table.numbers * sizeof *u->table.start);
  snprintf(u->token, sizeof u->token, "{lash-%s-%016llx}", u->class->name, (unsigned long long)sum);
}

/* ---------------------------------------------------------------------------------- life cycle */

static lash_status no_memory(lash_error *error) {
  return lash_fail(error, LASH_FAILURE, "out of memory");
}

static char *copy_of(const char *text, size_t length) {
  char *copy = malloc(length + 1);
  if (copy) {
    memcpy(copy, text, length);
    copy[length] = '\0';
  }
  return copy;
}

lash_status unit_open_text(const unit_class *class, const char *text, const char *folder,
                           unit **made, lash_error *error) {
  *made = NULL;
  unit *u = calloc(1, class->size);
  if (!u) return no_memory(error);
  u->class = class;
  u->text = copy_of(text, strlen(text));
  size_t length = folder ? strlen(folder) : 0;
  while (length > 1 && (folder[length - 1] == '/' || folder[length - 1] == '\\')) length--;
  u->folder = folder ? copy_of(folder, length) : NULL;
  lash_status status = u->text && (u->folder || !folder) ? LASH_OK : no_memory(error);
  unit_add(&u->table, "time", &(unit_facts){UNIT_INDEPENDENT, .unit = "s", .meaning = "time"});
  if (status == LASH_OK) status = class->open(u, error);
  if (status == LASH_OK && !u->table.no_memory)
    u->value = malloc(u->table.numbers * sizeof *u->value);
  if (status == LASH_OK && !u->value) status = no_memory(error);
  if (status != LASH_OK) {
    unit_free(u);
    return status;
  }
  make_token(u);
  unit_reset(u);
  *made = u;
  return LASH_OK;
}

enum { TEXT_MAX = 1 << 20 };

static lash_status read_text(const char *path, char **text, lash_error *error) {
  FILE *file = fopen(path, "rb");
  if (!file) return lash_fail(error, LASH_BAD_INPUT, "%s cannot be read", path);
  *text = malloc(TEXT_MAX);
  const size_t size = *text ? fread(*text, 1, TEXT_MAX, file) : 0;
  const bool whole = !ferror(file) && size < TEXT_MAX;
  fclose(file);
  if (*text && whole) {
    (*text)[size] = '\0';
    return LASH_OK;
  }
  free(*text);
  return lash_fail(error, LASH_BAD_INPUT, "%s cannot be read, or is too long", path);
}

lash_status unit_open(const unit_class *class, const char *folder, unit **made, lash_error *error) {
  *made = NULL;
  const size_t size = strlen(folder) + strlen(class->name) + 8;
  char *path = malloc(size), *text = NULL;
  if (!path) return no_memory(error);
  snprintf(path, size, "%s/%s.txt", folder, class->name);
  lash_status status = read_text(path, &text, error);
  if (status == LASH_OK) {
    status = unit_open_text(class, text, folder, made, error);
    free(text);
  }
  free(path);
  return status;
}

void unit_free(unit *u) {
  if (!u) return;
  if (u->class->close) u->class->close(u);
  free(u->table.list);
  free(u->table.start);
  free(u->value);
  free(u->folder);
  free(u->text);
  free(u);
}

void unit_reset(unit *u) {
  memcpy(u->value, u->table.start, u->table.numbers * sizeof *u->value);
  u->time = 0;
  u->stop = INFINITY;
  u->tolerance = 0;
  u->stale = UNIT_ALL;
  u->begun = u->over = false;
}

/* ------------------------------------------------------------------------------------- numbers */

void unit_set(unit *u, size_t at, double value) {
  u->value[at] = value;
  u->stale = UNIT_ALL;
}

void unit_set_time(unit *u, double t) {
  u->time = u->value[0] = t;
  u->stale = UNIT_ALL;
}

lash_status unit_begin(unit *u, lash_error *error) {
  lash_status status = u->class->tune ? u->class->tune(u, error) : LASH_OK;
  if (status == LASH_OK) status = u->class->begin(u, error);
  u->begun = status == LASH_OK;
  u->stale = UNIT_ALL;
  return status;
}

lash_status unit_refresh(unit *u, unsigned groups, lash_error *error) {
  lash_status status = u->begun ? LASH_OK : unit_begin(u, error);
  const unsigned missing = groups & u->stale;
  if (status != LASH_OK || !missing) return status;
  status = u->class->compute(u, missing, error);
  if (status == LASH_OK) u->stale &= ~missing;
  return status;
}

void unit_tell(const unit *u, const char *category, const char *format, ...) {
  if (!u->say) return;
  char text[LASH_MESSAGE_MAX];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  u->say(u->say_context, category, text);
}

/* ---------------------------------------------------------------------------------- as bytes */

/* In front of saved bytes: who wrote them, and how many there are. */
typedef struct header {
  char magic[8], token[48];
  uint64_t size;
  double time, stop, tolerance;
  uint64_t begun, sum; /* sum: over all that follows */
} header;

static const char magic[8] = "lashfmu";

static size_t memory_of(unit *u) { return u->class->memory && u->begun ? u->class->memory(u) : 0; }

size_t unit_saved_size(unit *u) {
  return sizeof(header) + u->table.numbers * sizeof *u->value + memory_of(u);
}

lash_status unit_save(unit *u, void *to, lash_error *error) {
  const size_t numbers = u->table.numbers * sizeof *u->value;
  header head = {.size = unit_saved_size(u),
                 .time = u->time,
                 .stop = u->stop,
                 .tolerance = u->tolerance,
                 .begun = u->begun};
  char *at = to;
  memcpy(head.magic, magic, sizeof magic);
  memcpy(head.token, u->token, sizeof u->token);
  memcpy(at + sizeof head, u->value, numbers);
  const lash_status status =
      memory_of(u) ? u->class->save(u, at + sizeof head + numbers, error) : LASH_OK;
  head.sum = mix(UINT64_C(0xcbf29ce484222325), at + sizeof head, head.size - sizeof head);
  memcpy(at, &head, sizeof head);
  return status;
}

/* Nothing has to be made anew for these numbers. */
static bool same_parameters(const unit *u, const char *numbers) {
  for (size_t i = 0; i < u->table.count; i++) {
    const unit_variable *v = &u->table.list[i];
    const size_t size = sizeof *u->value;
    if ((v->role == UNIT_PARAMETER || v->role == UNIT_TUNABLE) &&
        memcmp(u->value + v->at, numbers + v->at * size, v->count * size) != 0)
      return false;
  }
  return true;
}

lash_status unit_restore(unit *u, const void *from, size_t size, lash_error *error) {
  const size_t numbers = u->table.numbers * sizeof *u->value;
  const char *at = from;
  header head = {.size = 0};
  if (size >= sizeof head) memcpy(&head, from, sizeof head);
  if (head.size != size || size < sizeof head + numbers ||
      memcmp(head.magic, magic, sizeof magic) != 0 ||
      memcmp(head.token, u->token, sizeof u->token) != 0 ||
      head.sum != mix(UINT64_C(0xcbf29ce484222325), at + sizeof head, size - sizeof head)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "these bytes are damaged, or not a saved state of this FMU");
  }
  lash_status status = LASH_OK;
  const bool as_it_is =
      u->begun && same_parameters(u, at + sizeof head) && u->tolerance == head.tolerance;
  memcpy(u->value, at + sizeof head, numbers);
  u->time = head.time;
  u->stop = head.stop;
  u->tolerance = head.tolerance;
  if (head.begun && !as_it_is) status = unit_begin(u, error); /* parameters as they were */
  u->begun = head.begun != 0 && status == LASH_OK;
  memcpy(u->value, at + sizeof head, numbers);
  u->time = head.time;
  u->stale = UNIT_ALL;
  if (status != LASH_OK || !u->class->memory || !head.begun) return status;
  if (size != sizeof head + numbers + u->class->memory(u)) {
    return lash_fail(error, LASH_BAD_INPUT, "these bytes are of a state of another size");
  }
  return u->class->restore(u, at + sizeof head + numbers, error);
}
