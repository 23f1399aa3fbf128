/* Words to joint, laws and sizes. Structural words come first, whatever their place in the text,
 * because they decide what the other names mean. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lash_joint.h"
#include "lash_laws.h"
#include "lash_math.h"

typedef struct reader {
  lash_joint *joint;
  const lash_words *words;
  bool load_given;
  lash_error *error;
} reader;

/* ------------------------------------------------------------------------------------ structure */

static bool wants_contact(const lash_joint *joint) {
  return joint->type->form == LASH_JOINT_SPACE || joint->type->form == LASH_JOINT_LINE ||
         joint->type->form == LASH_JOINT_CONTACT;
}

static bool takes_friction(const lash_joint *joint) {
  return joint->type->form != LASH_JOINT_LINE && joint->type->form != LASH_JOINT_CONTACT;
}

static lash_status begin_spin(const reader *r) {
  const char *spin = lash_words_find(r->words, "spin");
  lash_joint *joint = r->joint;
  if (!spin) return LASH_OK;
  joint->spin = lash_spin_find(spin);
  if (joint->spin == LASH_SPIN_COUNT)
    return lash_fail(r->error, LASH_BAD_INPUT, "spin=%s: must be none, hertz, uniform or ellipsoid",
                     spin);
  if (joint->spin == LASH_SPIN_NONE) return LASH_OK;
  if (joint->type->form != LASH_JOINT_SPACE || !joint->has_friction)
    return lash_fail(r->error, LASH_BAD_INPUT,
                     joint->has_friction ? "spin= has no meaning for joint=%s"
                                         : "spin= needs friction=: joint=%s has none",
                     joint->type->name);
  const bool states = joint->friction.law->states != NULL;
  if (states && joint->spin != LASH_SPIN_ELLIPSOID)
    return lash_fail(r->error, LASH_BAD_INPUT,
                     "spin=%s: friction law %s has bristles, which follow spin=ellipsoid only",
                     spin, joint->friction.law->name);
  return LASH_OK;
}

static lash_status begin_rolling(const reader *r) {
  const char *rolling = lash_words_find(r->words, "rolling");
  lash_joint *joint = r->joint;
  if (!rolling || lash_same_name(rolling, "none")) return LASH_OK;
  if (joint->type->form != LASH_JOINT_SPACE)
    return lash_fail(r->error, LASH_BAD_INPUT, "rolling= has no meaning for joint=%s",
                     joint->type->name);
  joint->has_rolling = true;
  lash_status status =
      lash_laws_friction_begin(&joint->rolling, rolling, 2, r->words->folder, r->error);
  if (status)
    lash_error_prefix(r->error, "rolling");
  else
    lash_friction_for_contact(&joint->rolling);
  return status;
}

static lash_status begin_film(const reader *r) {
  const char *film = lash_words_find(r->words, "film");
  if (!film || lash_same_name(film, "none")) return LASH_OK;
  r->joint->has_film = true;
  return lash_film_begin(&r->joint->film, film, r->error);
}

static lash_status begin_wear(const reader *r) {
  const char *wear = lash_words_find(r->words, "wear");
  if (!wear || lash_same_name(wear, "none")) return LASH_OK;
  r->joint->has_wear = true;
  return lash_wear_begin(&r->joint->wear, wear, r->error);
}

