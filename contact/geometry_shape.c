/* Shapes: their names, what sizes are legal, and which sites they have in a configuration. Adding a
 * shape is one function that lists its sites and one row of the table at the end. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "geometry_site.h"
#include "lash_math.h"
#include "lash_space.h"

enum { /* what a shape asks of its sizes */
       NEEDS_RADIUS_I = 1,
       NEEDS_RADIUS_J = 2,
       NEEDS_LENGTH_I = 4,
       HOLLOW = 8, /* i surrounds j: radius_i >= radius_j */
       STOPS = 16, /* j lies between faces of i: length_i >= length_j */
       AXIS_J = 32,
       SIDE_J = 64, /* reads them of j's frame */
       SLIDES = 128,
       TALL = 256, /* a slider with height */
       TEETH = 512,
       CAM = 1024
};

typedef struct shape_row {
  const char *name;
  size_t points;
  unsigned needs;
  void (*sites)(const lash_geometry *geometry, const lash_config *config, lash_site *site);
} shape_row;

/* ---------------------------------------------------------------------------------------- sites */

/* The site of a sphere or cylinder j inside or outside a round i. */
static lash_site round_site(const lash_geometry *geometry, bool inside) {
  return (lash_site){.kind = LASH_SITE_POINTS,
                     .tangents = LASH_TANGENTS_POLE,
                     .radius_i = inside ? -geometry->radius_i : geometry->radius_i,
                     .radius_j = geometry->radius_j,
                     .sign = inside ? -1 : 1,
                     .turn = 1,
                     .share = 1};
}

static void ball_socket(const lash_geometry *geometry, const lash_config *config, lash_site *site) {
  (void)config;
  site[0] = round_site(geometry, true);
}

static void sphere_sphere(const lash_geometry *geometry, const lash_config *config,
                          lash_site *site) {
  (void)config;
  site[0] = round_site(geometry, false);
}

static void sphere_plane(const lash_geometry *geometry, const lash_config *config,
                         lash_site *site) {
  (void)config;
  site[0] = (lash_site){.kind = LASH_SITE_FACE,
                        .tangents = LASH_TANGENTS_FACE,
                        .radius_j = geometry->radius_j,
                        .sign = -1,
                        .share = 1};
}

static double half_length(double length) { return length > 0 ? length / 2 : DBL_MAX; }

static void sphere_cylinder(const lash_geometry *geometry, const lash_config *config,
                            lash_site *site) {
  site[0] = round_site(geometry, false);
  double along = dot3(config->axis_i, config->x), half = half_length(geometry->length_i);
  if (fabs(along) <= half) {
    site[0].kind = LASH_SITE_AXIS_I;
  } else {
    site[0].station_i = copysign(half, along);
    site[0].flags = LASH_POINT_END;
  }
}

/* Marks a site where the bodies are `distance` > 0 apart along the axis. */
static void mark_outside(lash_site *site, double distance) {
  if (!(distance > 0)) return;
  site->outside = distance;
  site->flags |= LASH_POINT_OUTSIDE;
}

static void sphere_bore(const lash_geometry *geometry, const lash_config *config, lash_site *site) {
  site[0] = round_site(geometry, true);
  site[0].kind = LASH_SITE_AXIS_I;
  site[0].tangents = LASH_TANGENTS_AXIS;
  double along = dot3(config->axis_i, config->x);
  mark_outside(&site[0], fabs(along) - half_length(geometry->length_i));
}

/* One end of the overlap. Where the bearing ends first, its edge bears on the journal's surface and
 * the normal is normal to the journal; where the journal ends first, the other way round. */
static lash_site journal_end(const lash_geometry *geometry, const lash_config *config,
                             double side) {
  lash_site site = round_site(geometry, true);
  double half_i = geometry->length_i / 2, half_j = half_length(geometry->length_j);
  site.tangents = LASH_TANGENTS_AXIS;
  site.share = 0.5;
  site.turn = dot3(config->axis_i, config->axis_j) < 0 ? -1 : 1;

  double edge = side * half_i; /* of the bearing, and where on the journal it lies */
  double on_journal = edge * dot3(config->axis_i, config->axis_j) - dot3(config->x, config->axis_j);
  if (fabs(on_journal) <= half_j) {
    site.kind = LASH_SITE_AXIS_J;
    site.station_i = edge;
    return site;
  }
  site.kind = LASH_SITE_AXIS_I;
  site.station_j = side * site.turn * half_j;
  site.flags = LASH_POINT_END;
  double along =
      dot3(config->axis_i, config->x) + site.station_j * dot3(config->axis_i, config->axis_j);
  mark_outside(&site, fabs(along) - half_i);
  site.turn = 1;
  return site;
}

