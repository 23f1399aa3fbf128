/* Frames reduced to modal bodies: frequencies, statics, inertia, files, and what is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helper.h"
#include "lash_reduce.h"
#include "unity.h"

static char folder[] = "/tmp/lash_flex_XXXXXX", frame_file[64], body_file[64];
static lash_modal body, again;
static lash_error error;

void setUp(void) { error.message[0] = '\0'; }
void tearDown(void) {
  lash_modal_free(&body);
  lash_modal_free(&again);
}

static void save(const char *file, const char *content) {
  FILE *out = fopen(file, "w");
  TEST_ASSERT_NOT_NULL(out);
  fputs(content, out);
  fclose(out);
}

static lash_status try_make(const char *text, size_t modes) {
  lash_fe fe;
  save(frame_file, text);
  lash_status status = lash_fe_read_frame(&fe, frame_file, &error);
  if (status != LASH_OK) return status;
  status = lash_fe_reduce(&fe, modes, LASH_MODAL_DAMPING, &body, &error);
  lash_fe_free(&fe);
  return status;
}

static void make(const char *text, size_t modes) {
  TEST_ASSERT_TRUE_MESSAGE(try_make(text, modes) == LASH_OK, error.message);
}

#define BAR                                    \
  "material steel E 2.1e11 nu 0.3 rho 7850\n"  \
  "section bar rectangle 0.05 0.08\n"          \
  "node 1 0 0 0\nnode 2 1 0 0 # the far end\n" \
  "beam 1 2 bar steel divide 48\n"

/* The nearest frequency of the body; bending along z, torsion and axial modes stand between. */
static double nearest(double hz) {
  double best = 0;
  for (size_t k = 0; k < body.mode_count; k++)
    if (fabs(body.mode[k].frequency - hz) < fabs(best - hz)) best = body.mode[k].frequency;
  return best;
}

static void timoshenko_frequencies(void) {
  const lash_material m = {2.1e11, 0.3, 7850};
  lash_section s;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_section_rectangle(0.05, 0.08, 0.3, &s, &error));
  for (int clamped = 0; clamped <= 1; clamped++) {
    make(clamped ? BAR "hold 1\n" : BAR, 30);
    for (int mode = 1; mode <= 5; mode++) {
      double theory = timoshenko_hz(&s, &m, 1, clamped, mode);
      TEST_ASSERT_DOUBLE_WITHIN(1e-3 * theory, theory, nearest(theory));
    }
    lash_modal_free(&body);
  }
}

/* The press crankshaft: round bar of 217.6 kg, one end held. The reference frequencies are those of
 * Timoshenko's theory with shear coefficient 0.9 (Cowper's would be 0.886). */
static void press_crankshaft(void) {
  static const double bending[4] = {538.2, 2306.9, 4959, 7285};
  lash_material m = {2.1e11, 0.3, 217.6 / (acos(-1) / 4 * 0.2525 * 0.2525 * 0.5535)};
  lash_section s;
  char text[256];
  snprintf(text, sizeof text,
           "material steel E 2.1e11 nu 0.3 rho %.15g\nsection bar round 0.2525 shear 0.9\n"
           "node 1 0 0 0\nnode 2 0.5535 0 0\nbeam 1 2 bar steel divide 48\nhold 1\n",
           m.density);
  make(text, 20);
  TEST_ASSERT_EQUAL_size_t(20, body.mode_count);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 217.6, body.mass);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_section_tube(0.2525, 0, 0.3, &s, &error));
  s.shear_y = 0.9;
  for (int k = 0; k < 4; k++) {
    double theory = timoshenko_hz(&s, &m, 0.5535, true, k + 1);
    TEST_ASSERT_DOUBLE_WITHIN(1e-3 * theory, theory, nearest(theory));
    TEST_ASSERT_DOUBLE_WITHIN(1e-3 * bending[k], bending[k], nearest(bending[k]));
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-4 * 2336.2, 2336.2, nearest(2336.2)); /* axial */
}

/* A held bar with an interface at its tip: the static shapes carry a tip force exactly. */
static void static_deflection(void) {
  lash_section s;
  lash_material m = {2.1e11, 0.3, 7850};
  make(BAR "hold 1\ninterface 2\n", 6);
  TEST_ASSERT_EQUAL_size_t(12, body.mode_count);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-8, body.check.static_error);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_section_rectangle(0.05, 0.08, 0.3, &s, &error));
  size_t tip = (size_t)lash_modal_find(&body, 2), n = body.mode_count;
  double along[3] = {0}, sag = 0;
  for (size_t k = 0; k < n; k++) {
    double w2 = pow(2 * acos(-1) * body.mode[k].frequency, 2);
    const double *psi = body.shape[tip * n + k];
    for (int i = 0; i < 3; i++) along[i] += psi[i] * psi[i] / w2;
    sag += psi[1] * body.mode[k].first[1] * 9.81 / w2;
  }
  double G = lash_shear_modulus(&m), kGA = s.shear_y * G * s.area;
  double bend_y = 1 / (3 * m.young * s.y2) + 1 / kGA, bend_z = 1 / (3 * m.young * s.z2) + 1 / kGA;
  TEST_ASSERT_DOUBLE_WITHIN(1e-7 / (m.young * s.area), 1 / (m.young * s.area), along[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-7 * bend_y, bend_y, along[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-7 * bend_z, bend_z, along[2]);
  double w = 7850 * s.area * 9.81, own = w / (8 * m.young * s.y2) + w / (2 * kGA);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4 * own, own, sag);
}