static lash_status read_laws(const reader *r) {
  lash_joint *joint = r->joint;
  const char *normal = lash_words_find(r->words, "normal"),
             *stop = lash_words_find(r->words, "stop.normal");
  const char *friction = lash_words_find(r->words, "friction");
  bool none = !friction || lash_same_name(friction, "none");
  if (wants_contact(joint) != (normal != NULL)) {
    return lash_fail(r->error, LASH_BAD_INPUT,
                     normal ? "normal= has no meaning for joint=%s"
                            : "normal= is missing: joint=%s needs a contact law",
                     joint->type->name);
  }
  if (none ? !wants_contact(joint) : !takes_friction(joint)) {
    return lash_fail(r->error, LASH_BAD_INPUT,
                     none ? "friction= is missing: joint=%s needs a friction law"
                          : "friction= has no meaning for joint=%s",
                     joint->type->name);
  }
  if (stop && strcmp(joint->type->name, "revolute") != 0) {
    return lash_fail(r->error, LASH_BAD_INPUT, "stop.normal= belongs to joint=revolute only");
  }
  lash_status status = LASH_OK;
  joint->has_contact = normal != NULL;
  joint->has_friction = !none;
  const char *folder = r->words->folder;
  if (normal) status = lash_laws_contact_begin(&joint->contact[0], normal, folder, r->error);
  if (!status && stop) {
    status = lash_laws_contact_begin(&joint->contact[1], stop, folder, r->error);
  }
  if (!status && !none) {
    const char *spin = lash_words_find(r->words, "spin");
    const bool ellipsoid = spin && lash_spin_find(spin) == LASH_SPIN_ELLIPSOID;
    size_t dim = joint->type->form == LASH_JOINT_SLIDE ? 1 : ellipsoid ? 3 : 2;
    status = lash_laws_friction_begin(&joint->friction, friction, dim, folder, r->error);
    if (!status) lash_friction_for_contact(&joint->friction);
  }
  if (!status) status = begin_spin(r);
  if (!status) status = begin_rolling(r);
  if (!status) status = begin_film(r);
  if (!status) status = begin_wear(r);
  if (!status && stop) {
    joint->geometry[1].shape = LASH_AXIAL_STOPS;
    joint->geometry_count = 2;
  }
  return status;
}

static void begin(lash_joint *joint, const lash_joint_kind *type) {
  *joint = (lash_joint){.type = type, .site_count = 1, .stations = 2};
  joint->geometry[0].pressure = LASH_PI / 9; /* 20 degrees */
  joint->has_gap = wants_contact(joint);
  if (type->form != LASH_JOINT_SPACE) return;
  joint->geometry[0].shape = type->shape;
  joint->geometry_count = 1;
}

static void count_sites(lash_joint *joint) {
  if (joint->geometry_count == 0) return;
  joint->site_count = 0;
  for (size_t g = 0; g < joint->geometry_count; g++) {
    joint->site_count += lash_shape_points(joint->geometry[g].shape);
  }
}

/* ---------------------------------------------------------------------------------------- sizes */

/* Numbers that belong to the joint, not to a law. */
typedef struct size_row {
  lash_joint_size word;
  unsigned forms; /* bit per lash_joint_form */
  unsigned needs; /* what the joint must have, NEEDS_… */
  size_t place;   /* within the joint; NEEDS_STOPS: as if its first shape were the stops */
} size_row;

static lash_geometry *stops_of(lash_joint *joint) {
  return joint->type->shape == LASH_AXIAL_STOPS ? &joint->geometry[0] : &joint->geometry[1];
}

enum { IN_SPACE = 1 << LASH_JOINT_SPACE, ON_LINE = 1 << LASH_JOINT_LINE };
enum { LOADED = 1 << LASH_JOINT_SLIDE | 1 << LASH_JOINT_PLANE };
enum { NEEDS_STOPS = 1, NEEDS_SPIN = 2, NEEDS_ROLLING = 4, SLIDER = 8, GEARS = 16, CAM = 32 };
#define IN_JOINT(member) offsetof(lash_joint, member)
#define IN_SHAPE(member) offsetof(lash_joint, geometry[0].member)

