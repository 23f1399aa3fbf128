/* Generic access to a model's arrays, and the resolution of references. */
#include "model.h"

#include <stdlib.h>
#include <string.h>

#include "diagnostics.h"
#include "finish.h"
#include "lash_array.h"

/* All arrays of a model have this layout; they are read and written through memcpy. */
typedef struct any_array {
  void *item;
  size_t count, capacity;
} any_array;

static const size_t offsets[LASH_KIND_COUNT] = {
#define ROW(NAME, member, type) [LASH_KIND_##NAME] = offsetof(lash_model, member),
    LASH_KINDS(ROW) LASH_SINGLE_KINDS(ROW)
#undef ROW
};

static any_array get_array(const lash_model *model, lash_kind kind) {
  any_array array;
  memcpy(&array, (const char *)model + offsets[kind], sizeof array);
  return array;
}

static void set_array(lash_model *model, lash_kind kind, any_array array) {
  memcpy((char *)model + offsets[kind], &array, sizeof array);
}

static bool has_array(lash_kind kind) {
  return kind > LASH_KIND_NONE && kind < LASH_KIND_COUNT && !kind_single(kind);
}

bool model_init(lash_model *model, const char *file) {
  *model = (lash_model){.ground = -1};
  for (int kind = 1; kind < LASH_KIND_COUNT; kind++) {
    if (!kind_single(kind)) continue;
    lash_element *element = model_at(model, kind, 0);
    element_defaults(statement_of(kind), element);
    element->kind = kind;
    element->active = true;
  }
  model->units.scale = (lash_unit_scale){1, 1, 1, 1};
  model->title = "";
  model->file = strdup(file);
  model->arena = arena_new();
  model->diagnostics.failed = !model->file || !model->arena;
  return !model->diagnostics.failed;
}

void lash_model_free(lash_model *model) {
  for (int kind = 1; kind < LASH_KIND_COUNT; kind++) {
    if (has_array(kind)) free(get_array(model, kind).item);
    free(model->order[kind]);
  }
  arena_free(model->arena);
  lash_diagnostics_free(&model->diagnostics);
  free(model->file);
  *model = (lash_model){.ground = -1};
}

void *model_append(lash_model *model, lash_kind kind) {
  any_array array = get_array(model, kind);
  size_t size = kind_size(kind);
  if (!array_room(&array.item, &array.capacity, array.count, size)) return NULL;
  void *element = (char *)array.item + array.count++ * size;
  memset(element, 0, size);
  set_array(model, kind, array);
  return element;
}

void *model_at(const lash_model *model, lash_kind kind, size_t index) {
  /* a model the caller may not write is still the one that owns its elements */
  if (kind_single(kind)) return (char *)(uintptr_t)model + offsets[kind];
  return (char *)get_array(model, kind).item + index * kind_size(kind);
}

size_t lash_model_count(const lash_model *model, lash_kind kind) {
  if (has_array(kind)) return get_array(model, kind).count;
  if (!kind_single(kind)) return 0;
  return lash_model_element(model, kind, 0)->line > 0;
}

const lash_element *lash_model_element(const lash_model *model, lash_kind kind, size_t index) {
  if (!has_array(kind) && !kind_single(kind)) return NULL;
  if (has_array(kind) && index >= get_array(model, kind).count) return NULL;
  return model_at(model, kind, index);
}

void lash_element_where(const lash_model *model, const lash_element *element, char *text,
                        size_t size) {
  char where[32] = "", id[32] = "";
  if (element->line) snprintf(where, sizeof where, ":%d", element->line);
  if (element->id) snprintf(id, sizeof id, "/%d", element->id);
  snprintf(text, size, "%s%s: %s%s", model->file, where, lash_kind_name(element->kind), id);
}

/* ------------------------------------------------------------------------------- ids to indices */

typedef struct id_at {
  int id, index;
} id_at;

static int compare_ids(const void *a, const void *b) {
  const id_at *p = a, *q = b;
  if (p->id != q->id) return p->id < q->id ? -1 : 1;
  return p->index < q->index ? -1 : p->index > q->index;
}

