/* The table of joints. A new shape of contact/ becomes a joint by one row here. */
#include "lash_joint.h"

static const lash_joint_kind types[] = {
    {"spherical", LASH_JOINT_SPACE, LASH_BALL_SOCKET, "internal"},
    {"revolute", LASH_JOINT_SPACE, LASH_JOURNAL_BEARING, "internal"},
    {"cylindrical", LASH_JOINT_SPACE, LASH_JOURNAL_BEARING, "internal"},
    {"stops", LASH_JOINT_SPACE, LASH_AXIAL_STOPS, NULL},
    {"sphere_sphere", LASH_JOINT_SPACE, LASH_SPHERE_SPHERE, "external"},
    {"sphere_plane", LASH_JOINT_SPACE, LASH_SPHERE_PLANE, "plane"},
    {"sphere_cylinder", LASH_JOINT_SPACE, LASH_SPHERE_CYLINDER, "external"},
    {"sphere_bore", LASH_JOINT_SPACE, LASH_SPHERE_BORE, "internal"},
    {"planar_slider", LASH_JOINT_SPACE, LASH_PLANAR_SLIDER, "plane"},
    {"prismatic", LASH_JOINT_SPACE, LASH_GUIDE, "plane"},
    {"gears", LASH_JOINT_SPACE, LASH_GEAR_PAIR, NULL},
    {"cam_flat", LASH_JOINT_SPACE, LASH_CAM_FLAT, NULL},
    {"cam_roller", LASH_JOINT_SPACE, LASH_CAM_ROLLER, NULL},
    {"gap", LASH_JOINT_LINE, LASH_SHAPE_COUNT, NULL},
    {"slide", LASH_JOINT_SLIDE, LASH_SHAPE_COUNT, NULL},
    {"point", LASH_JOINT_PLANE, LASH_SHAPE_COUNT, NULL},
    {"contact", LASH_JOINT_CONTACT, LASH_SHAPE_COUNT, NULL},
    {"slip", LASH_JOINT_SLIP, LASH_SHAPE_COUNT, NULL},
};

size_t lash_joint_kind_count(void) { return sizeof types / sizeof types[0]; }
const lash_joint_kind *lash_joint_kind_at(size_t index) { return &types[index]; }

static const char *name_at(size_t index, const void *context) {
  (void)context;
  return types[index].name;
}

const lash_joint_kind *lash_joint_kind_find(const char *name, lash_error *error) {
  for (size_t i = 0; i < lash_joint_kind_count(); i++) {
    if (lash_same_name(types[i].name, name)) return &types[i];
  }
  const char *near = lash_nearest_name(name, lash_joint_kind_count(), name_at, NULL);
  lash_fail(error, LASH_BAD_INPUT, "there is no joint '%s'%s%s%s", name,
            near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  return NULL;
}