static void journal_bearing(const lash_geometry *geometry, const lash_config *config,
                            lash_site *site) {
  site[0] = journal_end(geometry, config, -1);
  site[1] = journal_end(geometry, config, 1);
}

static void axial_stops(const lash_geometry *geometry, const lash_config *config, lash_site *site) {
  double turn = dot3(config->axis_i, config->axis_j) < 0 ? -1 : 1;
  for (int k = 0; k < 2; k++) {
    double side = k ? 1 : -1;
    site[k] = (lash_site){.kind = LASH_SITE_FACE,
                          .tangents = LASH_TANGENTS_FACE,
                          .station_i = geometry->length_i / 2,
                          .station_j = side * turn * geometry->length_j / 2,
                          .rim = geometry->radius_j,
                          .blend = geometry->blend,
                          .sign = side,
                          .share = 1};
  }
}

/* One corner of a slider against one face of its guide; where the guide ends first, the guide's
 * edge against the slider's face. `end` and the signs of the faces are those of the slider. */
static lash_site slider_corner(const lash_geometry *g, const lash_config *config, double end,
                               double width, double height, bool across) {
  const double half_i = 0.5 * (across ? g->height_i : g->width_i);
  const double half_j = 0.5 * (across ? g->height_j : g->width_j);
  lash_site site = {.kind = LASH_SITE_CORNER,
                    .tangents = LASH_TANGENTS_ALONG,
                    .across = across,
                    .sign = across ? height : width,
                    .station_i = half_i,
                    .station_j = half_j,
                    .radius_j = g->corner,
                    .share = 1,
                    .place = {width * (0.5 * g->width_j - g->corner),
                              height * (g->height_j > 0 ? 0.5 * g->height_j - g->corner : 0),
                              end * (0.5 * g->length_j - g->corner)}};
  double p[3], b[3];
  cross3(config->axis_j, config->side_j, b);
  scale3(site.place[0], config->side_j, p);
  axpy3(site.place[1], b, p);
  axpy3(site.place[2], config->axis_j, p);
  const double along = dot3(config->axis_i, config->x) + dot3(config->axis_i, p);
  if (g->length_i <= 0 || fabs(along) <= g->length_i / 2) return site;
  site.place_in_i = true;
  site.flags = LASH_POINT_END;
  site.place[2] = copysign(g->length_i / 2, along);
  site.place[across] = site.sign * (half_i + g->corner);
  const double on_slider =
      site.place[2] * dot3(config->axis_i, config->axis_j) - dot3(config->x, config->axis_j);
  mark_outside(&site, fabs(on_slider) - g->length_j / 2);
  return site;
}

static void planar_slider(const lash_geometry *g, const lash_config *config, lash_site *site) {
  for (int k = 0; k < 4; k++)
    site[k] = slider_corner(g, config, k & 1 ? 1 : -1, k & 2 ? 1 : -1, 0, false);
}

static void guide(const lash_geometry *g, const lash_config *config, lash_site *site) {
  for (int k = 0; k < 16; k++)
    site[k] =
        slider_corner(g, config, k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1, (k & 8) != 0);
}

/* Pairs of one flank, then of the other. */
static void gear_pair(const lash_geometry *g, const lash_config *config, lash_site *site) {
  const double tips = 0.5 * g->module * (g->teeth_i + g->teeth_j + 4);
  for (int k = 0; k < 4; k++) {
    site[k] = (lash_site){.kind = LASH_SITE_TOOTH,
                          .tangents = LASH_TANGENTS_AXIS,
                          .sign = k < 2 ? 1 : -1,
                          .turn = 1,
                          .pair = k % 2,
                          .geometry = g};
    double e[3];
    memcpy(e, config->x, sizeof e);
    axpy3(-dot3(e, config->axis_i), config->axis_i, e);
    mark_outside(&site[k], norm3(e) - tips);
  }
}

static void cam(const lash_geometry *g, const lash_config *config, lash_site *site) {
  (void)config;
  site[0] = (lash_site){
      .kind = LASH_SITE_CAM, .tangents = LASH_TANGENTS_AXIS, .turn = 1, .share = 1, .geometry = g};
}

