/* A request and a sensor by user subroutine: half the square of a marker's speed, and its height.
 */
#include "slv_c_utils.h"

adams_c_Reqsub Reqsub;
adams_c_Sensub Sensub;

static double ask(const char *what, double marker) {
  const int ids[2] = {(int)marker, 1};
  double value = 0;
  int failed = 0;
  c_sysfnc(what, ids, 2, &value, &failed);
  return value;
}

void Reqsub(const struct sAdamsRequest *request, double time, int iflag, double *output) {
  if (iflag) return;
  const double v = ask("VM", request->PAR[0]);
  output[0] = v * v / 2;
  output[1] = time;
}

void Sensub(const struct sAdamsSensor *sensor, double time, int iflag, double *value) {
  (void)time;
  *value = iflag ? 0 : ask("DY", sensor->PAR[0]);
}
