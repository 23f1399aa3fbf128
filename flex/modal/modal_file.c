/* Modal bodies as text: one statement a line, in a fixed order, closed by `end`. */
#include <math.h>
#include <string.h>

#include "files.h"
#include "lash_modal.h"
#include "locales.h"
#include "text.h"

#define VERSION 1

/* -------------------------------------------------------------------------------------- writing */

static void put(FILE *out, const double *value, size_t count) {
  for (size_t i = 0; i < count; i++) fprintf(out, " %.17g", value[i]);
}

static const char *const check_names[] = {"mass_orthogonality", "stiffness_orthogonality",
                                          "rigid_force", "rigid_gap", "static_error"};
enum { CHECKS = sizeof check_names / sizeof check_names[0] };

static double *check_value(lash_modal_check *c, size_t i) {
  double *const value[CHECKS] = {&c->mass_orthogonality, &c->stiffness_orthogonality,
                                 &c->rigid_force, &c->rigid_gap, &c->static_error};
  return value[i];
}

static void write_shortening(const lash_modal *b, FILE *out) {
  size_t n = b->mode_count;
  fputs("# shortening: modes k <= l, integral of chi_kl (3), of s chi_kl^T (9)\n", out);
  for (size_t k = 0; k < n; k++)
    for (size_t l = k; l < n; l++) {
      const lash_shortening *of = &b->shortening[k * n + l];
      fprintf(out, "shortening %zu %zu", k + 1, l + 1);
      put(out, of->first, 3);
      put(out, (const double *)of->second, 9);
      fputc('\n', out);
    }
  fputs("# shorten: interface node, modes k <= l, chi_kl there (3)\n", out);
  for (size_t i = 0; i < b->node_count; i++)
    for (size_t k = 0; b->node[i].shortening && k < n; k++)
      for (size_t l = k; l < n; l++) {
        fprintf(out, "shorten %d %zu %zu", b->node[i].id, k + 1, l + 1);
        put(out, b->node[i].shortening[k * n + l], 3);
        fputc('\n', out);
      }
}

static void write_body(const lash_modal *b, FILE *out) {
  lash_modal_check check = b->check;
  fprintf(out, "lash-flex %d\nname %s\n", VERSION, b->name[0] ? b->name : "body");
  fprintf(out, "size %zu modes %zu nodes\n# integrals of 1, s, s s^T dm\n", b->mode_count,
          b->node_count);
  fprintf(out, "mass %.17g\nfirst", b->mass);
  put(out, b->first, 3);
  fputs("\nsecond", out);
  put(out, (const double *)b->second, 9);
  fputs("\n# mode: number, Hz, damping ratio, preload, integral of psi (3), of s psi^T (9)\n", out);
  for (size_t k = 0; k < b->mode_count; k++) {
    const lash_mode *m = &b->mode[k];
    fprintf(out, "mode %zu %.17g %.17g %.17g", k + 1, m->frequency, m->damping, m->preload);
    put(out, m->first, 3);
    put(out, (const double *)m->second, 9);
    fputc('\n', out);
  }
  fputs("# coupling: modes k <= l, integral of psi_k psi_l^T (9)\n", out);
  for (size_t k = 0; k < b->mode_count; k++) {
    for (size_t l = k; l < b->mode_count; l++) {
      fprintf(out, "coupling %zu %zu", k + 1, l + 1);
      put(out, (const double *)b->coupling[k * b->mode_count + l], 9);
      fputc('\n', out);
    }
  }
  fputs("# node: id, position, interface or inner; then its displacement and rotation per mode\n",
        out);
  for (size_t n = 0; n < b->node_count; n++) {
    fprintf(out, "node %d", b->node[n].id);
    put(out, b->node[n].position, 3);
    fprintf(out, " %s\n", b->node[n].interface ? "interface" : "inner");
    for (size_t k = 0; k < b->mode_count; k++) {
      fputs("shape", out);
      put(out, b->shape[n * b->mode_count + k], 6);
      fputc('\n', out);
    }
  }
  if (b->shortening) write_shortening(b, out);
  for (size_t i = 0; i < CHECKS; i++)
    if (!isnan(*check_value(&check, i)))
      fprintf(out, "check %s %.3g\n", check_names[i], *check_value(&check, i));
  fputs("end\n", out);
}

lash_status lash_modal_write(const lash_modal *body, const char *file, lash_error *error) {
  out_file out;
  const lash_status status = out_open(&out, file, error);
  if (status == LASH_OK) {
    const locale_t before = plain_numbers_begin();
    write_body(body, out.stream);
    plain_numbers_end(before);
  }
  return out_close(&out, status, error);
}

/* -------------------------------------------------------------------------------------- reading */

