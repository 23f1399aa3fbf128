/* SDK functions that only make sense inside Adams: they answer with their error flag, or with zeros
 * where they have none, and say so once. */
#include "running.h"
#include "slv_c_utils.h"

/* Whatever they are given, nothing is done with it. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define REFUSE(name, parameters, answer) \
  void name parameters {                 \
    answer;                              \
    lash_running_refuse(#name);          \
  }

REFUSE(c_sysfn2,
       (const void *beam, const char *fncnam, const int *ipar, int nsize, int *index, int *errflg),
       (*index = 0, *errflg = 1))
REFUSE(c_gtcmat, (int nmid, const int *mid, int ndim, double *c, int *istat), (*c = 0, *istat = 1))
REFUSE(c_tirary, (int tireid, const char *fncnam, double *states, int *nstate, int *errflg),
       (*nstate = 0, *errflg = 1))
REFUSE(c_ucovar, (int id, int nparts, const int *lparts, int nvars, const int *lvars), (void)0)
REFUSE(c_setvelic,
       (int object_id, int object_type, double *vm_ori, double *wm_loc, double *wm_ori, int nvics,
        double *vics, int *which, int *exact, int *errflg),
       *errflg = 1)
REFUSE(c_get_numdif_info, (int *int_info, double *float_info), (*int_info = 0, *float_info = 0))
REFUSE(c_get_integrator_details,
       (int *integrator_type, int *corrector_type, double *delta_tolerance),
       (*integrator_type = *corrector_type = 0, *delta_tolerance = 0))
REFUSE(c_get_HHT_parameters, (double *alpha, double *beta, double *gamma),
       *alpha = *beta = *gamma = 0)
REFUSE(c_set_gse_state_tolerance, (int gse_id, int index, double tol, int *ierr), *ierr = 1)
REFUSE(c_set_dgse_type, (int gse_id, int type), (void)0)
REFUSE(c_extsys_ids_active, (int *ids, int nactive), for (int i = 0; i < nactive; i++) ids[i] = 0)
REFUSE(c_get_solver_data, (int type, void *in, void *out), (void)0)
REFUSE(c_realtime, (const char *fncnam, int part_id, double *states, int *nstate, int *errflg),
       (*nstate = 0, *errflg = 1))
REFUSE(c_get_linear_mat_states,
       (struct sAdamsLinearDataIn * in, struct sAdamsLinearDataOut *out, int *action),
       (*out = (struct sAdamsLinearDataOut){0}, *action = 0))

double c_get_tinu(void) {
  lash_running_refuse("c_get_tinu");
  return 0;
}

int c_extsys_nactive(void) {
  lash_running_refuse("c_extsys_nactive");
  return 0;
}
