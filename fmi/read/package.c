#include "package.h"

#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "files.h"
#include "paths.h"

struct package {
  zip_t *zip;
  char *path, *beside;
  lash_error error; /* the first */
};

static void describe_zip(int code, char text[128]) {
  zip_error_t why;
  zip_error_init_with_code(&why, code);
  snprintf(text, 128, "%s", zip_error_strerror(&why));
  zip_error_fini(&why);
}

lash_status package_begin(const char *path, package **made, lash_error *error) {
  char why[128];
  int code;
  package *p = *made = calloc(1, sizeof *p);
  if (p) p->path = path_format("%s", path), p->beside = path_format("%s.part", path);
  if (!p || !p->path || !p->beside) return lash_fail(error, LASH_FAILURE, "out of memory");
  char *folder = path_parent(path);
  const lash_status status = folder_make(folder, error);
  free(folder);
  if (status != LASH_OK) return status;
  p->zip = zip_open(p->beside, ZIP_CREATE | ZIP_TRUNCATE, &code);
  if (p->zip) return LASH_OK;
  describe_zip(code, why);
  return lash_fail(error, LASH_FAILURE, "%s cannot be written: %s", path, why);
}

static void fail(package *p, const char *name) {
  if (p->error.status == LASH_OK)
    lash_fail(&p->error, LASH_FAILURE, "%s: %s: %s", p->path, name, zip_strerror(p->zip));
}

/* Noon of the first of January 2000: an FMU made again is the same, byte for byte. */
#define FIXED_DATE 946728000

void package_add(package *p, const char *name, const void *data, size_t size) {
  void *copy = malloc(size + 1);
  if (copy) memcpy(copy, data, size);
  zip_source_t *source = copy ? zip_source_buffer(p->zip, copy, size, 1) : NULL;
  if (!source) free(copy);
  const zip_int64_t index =
      source ? zip_file_add(p->zip, name, source, ZIP_FL_ENC_UTF_8 | ZIP_FL_OVERWRITE) : -1;
  if (index < 0) {
    if (source) zip_source_free(source);
    fail(p, name);
    return;
  }
  zip_set_file_compression(p->zip, (zip_uint64_t)index, ZIP_CM_DEFLATE, 0);
  zip_file_set_mtime(p->zip, (zip_uint64_t)index, FIXED_DATE, 0);
}

void package_add_file(package *p, const char *name, const char *path) {
  char *data;
  size_t size;
  lash_error error;
  if (file_read(path, &data, &size, &error) != LASH_OK) {
    if (p->error.status == LASH_OK) p->error = error;
    return;
  }
  package_add(p, name, data, size);
  free(data);
}

lash_status package_end(package *p, lash_status so_far, lash_error *error) {
  if (!p) return so_far;
  lash_status status = so_far;
  if (status == LASH_OK && p->error.status != LASH_OK) *error = p->error, status = p->error.status;
  if (p->zip && (status != LASH_OK || zip_close(p->zip) != 0)) {
    if (status == LASH_OK)
      status = lash_fail(error, LASH_FAILURE, "%s: %s", p->path, zip_strerror(p->zip));
    zip_discard(p->zip);
  } else if (p->zip && rename(p->beside, p->path) != 0) {
    status = lash_fail(error, LASH_FAILURE, "%s cannot be written", p->path);
  }
  if (status != LASH_OK && p->zip) remove(p->beside);
  free(p->path);
  free(p->beside);
  free(p);
  return status;
}

/* -------------------------------------------------------------------------------------- reading */

static lash_status open_zip(const char *path, zip_t **zip, lash_error *error) {
  char why[128];
  int code;
  *zip = zip_open(path, ZIP_RDONLY | ZIP_CHECKCONS, &code);
  if (*zip) return LASH_OK;
  describe_zip(code, why);
  return lash_fail(error, LASH_BAD_INPUT, "%s is no FMU: %s", path, why);
}

