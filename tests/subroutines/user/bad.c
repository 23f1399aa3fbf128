/* Routines that do what they should not. */
#include <math.h>
#include <stdlib.h>

#include "slv_c_utils.h"

adams_c_Varsub Divides, Strays, Loops, WritesNan, Aborts, Recurses, Stops, Warns, Reloads, Overruns,
    Underruns, Fine;

adams_c_Callback Refuses;

volatile int zero;
volatile double *volatile nowhere;

#define SIGNATURE \
  (const struct sAdamsVariable *variable, double time, int dflag, int iflag, double *result)
#define IGNORE (void)variable, (void)time, (void)dflag, (void)iflag, (void)result

/* Ends the run at the end of the first step. */
void Refuses(const struct sAdamsCbksub *cbk, double time, int event, int *data) {
  (void)cbk, (void)data;
  c_errmes(event == 12 && time > 0, "this step is refused", 1, "STOP"); /* ev_TIME_STEP_END */
}

void Divides SIGNATURE {
  IGNORE;
  *result = 7 / zero;
}

void Strays SIGNATURE {
  IGNORE;
  *result = *nowhere;
}

void Loops SIGNATURE {
  IGNORE;
  while (!zero) continue;
}

void WritesNan SIGNATURE {
  IGNORE;
  *result = sqrt(-1.0 - zero);
}

void Aborts SIGNATURE {
  IGNORE;
  abort();
}

static int deeper(int n) {
  volatile char room[4096];
  room[0] = (char)n;
  return zero ? 0 : room[0] + deeper(n + 1) + room[1];
}

void Recurses SIGNATURE {
  IGNORE;
  *result = deeper(zero);
}

void Stops SIGNATURE {
  double value;
  int marker = 99, failed;
  IGNORE;
  c_sysfnc("DX", &marker, 1, &value, &failed);
  c_errmes(failed, "no marker, no force", variable->ID, "STOP");
  *result = 7;
}

void Warns SIGNATURE {
  IGNORE;
  c_errmes(1, "only a warning", variable->ID, "CHECK");
  c_errmes(0, "not written", variable->ID, "STOP");
  *result = 7;
}

/* Reads back something else than was saved. */
void Reloads SIGNATURE {
  int five[5] = {0};
  IGNORE;
  if (iflag == 7) c_adams_serialize_integers(five, 2);
  if (iflag == 9) c_adams_unserialize_integers(five, 5);
}

void Overruns SIGNATURE {
  IGNORE;
  for (int i = 0; i < 8; i++) result[i] = i;
}

void Underruns SIGNATURE {
  IGNORE;
  result[-1] = 7;
}

void Fine SIGNATURE {
  IGNORE;
  *result = 42;
}

/* An SFORCE that asks for its own force while that is computed. */
adams_c_Sfosub AsksItself;

void AsksItself(const struct sAdamsSforce *force, double time, int dflag, int iflag,
                double *result) {
  int own[4] = {force->ID, 0, 2, 0}, failed;
  (void)time, (void)dflag, (void)iflag;
  *result = 0;
  c_sysfnc("SFORCE", own, 4, result, &failed);
}

/* One that asks what acts between its markers while that is added up. */
adams_c_Sfosub AsksForces;

void AsksForces(const struct sAdamsSforce *force, double time, int dflag, int iflag,
                double *result) {
  int pair[2] = {force->I, force->J}, failed;
  (void)time, (void)dflag;
  c_sysfnc("FM", pair, 2, result, &failed);
  c_errmes(failed && !iflag, "nobody knows the sum yet", force->ID, "STOP");
  *result = 1;
}
