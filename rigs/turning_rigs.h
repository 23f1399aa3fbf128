/* Rigs for friction that resists turning: a body that drills while it slides, one that rolls. */
#ifndef LASH_RIGS_TURNING_RIGS_H
#define LASH_RIGS_TURNING_RIGS_H

#include "lash_rigs.h"

extern const lash_rig drilling_rig, rolling_rig;

#endif