static const size_row sizes[] = {
    {{"Ri", "m", "radius of the outer body"}, IN_SPACE, 0, IN_SHAPE(radius_i)},
    {{"Rj", "m", "radius of the inner body"}, IN_SPACE, 0, IN_SHAPE(radius_j)},
    {{"L", "m", "length of the outer body"}, IN_SPACE, 0, IN_SHAPE(length_i)},
    {{"Lj", "m", "length of the inner body"}, IN_SPACE, 0, IN_SHAPE(length_j)},
    {{"stop_i", "m", "distance between the stops"}, IN_SPACE, NEEDS_STOPS, IN_SHAPE(length_i)},
    {{"stop_j", "m", "distance between the faces"}, IN_SPACE, NEEDS_STOPS, IN_SHAPE(length_j)},
    {{"rim", "m", "radius of a face's rim"}, IN_SPACE, NEEDS_STOPS, IN_SHAPE(radius_j)},
    {{"blend", "rad", "tilt at which contact moves to the rim"},
     IN_SPACE,
     NEEDS_STOPS,
     IN_SHAPE(blend)},
    {{"touch", "m", "distance at which contact on a line begins"}, ON_LINE, 0, IN_JOINT(touch)},
    {{"N", "N", "normal load"}, LOADED, 0, IN_JOINT(load)},
    {{"stations", "1", "sections along the axis at which a film is looked at"},
     IN_SPACE,
     0,
     IN_JOINT(stations)},
    {{"Wi", "m", "width of the guide, along x"}, IN_SPACE, SLIDER, IN_SHAPE(width_i)},
    {{"Wj", "m", "width of the slider"}, IN_SPACE, SLIDER, IN_SHAPE(width_j)},
    {{"Hi", "m", "height of the guide, along y"}, IN_SPACE, SLIDER, IN_SHAPE(height_i)},
    {{"Hj", "m", "height of the slider"}, IN_SPACE, SLIDER, IN_SHAPE(height_j)},
    {{"corner", "m", "radius of the slider's edges"}, IN_SPACE, SLIDER, IN_SHAPE(corner)},
    {{"zi", "1", "teeth of the outer gear"}, IN_SPACE, GEARS, IN_SHAPE(teeth_i)},
    {{"zj", "1", "teeth of the inner gear"}, IN_SPACE, GEARS, IN_SHAPE(teeth_j)},
    {{"module", "m", "module of the gears"}, IN_SPACE, GEARS, IN_SHAPE(module)},
    {{"pressure", "rad", "pressure angle"}, IN_SPACE, GEARS, IN_SHAPE(pressure)},
    {{"play", "m", "backlash beyond that of the centre distance"}, IN_SPACE, GEARS, IN_SHAPE(play)},
    {{"lift", "m", "lift of the cam"}, IN_SPACE, CAM, IN_SHAPE(lift)},
    {{"rise", "rad", "angle of the rise"}, IN_SPACE, CAM, IN_SHAPE(rise)},
    {{"dwell", "rad", "angle of the dwell"}, IN_SPACE, CAM, IN_SHAPE(dwell)},
    {{"fall", "rad", "angle of the fall"}, IN_SPACE, CAM, IN_SHAPE(fall)},
    {{"spin.a", "m", "radius of the contact disc"}, IN_SPACE, NEEDS_SPIN, IN_JOINT(spin_a)},
    {{"rolling.R", "m", "arm at which rolling is resisted"},
     IN_SPACE,
     NEEDS_ROLLING,
     IN_JOINT(rolling_R)},
};
enum { SIZE_COUNT = sizeof sizes / sizeof sizes[0] };

static const size_row *find_size(const lash_joint *joint, const char *name) {
  bool stops = joint->geometry_count > 1 || joint->type->shape == LASH_AXIAL_STOPS;
  unsigned has = (stops ? NEEDS_STOPS : 0) | (joint->spin ? NEEDS_SPIN : 0) |
                 (joint->has_rolling ? NEEDS_ROLLING : 0);
  const lash_shape shape = joint->type->shape;
  if (shape == LASH_PLANAR_SLIDER || shape == LASH_GUIDE) has |= SLIDER;
  if (shape == LASH_GEAR_PAIR) has |= GEARS;
  if (shape == LASH_CAM_FLAT || shape == LASH_CAM_ROLLER) has |= CAM;
  for (size_t i = 0; i < SIZE_COUNT; i++) {
    bool here = sizes[i].forms >> joint->type->form & 1 && (sizes[i].needs & ~has) == 0;
    if (here && strcmp(sizes[i].word.name, name) == 0) return &sizes[i];
  }
  return NULL;
}

