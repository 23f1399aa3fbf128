/* The rigs for film and wear laws. */
#ifndef LASH_RIGS_FILM_RIG_H
#define LASH_RIGS_FILM_RIG_H

#include "lash_rigs.h"

extern const lash_rig film_rig, wear_rig;

#endif
