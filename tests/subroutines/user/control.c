/* Run control, memory, flexible bodies: what is left of the kinds. */
#include <stdio.h>
#include <string.h>

#include "slv_c_utils.h"
#include "slv_cbksub.h"
#include "slv_cbksub_util.h"

adams_c_Consub Consub;
adams_c_Callback Cbksub;
adams_c_Savsub Savsub;
adams_c_Relsub Relsub;
adams_c_Spline_read Spline_read;
adams_c_Usrmsgflt Usrmsgflt;
adams_c_Dmpsub Dmpsub;
adams_c_Mfosub Modal_load;
adams_c_Mfosub Mfosub;
adams_c_Varsub Counter;

/* Two analyses with a change between them. */
void Consub(const struct sAdamsControl *control) {
  int status;
  c_analys("STATIC", "settle", 0.0, 0.0, 1, &status);
  c_errmes(status, "statics failed", 0, "STOP");
  c_modify("PART/1, MASS = 10", &status);
  c_errmes(status, "modify failed", 0, "STOP");
  c_analys("DYNAMICS", "run", 0.0, control->PAR[0], 0, &status);
  c_datout(&status);
}

/* Half of the way, a heavier body, the other half: USER(time, mass). What it meets on the way it
 * says as a message: the height of marker 20. */
adams_c_Consub Two_halves;
void Two_halves(const struct sAdamsControl *control) {
  const double half = 0.5 * control->PAR[0];
  int status, marker = 20, failed;
  double height;
  char command[80];
  c_datout(&status);
  c_analys("DYNAMICS", "first", 0.0, half, 1, &status);
  c_errmes(status, "the first half failed", 0, "STOP");
  c_datout(&status);
  c_sysfnc("DZ", &marker, 1, &height, &failed);
  snprintf(command, sizeof command, "height %.9f", height);
  c_usrmes(!failed, command, 20, "INFO");
  snprintf(command, sizeof command, "PART/2, MASS=%g", control->PAR[1]);
  c_modify(command, &status);
  c_errmes(status, "no such mass", 0, "STOP");
  c_analys("DYNAMICS", "second", half, control->PAR[0], 0, &status);
  c_errmes(status, "the second half failed", 0, "STOP");
  c_datout(&status);
}

/* Writes what happened as a message, and counts iterations in data[2]. */
void Cbksub(const struct sAdamsCbksub *cbk, double time, int event, int *data) {
  (void)time;
  c_usrmes(1, get_event_name(event), cbk ? cbk->ID : 0, "INFO");
  if (event == ev_ITERATION_BEG) {
    c_usrmes(1, get_simulation_analysis_mode(data[1]), cbk->ID, "WARN");
    data[2]++;
  }
  if (event == ev_SENSOR) c_usrmes(1, get_sensor_type(data[1]), data[0], "INFO");
  if (event == ev_COMMAND) c_usrmes(1, get_command_name(data[0]), data[1], "INFO");
}

void Savsub(int iunit, int *ierr) { *ierr = iunit + 1; }
void Relsub(int iunit, int *ierr) { *ierr = -iunit; }

/* A parabola over two z values. */
void Spline_read(const struct sAdamsSpline *spline, int *ierr) {
  double x[5], y[10], z[2] = {0, 1};
  for (int i = 0; i < 5; i++) {
    x[i] = i;
    y[i] = i * i;
    y[5 + i] = i * i + (double)strlen(spline->FILENAME);
  }
  c_put_spline(spline->ID, 5, 2, x, y, z, ierr);
}

int Usrmsgflt(char *kind, char *message) { return strcmp(kind, "INFO") == 0 && message[0] != '!'; }

/* Damping ratio growing with the frequency. */
void Dmpsub(const struct sAdamsCratio *cratio, double time, const double *freqs, int nmode,
            double stepsize, double *cratios) {
  (void)time, (void)stepsize;
  for (int i = 0; i < nmode; i++) cratios[i] = cratio->PAR[0] * freqs[i];
}

void Mfosub(const struct sAdamsMforce *mforce, double time, int dflag, int iflag,
            const double *modloads, int nmodes, int ncases, double *scale, int *loadcase,
            double *loadvec) {
  (void)dflag, (void)iflag, (void)ncases;
  *scale = mforce->PAR[0] * time;
  *loadcase = 0;
  for (int i = 0; i < 6 + nmodes; i++) loadvec[i] = 2 * modloads[i];
}

/* The load is the list of parameters, swelling with time: 1 + 3 t as it is, (1 + 3 t) / 2 by half
 * of it. More parameters than places choose a load case. */
void Modal_load(const struct sAdamsMforce *mforce, double time, int dflag, int iflag,
                const double *modloads, int nmodes, int ncases, double *scale, int *loadcase,
                double *loadvec) {
  (void)dflag, (void)iflag, (void)modloads, (void)ncases;
  *scale = 2;
  *loadcase = mforce->NPAR > 6 + nmodes ? 1 : 0;
  for (int i = 0; i < 6 + nmodes && i < mforce->NPAR; i++)
    loadvec[i] = (1 + 3 * time) * mforce->PAR[i];
}

/* Remembers how often it was called, and survives a save and a reload. */
static struct {
  int calls;
  double last;
  char label[4];
} memory = {0, 0, "new"};

void Counter(const struct sAdamsVariable *variable, double time, int dflag, int iflag,
             double *result) {
  (void)variable, (void)dflag;
  if (iflag == 7) {
    c_adams_serialize_integers(&memory.calls, 1);
    c_adams_serialize_doubles(&memory.last, 1);
    c_adams_serialize_characters(memory.label, 4);
  } else if (iflag == 9) {
    c_adams_unserialize_integers(&memory.calls, 1);
    c_adams_unserialize_doubles(&memory.last, 1);
    c_adams_unserialize_characters(memory.label, 4);
  } else if (iflag == 0) {
    memory.calls++;
    memory.last = time;
    memcpy(memory.label, "old", 4);
  }
  *result = memory.calls + memory.last + (memory.label[0] == 'o' ? 100 : 0);
}
