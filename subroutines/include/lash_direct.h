/* Forces that a host of Lash calls directly: what c_lash_offer_force() in lash_c_utils.h hands
 * over.
 */
#ifndef LASH_DIRECT_H
#define LASH_DIRECT_H

#ifdef __cplusplus
extern "C" {
#endif

/* How a marker moves, in the ground frame: column j of `axes` is axis j of the marker, v and w are
 * the velocity of its origin and its angular velocity, a and wd their rates (not filled in for
 * forces). */
struct sLashMarker {
  double r[3], axes[3][3], v[3], w[3], a[3], wd[3];
};

/* Where the run stands: what the routine is told by TIME, dflag, c_timget and c_getmod. */
struct sLashNow {
  double time, converged;
  int mode, dflag;
};

/* A force as a function of time and the motion of some markers. `result` is that of the routine;
 * `gaps` (NULL: nobody wants them) has room for 16 numbers, as c_lash_report_gap takes them.
 * Nonzero: it cannot tell, and the routine itself is called. No SDK function may be called here. */
typedef int lash_direct_force(void *context, const struct sLashNow *now,
                              const struct sLashMarker *const *marker, double *result,
                              double *gaps);

#ifdef __cplusplus
}
#endif

#endif
