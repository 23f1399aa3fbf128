/* How fast the laws are: batch and scalar calls of every law, as ratios to two yardsticks measured
 * in the same run: a plain pass over the same arrays (what memory allows) and a straightforward
 * pow() loop of the Lankarani-Nikravesh law (what people write).
 *
 *   build/benchmarks/laws            all laws, arrays larger than the caches
 *   build/benchmarks/laws 4096      arrays of 4096, which stay in the cache
 *
 * Seconds vary from machine to machine and run to run; the ratios are the result. */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_contact.h"
#include "lash_friction.h"
#include "stopwatch.h"

enum { ARRAYS = 6, REPEATS = 3, STATES = 12 };

/* delta, v, v0 in; force, d_delta, d_v out (or vt, normal, - in; force, d_vt, d_normal out) */
typedef struct workload {
  size_t n;
  size_t rounds; /* passes per timing, so that small arrays are timed long enough */
  double *a[ARRAYS];
  double *z, *zdot;
} workload;

static void *allocate(size_t count) {
  double *p = malloc(count * sizeof *p);
  if (!p) {
    fputs("out of memory\n", stderr);
    exit(1);
  }
  for (size_t i = 0; i < count; i++) p[i] = 0; /* touch the pages */
  return p;
}

/* Best of a few timings, in evaluations per second. */
static double rate_of(const workload *w, void (*pass)(const workload *, const void *),
                      const void *law) {
  double best = 0;
  for (int i = 0; i < REPEATS; i++) {
    double start = now();
    for (size_t r = 0; r < w->rounds; r++) pass(w, law);
    double rate = (double)(w->n * w->rounds) / (now() - start);
    if (rate > best) best = rate;
  }
  return best;
}

/* ----------------------------------------------------------------------------------- yardsticks */

/* Copies three arrays to three others: the memory traffic of a batch without its arithmetic. */
static void pass_memory(const workload *w, const void *law) {
  (void)law;
  for (size_t k = 0; k < 3; k++) memcpy(w->a[3 + k], w->a[k], w->n * sizeof(double));
}

/* Lankarani-Nikravesh as one would first write it, derivatives included. */
static void pass_pow(const workload *w, const void *law) {
  (void)law;
  const double K = 1e8, n = 1.5, e = 0.9;
  for (size_t i = 0; i < w->n; i++) {
    double delta = w->a[0][i], v = w->a[1][i], v0 = w->a[2][i];
    double force = 0, d_delta = 0, d_v = 0;
    if (delta > 0) {
      double chi = 0.75 * K * (1 - pow(e, 2)) / v0;
      force = K * pow(delta, n) + chi * pow(delta, n) * v;
      d_delta = n * K * pow(delta, n - 1) + n * chi * pow(delta, n - 1) * v;
      d_v = chi * pow(delta, n);
    }
    w->a[3][i] = force;
    w->a[4][i] = d_delta;
    w->a[5][i] = d_v;
  }
}

/* ------------------------------------------------------------------------------------- the laws */

static void pass_contact_batch(const workload *w, const void *law) {
  lash_contact_batch(law, w->n, w->a[0], w->a[1], w->a[2], w->a[3], w->a[4], w->a[5]);
}

static void pass_contact_scalar(const workload *w, const void *law) {
  for (size_t i = 0; i < w->n; i++) {
    lash_contact_value f = lash_contact_eval(law, w->a[0][i], w->a[1][i], w->a[2][i]);
    w->a[3][i] = f.force;
    w->a[4][i] = f.d_delta;
    w->a[5][i] = f.d_v;
  }
}

static void pass_friction_batch(const workload *w, const void *law) {
  lash_friction_batch(law, w->n, w->a[1], w->a[2], w->z, w->a[3], w->a[4], w->a[5], w->zdot);
}

static void pass_friction_scalar(const workload *w, const void *law) {
  const lash_friction *friction = law;
  double z[LASH_FRICTION_STATES_MAX] = {0};
  size_t states = lash_friction_states(friction);
  lash_friction_value f;
  lash_friction_rate rate;
  for (size_t i = 0; i < w->n; i++) {
    for (size_t k = 0; k < states; k++) z[k] = w->z[k * w->n + i];
    lash_friction_input in = {.vt = {w->a[1][i], 0}, .normal = w->a[2][i], .z = z};
    lash_friction_force(friction, &in, &f);
    w->a[3][i] = f.force[0];
    w->a[4][i] = f.d_vt[0][0];
    w->a[5][i] = f.d_normal[0];
    if (states) {
      lash_friction_rates(friction, &in, &rate);
      for (size_t k = 0; k < states; k++) w->zdot[k * w->n + i] = rate.zdot[k];
    }
  }
}

