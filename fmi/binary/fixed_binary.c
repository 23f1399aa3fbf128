/* The binary of a mechanism that is printed as C: mechanism.c stands beside this file in an FMU. */
#include "fixed_unit.h"
#include "unit_of_binary.h"

extern const unsigned mechanism_sizes[3];
void mechanism_start(double *numbers);
void mechanism_prepare(double h, double *memory);
void mechanism_step(const double *memory, double *numbers);
void mechanism_show(const double *memory, const double *numbers, double *shown);

static const fixed_mechanism printed = {mechanism_sizes, mechanism_start, mechanism_prepare,
                                        mechanism_step, mechanism_show};

const unit_class *unit_of_binary(bool exchange) {
  (void)exchange;
  fixed_unit_runs(&printed);
  return &fixed_unit;
}
