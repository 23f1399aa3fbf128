/* Forces and values: one routine of each kind that returns a few numbers. */
#include <math.h>
#include <string.h>

#include "slv_c_utils.h"

adams_c_Sfosub Sfosub;
adams_c_Vfosub Vfosub, By_state;
adams_c_Vtosub Vtosub;
adams_c_Varsub Varsub, Twice;
adams_c_Difsub Difsub;
adams_c_Motsub Motsub;
adams_c_Reqsub Reqsub;
adams_c_Sensub Sensub;
adams_c_Sevsub Sevsub;
adams_c_Callback Knows_itself;

/* A one-sided stop on the distance of I and J. USER(x1, k, e, cmax, d) */
void Sfosub(const struct sAdamsSforce *force, double time, int dflag, int iflag, double *result) {
  int pair[2] = {force->I, force->J}, failed;
  double x, v, vec[3];
  const double *p = force->PAR;
  (void)time, (void)dflag, (void)iflag;
  c_sysfnc("DM", pair, 2, &x, &failed);
  c_errmes(failed, "no distance", force->ID, "STOP");
  c_sysfnc("VR", pair, 2, &v, &failed);
  c_errmes(failed, "no rate", force->ID, "STOP");
  c_impact(x, v, p[0], p[1], p[2], p[3], p[4], 0, vec, &failed);
  *result = vec[0];
}

/* Drag against the velocity of I seen from JFLOAT, in RM. USER(c) */
void Vfosub(const struct sAdamsVforce *force, double time, int dflag, int iflag, double *result) {
  int markers[3] = {force->I, force->JFLOAT, force->RM}, n, failed;
  double v[3];
  (void)time, (void)dflag, (void)iflag;
  c_sysary("TVEL", markers, 3, v, &n, &failed);
  for (int i = 0; i < 3; i++) result[i] = -force->PAR[0] * v[i];
}

/* DIFF par[0] times par[1], par[2], par[3]. */
void By_state(const struct sAdamsVforce *force, double time, int dflag, int iflag, double *result) {
  int id = (int)force->PAR[0], failed;
  double value;
  (void)time, (void)dflag, (void)iflag;
  c_sysfnc("DIF", &id, 1, &value, &failed);
  for (int i = 0; i < 3; i++) result[i] = value * force->PAR[1 + i];
}

/* The same for the angular velocity. USER(c) */
void Vtosub(const struct sAdamsVtorque *torque, double time, int dflag, int iflag, double *result) {
  int markers[3] = {torque->I, torque->JFLOAT, torque->RM}, n, failed;
  double w[3];
  (void)time, (void)dflag, (void)iflag;
  c_sysary("RVEL", markers, 3, w, &n, &failed);
  for (int i = 0; i < 3; i++) result[i] = -torque->PAR[0] * w[i];
}

/* VARIABLE par[0] times the sum of ARRAY par[1], plus the number in STRING par[2]. */
void Varsub(const struct sAdamsVariable *variable, double time, int dflag, int iflag,
            double *result) {
  int id = (int)variable->PAR[0], failed, n, digits;
  double value, numbers[16], sum = 0;
  char text[80];
  (void)time, (void)dflag;
  c_sysfnc("VARVAL", &id, 1, &value, &failed);
  if (iflag) return;
  c_gtaray((int)variable->PAR[1], numbers, &n, &failed);
  c_errmes(failed, "no array", variable->ID, "STOP");
  c_gtstrg((int)variable->PAR[2], text, &digits, &failed);
  c_errmes(failed, "no string", variable->ID, "STOP");
  for (int i = 0; i < n; i++) sum += numbers[i];
  *result = value * sum + digits;
}

/* Decay: y' = -par[0] y. */
void Difsub(const struct sAdamsDiff *diff, double time, int dflag, int iflag, double *result) {
  int failed;
  double y, rate;
  (void)time, (void)dflag, (void)iflag;
  c_sysfnc("DIF", &diff->ID, 1, &y, &failed);
  if (diff->IMPLICIT) {
    c_sysfnc("DIF1", &diff->ID, 1, &rate, &failed);
    *result = rate + diff->PAR[0] * y;
  } else {
    *result = -diff->PAR[0] * y;
  }
}

/* A Fourier motion: USER(w, c0, c1, …). */
void Motsub(const struct sAdamsMotion *motion, double time, int iord, int iflag, double *result) {
  int failed;
  (void)iflag;
  c_forcos(time, 0.0, motion->PAR[0], motion->PAR + 1, motion->NPAR - 1, iord, result, &failed);
  c_errmes(failed, "forcos", motion->ID, "STOP");
}

