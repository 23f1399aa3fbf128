/* Numbers as text: the same characters as printf("%.*g") for every count of digits, by a way of our
 * own where it is exact, and by printf() where it is not. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lash_core.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static unsigned long long seed = 1;

static unsigned long long draw(void) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return seed ^ seed >> 29;
}

static double of_bits(unsigned long long bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static void same(double x, int digits) {
  char ours[LASH_NUMBER_MAX], theirs[64];
  snprintf(theirs, sizeof theirs, "%.*g", digits, x);
  TEST_ASSERT_EQUAL_STRING(theirs, lash_write_number(x, digits, ours));
  double back = 0;
  if (digits == 17 && isfinite(x)) {
    TEST_ASSERT_TRUE(lash_parse_number(ours, &back));
    TEST_ASSERT_EQUAL_MEMORY(&x, &back, sizeof x);
  }
}

static void any_bits(void) {
  for (int k = 0; k < 20000; k++) {
    const double x = of_bits(draw());
    if (isfinite(x)) same(x, 1 + k % 17);
  }
}

static void sizes_of_everyday(void) {
  for (int k = 0; k < 150000; k++) {
    const unsigned long long bits = draw(), power = 1023 - 70 + draw() % 140;
    same(of_bits((bits & ~(0x7ffull << 52)) | power << 52), 1 + k % 17);
  }
}

/* Few digits, and halves of the last one: ties go to the even. */
static void short_and_halves(void) {
  for (int k = 0; k < 60000; k++) {
    const double whole = (double)(draw() % 2000001) - 1e6;
    same(whole / (double)(1 << k % 20), 1 + k % 17);
    same(whole / (double)(1 + draw() % 1000), 1 + k % 17);
  }
  same(0.5, 1), same(2.5, 1), same(3.5, 1), same(0.125, 2), same(0.375, 2), same(1e15 + 0.5, 16);
}

/* Powers of ten and their neighbours: where the count of digits changes. */
static void powers_of_ten(void) {
  double x = 1e-45;
  for (int k = -45; k <= 45; k++, x *= 10)
    for (int digits = 1; digits <= 17; digits++)
      for (int sign = -1; sign <= 1; sign += 2) {
        same(sign * x, digits);
        same(sign * nextafter(x, 0), digits);
        same(sign * nextafter(x, INFINITY), digits);
        same(sign * 9.9999999999999999 * x, digits);
      }
}

static void special_ones(void) {
  const double values[] = {0.0,
                           -0.0,
                           INFINITY,
                           -INFINITY,
                           5e-324,
                           1.7976931348623157e308,
                           2.2250738585072014e-308,
                           1,
                           -1,
                           1e16,
                           1e17,
                           123456789012345678.0};
  for (size_t k = 0; k < sizeof values / sizeof *values; k++)
    for (int digits = 1; digits <= 17; digits++) same(values[k], digits);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(any_bits);
  RUN_TEST(sizes_of_everyday);
  RUN_TEST(short_and_halves);
  RUN_TEST(powers_of_ten);
  RUN_TEST(special_ones);
  return UNITY_END();
}