static const shape_row shapes[LASH_SHAPE_COUNT] = {
    [LASH_BALL_SOCKET] = {"ball_socket", 1, NEEDS_RADIUS_I | NEEDS_RADIUS_J | HOLLOW, ball_socket},
    [LASH_JOURNAL_BEARING] = {"journal_bearing", 2,
                              NEEDS_RADIUS_I | NEEDS_RADIUS_J | NEEDS_LENGTH_I | HOLLOW | AXIS_J,
                              journal_bearing},
    [LASH_AXIAL_STOPS] = {"axial_stops", 2, NEEDS_LENGTH_I | STOPS | AXIS_J, axial_stops},
    [LASH_SPHERE_SPHERE] = {"sphere_sphere", 1, NEEDS_RADIUS_I | NEEDS_RADIUS_J, sphere_sphere},
    [LASH_SPHERE_PLANE] = {"sphere_plane", 1, 0, sphere_plane}, /* radius 0: a point */
    [LASH_SPHERE_CYLINDER] = {"sphere_cylinder", 1, NEEDS_RADIUS_I | NEEDS_RADIUS_J,
                              sphere_cylinder},
    [LASH_SPHERE_BORE] = {"sphere_bore", 1, NEEDS_RADIUS_I | NEEDS_RADIUS_J | HOLLOW, sphere_bore},
    [LASH_PLANAR_SLIDER] = {"planar_slider", 4, SLIDES | AXIS_J | SIDE_J, planar_slider},
    [LASH_GUIDE] = {"guide", 16, SLIDES | TALL | AXIS_J | SIDE_J, guide},
    [LASH_GEAR_PAIR] = {"gear_pair", 4, TEETH | SIDE_J, gear_pair},
    [LASH_CAM_FLAT] = {"cam_flat", 1, NEEDS_RADIUS_I | CAM | AXIS_J, cam},
    [LASH_CAM_ROLLER] = {"cam_roller", 1, NEEDS_RADIUS_I | NEEDS_RADIUS_J | CAM, cam},
};

/* --------------------------------------------------------------------------------------- public */

static bool known(lash_shape shape) { return (unsigned)shape < LASH_SHAPE_COUNT; }

const char *lash_shape_name(lash_shape shape) { return known(shape) ? shapes[shape].name : NULL; }

lash_shape lash_shape_find(const char *name) {
  unsigned k = 0;
  while (k < LASH_SHAPE_COUNT && !lash_same_name(shapes[k].name, name)) k++;
  return (lash_shape)k;
}

size_t lash_shape_points(lash_shape shape) { return known(shape) ? shapes[shape].points : 0; }

bool lash_shape_reads_axis(lash_shape shape) {
  return known(shape) && (shapes[shape].needs & AXIS_J);
}

bool lash_shape_reads_side(lash_shape shape) {
  return known(shape) && (shapes[shape].needs & SIDE_J);
}

size_t lash_geometry_sites(const lash_geometry *geometry, const lash_config *config,
                           lash_site site[LASH_GEOMETRY_POINTS]) {
  shapes[geometry->shape].sites(geometry, config, site);
  return shapes[geometry->shape].points;
}

double lash_geometry_clearance(const lash_geometry *geometry) {
  unsigned needs = known(geometry->shape) ? shapes[geometry->shape].needs : 0;
  if (needs & HOLLOW) return geometry->radius_i - geometry->radius_j;
  if (needs & STOPS) return (geometry->length_i - geometry->length_j) / 2;
  if (needs & SLIDES) {
    const double width = (geometry->width_i - geometry->width_j) / 2;
    return needs & TALL ? fmin(width, (geometry->height_i - geometry->height_j) / 2) : width;
  }
  return 0;
}

/* One size: finite, not negative, and above zero when needed. */
static lash_status check_size(const char *shape, const char *what, double value, bool needed,
                              lash_error *error) {
  if (isfinite(value) && value >= 0 && (value > 0 || !needed)) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s: %s = %g is not legal; it must be finite and %s 0",
                   shape, what, value, needed ? ">" : ">=");
}

static const char *outer_size(const shape_row *row) {
  return row->needs & STOPS ? "length_i" : row->needs & SLIDES ? "width_i (height_i)" : "radius_i";
}

static const char *inner_size(const shape_row *row) {
  return row->needs & STOPS ? "length_j" : row->needs & SLIDES ? "width_j (height_j)" : "radius_j";
}

static lash_status check_slider(const shape_row *row, const lash_geometry *g, lash_error *error) {
  const double least = fmin(g->width_j, row->needs & TALL ? g->height_j : g->width_j);
  if (2 * g->corner <= fmin(least, g->length_j)) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "%s: corner = %g is not legal; edges cannot be rounded by more than half the "
                   "slider's size",
                   row->name, g->corner);
}

