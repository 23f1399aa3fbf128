/* Names to laws: where a law from outside is looked for, and what has been opened so far. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lash_wear.h"
#include "open_impl.h"

#ifdef _WIN32
#define PATH_SEPARATOR ';'
static const char *const endings[] = {"%s%s%s.dll", "%s%slib%s.dll", "%s%s%s.law"};
#else
#define PATH_SEPARATOR ':'
static const char *const endings[] = {"%s%s%s.so", "%s%slib%s.so", "%s%s%s.law"};
#endif

/* A library, table or text that was opened; never forgotten. */
typedef struct source {
  struct source *next;
  char *key;                     /* path, or the name of a text in memory */
  char *text;                    /* of a text in memory; NULL for files */
  const lash_law_library *table; /* of laws that were offered */
  open_law **laws;
  lash_laws_entry *entries;
  size_t count;
} source;

static source *sources;
static const lash_law_library *(*_Atomic ask_somebody)(const char *source);
static atomic_flag busy = ATOMIC_FLAG_INIT;

static void enter(void) {
  while (atomic_flag_test_and_set(&busy)) continue;
}
static void leave(void) { atomic_flag_clear(&busy); }

static bool lost_place; /* a place was not looked at for want of memory; of whoever has entered */

static source *find_source(const char *key) {
  source *s = sources;
  while (s && strcmp(s->key, key) != 0) s = s->next;
  return s;
}

/* --------------------------------------------------------------------------------------- paths */

static bool is_file(const char *path) {
  struct stat facts;
  return stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

static bool has_slash(const char *text) {
#ifdef _WIN32
  if (strchr(text, '\\')) return true;
#endif
  return strchr(text, '/') != NULL;
}

/* Makes FOLDER/NAME by one of the endings, or as it stands; NULL when there is no such file. After
 * a place that was lost none is looked at: it might hold another library of that name. */
static char *try_path(const char *folder, size_t folder_length, const char *name,
                      const char *form) {
  size_t size = folder_length + strlen(name) + 16;
  char *path = malloc(size), *first = malloc(folder_length + 1);
  lost_place = lost_place || !path || !first;
  if (!lost_place) {
    memcpy(first, folder, folder_length);
    first[folder_length] = '\0';
    snprintf(path, size, form, first, folder_length ? "/" : "", name);
  }
  free(first);
  if (!lost_place && is_file(path)) return path;
  free(path);
  return NULL;
}

static char *find_in(const char *folder, size_t length, const char *name) {
  char *found = try_path(folder, length, name, "%s%s%s");
  for (size_t i = 0; i < sizeof endings / sizeof endings[0] && !found; i++) {
    found = try_path(folder, length, name, endings[i]);
  }
  return found;
}

static char *find_file(const char *name, const char *folder) {
  if (name[0] == '/' || (has_slash(name) && !folder)) return find_in("", 0, name);
  char *found =
      folder ? find_in(folder[0] ? folder : ".", folder[0] ? strlen(folder) : 1, name) : NULL;
  if (has_slash(name)) return found;
  for (const char *list = getenv("LASH_LAW_PATH"); list && *list && !found;) {
    const char *end = strchr(list, PATH_SEPARATOR);
    size_t length = end ? (size_t)(end - list) : strlen(list);
    if (length) found = find_in(list, length, name);
    list += length + (end != NULL);
  }
  return found;
}

/* What stands in front of "::" in a law's name: the file without folder, "lib" kept, and ending. */
static void source_name(const char *path, char *name, size_t size) {
  const char *slash = strrchr(path, '/');
  snprintf(name, size, "%.100s", slash ? slash + 1 : path);
  char *dot = strrchr(name, '.');
  if (dot) *dot = '\0';
}

/* ------------------------------------------------------------------------------------- opening */

static char *read_whole(const char *path, lash_error *error) {
  enum { LARGEST = 1 << 20 };
  FILE *file = fopen(path, "rb");
  char *text = file ? calloc(LARGEST + 1, 1) : NULL;
  const bool lost = file && !text;
  size_t length = text ? fread(text, 1, LARGEST + 1, file) : 0;
  bool good = text && !ferror(file) && length <= LARGEST && !memchr(text, 0, length);
  if (file) fclose(file);
  if (good) return text;
  free(text);
  if (lost) lash_fail(error, LASH_FAILURE, "no memory to read %s", path);
  if (lost) return NULL;
  lash_fail(error, LASH_BAD_INPUT, "%s cannot be read as a text of laws (at most 1 MB)", path);
  return NULL;
}

static lash_status add_source(const char *key, const char *text, open_law **laws, size_t count,
                              source **made, lash_error *error) {
  source *s = calloc(1, sizeof *s);
  char *own_key = malloc(strlen(key) + 1), *own_text = text ? malloc(strlen(text) + 1) : NULL;
  lash_laws_entry *entries = calloc(count + 1, sizeof *entries);
  if (!s || !own_key || (text && !own_text) || !entries) {
    free(s), free(own_key), free(own_text), free(entries);
    return lash_fail(error, LASH_FAILURE, "no memory left for laws");
  }
  strcpy(own_key, key);
  if (text) strcpy(own_text, text);
  for (size_t i = 0; i < count; i++) {
    if (laws[i]->contact.size) entries[i].contact = &laws[i]->contact;
    if (laws[i]->friction.size) entries[i].friction = &laws[i]->friction;
  }
  *s = (source){sources, own_key, own_text, NULL, laws, entries, count};
  *made = sources = s;
  return LASH_OK;
}

static lash_status open_file(const char *path, source **made, lash_error *error) {
  char name[128];
  open_law **laws = NULL;
  size_t count = 0, length = strlen(path);
  lash_status status;
  source_name(path, name, sizeof name);
  if (length > 4 && strcmp(path + length - 4, ".law") == 0) {
    char *text = read_whole(path, error);
    status = text ? open_text(text, path, name, &laws, &count, error) : error->status;
    free(text);
  } else {
    status = open_library(path, name, &laws, &count, error);
  }
  return status ? status : add_source(path, NULL, laws, count, made, error);
}

static lash_status add_table(const char *name, const lash_law_library *table, source **made,
                             lash_error *error) {
  open_law **laws;
  size_t count;
  lash_status status = open_table(table, name, name, &laws, &count, error);
  if (!status) status = add_source(name, NULL, laws, count, made, error);
  if (!status) (*made)->table = table;
  return status;
}

static lash_status open_source(const char *name, const char *folder, source **found,
                               lash_error *error) {
  *found = find_source(name);
  if (*found && ((*found)->text || (*found)->table)) return LASH_OK;
  const lash_law_library *(*ask)(const char *) = ask_somebody;
  const lash_law_library *table = ask ? ask(name) : NULL;
  if (table) return add_table(name, table, found, error);
  lost_place = false;
  char *path = find_file(name, folder);
  if (lost_place)
    return lash_fail(error, LASH_FAILURE, "no memory to look for the laws '%s'", name);
  if (!path) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "there is no library or text of laws '%s': looked for %s%s.so, lib%s.so and "
                     "%s.law %s%s and in LASH_LAW_PATH",
                     name, name, "", name, name, folder ? "in " : "(no model's folder)",
                     folder ? (folder[0] ? folder : ".") : "");
  }
  *found = find_source(path);
  lash_status status = *found ? LASH_OK : open_file(path, found, error);
  free(path);
  return status;
}

