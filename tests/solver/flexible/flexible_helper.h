/* Beams for tests of flexible bodies in the solver. */
#ifndef FLEXIBLE_HELPER_H
#define FLEXIBLE_HELPER_H

#include "integrate_helper.h"

/* Ground marker 1 in the origin, steel, a square section of 20 mm. */
#define STEEL                                                                         \
  "UNITS/SYSTEM=MKS\n"                                                                \
  "PART/1, GROUND\n"                                                                  \
  "MARKER/1, PART=1\n"                                                                \
  "MATERIAL/1, NAME=steel, YOUNGS_MODULUS=2.1E11, POISSONS_RATIO=0.3, DENSITY=7800\n" \
  "SECTION/1, RECT_BASE=0.02, RECT_HEIGHT=0.02\n"

/* A beam of 1 m along x, markers 10 and 20 at its ends. `more` may add arguments. */
#define BEAM(elements, more)                                           \
  "FE_PART/5, TYPE=3DBEAM, MATERIAL=1, SECTION=1, ELEMENTS=" #elements \
  "\n"                                                                 \
  ", COORDINATES=1,0,0,0,0,0,0, 2,1,0,0,0,0,0" more                    \
  "\n"                                                                 \
  "MARKER/10, FE_PART=5, NODE_LABEL=1\n"                               \
  "MARKER/20, FE_PART=5, NODE_LABEL=2\n"

#define CLAMP "JOINT/1, FIXED, I=10, J=1\n"

/* The same of soft stuff, which bends far. */
#define RUBBER                                                         \
  "UNITS/SYSTEM=MKS\n"                                                 \
  "PART/1, GROUND\n"                                                   \
  "MARKER/1, PART=1\n"                                                 \
  "MATERIAL/1, YOUNGS_MODULUS=5E6, POISSONS_RATIO=0.3, DENSITY=1000\n" \
  "SECTION/1, RECT_BASE=0.04, RECT_HEIGHT=0.04\n"

#endif