/* A skew three-dimensional frame between two interfaces, with a mass on it. */
#define SKEW                                                                     \
  "name skew\nmaterial al E 7e10 nu 0.33 rho 2700\nsection t tube 0.04 0.03\n"   \
  "section r rectangle 0.02 0.03\nnode 1 0.1 0.2 0.3\nnode 2 0.5 0.9 0.1\n"      \
  "node 3 1.1 0.4 0.8\nbeam 1 2 t al divide 7\nbeam 2 3 r al divide 9 y 0 0 1\n" \
  "mass 2 1.5\ninterface 1 3\n"

static void skew_frame_is_sound(void) {
  lash_modal_audit audit;
  make(SKEW, 10);
  TEST_ASSERT_EQUAL_size_t(16, body.mode_count); /* 10 + 12 - 6 */
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-12, body.check.mass_orthogonality);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-12, body.check.stiffness_orthogonality);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-13, body.check.rigid_force);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-8, body.check.rigid_gap);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-7, body.check.static_error);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_modal_audit_body(&body, &audit, &error));
  TEST_ASSERT_TRUE(audit.definite);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-12, audit.orthonormality);
  /* mass by hand; modes of a free body carry neither momentum nor moment of momentum */
  double a = acos(-1) / 4 * (0.04 * 0.04 - 0.03 * 0.03) * sqrt(0.16 + 0.49 + 0.04);
  double b = 0.02 * 0.03 * sqrt(0.36 + 0.25 + 0.49);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2700 * (a + b) + 1.5, body.mass);
  for (size_t k = 0; k < body.mode_count; k++)
    for (int i = 0; i < 3; i++) {
      const double(*C)[3] = (const double(*)[3])body.mode[k].second;
      int j = (i + 1) % 3, l = (i + 2) % 3;
      TEST_ASSERT_DOUBLE_WITHIN(1e-8, 0, body.mode[k].first[i]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-8, 0, C[j][l] - C[l][j]);
    }
}

static void bar_has_its_inertia(void) {
  lash_modal_audit audit;
  make(BAR, 4);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_modal_audit_body(&body, &audit, &error));
  double m = 7850 * 0.05 * 0.08;
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, m, body.mass);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.5, audit.centre[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, m * (0.0025 + 0.0064) / 12, audit.inertia[0][0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, m * (1 + 0.0064) / 12, audit.inertia[1][1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, m * (1 + 0.0025) / 12, audit.inertia[2][2]);
}

static void files_lose_nothing(void) {
  make(SKEW, 5);
  body.mode[3].preload = -0.25;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_modal_write(&body, body_file, &error));
  TEST_ASSERT_TRUE_MESSAGE(lash_modal_read(&again, body_file, &error) == LASH_OK, error.message);
  size_t n = body.mode_count;
  TEST_ASSERT_EQUAL_STRING("skew", again.name);
  TEST_ASSERT_EQUAL_size_t(n, again.mode_count);
  TEST_ASSERT_EQUAL_MEMORY(body.mode, again.mode, n * sizeof *body.mode);
  TEST_ASSERT_EQUAL_MEMORY(body.coupling, again.coupling, n * n * sizeof *body.coupling);
  TEST_ASSERT_EQUAL_MEMORY(body.shape, again.shape, body.node_count * n * sizeof *body.shape);
  TEST_ASSERT_EQUAL_MEMORY(body.second, again.second, sizeof body.second);
  TEST_ASSERT_TRUE(again.node[lash_modal_find(&again, 3)].interface);
  TEST_ASSERT_FALSE(again.node[lash_modal_find(&again, 2)].interface);
}

/* Cut anywhere, the file is refused with its name and a line; never read half. */
static void truncated_files_are_refused(void) {
  make(
      "material a E 1e9 nu 0.3 rho 1000\nsection s round 0.1\nnode 1 0 0 0\nnode 2 1 0 0\n"
      "beam 1 2 s a divide 2\nhold 1\n",
      2);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_modal_write(&body, body_file, &error));
  FILE *in = fopen(body_file, "r");
  TEST_ASSERT_NOT_NULL(in);
  char *content = calloc(1, 100000);
  size_t size = fread(content, 1, 99999, in), refused = 0;
  fclose(in);
  for (size_t cut = 0; cut + 4 < size; cut += 13, refused++) {
    FILE *out = fopen(body_file, "w");
    fwrite(content, 1, cut, out);
    fclose(out);
    TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_modal_read(&again, body_file, &error));
    TEST_ASSERT_TRUE_MESSAGE(strncmp(error.message, body_file, strlen(body_file)) == 0,
                             error.message);
  }
  TEST_ASSERT_TRUE(refused > 50);
  free(content);
}