static lash_status read_entry(zip_t *zip, const char *path, zip_uint64_t index, char **data,
                              size_t *size, lash_error *error) {
  zip_stat_t about;
  zip_stat_index(zip, index, 0, &about);
  const char *name = about.valid & ZIP_STAT_NAME ? about.name : "?";
  if (!(about.valid & ZIP_STAT_SIZE) || about.size > FILE_SIZE_MAX)
    return lash_fail(error, LASH_BAD_INPUT, "%s: %s is too large", path, name);
  *size = (size_t)about.size;
  *data = malloc(*size + 1);
  if (!*data) return lash_fail(error, LASH_FAILURE, "out of memory");
  zip_file_t *file = zip_fopen_index(zip, index, 0);
  const zip_int64_t got = file ? zip_fread(file, *data, *size) : -1;
  char last;
  const bool whole = file && got == (zip_int64_t)*size && zip_fread(file, &last, 1) == 0;
  if (file && zip_fclose(file) == 0 && whole) {
    (*data)[*size] = '\0';
    return LASH_OK;
  }
  free(*data);
  *data = NULL;
  return lash_fail(error, LASH_BAD_INPUT, "%s: %s is damaged", path, name);
}

lash_status package_read(const char *path, const char *name, char **data, size_t *size,
                         lash_error *error) {
  zip_t *zip;
  *data = NULL;
  lash_status status = open_zip(path, &zip, error);
  if (status != LASH_OK) return status;
  const zip_int64_t index = zip_name_locate(zip, name, 0);
  status = index < 0 ? lash_fail(error, LASH_BAD_INPUT, "%s holds no %s", path, name)
                     : read_entry(zip, path, (zip_uint64_t)index, data, size, error);
  zip_discard(zip);
  return status;
}

static bool stays_inside(const char *name) {
  if (*name == '/' || strchr(name, '\\')) return false;
  for (const char *at = name; at; at = strchr(at, '/')) {
    at += *at == '/';
    if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || !at[2])) return false;
  }
  return true;
}

static lash_status unpack_entry(zip_t *zip, const char *path, zip_uint64_t index,
                                const char *folder, lash_error *error) {
  const char *name = zip_get_name(zip, index, 0);
  char *data;
  size_t size;
  if (!name || !stays_inside(name))
    return lash_fail(error, LASH_BAD_INPUT, "%s: the name %.200s leads out of it", path,
                     name ? name : "?");
  if (!*name || name[strlen(name) - 1] == '/') return LASH_OK; /* a folder */
  lash_status status = read_entry(zip, path, index, &data, &size, error);
  if (status != LASH_OK) return status;
  char *place = path_join(folder, name);
  status = place ? file_write(place, data, size, false, error)
                 : lash_fail(error, LASH_FAILURE, "out of memory");
  free(place);
  free(data);
  return status;
}

/* A small archive can hold any number of files of zeros. */
static lash_status check_sizes(zip_t *zip, const char *path, zip_int64_t count, lash_error *error) {
  const zip_uint64_t most = (zip_uint64_t)4 * FILE_SIZE_MAX;
  zip_uint64_t sum = 0;
  zip_stat_t about;
  for (zip_int64_t i = 0; i < count && sum <= most; i++) {
    if (zip_stat_index(zip, (zip_uint64_t)i, 0, &about) == 0 && (about.valid & ZIP_STAT_SIZE))
      sum += about.size < most ? about.size : most + 1;
  }
  if (sum <= most) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s holds more than %d MB, unpacked", path,
                   (int)(most >> 20));
}

lash_status package_unpack(const char *path, const char *folder, lash_error *error) {
  zip_t *zip;
  lash_status status = open_zip(path, &zip, error);
  if (status != LASH_OK) return status;
  const zip_int64_t count = zip_get_num_entries(zip, 0);
  status = check_sizes(zip, path, count, error);
  for (zip_int64_t i = 0; i < count && status == LASH_OK; i++)
    status = unpack_entry(zip, path, (zip_uint64_t)i, folder, error);
  zip_discard(zip);
  return status;
}