static double *place_of(const size_row *row, lash_joint *joint) {
  const bool stops = row->needs & NEEDS_STOPS;
  char *from = (char *)joint + (stops ? (char *)stops_of(joint) - (char *)joint->geometry : 0);
  return (double *)(void *)(from + row->place);
}

size_t lash_joint_size_count(void) { return SIZE_COUNT; }
lash_joint_size lash_joint_size_at(size_t index) { return sizes[index].word; }
bool lash_joint_takes(const lash_joint *joint, const char *name) {
  return find_size(joint, name) != NULL;
}

static lash_status read_number(const char *key, const char *text, double *value,
                               lash_error *error) {
  if (lash_parse_number(text, value)) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s=%s is not a number", key, text);
}

/* ----------------------------------------------------------------------------------- parameters */

static bool structural(const char *key) {
  static const char *const keys[] = {"joint", "normal", "stop.normal", "friction",
                                     "film",  "spin",   "rolling",     "wear"};
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    if (strcmp(keys[i], key) == 0) return true;
  }
  return false;
}

static bool starts(const char *key, const char *prefix) {
  return strncmp(key, prefix, strlen(prefix)) == 0;
}

static bool contact_has(const lash_joint *joint, const char *name) {
  return joint->has_contact && lash_params_find(&joint->contact[0].params, name) >= 0;
}

/* Laws of a joint: what stands before their parameters' names where one is meant, what messages
 * call them, and their parameters. */
typedef struct law {
  const char *prefix, *called;
  lash_params *params; /* NULL: there is none */
} law;

enum { CONTACT, FRICTION, FILM, WEAR, ROLLING, STOP, LAWS }; /* up to WEAR by the name alone too */

static void laws_of(lash_joint *joint, law laws[LAWS]) {
  const law all[LAWS] = {
      [CONTACT] = {"", ", contact law ", joint->has_contact ? &joint->contact[0].params : NULL},
      [FRICTION] = {"friction.", ", friction law ",
                    joint->has_friction ? &joint->friction.params : NULL},
      [FILM] = {"film.", ", film ", joint->has_film ? &joint->film.params : NULL},
      [WEAR] = {"wear.", ", wear ", joint->has_wear ? &joint->wear.params : NULL},
      [ROLLING] = {"rolling.", NULL, joint->has_rolling ? &joint->rolling.params : NULL},
      [STOP] = {"stop.", NULL, joint->geometry_count > 1 ? &joint->contact[1].params : NULL}};
  memcpy(laws, all, sizeof all);
}

/* A law that is given its stiffness K wants no radii. */
static bool contact_wants(const reader *r, const char *name) {
  bool radius = strcmp(name, "Ri") == 0 || strcmp(name, "Rj") == 0;
  return contact_has(r->joint, name) && !(radius && lash_words_find(r->words, "K"));
}

/* All names a word could have meant, for the suggestion. */
typedef struct candidates {
  const char *name[SIZE_COUNT + STOP * LASH_PARAMS_MAX];
  size_t count;
} candidates;

static const char *candidate_at(size_t index, const void *context) {
  return ((const candidates *)context)->name[index];
}

static void gather(candidates *c, const lash_params *params) {
  for (size_t i = 0; i < params->count; i++) c->name[c->count++] = params->table[i].name;
}

static lash_status unknown(const reader *r, const law laws[LAWS], const char *key) {
  const lash_joint *joint = r->joint;
  char known[LASH_MESSAGE_MAX] = "";
  candidates c = {.count = 0};
  for (size_t i = 0; i < SIZE_COUNT; i++) {
    if (find_size(joint, sizes[i].word.name)) c.name[c.count++] = sizes[i].word.name;
  }
  for (int k = 0; k < STOP; k++) {
    const size_t used = strlen(known);
    if (!laws[k].params) continue;
    gather(&c, laws[k].params);
    if (laws[k].called)
      snprintf(known + used, sizeof known - used, "%s%s", laws[k].called, laws[k].params->owner);
  }
  const char *near = lash_nearest_name(key, c.count, candidate_at, &c);
  return lash_fail(r->error, LASH_BAD_INPUT, "'%s' is no parameter of joint %s%s%s%s%s", key,
                   joint->type->name, known, near ? "; did you mean '" : "", near ? near : "",
                   near ? "'?" : "");
}

