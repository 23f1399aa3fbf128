/* Counts accepted steps as a callback hears of them; a request shows the count. Also a force whose
 * evaluations are counted, to see that there are more of them than steps. */
#include "slv_c_utils.h"
#include "slv_cbksub.h"

adams_c_Reqsub Reqsub;
adams_c_Sfosub Sfosub;

static double accepted, last_time, went_back, evaluations;

void Cbksub(const struct sAdamsCbksub *cbk, double time, int event, int *data);

void Cbksub(const struct sAdamsCbksub *cbk, double time, int event, int *data) {
  (void)cbk, (void)data;
  if (event == ev_INITIALIZE) accepted = went_back = evaluations = 0, last_time = -1;
  if (event != ev_TIME_STEP_END) return;
  accepted++;
  if (time <= last_time) went_back++;
  last_time = time;
}

void Sfosub(const struct sAdamsSforce *force, double time, int dflag, int iflag, double *result) {
  (void)force, (void)dflag;
  if (iflag == 0) evaluations++;
  *result = time > 0.05 ? 3 : 0;
}

void Reqsub(const struct sAdamsRequest *request, double time, int iflag, double *output) {
  double converged = 0;
  (void)request, (void)time, (void)iflag;
  c_timget(&converged);
  output[0] = accepted;
  output[1] = last_time;
  output[2] = went_back;
  output[3] = evaluations;
  output[4] = converged;
}