/* A frame file opens as a body at once, with the modes and the damping it asks for. */
static void frames_open_as_bodies(void) {
  save(frame_file, BAR "hold 1\nmodes 7\ndamping 0.01\n");
  TEST_ASSERT_TRUE_MESSAGE(lash_modal_open(&body, frame_file, &error) == LASH_OK, error.message);
  TEST_ASSERT_EQUAL_size_t(7, body.mode_count);
  TEST_ASSERT_EQUAL_DOUBLE(0.01, body.mode[6].damping);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_modal_write(&body, body_file, &error));
  TEST_ASSERT_TRUE_MESSAGE(lash_modal_open(&again, body_file, &error) == LASH_OK, error.message);
  TEST_ASSERT_EQUAL_MEMORY(body.mode, again.mode, 7 * sizeof *body.mode);
}

static void refuses(const char *text, int line, const char *words) {
  char place[96];
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, try_make(text, 4), text);
  snprintf(place, sizeof place, "%s:%d: ", frame_file, line);
  if (line)
    TEST_ASSERT_TRUE_MESSAGE(strncmp(error.message, place, strlen(place)) == 0, error.message);
  TEST_ASSERT_TRUE_MESSAGE(strstr(error.message, words) != NULL, error.message);
}

#define STEEL "material steel E 2.1e11 nu 0.3 rho 7850\n"
#define NODES "node 1 0 0 0\nnode 2 1 0 0\n"

static void bad_frames_are_refused_by_line(void) {
  refuses(STEEL "section s rectangle 0 1\n", 2, "sides > 0");
  refuses("material m E 1e9 nu 0.3 rho -5\n", 1, "density");
  refuses("material m E 1e9 nu 0.7 rho 5\n", 1, "Poisson");
  refuses("material m E 1e9 nu 0.3 density 5\n", 1, "'density'");
  refuses("material m E 1e9 E 0.3 rho 5\n", 1, "each once");
  refuses(STEEL NODES "beam 1 2 bar steel\n", 4, "no section 'bar'");
  refuses("section s round 0.1\n" NODES "beam 1 2 s steel\n", 4, "no material 'steel'");
  refuses(STEEL "section s round 0.1\n" NODES "beam 1 3 s steel\n", 5, "no node 3");
  refuses(STEEL "section s round 0.1\n" NODES "node 2 0 0 0\n", 5, "twice");
  refuses(STEEL "section s round 0.1\n" NODES "beam 1 2 s steel y 1 0 0\n", 5, "along it");
  refuses(STEEL "section s round 0.1\n" NODES "beam 1 1 s steel\n", 5, "no length");
  refuses(STEEL "section s round 0.1\n" NODES "beam 1 2 s steel divide 0\n", 5, "1 to");
  refuses(STEEL "section s round 0.1\n" NODES "beam 1 2 s steel divide\n", 5, "missing");
  refuses(STEEL "secton s round 0.1\n", 2, "did you mean 'section'");
  refuses(STEEL "section s round 0.1 shear 0\n", 2, "shear coefficient");
  refuses(STEEL "section s round nan\n", 2, "number");
  refuses("node 1.5 0 0 0\n", 1, "whole number");
  refuses("modes 401\n", 1, "at most 400");
  refuses("damping 1.5\n", 1, "[0, 1)");
  refuses(STEEL NODES, 0, "no beam");
  refuses(STEEL "section s round 0.1\n" NODES "node 3 5 5 5\nbeam 1 2 s steel\n", 0, "node 3");
  refuses(STEEL "section s round 0.1\n" NODES
                "node 3 0 1 0\nnode 4 1 1 0\nbeam 1 2 s steel\nbeam 3 4 s steel\ninterface 1 2\n",
          0, "loose");
  refuses(STEEL "section s round 0.1\n" NODES "beam 1 2 s steel\nhold 1\nmass 2 -1\n", 7, "mass");
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_modal_read(&again, "/nonexistent.lfx", &error));
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  snprintf(frame_file, sizeof frame_file, "%s/model.frame", folder);
  snprintf(body_file, sizeof body_file, "%s/body.lfx", folder);
  UNITY_BEGIN();
  RUN_TEST(timoshenko_frequencies);
  RUN_TEST(press_crankshaft);
  RUN_TEST(static_deflection);
  RUN_TEST(skew_frame_is_sound);
  RUN_TEST(bar_has_its_inertia);
  RUN_TEST(files_lose_nothing);
  RUN_TEST(truncated_files_are_refused);
  RUN_TEST(frames_open_as_bodies);
  RUN_TEST(bad_frames_are_refused_by_line);
  int failed = UNITY_END();
  unlink(frame_file);
  unlink(body_file);
  rmdir(folder);
  return failed;
}