static lash_status read_size(const reader *r, const size_row *row, const lash_word *w) {
  lash_status status = read_number(w->key, w->value, place_of(row, r->joint), r->error);
  if (!status && contact_wants(r, w->key)) {
    bool plane = r->joint->type->shape == LASH_SPHERE_PLANE && strcmp(w->key, "Rj") == 0;
    status = lash_contact_set(&r->joint->contact[0], plane ? "Ri" : w->key, w->value, r->error);
  }
  if (!status && strcmp(w->key, "corner") == 0 && contact_wants(r, "Ri")) /* as a ball on a plane */
    status = lash_contact_set(&r->joint->contact[0], "Ri", w->value, r->error);
  return status;
}

/* Points of a cam are read last, by shape_cam(). */
static bool shapes_cam(const lash_joint *joint, const char *key) {
  const lash_shape shape = joint->type->shape;
  return (shape == LASH_CAM_FLAT || shape == LASH_CAM_ROLLER) &&
         (strcmp(key, "lifts") == 0 || strcmp(key, "radii") == 0);
}

static lash_status read_parameter(const reader *r, const lash_word *w) {
  lash_joint *joint = r->joint;
  if (shapes_cam(joint, w->key)) return LASH_OK;
  if (w->taken || structural(w->key)) return LASH_OK;
  const size_row *row = find_size(joint, w->key);
  if (row) return read_size(r, row, w);
  law laws[LAWS];
  laws_of(joint, laws);
  for (int k = FRICTION; k < LAWS; k++)
    if (laws[k].params && starts(w->key, laws[k].prefix))
      return lash_params_set(laws[k].params, w->key + strlen(laws[k].prefix), w->value, r->error);
  for (int k = CONTACT; k <= WEAR; k++)
    if (laws[k].params && lash_params_find(laws[k].params, w->key) >= 0)
      return lash_params_set(laws[k].params, w->key, w->value, r->error);
  return unknown(r, laws, w->key);
}

/* ------------------------------------------------------------------------------------ finishing */

/* A law that computes its stiffness from radii is told how the surfaces of the joint curve. */
static lash_status tell_curvature(const reader *r) {
  lash_joint *joint = r->joint;
  bool needed = joint->has_contact && joint->type->curvature &&
                joint->contact[0].law->kind == LASH_CONTACT_POINT;
  if (!needed || lash_words_find(r->words, "K") || lash_words_find(r->words, "curvature"))
    return LASH_OK;
  if (!contact_has(joint, "curvature")) return LASH_OK;
  return lash_contact_set(&joint->contact[0], "curvature", joint->type->curvature, r->error);
}

/* Radius of the sphere on a plane that touches like a joint of two spheres; 0 for other shapes. */
static double relative_radius(const lash_joint *joint) {
  const double i = joint->geometry[0].radius_i, j = joint->geometry[0].radius_j;
  switch (joint->type->shape) {
    case LASH_BALL_SOCKET:
      return i > j ? i * j / (i - j) : 0;
    case LASH_SPHERE_SPHERE:
      return i * j / (i + j);
    case LASH_SPHERE_PLANE:
      return j;
    default:
      return 0;
  }
}

static lash_status positive(const char *name, double value, lash_error *error) {
  if (isfinite(value) && value > 0) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s=%g is not legal; it must be finite and above 0", name,
                   value);
}