/* Two pairs of teeth at most, one at least. */
static lash_status check_gears(const lash_geometry *g, lash_error *error) {
  const double ratio = lash_gear_contact_ratio(g, 0.5 * g->module * (g->teeth_i + g->teeth_j));
  const bool whole = g->teeth_i == floor(g->teeth_i) && g->teeth_j == floor(g->teeth_j);
  if (!whole || g->teeth_i < 4 || g->teeth_j < 4)
    return lash_fail(error, LASH_BAD_INPUT,
                     "gear_pair: teeth_i = %g, teeth_j = %g are not legal; they must be whole "
                     "numbers from 4 on",
                     g->teeth_i, g->teeth_j);
  if (g->pressure < LASH_PI / 4 && ratio > 1 && ratio < 1.95) return LASH_OK;
  return lash_fail(
      error, LASH_BAD_INPUT,
      "gear_pair: the contact ratio %g is not legal; spur gears in mesh have between 1 "
      "and 1.95: change teeth_i, teeth_j or pressure (below 45 degrees)",
      ratio);
}

static lash_status check_cam(const shape_row *row, const lash_geometry *g, lash_error *error) {
  if (g->knots && (g->lift > 0 || g->rise > 0 || g->dwell > 0 || g->fall > 0))
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: a profile by points takes no lift, rise, dwell or fall", row->name);
  if (g->rise + g->dwell + g->fall > 2 * LASH_PI + 1e-12)
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: rise, dwell and fall are more than a turn together (%g rad)", row->name,
                     g->rise + g->dwell + g->fall);
  if (lash_cam_is_convex(g)) return LASH_OK;
  return lash_fail(
      error, LASH_BAD_INPUT,
      "%s: the cam is hollow or has a cusp; make radius_i larger, lift smaller, or rise "
      "and fall longer",
      row->name);
}

lash_status lash_geometry_check(const lash_geometry *geometry, lash_error *error) {
  if (!known(geometry->shape)) {
    return lash_fail(error, LASH_BAD_INPUT, "contact geometry: shape %d is not one of the %d known",
                     (int)geometry->shape, (int)LASH_SHAPE_COUNT);
  }
  const shape_row *row = &shapes[geometry->shape];
  bool rim = row->needs & STOPS && geometry->radius_j > 0;
  const struct {
    const char *what;
    double value;
    bool needed;
  } sizes[] = {
      {"radius_i", geometry->radius_i, row->needs & NEEDS_RADIUS_I},
      {"radius_j", geometry->radius_j, row->needs & NEEDS_RADIUS_J},
      {"length_i", geometry->length_i, row->needs & NEEDS_LENGTH_I},
      {"length_j", geometry->length_j, row->needs & SLIDES},
      {"blend", geometry->blend, rim},
      {"width_i", geometry->width_i, row->needs & SLIDES},
      {"width_j", geometry->width_j, row->needs & SLIDES},
      {"height_i", geometry->height_i, row->needs & TALL},
      {"height_j", geometry->height_j, row->needs & TALL},
      {"corner", geometry->corner, false},
      {"teeth_i", geometry->teeth_i, row->needs & TEETH},
      {"teeth_j", geometry->teeth_j, row->needs & TEETH},
      {"module", geometry->module, row->needs & TEETH},
      {"pressure", geometry->pressure, row->needs & TEETH},
      {"play", geometry->play, false},
      {"lift", geometry->lift, row->needs & CAM && !geometry->knots},
      {"rise", geometry->rise, row->needs & CAM && !geometry->knots},
      {"dwell", geometry->dwell, false},
      {"fall", geometry->fall, row->needs & CAM && !geometry->knots},
  };
  for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
    lash_status status =
        check_size(row->name, sizes[k].what, sizes[k].value, sizes[k].needed, error);
    if (status) return status;
  }
  if (lash_geometry_clearance(geometry) < 0) {
    return lash_fail(
        error, LASH_BAD_INPUT,
        "%s: the inner body does not fit, its clearance is %g m; make %s larger than %s", row->name,
        lash_geometry_clearance(geometry), outer_size(row), inner_size(row));
  }
  if (row->needs & SLIDES) return check_slider(row, geometry, error);
  if (row->needs & TEETH) return check_gears(geometry, error);
  if (row->needs & CAM) return check_cam(row, geometry, error);
  return LASH_OK;
}
