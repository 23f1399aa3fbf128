#include "unit_of_binary.h"

const unit_class *unit_of_binary(void) { return &model_unit; }
