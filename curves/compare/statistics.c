/* Means, deviations, Student's and Welch's tests, Holm's correction. */
#include "lash_statistics.h"

#include <math.h>

lash_sample lash_sample_of(const double *values, size_t count) {
  lash_sample s = {0, NAN, NAN};
  double sum = 0, squares = 0;
  for (size_t i = 0; i < count; i++) {
    if (isnan(values[i])) continue;
    sum += values[i];
    s.count++;
  }
  if (s.count == 0) return s;
  s.mean = sum / (double)s.count;
  for (size_t i = 0; i < count; i++) {
    if (!isnan(values[i])) squares += (values[i] - s.mean) * (values[i] - s.mean);
  }
  if (s.count > 1) s.deviation = sqrt(squares / (double)(s.count - 1));
  return s;
}

/* Continued fraction of the incomplete beta function, by Lentz's method (NIST Handbook 8.17.22). */
static double beta_fraction(double a, double b, double x) {
  const double tiny = 1e-300, enough = 1e-15;
  const int most = 500;
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (fabs(d) < tiny ? tiny : d);
  double f = d;
  for (int m = 1; m <= most; m++) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    const double step[] = {even, odd};
    double change = 1;
    for (int k = 0; k < 2; k++) {
      d = 1 + step[k] * d;
      c = 1 + step[k] / c;
      d = 1 / (fabs(d) < tiny ? tiny : d);
      if (fabs(c) < tiny) c = tiny;
      change = c * d;
      f *= change;
    }
    if (fabs(change - 1) < enough) break;
  }
  return f;
}

/* Regularised incomplete beta function. */
static double beta_ratio(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                   : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double lash_student(double t, double freedom) {
  return beta_ratio(freedom / 2, 0.5, freedom / (freedom + t * t));
}

double lash_student_quantile(double p, double freedom) {
  double low = 0, high = 1;
  while (lash_student(high, freedom) > p && high < 1e300) high *= 2;
  for (int i = 0; i < 200 && high - low > 1e-14 * high; i++) {
    const double middle = (low + high) / 2;
    if (lash_student(middle, freedom) > p)
      low = middle;
    else
      high = middle;
  }
  return (low + high) / 2;
}

/* Each against those that are not smaller: the one with `rank` smaller ones must be below
 * level / (count - rank), and so must all the smaller ones. */
void lash_holm(const double *p, size_t count, double level, bool *stands) {
  for (size_t i = 0; i < count; i++) stands[i] = false;
  for (size_t rank = 0; rank < count; rank++) {
    size_t least = count;
    for (size_t i = 0; i < count; i++) {
      if (!stands[i] && (least == count || p[i] < p[least])) least = i;
    }
    if (!(p[least] <= level / (double)(count - rank))) return;
    stands[least] = true;
  }
}

double lash_welch(const lash_sample *a, const lash_sample *b) {
  if (a->count < 2 || b->count < 2) return NAN;
  const double na = (double)a->count, nb = (double)b->count;
  const double va = a->deviation * a->deviation / na, vb = b->deviation * b->deviation / nb;
  const double difference = a->mean - b->mean;
  if (va + vb == 0) return difference == 0 ? 1 : 0;
  const double freedom = (va + vb) * (va + vb) / (va * va / (na - 1) + vb * vb / (nb - 1));
  return lash_student(difference / sqrt(va + vb), freedom);
}
