/* SDK functions that only make sense inside Adams: they answer with their error flag, or with zeros
 * where they have none, and say so once. */
#include "running.h"
#include "slv_c_utils.h"

#define UNUSED(...) (void)sizeof((const void *[]){__VA_ARGS__})

void c_sysfn2(const void *beam, const char *fncnam, const int *ipar, int nsize, int *index,
              int *errflg) {
  UNUSED(beam, fncnam, ipar), (void)nsize;
  *index = 0;
  *errflg = 1;
  lash_running_refuse("c_sysfn2");
}

void c_gtcmat(int nmid, const int *mid, int ndim, double *c, int *istat) {
  UNUSED(mid), (void)nmid, (void)ndim;
  *c = 0;
  *istat = 1;
  lash_running_refuse("c_gtcmat");
}

void c_tirary(int tireid, const char *fncnam, double *states, int *nstate, int *errflg) {
  UNUSED(fncnam, states), (void)tireid;
  *nstate = 0;
  *errflg = 1;
  lash_running_refuse("c_tirary");
}

void c_ucovar(int id, int nparts, const int *lparts, int nvars, const int *lvars) {
  UNUSED(lparts, lvars), (void)id, (void)nparts, (void)nvars;
  lash_running_refuse("c_ucovar");
}

void c_setvelic(int object_id, int object_type, double *vm_ori, double *wm_loc, double *wm_ori,
                int nvics, double *vics, int *which, int *exact, int *errflg) {
  UNUSED(vm_ori, wm_loc, wm_ori, vics, which, exact), (void)object_id, (void)object_type,
      (void)nvics;
  *errflg = 1;
  lash_running_refuse("c_setvelic");
}

double c_get_tinu(void) {
  lash_running_refuse("c_get_tinu");
  return 0;
}

void c_get_numdif_info(int *int_info, double *float_info) {
  *int_info = 0;
  *float_info = 0;
  lash_running_refuse("c_get_numdif_info");
}

void c_get_integrator_details(int *integrator_type, int *corrector_type, double *delta_tolerance) {
  *integrator_type = *corrector_type = 0;
  *delta_tolerance = 0;
  lash_running_refuse("c_get_integrator_details");
}

void c_get_HHT_parameters(double *alpha, double *beta, double *gamma) {
  *alpha = *beta = *gamma = 0;
  lash_running_refuse("c_get_HHT_parameters");
}

void c_set_gse_state_tolerance(int gse_id, int index, double tol, int *ierr) {
  (void)gse_id, (void)index, (void)tol;
  *ierr = 1;
  lash_running_refuse("c_set_gse_state_tolerance");
}

void c_set_dgse_type(int gse_id, int type) {
  (void)gse_id, (void)type;
  lash_running_refuse("c_set_dgse_type");
}

int c_extsys_nactive(void) {
  lash_running_refuse("c_extsys_nactive");
  return 0;
}

void c_extsys_ids_active(int *ids, int nactive) {
  for (int i = 0; i < nactive; i++) ids[i] = 0;
  lash_running_refuse("c_extsys_ids_active");
}

void c_get_solver_data(int type, void *in, void *out) {
  UNUSED(in, out), (void)type;
  lash_running_refuse("c_get_solver_data");
}

void c_realtime(const char *fncnam, int part_id, double *states, int *nstate, int *errflg) {
  UNUSED(fncnam, states), (void)part_id;
  *nstate = 0;
  *errflg = 1;
  lash_running_refuse("c_realtime");
}

void c_get_linear_mat_states(struct sAdamsLinearDataIn *in, struct sAdamsLinearDataOut *out,
                             int *action) {
  UNUSED(in);
  *out = (struct sAdamsLinearDataOut){0};
  *action = 0;
  lash_running_refuse("c_get_linear_mat_states");
}
