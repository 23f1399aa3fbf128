/* Sines in parts: emitted code computes lash_sin and lash_cos (core/lash_math.h) in line, step by
 * step the same arithmetic, so that bits agree; an angle's sine and cosine share all but the end.
 */
#include "tape_program_impl.h"

enum { TURNS, SHIFT, PI_1, PI_2, PI_3, ONE, HALF, S_COUNT = 6, SINES = 7, COSINES = 13 };

const double tape_sine_numbers[TAPE_SINE_NUMBERS] = {
    0x1.45f306dc9c883p-1,
    LASH_SHIFT,
    0x1.921fb54400000p+0,
    0x1.0b4611a600000p-34,
    0x1.3198a2e037073p-69,
    1.0,
    0.5,
    0x1.5e0ab4dd007dap-33,
    -0x1.ae6009e9f7070p-26,
    0x1.71de37957c95cp-19,
    -0x1.a01a019e82db1p-13,
    0x1.1111111110bafp-7,
    -0x1.5555555555555p-3,
    -0x1.907d3e3374a42p-37,
    0x1.1eeb685cba14cp-29,
    -0x1.27e4fa17532cap-22,
    0x1.a01a019f4e480p-16,
    -0x1.6c16c16c16965p-10,
    0x1.5555555555555p-5,
};

static uint32_t horner(lash_program *p, uint32_t z, uint32_t first) {
  uint32_t sum = first;
  for (uint32_t i = 1; i < S_COUNT; i++)
    sum = tape_append_step(p, OP_ADD, tape_append_step(p, OP_MUL, sum, z, 0), first + i, 0);
  return sum;
}

tape_sines tape_lower_sines(lash_program *p, uint32_t x, uint32_t first) {
#define STEP(op, a, b) tape_append_step(p, OP_##op, a, b, 0)
  const uint32_t shifted = STEP(ADD, STEP(MUL, x, first + TURNS), first + SHIFT);
  const uint32_t k = STEP(SUB, shifted, first + SHIFT);
  uint32_t r = STEP(SUB, x, STEP(MUL, k, first + PI_1));
  r = STEP(SUB, r, STEP(MUL, k, first + PI_2));
  r = STEP(SUB, r, STEP(MUL, k, first + PI_3));
  const uint32_t z = STEP(MUL, r, r);
  const uint32_t sine = STEP(ADD, r, STEP(MUL, r, STEP(MUL, z, horner(p, z, first + SINES))));
  const uint32_t high = STEP(MUL, z, STEP(MUL, z, horner(p, z, first + COSINES)));
  const uint32_t half = STEP(MUL, z, first + HALF), one = STEP(SUB, first + ONE, half);
  const uint32_t lost = STEP(SUB, STEP(SUB, first + ONE, one), half);
  return (tape_sines){shifted, sine, STEP(ADD, one, STEP(ADD, lost, high))};
#undef STEP
}

uint32_t tape_lower_choice(lash_program *p, tape_sines of, unsigned quadrant) {
  const uint32_t turn = quadrant ? tape_append_step(p, OP_TURN, of.shifted, 0, 0) : of.shifted;
  return tape_append_step(p, OP_QUADRANT, turn, of.sine, of.cosine);
}
