/* The routine of liblash_recurdyn.so, in the form of RecurDyn's user subroutine CONTACT_FORCE;
 * docs/subroutines.md says what it reads.
 *
 *   upar    number of the contact's line in the file of words; metres, newtons and seconds per unit
 *           of the model, when they are not 1e-3, 1 and 1
 *   pen     penetration, of either sign
 *   rvel    velocity along the contact's axes; z is the normal, bodies part with a positive one
 *   jflag   the call is for a Jacobian;  iflag  the first call of a run
 *   result  six numbers: force along the same axes, then zeros; NaN when the words cannot be read
 */
#ifndef LASH_RECURDYN_H
#define LASH_RECURDYN_H

#ifdef _WIN32
#define LASH_RECURDYN_API __declspec(dllexport)
#else
#define LASH_RECURDYN_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

LASH_RECURDYN_API void contact_force(double time, double upar[], int npar, double pen,
                                     double rvel[], int jflag, int iflag, double *result);

#ifdef __cplusplus
}
#endif

#endif