static bool sort_kind(lash_model *model, lash_kind kind, id_at *pairs, size_t count) {
  int *order = malloc(count * sizeof *order);
  if (!order) return false;
  for (size_t i = 0; i < count; i++) {
    pairs[i] = (id_at){lash_model_element(model, kind, i)->id, (int)i};
  }
  qsort(pairs, count, sizeof *pairs, compare_ids);
  for (size_t i = 0; i < count; i++) order[i] = pairs[i].index;
  free(model->order[kind]);
  model->order[kind] = order;
  return true;
}

static void report_duplicates(lash_model *model, lash_kind kind, const id_at *pairs, size_t count) {
  finish_context context = {model, &model->diagnostics};
  size_t first = 0;
  for (size_t i = 1; i < count; i++) {
    if (pairs[i].id != pairs[first].id) {
      first = i;
      continue;
    }
    finish_error(&context, model_at(model, kind, (size_t)pairs[i].index),
                 "this id is already used on line %d; give it another",
                 lash_model_element(model, kind, (size_t)pairs[first].index)->line);
  }
}

void model_sort(lash_model *model) {
  for (int kind = 1; kind < LASH_KIND_COUNT; kind++) {
    size_t count = has_array(kind) ? get_array(model, kind).count : 0;
    if (!count) continue;
    id_at *pairs = malloc(count * sizeof *pairs);
    if (!pairs || !sort_kind(model, kind, pairs, count)) {
      diagnostics_no_memory(&model->diagnostics, model->file, 0, NULL);
    } else {
      report_duplicates(model, kind, pairs, count);
    }
    free(pairs);
  }
}

int lash_model_find(const lash_model *model, lash_kind kind, int id) {
  const int *order = has_array(kind) ? model->order[kind] : NULL;
  if (!order) return -1;
  size_t low = 0, high = get_array(model, kind).count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (lash_model_element(model, kind, (size_t)order[middle])->id < id) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  bool found = low < get_array(model, kind).count &&
               lash_model_element(model, kind, (size_t)order[low])->id == id;
  return found ? order[low] : -1;
}

static void resolve_ref(finish_context *context, const argument *row, const void *element,
                        lash_ref *ref) {
  ref->index = ref->id ? lash_model_find(context->model, row->target, ref->id) : -1;
  if (!ref->id || ref->index >= 0) return;
  finish_error(context, element, "%s = %d: there is no %s/%d; define it or correct the id",
               row->name, ref->id, lash_kind_name(row->target), ref->id);
}

void model_resolve(lash_model *model, const statement *of, void *element,
                   lash_diagnostics *diagnostics) {
  finish_context context = {model, diagnostics};
  for (size_t i = 0; i < of->count; i++) {
    const argument *row = &of->arguments[i];
    /* several names may write one member: resolve it once, under the name that was used */
    if (!(((const lash_element *)element)->given >> i & 1u)) continue;
    void *member = (char *)element + row->offset;
    if (row->type == ARG_REF) {
      resolve_ref(&context, row, element, member);
    } else if (row->type == ARG_REFS) {
      lash_refs *refs = member;
      for (size_t k = 0; k < refs->count; k++) resolve_ref(&context, row, element, &refs->item[k]);
    }
  }
}

void model_find_ground(lash_model *model) {
  finish_context context = {model, &model->diagnostics};
  model->ground = -1;
  for (size_t i = 0; i < model->part.count; i++) {
    lash_part *part = &model->part.item[i];
    if (!part->ground) continue;
    if (model->ground >= 0) {
      finish_error(&context, part, "PART/%d on line %d is the ground already; remove one GROUND",
                   model->part.item[model->ground].head.id,
                   model->part.item[model->ground].head.line);
      continue;
    }
    model->ground = (int)i;
  }
  if (model->ground < 0) {
    diagnostics_add(&model->diagnostics, LASH_ERROR, model->file, 0, 0, NULL,
                    "there is no ground part; add PART/1, GROUND (with a free id)");
  }
}
