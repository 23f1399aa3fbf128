/* GFORCE routines that fall into the traps, one each; all are springs with a damper otherwise. */
#include "slv_c_utils.h"

adams_c_Gfosub Counts, Hides, Lies, Anchored, Gives;

/* I from J along RM, and its velocity. */
static void motion(const struct sAdamsGforce *f, double *disp, double *vel) {
  int markers[4] = {f->I, f->JFLOAT, f->RM, f->RM}, n, failed;
  c_sysary("DISP", markers, 3, disp, &n, &failed);
  c_errmes(failed, "no displacement", f->ID, "STOP");
  c_sysary("VEL", markers, 4, vel, &n, &failed);
  c_errmes(failed, "no velocity", f->ID, "STOP");
}

static void spring(double k, double c, const double *disp, const double *vel, double *result) {
  for (int i = 0; i < 3; i++) result[i] = -k * disp[i] - c * vel[i];
}

/* remembers how often it was called */
void Counts(const struct sAdamsGforce *f, double time, int dflag, int iflag, double *result) {
  static int calls;
  double disp[6], vel[6];
  (void)time, (void)dflag, (void)iflag;
  motion(f, disp, vel);
  spring(1000 + calls++, 5, disp, vel, result);
}

/* names nothing in the dependency pass */
void Hides(const struct sAdamsGforce *f, double time, int dflag, int iflag, double *result) {
  double disp[6], vel[6];
  (void)time, (void)dflag;
  if (iflag) return;
  motion(f, disp, vel);
  spring(1000, 5, disp, vel, result);
}

/* says that it is twice as stiff as it is */
void Lies(const struct sAdamsGforce *f, double time, int dflag, int iflag, double *result) {
  double disp[6], vel[6], partials[36] = {0};
  int markers[3] = {f->I, f->JFLOAT, f->RM}, wanted, failed;
  (void)time, (void)dflag, (void)iflag;
  motion(f, disp, vel);
  spring(1000, 0, disp, vel, result);
  c_adams_needs_partials(&wanted);
  if (!wanted) return;
  for (int i = 0; i < 3; i++) partials[i + 6 * i] = -2000;
  c_syspar("DISP", markers, 3, partials, 36, &failed);
}

/* pulls towards a point of the ground */
void Anchored(const struct sAdamsGforce *f, double time, int dflag, int iflag, double *result) {
  double place[6], vel[6] = {0};
  int marker = f->I, n, failed;
  (void)time, (void)dflag, (void)iflag;
  c_sysary("DISP", &marker, 1, place, &n, &failed);
  spring(1000, 0, place, vel, result);
}

/* a damper of the wrong sign */
void Gives(const struct sAdamsGforce *f, double time, int dflag, int iflag, double *result) {
  double disp[6], vel[6];
  (void)time, (void)dflag, (void)iflag;
  motion(f, disp, vel);
  spring(1000, -5, disp, vel, result);
}
