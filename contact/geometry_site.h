/* Inside contact geometry: a shape reduces to one or two *sites*, and every site is either round (a
 * point or axis of i against a point or axis of j, at a distance of radii) or a face (something of
 * j against a plane of i). Which site is active is a discrete choice; once made, the site is a
 * smooth function of the configuration, with its derivative along any direction beside it. */
#ifndef LASH_GEOMETRY_SITE_H
#define LASH_GEOMETRY_SITE_H

#include "lash_geometry.h"

/* Everything the gap depends on; also a direction in which to differentiate it. */
typedef struct lash_config {
  double x[3];      /* position of j relative to i */
  double axis_i[3]; /* unit vectors of the frames */
  double side_i[3];
  double axis_j[3];
  double side_j[3];
} lash_config;

typedef enum lash_site_kind {
  LASH_SITE_POINTS, /* point of i against point of j */
  LASH_SITE_AXIS_I, /* axis of i against point of j */
  LASH_SITE_AXIS_J, /* point of i against axis of j */
  LASH_SITE_FACE,   /* plane of i, normal to its axis, against j */
  LASH_SITE_CORNER, /* point of one body against a plane of the other along its axis */
  LASH_SITE_TOOTH,  /* a pair of teeth */
  LASH_SITE_CAM
} lash_site_kind;

/* How the tangents follow the normal without a jump. */
typedef enum lash_site_tangents {
  LASH_TANGENTS_POLE, /* side of i, turned with the shortest turn that takes axis_i to n */
  LASH_TANGENTS_AXIS, /* around and along the axis of the site; n is normal to it */
  LASH_TANGENTS_FACE, /* side of i itself; n lies on i's axis */
  LASH_TANGENTS_ALONG /* the axis of the body whose plane it is, which n is normal to */
} lash_site_tangents;

typedef struct lash_site {
  lash_site_kind kind;
  lash_site_tangents tangents;
  double station_i, station_j; /* of the point along its body's axis; of the plane (face) */
  double radius_i, radius_j;   /* radius_i < 0: i surrounds j */
  double sign;                 /* round: +1 outside, -1 inside contact. Face: side of i's axis */
  double turn;                 /* +1, or -1 when the two axes point against each other */
  double rim, blend;           /* face only */
  double share;
  const lash_geometry *geometry; /* of gears and cams */
  double place[3];               /* corner, in axes of its body: side, axis x side, axis */
  bool place_in_i, across;       /* corner of i; the plane is normal to axis x side, not to side */
  int pair;                      /* of teeth: 0 or 1 */
  double outside;                /* axial distance when the bodies do not face each other, else 0 */
  unsigned flags;
} lash_site;

/* What a site makes of a configuration, or the change of it along a direction. */
typedef struct lash_site_form {
  double delta, share;
  double eccentricity[3];
  double normal[3];
  double surface_j[3]; /* from j's position */
  double tangent[2][3];
} lash_site_form;

/* The sites of a shape in a configuration; returns how many. */
size_t lash_geometry_sites(const lash_geometry *geometry, const lash_config *config,
                           lash_site site[LASH_GEOMETRY_POINTS]);

/* `hint` is where the normal may point when there is no eccentricity: the relative velocity. Sets
 * LASH_POINT_CENTRED in the site's flags. */
void lash_site_value(lash_site *site, const lash_config *config, const double hint[3],
                     lash_site_form *form);

/* Change of the form when the configuration changes by `change`. */
void lash_site_change(const lash_site *site, const lash_config *config, const lash_site_form *form,
                      const lash_config *change, lash_site_form *out);

/* Tangents of a form whose normal is there, and their change. */
void lash_site_tangents_value(const lash_site *site, const lash_config *config,
                              lash_site_form *form);
void lash_site_tangents_change(const lash_site *site, const lash_config *config,
                               const lash_site_form *form, const lash_config *change,
                               lash_site_form *out);

/* Of the kinds that stand in geometry_profile.c. */
void lash_profile_value(const lash_site *site, const lash_config *config, lash_site_form *form);
void lash_profile_change(const lash_site *site, const lash_config *config,
                         const lash_config *change, lash_site_form *out);
bool lash_cam_is_convex(const lash_geometry *cam);

#endif