/* Displacement and rotation of marker par[0], and the size of the force between par[0] and par[1].
 */
void Reqsub(const struct sAdamsRequest *request, double time, int iflag, double *output) {
  int pair[2] = {(int)request->PAR[0], (int)request->PAR[1]}, n, failed;
  double disp[6];
  (void)time, (void)iflag;
  c_sysary("DISP", pair, 1, disp, &n, &failed);
  c_errmes(failed, "no displacement", request->ID, "STOP");
  memcpy(output + 1, disp, sizeof disp);
  c_sysfnc("FM", pair, 2, output, &failed);
  output[7] = (double)strlen(request->COMMENT);
}

void Sensub(const struct sAdamsSensor *sensor, double time, int iflag, double *output) {
  (void)iflag;
  *output = time - sensor->VALUE;
}

void Sevsub(const struct sAdamsSensor *sensor, double time, int iflag, double *output) {
  (void)iflag;
  *output = time * sensor->PAR[0];
}

/* FX, FY, FZ of the forces between two markers, seen from either. USER(i, j) */
adams_c_Reqsub Request_forces;
void Request_forces(const struct sAdamsRequest *request, double time, int iflag, double *output) {
  static const char *const names[] = {"FX", "FY", "FZ"};
  (void)time, (void)iflag;
  for (int k = 0; k < 6; k++) {
    int pair[2] = {(int)request->PAR[k / 3], (int)request->PAR[1 - k / 3]}, failed;
    c_sysfnc(names[k % 3], pair, 2, &output[k], &failed);
    c_errmes(failed, "no force", request->ID, "STOP");
  }
}

/* ACCZ of marker par[0]: as a variable, and as the rate of a state. */
static void acceleration(const double *par, int id, double *result) {
  int marker = (int)par[0], failed;
  c_sysfnc("ACCZ", &marker, 1, result, &failed);
  c_errmes(failed, "no acceleration", id, "STOP");
}

adams_c_Varsub Acceleration;
void Acceleration(const struct sAdamsVariable *variable, double time, int dflag, int iflag,
                  double *result) {
  (void)time, (void)dflag, (void)iflag;
  acceleration(variable->PAR, variable->ID, result);
}

adams_c_Difsub Acceleration_rate;
void Acceleration_rate(const struct sAdamsDiff *diff, double time, int dflag, int iflag,
                       double *result) {
  (void)time, (void)dflag, (void)iflag;
  acceleration(diff->PAR, diff->ID, result);
}

/* The frequency of mode par[1] of FLEX_BODY par[0]; its number where par[1] is negative. */
adams_c_Varsub Mode;
void Mode(const struct sAdamsVariable *variable, double time, int dflag, int iflag,
          double *result) {
  int id = (int)variable->PAR[0], which = (int)fabs(variable->PAR[1]), modes, number[100], failed;
  double frequency[100];
  (void)time, (void)dflag, (void)iflag;
  c_nmodes(id, &modes, &failed);
  c_errmes(failed || modes > 100 || which > modes, "no such mode", variable->ID, "STOP");
  c_modinf(id, number, frequency, &failed);
  c_errmes(failed, "no modes", variable->ID, "STOP");
  *result = variable->PAR[1] < 0 ? number[which - 1] : frequency[which - 1];
}

/* Twice another VARIABLE, which must be there from the first pass on. USER(id) */
void Twice(const struct sAdamsVariable *variable, double time, int dflag, int iflag,
           double *result) {
  int other = (int)variable->PAR[0], failed;
  (void)time, (void)dflag, (void)iflag;
  c_sysfnc("VARVAL", &other, 1, result, &failed);
  c_errmes(failed, "there is no such variable", variable->ID, "STOP");
  *result *= 2;
}

/* Is given its own numbers at each step, and none in the beginning. USER(7,8) */
void Knows_itself(const struct sAdamsCbksub *cbk, double time, int event, int *data) {
  const int own = cbk && cbk->ID == 3 && cbk->NPAR == 2 && cbk->PAR[0] == 7 && cbk->PAR[1] == 8;
  (void)time, (void)data;
  c_errmes(event == 1 && cbk, "there is no element yet", 3, "STOP");   /* ev_INITIALIZE */
  c_errmes(event == 12 && !own, "this is not its element", 3, "STOP"); /* ev_TIME_STEP_END */
}
