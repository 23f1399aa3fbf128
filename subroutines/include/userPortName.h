/* Names and types for user subroutines written in C with the Fortran interface (everything by
 * reference), as in
 *
 *   VOID_FUNCTION GFOSUB(int *id, REAL *time, REAL *par, int *npar, BOOL *dflag, BOOL *iflag,
 *                        REAL *result)
 *
 * The upper-case names below become the symbols that a Fortran compiler of the platform makes:
 * lower case with an underscore on Linux, upper case on Windows. Argument lists: the adams_f77_
 * types of slv_c_utils.h. */
#ifndef LASH_USER_PORT_NAME_H
#define LASH_USER_PORT_NAME_H

#if defined(_WIN32)
#ifndef port2pcnt
#define port2pcnt 1
#endif
#elif !defined(port2linux)
#define port2linux 1
#endif

#ifndef STDCALL
#ifdef _WIN32
#define STDCALL __stdcall
#else
#define STDCALL
#endif
#endif

#ifndef PUBLIC
#ifdef _WIN32
#define PUBLIC __declspec(dllexport)
#else
#define PUBLIC
#endif
#endif

#ifndef VOID_FUNCTION
#ifdef __cplusplus
#define VOID_FUNCTION extern "C" PUBLIC void STDCALL
#else
#define VOID_FUNCTION PUBLIC void STDCALL
#endif
#endif

#ifndef LASH_HAVE_BOOL_AND_REAL
#define LASH_HAVE_BOOL_AND_REAL
typedef int BOOL;
typedef double REAL;
#endif

#ifndef _WIN32
#define CFFSUB      cffsub_
#define CNFSUB      cnfsub_
#define CONSUB      consub_
#define COUSUB      cousub_
#define COUXX       couxx_
#define COUXX2      couxx2_
#define CURSUB      cursub_
#define SURSUB      sursub_
#define DIFSUB      difsub_
#define GFOSUB      gfosub_
#define SFOSUB      sfosub_
#define VARSUB      varsub_
#define VFOSUB      vfosub_
#define VTOSUB      vtosub_
#define MOTSUB      motsub_
#define REQSUB      reqsub_
#define SENSUB      sensub_
#define SEVSUB      sevsub_
#define DMPSUB      dmpsub_
#define FIESUB      fiesub_
#define GSESUB      gsesub_
#define GSEXX       gsexx_
#define GSEXU       gsexu_
#define GSEYX       gseyx_
#define GSEYU       gseyu_
#define GSE_DERIV   gse_deriv_
#define GSE_OUTPUT  gse_output_
#define GSE_UPDATE  gse_update_
#define GSE_SAMP    gse_samp_
#define MFOSUB      mfosub_
#define UCOSUB      ucosub_
#define RELSUB      relsub_
#define SAVSUB      savsub_
#define SPLINE_READ spline_read_
#define TIRSUB      tirsub_
#define CBKSUB      cbksub_
#endif

#endif
