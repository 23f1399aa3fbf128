/* Which unit a binary contains for Model Exchange or else Co-Simulation: each binary has one such
 * function. */
#ifndef LASH_FMI_UNIT_OF_BINARY_H
#define LASH_FMI_UNIT_OF_BINARY_H

#include "unit.h"

const unit_class *unit_of_binary(bool exchange);

#endif
