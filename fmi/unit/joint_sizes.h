/* Sizes of a joint, as its words name them, for people. */
#ifndef LASH_FMI_JOINT_SIZES_H
#define LASH_FMI_JOINT_SIZES_H

static const struct {
  const char *key, *unit, *meaning;
} joint_sizes[] = {{"Ri", "m", "radius of the outer body"},
                   {"Rj", "m", "radius of the inner body"},
                   {"L", "m", "length of the outer body"},
                   {"Lj", "m", "length of the inner body"},
                   {"stop_i", "m", "distance between the stops"},
                   {"stop_j", "m", "distance between the faces"},
                   {"rim", "m", "radius of a face's rim"},
                   {"blend", "rad", "tilt at which contact moves to the rim"},
                   {"touch", "m", "distance at which contact on a line begins"},
                   {"N", "N", "normal load"}};
enum { JOINT_SIZES = sizeof joint_sizes / sizeof joint_sizes[0] };

#endif
