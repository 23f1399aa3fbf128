/* The table of joints. A new shape of contact/ becomes a joint by one row here. */
#include "joint_shapes.h"

static const joint_type joints[] = {
    {"spherical", JOINT_SPACE, LASH_BALL_SOCKET, "internal"},
    {"revolute", JOINT_SPACE, LASH_JOURNAL_BEARING, "internal"},
    {"stops", JOINT_SPACE, LASH_AXIAL_STOPS, NULL},
    {"sphere_sphere", JOINT_SPACE, LASH_SPHERE_SPHERE, "external"},
    {"sphere_plane", JOINT_SPACE, LASH_SPHERE_PLANE, "plane"},
    {"sphere_cylinder", JOINT_SPACE, LASH_SPHERE_CYLINDER, "external"},
    {"sphere_bore", JOINT_SPACE, LASH_SPHERE_BORE, "internal"},
    {"gap", JOINT_LINE, LASH_SHAPE_COUNT, NULL},
    {"slide", JOINT_SLIDE, LASH_SHAPE_COUNT, NULL},
    {"point", JOINT_PLANE, LASH_SHAPE_COUNT, NULL},
    {"contact", JOINT_CONTACT, LASH_SHAPE_COUNT, NULL},
    {"slip", JOINT_SLIP, LASH_SHAPE_COUNT, NULL},
};

size_t joint_count(void) { return sizeof joints / sizeof joints[0]; }
const joint_type *joint_at(size_t index) { return &joints[index]; }

const joint_type *joint_find(const char *name) {
  for (size_t i = 0; i < joint_count(); i++) {
    if (lash_same_name(joints[i].name, name)) return &joints[i];
  }
  return NULL;
}

bool joint_fits(const joint_type *joint, statement kind) {
  switch (kind) {
    case STATEMENT_GFORCE:
      return joint->form == JOINT_SPACE;
    case STATEMENT_SFORCE:
      return joint->form == JOINT_LINE || joint->form == JOINT_SLIDE;
    case STATEMENT_VFORCE:
      return joint->form == JOINT_PLANE;
    case STATEMENT_CONTACT_NORMAL:
      return joint->form == JOINT_CONTACT;
    case STATEMENT_CONTACT_FRICTION:
      return joint->form == JOINT_SLIP;
    default:
      return joint->form != JOINT_CONTACT && joint->form != JOINT_SLIP;
  }
}

const char *statement_name(statement kind) {
  static const char *const names[STATEMENT_COUNT] = {"?",       "GFORCE",  "SFORCE", "VFORCE",
                                                     "CONTACT", "CONTACT", "GSE",    "DIFF"};
  return (unsigned)kind < STATEMENT_COUNT ? names[kind] : "?";
}
