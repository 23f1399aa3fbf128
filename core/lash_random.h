/* Random numbers that are the same on every machine: splitmix64 (Steele, Lea and Flood, Fast
 * splittable pseudorandom number generators, OOPSLA 2014). The state is one number; any will do. */
#ifndef LASH_RANDOM_H
#define LASH_RANDOM_H

#include <stdint.h>

#define SPLITMIX64_STEP 0x9E3779B97F4A7C15u

/* The next 64 bits. */
static inline uint64_t splitmix64(uint64_t *state) {
  uint64_t z = *state += SPLITMIX64_STEP;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/* The next number in [0, 1), a multiple of 2^-53. */
static inline double splitmix64_unit(uint64_t *state) {
  return (double)(splitmix64(state) >> 11) * 0x1p-53;
}

/* In (-1, 1), without its middle and ends. */
static inline double splitmix64_swing(uint64_t *state) {
  return 2 * ((double)(splitmix64(state) >> 11) + 0.5) * 0x1p-53 - 1;
}

#endif