/* Goes to the next line, which must start with `word` and have `count` words in all. */
static lash_status expect(text *t, const char *word, size_t count, lash_error *error) {
  bool more;
  lash_status status = text_next(t, NULL, &more, error);
  if (status != LASH_OK) return status;
  if (!more)
    return text_fail(t, error, "the file ends where a line '%s ...' should be: it was cut short",
                     word);
  if (strcmp(t->word[0], word) != 0)
    return text_fail(t, error, "'%s ...' should stand here, not '%s'", word, t->word[0]);
  if (t->count != count)
    return text_fail(t, error, "'%s' takes %zu words on its line, not %zu", word, count, t->count);
  return LASH_OK;
}

static lash_status numbers(const text *t, size_t from, double *value, size_t count,
                           lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; status == LASH_OK && i < count; i++)
    status = text_number(t, from + i, "the value", &value[i], error);
  return status;
}

static lash_status read_head(text *t, lash_modal *b, lash_error *error) {
  char name[LASH_MODAL_NAME];
  int version = 0, modes = 0, nodes = 0;
  lash_status status = expect(t, "lash-flex", 2, error);
  if (status == LASH_OK) status = text_integer(t, 1, "the version", &version, error);
  if (status == LASH_OK && version != VERSION)
    return text_fail(t, error, "this is version %d of the format; version %d can be read", version,
                     VERSION);
  if (status == LASH_OK) status = expect(t, "name", 2, error);
  if (status != LASH_OK) return status;
  snprintf(name, sizeof name, "%s", t->word[1]);
  status = expect(t, "size", 5, error);
  if (status == LASH_OK) status = text_integer(t, 1, "the number of modes", &modes, error);
  if (status == LASH_OK) status = text_integer(t, 3, "the number of nodes", &nodes, error);
  if (status != LASH_OK) return status;
  if (modes > LASH_MODAL_MAX_MODES || nodes > 1000000)
    return text_fail(t, error, "at most %d modes and a million nodes, not %d and %d",
                     LASH_MODAL_MAX_MODES, modes, nodes);
  status = lash_modal_allocate(b, (size_t)modes, (size_t)nodes, error);
  if (status != LASH_OK) return status;
  snprintf(b->name, sizeof b->name, "%s", name);
  status = expect(t, "mass", 2, error);
  if (status == LASH_OK) status = numbers(t, 1, &b->mass, 1, error);
  if (status == LASH_OK && !(b->mass > 0))
    return text_fail(t, error, "the mass must be > 0, not %g kg", b->mass);
  if (status == LASH_OK) status = expect(t, "first", 4, error);
  if (status == LASH_OK) status = numbers(t, 1, b->first, 3, error);
  if (status == LASH_OK) status = expect(t, "second", 10, error);
  if (status == LASH_OK) status = numbers(t, 1, (double *)b->second, 9, error);
  return status;
}

static lash_status read_mode(text *t, lash_modal *b, size_t k, lash_error *error) {
  lash_mode *m = &b->mode[k];
  double head[3];
  lash_status status = expect(t, "mode", 17, error);
  if (status == LASH_OK) status = numbers(t, 2, head, 3, error);
  if (status == LASH_OK) status = numbers(t, 5, m->first, 3, error);
  if (status == LASH_OK) status = numbers(t, 8, (double *)m->second, 9, error);
  if (status != LASH_OK) return status;
  if (!(head[0] > 0)) return text_fail(t, error, "a frequency must be > 0, not %g Hz", head[0]);
  if (!(head[1] >= 0)) return text_fail(t, error, "a damping ratio must be >= 0, not %g", head[1]);
  m->frequency = head[0];
  m->damping = head[1];
  m->preload = head[2];
  return LASH_OK;
}

static lash_status read_coupling(text *t, lash_modal *b, size_t k, size_t l, lash_error *error) {
  size_t n = b->mode_count;
  lash_status status = expect(t, "coupling", 12, error);
  if (status == LASH_OK) status = numbers(t, 3, (double *)b->coupling[k * n + l], 9, error);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) b->coupling[l * n + k][i][j] = b->coupling[k * n + l][j][i];
  return status;
}

static lash_status read_node(text *t, lash_modal *b, size_t n, lash_error *error) {
  lash_status status = expect(t, "node", 6, error);
  if (status == LASH_OK) status = text_integer(t, 1, "the node's id", &b->node[n].id, error);
  if (status == LASH_OK) status = numbers(t, 2, b->node[n].position, 3, error);
  if (status != LASH_OK) return status;
  b->node[n].interface = strcmp(t->word[5], "interface") == 0;
  for (size_t k = 0; status == LASH_OK && k < b->mode_count; k++) {
    status = expect(t, "shape", 7, error);
    if (status == LASH_OK) status = numbers(t, 1, b->shape[n * b->mode_count + k], 6, error);
  }
  return status;
}