/* --------------------------------------------------------------------------------------- report */

static double memory_rate, pow_rate;

static void report(const char *name, double batch, double scalar) {
  printf("%-24s %9.1f %9.1f %11.2f %11.2f %11.2f\n", name, batch * 1e-6, scalar * 1e-6,
         batch / memory_rate, batch / pow_rate, scalar / pow_rate);
}

static void fill(workload *w) {
  unsigned long long seed = 1;
  for (size_t k = 0; k < 3; k++) {
    for (size_t i = 0; i < w->n; i++) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      double u = (double)(seed >> 11) * 0x1p-53;
      w->a[k][i] = k == 0 ? 1e-6 * (u - 0.1) : k == 1 ? 0.2 * (u - 0.5) : 0.05 + u;
    }
  }
}

/* Ways to parametrise a contact law; the first that a law accepts is used. */
static const char *const ways[][8] = {
    {"K=1e8", "e=0.9"},
    {"K=1e8", "e=0.9", "m=1"},
    {"K=1e8"},
    {"K=1e8", "gamma=5e4"},
    {"K=1e8", "c=1e3"},
    {"K=1e8", "c=1e3", "d=1e-4"},
    {"K=1e8", "c=1e3", "d=1e-4", "gap=1e-3"},
    {"E=207e9", "nu=0.3", "Rx=0.01", "Ry=0.02"},
    {"E=207e9", "nu=0.3", "Ri=0.010", "Rj=0.0095", "L=0.015", "e=0.9",
     "hysteresis=lankarani_nikravesh"},
};

static bool parametrise(lash_contact *contact, const char *name, const char *const *way) {
  lash_error error;
  if (lash_contact_begin(contact, name, &error) != LASH_OK) return false;
  for (size_t i = 0; i < 8 && way[i]; i++) {
    char parameter[32];
    const char *equals = strchr(way[i], '=');
    snprintf(parameter, sizeof parameter, "%.*s", (int)(equals - way[i]), way[i]);
    if (lash_contact_set(contact, parameter, equals + 1, &error) != LASH_OK) return false;
  }
  return lash_contact_ready(contact, &error) == LASH_OK;
}

static void bench_contacts(const workload *w) {
  for (size_t i = 0; i < lash_contact_law_count(); i++) {
    const char *name = lash_contact_law_at(i)->name;
    lash_contact contact;
    size_t way = 0, count = sizeof ways / sizeof ways[0];
    while (way < count && !parametrise(&contact, name, ways[way])) way++;
    if (way == count) {
      printf("%-24s no parameters here suit it\n", name);
      continue;
    }
    report(name, rate_of(w, pass_contact_batch, &contact),
           rate_of(w, pass_contact_scalar, &contact));
  }
}

static void bench_frictions(const workload *w) {
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    const lash_friction_law *law = lash_friction_law_at(i);
    lash_friction friction;
    lash_error error = {.message = ""};
    if (lash_friction_begin(&friction, law->name, 1, &error) != LASH_OK ||
        lash_friction_ready(&friction, &error) != LASH_OK) {
      printf("%-24s %s\n", law->name, error.message);
      continue;
    }
    if (lash_friction_states(&friction) > STATES) continue;
    report(law->name, rate_of(w, pass_friction_batch, &friction),
           rate_of(w, pass_friction_scalar, &friction));
  }
}

int main(int argc, char **argv) {
  workload w = {.n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1u << 20};
  if (w.n == 0) {
    fputs("usage: laws [ARRAY LENGTH > 0]\n", stderr);
    return 2;
  }
  w.rounds = (1u << 20) / w.n + 1;
  for (size_t k = 0; k < ARRAYS; k++) w.a[k] = allocate(w.n);
  w.z = allocate(w.n * STATES);
  w.zdot = allocate(w.n * STATES);
  fill(&w);

  memory_rate = rate_of(&w, pass_memory, NULL);
  pow_rate = rate_of(&w, pass_pow, NULL);
  printf("arrays of %zu doubles, best of %d; million evaluations per second\n", w.n, REPEATS);
  printf("memory pass (memcpy of 3 arrays to 3) %.1f; pow() loop of lankarani_nikravesh %.1f\n\n",
         memory_rate * 1e-6, pow_rate * 1e-6);
  printf("%-24s %9s %9s %11s %11s %11s\n", "law", "batch", "scalar", "batch/mem", "batch/pow",
         "scalar/pow");
  bench_contacts(&w);
  bench_frictions(&w);

  for (size_t k = 0; k < ARRAYS; k++) free(w.a[k]);
  free(w.z);
  free(w.zdot);
  return 0;
}