/* A library of ours that is unloaded takes what it opened with it. */
__attribute__((destructor)) static void forget(void) {
  while (sources) {
    source *s = sources;
    sources = s->next;
    open_free(s->laws, s->count);
    free(s->entries);
    free(s->text);
    free(s->key);
    free(s);
  }
}

/* --------------------------------------------------------------------------------------- public */

bool lash_laws_is_open(const char *name) { return strstr(name, "::") != NULL; }

lash_status lash_laws_list(const char *library, const char *folder, const lash_laws_entry **list,
                           size_t *count, lash_error *error) {
  source *s = NULL;
  enter();
  lash_status status = open_source(library, folder, &s, error);
  leave();
  if (status) return status;
  *list = s->entries;
  *count = s->count;
  return LASH_OK;
}

lash_status lash_laws_define(const char *name, const char *text, lash_error *error) {
  open_law **laws = NULL;
  size_t count = 0;
  enter();
  source *s = find_source(name);
  lash_status status = LASH_OK;
  if (s && (!s->text || strcmp(s->text, text) != 0)) {
    status =
        lash_fail(error, LASH_BAD_INPUT, "laws '%s' are there already with another text", name);
  } else if (!s) {
    status = open_text(text, name, name, &laws, &count, error);
    if (!status) status = add_source(name, text, laws, count, &s, error);
  }
  leave();
  return status;
}

lash_status lash_laws_offer(const char *name, const lash_law_library *table, lash_error *error) {
  enter();
  source *s = find_source(name);
  lash_status status =
      s ? lash_fail(error, LASH_BAD_INPUT, "laws '%s' are there already", name) : LASH_OK;
  if (!status) status = add_table(name, table, &s, error);
  leave();
  return status;
}

const lash_law_library *lash_laws_offered(const char *name) {
  enter();
  const source *s = find_source(name);
  leave();
  return s ? s->table : NULL;
}

void lash_laws_ask(const lash_law_library *(*ask)(const char *source)) { ask_somebody = ask; }

static const char *entry_name(size_t index, const void *list) {
  const lash_laws_entry *entry = &((const lash_laws_entry *)list)[index];
  const char *name = entry->contact ? entry->contact->name : entry->friction->name;
  return strstr(name, "::") + 2;
}

