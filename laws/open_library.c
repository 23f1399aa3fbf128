/* A shared library of laws: loaded, looked at, made into laws like our own. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include "law_watch.h"
#include "open_impl.h"

/* ------------------------------------------------------------------------------------- loading */

#ifdef _WIN32
static const lash_law_library *load(const char *path, lash_error *error) {
  HMODULE library = LoadLibraryA(path);
  if (!library) {
    lash_fail(error, LASH_BAD_INPUT, "%s cannot be loaded (Windows error %lu)", path,
              GetLastError());
    return NULL;
  }
  const void *table = (const void *)(uintptr_t)GetProcAddress(library, "lash_laws");
#else
static const lash_law_library *load(const char *path, lash_error *error) {
  law_begins(); /* what a library does when it is loaded is foreign too */
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  law_ends();
  if (!library) {
    lash_fail(error, LASH_BAD_INPUT, "the library of laws cannot be loaded: %s", dlerror());
    return NULL;
  }
  const void *table = dlsym(library, "lash_laws");
#endif
  if (!table) {
    lash_fail(error, LASH_BAD_INPUT,
              "%s offers no laws: it has no table `lash_laws` (write LASH_LAWS(list); at its end, "
              "see lash_open_law.h)",
              path);
  }
  return table;
}

/* -------------------------------------------------------------------------------------- looking */

static lash_status other_version(const char *path, const char *what, uint32_t size,
                                 uint32_t version, size_t our_size, lash_error *error) {
  const char *age = version > LASH_OPEN_LAW_VERSION   ? "newer than"
                    : version < LASH_OPEN_LAW_VERSION ? "older than"
                                                      : "of another size than";
  return lash_fail(
      error, LASH_BAD_INPUT,
      "%s: its %s is %s what this Lash (%s) knows: version %u with %u bytes, not version %d with "
      "%zu; build the library again with the headers of this Lash",
      path, what, age, LASH_VERSION, (unsigned)version, (unsigned)size, LASH_OPEN_LAW_VERSION,
      our_size);
}

static bool good_name(const char *name) {
  if (!name || !*name || strlen(name) > 60) return false;
  for (const char *c = name; *c; c++) {
    if (!isalnum((unsigned char)*c) && *c != '_') return false;
  }
  return true;
}

static lash_status check_params(const char *path, const lash_open_law *law, lash_error *error) {
  if (law->param_count > LASH_PARAMS_MAX || (law->param_count && !law->params)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: law %s has %zu parameters; at most %d are possible", path, law->name,
                     law->param_count, LASH_PARAMS_MAX);
  }
  for (size_t i = 0; i < law->param_count; i++) {
    const lash_param *p = &law->params[i];
    if (!p->name || !*p->name || !p->unit || !p->meaning || !(p->min <= p->max)) {
      return lash_fail(error, LASH_BAD_INPUT,
                       "%s: parameter %zu of law %s needs a name, a unit (\"1\" for none), a "
                       "meaning and a range from min to max",
                       path, i + 1, law->name);
    }
  }
  return LASH_OK;
}

static lash_status check_law(const char *path, const lash_open_law *law, lash_error *error) {
  if (law->size != sizeof *law || law->version != LASH_OPEN_LAW_VERSION) {
    return other_version(path, "law", law->size, law->version, sizeof *law, error);
  }
  if (!good_name(law->name)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: a law's name is made of letters, digits and underscores", path);
  }
  bool friction = law->kind == LASH_OPEN_FRICTION;
  if (law->kind < LASH_OPEN_CONTACT || law->kind > LASH_OPEN_FRICTION) {
    return lash_fail(error, LASH_BAD_INPUT, "%s: law %s has the unknown kind %d", path, law->name,
                     law->kind);
  }
  const void *whole = friction ? (const void *)law->friction : (const void *)law->contact;
  if (!law->force && !law->evaluate && !whole) {
    return lash_fail(error, LASH_BAD_INPUT, "%s: law %s has no kernel: set .force", path,
                     law->name);
  }
  return check_params(path, law, error);
}

/* --------------------------------------------------------------------------------------- making */

static lash_status make(const lash_open_law *given, const char *source, open_law *law,
                        lash_error *error) {
  bool friction = given->kind == LASH_OPEN_FRICTION;
  law->given = *given;
  law->variables = friction ? 2 : 3;
  snprintf(law->name, sizeof law->name, "%s::%s", source, given->name);
  snprintf(law->derivatives, sizeof law->derivatives, "%s",
           given->derivatives                   ? given->derivatives
           : given->gradient || given->evaluate ? "exact, by the law itself"
           : given->force_complex               ? "exact, by complex step"
                                                : "by differences");
  return friction ? open_finish_friction(law, error) : open_finish_contact(law, error);
}

lash_status open_library(const char *path, const char *source, open_law ***laws, size_t *count,
                         lash_error *error) {
  const lash_law_library *table = load(path, error);
  *laws = NULL;
  *count = 0;
  return table ? open_table(table, path, source, laws, count, error) : LASH_BAD_INPUT;
}

lash_status open_table(const lash_law_library *table, const char *path, const char *source,
                       open_law ***laws, size_t *count, lash_error *error) {
  *laws = NULL;
  *count = 0;
  if (table->size != sizeof *table || table->version != LASH_OPEN_LAW_VERSION) {
    return other_version(path, "table", table->size, table->version, sizeof *table, error);
  }
  *laws = calloc(table->count + 1, sizeof **laws);
  lash_status status = *laws ? LASH_OK : lash_fail(error, LASH_FAILURE, "no memory for laws");
  for (size_t i = 0; i < table->count && status == LASH_OK; i++) {
    status = check_law(path, &table->laws[i], error);
    if (status == LASH_OK && !((*laws)[i] = calloc(1, sizeof(open_law)))) {
      status = lash_fail(error, LASH_FAILURE, "no memory for laws");
    }
    if (status == LASH_OK) status = make(&table->laws[i], source, (*laws)[i], error);
    *count = i + 1;
  }
  if (status == LASH_OK) return LASH_OK;
  open_free(*laws, *count);
  *laws = NULL;
  return status;
}
