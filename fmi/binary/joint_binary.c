#include "unit_of_binary.h"

const unit_class *unit_of_binary(bool exchange) {
  (void)exchange;
  return &joint_unit;
}