/* Two modes by number, from word `at`. */
static lash_status mode_pair(const text *t, size_t at, const lash_modal *b, size_t pair[2],
                             lash_error *error) {
  for (size_t i = 0; i < 2; i++) {
    int k;
    lash_status status = text_integer(t, at + i, "the mode", &k, error);
    if (status != LASH_OK) return status;
    if (k < 1 || (size_t)k > b->mode_count)
      return text_fail(t, error, "there is no mode %d: the body has %zu", k, b->mode_count);
    pair[i] = (size_t)k - 1;
  }
  return LASH_OK;
}

static lash_status read_shortening(text *t, lash_modal *b, lash_error *error) {
  size_t pair[2], n = b->mode_count;
  if (t->count != 15) return text_fail(t, error, "'shortening' takes two modes and 12 numbers");
  lash_status status = b->shortening ? LASH_OK : lash_modal_allocate_shortening(b, error);
  if (status == LASH_OK) status = mode_pair(t, 1, b, pair, error);
  if (status != LASH_OK) return status;
  lash_shortening *of = &b->shortening[pair[0] * n + pair[1]];
  status = numbers(t, 3, of->first, 3, error);
  if (status == LASH_OK) status = numbers(t, 6, (double *)of->second, 9, error);
  b->shortening[pair[1] * n + pair[0]] = *of;
  return status;
}

static lash_status read_shorten(text *t, lash_modal *b, lash_error *error) {
  size_t pair[2], n = b->mode_count;
  int id;
  if (t->count != 7) return text_fail(t, error, "'shorten' takes a node, two modes and 3 numbers");
  lash_status status = text_integer(t, 1, "the node's id", &id, error);
  if (status == LASH_OK) status = mode_pair(t, 2, b, pair, error);
  if (status != LASH_OK) return status;
  int node = lash_modal_find(b, id);
  if (node < 0 || !b->node[node].shortening)
    return text_fail(t, error, "node %d is no interface node, or no line 'shortening' stands above",
                     id);
  double(*chi)[3] = b->node[node].shortening;
  status = numbers(t, 4, chi[pair[0] * n + pair[1]], 3, error);
  memcpy(chi[pair[1] * n + pair[0]], chi[pair[0] * n + pair[1]], sizeof *chi);
  return status;
}

static lash_status read_check(text *t, lash_modal *b, lash_error *error) {
  lash_status status = LASH_OK;
  if (t->count != 3) return text_fail(t, error, "'check' takes a name and a value");
  for (size_t i = 0; i < CHECKS; i++)
    if (strcmp(t->word[1], check_names[i]) == 0)
      status = text_number(t, 2, "the value", check_value(&b->check, i), error);
  return status;
}

/* Lines a body may do without. */
static const struct {
  const char *word;
  lash_status (*read)(text *t, lash_modal *b, lash_error *error);
} optional[] = {{"shortening", read_shortening}, {"shorten", read_shorten}, {"check", read_check}};
enum { OPTIONAL = sizeof optional / sizeof optional[0] };

/* Up to `end`, which must stand there. */
static lash_status read_tail(text *t, lash_modal *b, lash_error *error) {
  for (size_t i = 0; i < CHECKS; i++) *check_value(&b->check, i) = NAN;
  for (;;) {
    bool more;
    size_t k = 0;
    lash_status status = text_next(t, NULL, &more, error);
    if (status != LASH_OK) return status;
    if (!more) return text_fail(t, error, "the file ends without 'end': it was cut short");
    if (strcmp(t->word[0], "end") == 0) return LASH_OK;
    while (k < OPTIONAL && strcmp(t->word[0], optional[k].word) != 0) k++;
    if (k == OPTIONAL)
      return text_fail(t, error, "'shortening', 'shorten', 'check' or 'end' should stand here");
    status = optional[k].read(t, b, error);
    if (status != LASH_OK) return status;
  }
}

static lash_status read_body(text *t, lash_modal *b, lash_error *error) {
  lash_status status = read_head(t, b, error);
  for (size_t k = 0; status == LASH_OK && k < b->mode_count; k++)
    status = read_mode(t, b, k, error);
  for (size_t k = 0; status == LASH_OK && k < b->mode_count; k++)
    for (size_t l = k; status == LASH_OK && l < b->mode_count; l++)
      status = read_coupling(t, b, k, l, error);
  for (size_t n = 0; status == LASH_OK && n < b->node_count; n++)
    status = read_node(t, b, n, error);
  return status == LASH_OK ? read_tail(t, b, error) : status;
}

lash_status lash_modal_read(lash_modal *body, const char *file, lash_error *error) {
  text t;
  memset(body, 0, sizeof *body);
  lash_status status = text_open(&t, file, error);
  if (status != LASH_OK) return status;
  status = read_body(&t, body, error);
  text_close(&t);
  if (status != LASH_OK) lash_modal_free(body);
  return status;
}