/* The contact disc that spins, and the arm at which rolling is resisted. */
static lash_status finish_turning(const reader *r) {
  lash_joint *joint = r->joint;
  const double R = relative_radius(joint), j = joint->geometry[0].radius_j;
  if (joint->spin) {
    joint->spin_R = R;
    joint->spin_most = j;
    if (lash_words_find(r->words, "spin.a")) {
      const lash_status status = positive("spin.a", joint->spin_a, r->error);
      if (status) return status;
    } else if (!(R > 0) || joint->spin == LASH_SPIN_UNIFORM) {
      return lash_fail(
          r->error, LASH_BAD_INPUT,
          "spin.a is missing: give the radius of the contact disc (m); Hertz's is known "
          "for balls and spheres with clearance alone, and no even pressure has one");
    }
  }
  if (!joint->has_rolling) return LASH_OK;
  const bool known = joint->type->shape == LASH_BALL_SOCKET || R > 0;
  if (!lash_words_find(r->words, "rolling.R")) {
    if (!known)
      return lash_fail(r->error, LASH_BAD_INPUT,
                       "rolling.R is missing: give the radius at which rolling is resisted (m)");
    joint->rolling_R = joint->type->shape == LASH_BALL_SOCKET ? j : R;
  }
  lash_status status = positive("rolling.R", joint->rolling_R, r->error);
  if (!status) status = lash_friction_ready(&joint->rolling, r->error);
  if (status) lash_error_prefix(r->error, "rolling");
  return status;
}

/* What the words of the sizes are called in messages of contact/. */
static const char *words_of_sizes(const lash_joint *joint) {
  switch (joint->type->shape) {
    case LASH_PLANAR_SLIDER:
    case LASH_GUIDE:
      return "Wi, Wj (width), Hi, Hj (height), L (length_i), Lj (length_j)";
    case LASH_GEAR_PAIR:
      return "zi (teeth_i), zj (teeth_j), module, pressure, play";
    case LASH_CAM_FLAT:
    case LASH_CAM_ROLLER:
      return "Ri (radius_i), Rj (radius_j), lift, rise, dwell, fall (or lifts, radii)";
    default:
      return "Ri (radius_i), Rj (radius_j), L (length_i), Lj (length_j)";
  }
}

/* Pairs of teeth come and go: what a bristle remembers would belong to another one. */
static lash_status check_teeth(const reader *r) {
  const lash_joint *joint = r->joint;
  const bool states = joint->has_friction && joint->friction.law->states;
  if (joint->type->shape != LASH_GEAR_PAIR || !states) return LASH_OK;
  return lash_fail(r->error, LASH_BAD_INPUT,
                   "friction=%s: joint=gears takes friction laws without memory, such as "
                   "smooth_tanh or ambrosio",
                   joint->friction.law->name);
}

/* lifts= or radii=: numbers with colons between them. */
static lash_status shape_cam(const reader *r) {
  if (!shapes_cam(r->joint, "lifts")) return LASH_OK;
  const char *lifts = lash_words_find(r->words, "lifts"),
             *radii = lash_words_find(r->words, "radii"), *text = lifts ? lifts : radii;
  double value[LASH_CAM_KNOTS];
  size_t count = 0;
  if (!text) return LASH_OK;
  if (lifts && radii)
    return lash_fail(r->error, LASH_BAD_INPUT, "either lifts= or radii=, not both");
  for (const char *at = text; at; count++) {
    char number[64];
    const char *colon = strchr(at, ':');
    const size_t length = colon ? (size_t)(colon - at) : strlen(at);
    if (count == LASH_CAM_KNOTS)
      return lash_fail(r->error, LASH_BAD_INPUT, "%s= has more than %d values",
                       lifts ? "lifts" : "radii", LASH_CAM_KNOTS);
    if (length < sizeof number) memcpy(number, at, length), number[length] = '\0';
    if (length >= sizeof number || !lash_parse_number(number, &value[count]))
      return lash_fail(r->error, LASH_BAD_INPUT,
                       "%s=: value %zu is not a number; write 0.030:0.0301:… in metres",
                       lifts ? "lifts" : "radii", count + 1);
    at = colon ? colon + 1 : NULL;
  }
  const lash_status status = lash_cam_by_points(
      &r->joint->geometry[0], lifts ? LASH_CAM_LIFTS : LASH_CAM_RADII, value, count, r->error);
  if (status) lash_error_prefix(r->error, "%s=", lifts ? "lifts" : "radii");
  return status;
}