/* The entry of "library::law". */
static lash_status find_entry(const char *name, const char *folder, lash_laws_entry *entry,
                              lash_error *error) {
  const char *law = strstr(name, "::");
  const lash_laws_entry *list;
  size_t count;
  if (law == name || !law[2]) {
    return lash_fail(error, LASH_BAD_INPUT, "'%.200s' is not LIBRARY::LAW", name);
  }
  const size_t length = (size_t)(law - name);
  char *library = calloc(length + 1, 1);
  if (!library) return lash_fail(error, LASH_FAILURE, "no memory for the library of %s", name);
  memcpy(library, name, length);
  const lash_status status = lash_laws_list(library, folder, &list, &count, error);
  free(library);
  if (status) return status;
  for (size_t i = 0; i < count; i++) {
    if (!lash_same_name(entry_name(i, list), law + 2)) continue;
    *entry = list[i];
    return LASH_OK;
  }
  const char *near = lash_nearest_name(law + 2, count, entry_name, list);
  return lash_fail(error, LASH_BAD_INPUT, "'%.*s' has no law '%s'%s%s%s", (int)(law - name), name,
                   law + 2, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static const char *own_name(size_t index, const void *context) {
  (void)context;
  size_t contacts = lash_contact_law_count(), dry = contacts + lash_friction_law_count();
  if (index < contacts) return lash_contact_law_at(index)->name;
  if (index < dry) return lash_friction_law_at(index - contacts)->name;
  const size_t films = dry + lash_film_law_count();
  return index < films ? lash_film_law_at(index - dry)->name : lash_wear_law_name(index - films);
}

lash_status lash_laws_find(const char *name, const char *folder, lash_laws_entry *entry,
                           lash_error *error) {
  if (lash_laws_is_open(name)) return find_entry(name, folder, entry, error);
  *entry = (lash_laws_entry){lash_contact_law_find(name), lash_friction_law_find(name),
                             lash_film_law_find(name)};
  if (entry->contact || entry->friction || entry->film) return LASH_OK;
  size_t count = lash_contact_law_count() + lash_friction_law_count() + lash_film_law_count() +
                 lash_wear_law_count();
  if (lash_wear_law_find(name))
    return lash_fail(error, LASH_BAD_INPUT, "'%s' is a wear law: it gives no force", name);
  const char *near = lash_nearest_name(name, count, own_name, NULL);
  return lash_fail(error, LASH_BAD_INPUT, "there is no law '%s'%s%s%s; `lash laws` lists them",
                   name, near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
}

/* Of a law of ours of another kind than is wanted; NULL: it is none. */
static const char *other_kind(const char *name, const char *wanted) {
  const char *kind = lash_contact_law_find(name)    ? "contact"
                     : lash_friction_law_find(name) ? "friction"
                     : lash_film_law_find(name)     ? "film"
                     : lash_wear_law_find(name)     ? "wear"
                                                    : wanted;
  return kind == wanted || strcmp(kind, wanted) == 0 ? NULL : kind;
}

static lash_status wrong_kind(const char *name, const char *is, const char *wanted,
                              lash_error *error) {
  return lash_fail(error, LASH_BAD_INPUT, "'%s' is a %s law; a %s law is wanted here", name, is,
                   wanted);
}

lash_status lash_laws_contact(const char *name, const char *folder, const lash_contact_law **law,
                              lash_error *error) {
  lash_laws_entry entry;
  if (!lash_laws_is_open(name)) {
    lash_contact contact;
    lash_status status = lash_contact_begin(&contact, name, error); /* for its suggestion */
    *law = contact.law;
    const char *kind = status ? other_kind(name, "contact") : NULL;
    return kind ? wrong_kind(name, kind, "contact", error) : status;
  }
  lash_status status = find_entry(name, folder, &entry, error);
  if (status) return status;
  *law = entry.contact;
  return *law ? LASH_OK : wrong_kind(name, "friction", "contact", error);
}

lash_status lash_laws_friction(const char *name, const char *folder, const lash_friction_law **law,
                               lash_error *error) {
  lash_laws_entry entry;
  if (!lash_laws_is_open(name)) {
    lash_friction friction;
    lash_status status = lash_friction_begin(&friction, name, 1, error);
    *law = friction.law;
    const char *kind = status ? other_kind(name, "friction") : NULL;
    return kind ? wrong_kind(name, kind, "friction", error) : status;
  }
  lash_status status = find_entry(name, folder, &entry, error);
  if (status) return status;
  *law = entry.friction;
  return *law ? LASH_OK : wrong_kind(name, "contact", "friction", error);
}

lash_status lash_laws_contact_begin(lash_contact *contact, const char *name, const char *folder,
                                    lash_error *error) {
  const lash_contact_law *law;
  lash_status status = lash_laws_contact(name, folder, &law, error);
  if (!status) lash_contact_choose(contact, law);
  return status;
}

lash_status lash_laws_friction_begin(lash_friction *friction, const char *name, size_t dim,
                                     const char *folder, lash_error *error) {
  const lash_friction_law *law;
  lash_status status = lash_laws_friction(name, folder, &law, error);
  return status ? status : lash_friction_choose(friction, law, dim, error);
}

/* Of ours every derivative is exact. */
static const char *derivatives_of(const open_law *law, const char *name) {
  return lash_laws_is_open(name) ? law->derivatives : "exact, by the law itself";
}

const char *lash_laws_contact_derivatives(const lash_contact_law *law) {
  return derivatives_of(open_behind_contact(law), law->name);
}

const char *lash_laws_friction_derivatives(const lash_friction_law *law) {
  return derivatives_of(open_behind_friction(law), law->name);
}