static lash_status finish(const reader *r) {
  lash_joint *joint = r->joint;
  lash_status status = tell_curvature(r);
  if (!status) status = shape_cam(r);
  if (!status) status = check_teeth(r);
  for (size_t g = 0; g < joint->geometry_count && !status; g++) {
    status = lash_geometry_check(&joint->geometry[g], r->error);
    if (status && &joint->geometry[g] == stops_of(joint))
      lash_error_prefix(r->error, "stop_i (length_i), stop_j (length_j), rim (radius_j), blend");
    else if (status)
      lash_error_prefix(r->error, "%s", words_of_sizes(joint));
  }
  if (!status && joint->has_contact) status = lash_contact_ready(&joint->contact[0], r->error);
  if (!status && joint->geometry_count > 1) {
    status = lash_contact_ready(&joint->contact[1], r->error);
    if (status) lash_error_prefix(r->error, "stop");
  }
  if (!status && joint->has_friction) status = lash_friction_ready(&joint->friction, r->error);
  if (!status) status = finish_turning(r);
  if (!status && joint->has_film) status = lash_joint_add_film(joint, &joint->film, r->error);
  if (!status && joint->has_wear) status = lash_joint_add_wear(joint, &joint->wear, r->error);
  if (status) return status;
  bool loaded = LOADED >> joint->type->form & 1;
  if (loaded && !r->load_given && !lash_words_find(r->words, "N") &&
      !(joint->friction.law->traits & LASH_FRICTION_OWN_LEVEL)) {
    return lash_fail(r->error, LASH_BAD_INPUT,
                     "N is missing: friction law %s needs the normal load, N= (newtons) or "
                     "N_variable= (id of a VARIABLE that holds it)",
                     joint->friction.law->name);
  }
  return LASH_OK;
}

/* --------------------------------------------------------------------------------------- making */

lash_status lash_joint_read(lash_joint *joint, const lash_joint_kind *type, const lash_words *words,
                            bool load_given, lash_error *error) {
  reader r = {joint, words, load_given, error};
  begin(joint, type);
  lash_status status = read_laws(&r);
  count_sites(joint);
  for (size_t k = 0; k < words->count && !status; k++) {
    status = read_parameter(&r, &words->list[k]);
  }
  return status ? status : finish(&r);
}

lash_status lash_joint_make(lash_joint *joint, const char *text, lash_error *error) {
  lash_words words;
  if (strlen(text) >= sizeof words.text) {
    return lash_fail(error, LASH_BAD_INPUT, "the text of a joint has more than %zu characters",
                     sizeof words.text - 1);
  }
  strcpy(words.text, text);
  words.folder = NULL;
  lash_status status = lash_words_cut(&words, error);
  if (status) return status;
  const char *name = lash_words_find(&words, "joint");
  if (!name) {
    return lash_fail(error, LASH_BAD_INPUT, "joint= is missing: say joint=spherical or another");
  }
  const lash_joint_kind *type = lash_joint_kind_find(name, error);
  return type ? lash_joint_read(joint, type, &words, false, error) : LASH_BAD_INPUT;
}

static const lash_joint_kind *type_of(lash_shape shape) {
  for (size_t k = 0; k < lash_joint_kind_count(); k++) {
    const lash_joint_kind *type = lash_joint_kind_at(k);
    if (type->form == LASH_JOINT_SPACE && type->shape == shape) return type;
  }
  return NULL;
}

lash_status lash_joint_of_laws(lash_joint *joint, const lash_geometry *shape,
                               const lash_contact *normal, const lash_friction *friction,
                               lash_error *error) {
  lash_status status = lash_geometry_check(shape, error);
  if (status) return status;
  if (friction && friction->dim != 2) {
    return lash_fail(error, LASH_BAD_INPUT, "friction of a joint in space has two dimensions");
  }
  begin(joint, type_of(shape->shape));
  joint->geometry[0] = *shape;
  count_sites(joint);
  joint->has_contact = normal != NULL;
  joint->has_friction = friction != NULL;
  if (normal) joint->contact[0] = *normal;
  if (friction) joint->friction = *friction;
  return LASH_OK;
}
