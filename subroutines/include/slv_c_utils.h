/* Interface between a multibody solver and user subroutines written in C or C++.
 *
 * A user subroutine is a function with one of the types below, compiled into a shared library
 *
 *   cc -shared -fPIC -I subroutines/include spring.c -o spring.so
 *
 * and named in the dataset by ROUTINE=spring::Gfosub. A mixed-case symbol is called with the C
 * interface of this file; a symbol in one case is called with everything by reference (Fortran).
 * Declare a routine by its function type before defining it, so that the compiler checks it:
 *
 *   adams_c_Gfosub Gfosub;
 *   void Gfosub(const struct sAdamsGforce *force, double time, int dflag, int iflag, double
 * *result)
 *
 * This file describes the interface of release 2023; -DLASH_ADAMS_RELEASE=2017 selects the older
 * one, in which sAdamsGSE and sAdamsEXTSYS are shorter and Cbksub takes no structure.
 *
 * Flags. iflag: 0 compute the value; 1, 3, 5 set-up passes (make the same c_sysary and c_sysfnc
 * calls, which then return zeros); 7 save and 9 reload with the (un)serialize functions. dflag:
 * nonzero while the solver perturbs states to difference the routine. errflg and istat: 0 is
 * success. */
#ifndef SOLVER_C_UTILS_H
#define SOLVER_C_UTILS_H

#ifndef LASH_ADAMS_RELEASE
#define LASH_ADAMS_RELEASE 2023
#endif

#ifndef STDCALL
#ifdef _WIN32
#define STDCALL __stdcall
#else
#define STDCALL
#endif
#endif

#ifndef LINKDLL_ASUTILITY
#if !defined(_WIN32)
#define LINKDLL_ASUTILITY __attribute__((visibility("default")))
#elif defined(MAKE_ASUTILITY_DLL)
#define LINKDLL_ASUTILITY __declspec(dllexport)
#else
#define LINKDLL_ASUTILITY __declspec(dllimport)
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------- structures
 * What the dataset says about the element that calls. NPAR and PAR are the numbers of USER(...);
 * I, J, RM, JFLOAT are marker ids; other plain ids name the statement of that kind. */

struct sAdamsContact {
  int ID;
  int nIGEOM;
  int nJGEOM;
  int *IGEOM;
  int *JGEOM;
  int *IFLIP_GEOM;
  int *JFLIP_GEOM;
};

/* Serves both the normal force (Cnfsub) and the friction force (Cffsub). */
struct sAdamsContactFriction {
  struct sAdamsContact contact;
  int NPAR;
  const double *PAR;
};

struct sAdamsControl {
  int NPAR;
  const double *PAR;
};

struct sAdamsCoupler {
  int ID;
  int NPAR;
  const double *PAR;
  int NJOINT;
  int JOINTS[3];
  char TYPE[3]; /* 'T' or 'R' for each joint */
};

struct sAdamsCurve {
  int ID;
  int NPAR;
  const double *PAR;
  int CLOSED;
  int ORDER;
  double MINPAR;
  double MAXPAR;
};

struct sAdamsDiff {
  int ID;
  int NPAR;
  const double *PAR;
  int STATIC_HOLD;
  int IMPLICIT;
  double IC_R1;
  double IC_R2;
};

struct sAdamsFlexBody {
  int ID;
};

struct sAdamsCratio {
  struct sAdamsFlexBody FlexBody;
  int NPAR;
  const double *PAR;
};

struct sAdamsField {
  int ID;
  int NPAR;
  const double *PAR;
  int I;
  int J;
};

/* Mind the order: RM before JFLOAT here, after it in VFORCE and VTORQUE. */
struct sAdamsGforce {
  int ID;
  int NPAR;
  const double *PAR;
  int I;
  int RM;
  int JFLOAT;
};

struct sAdamsGSE {
  int ID;
  int NPAR;
  const double *PAR;
  int NI;
  int NO;
  int U; /* ids of the ARRAYs of inputs, outputs, states and initial states */
  int Y;
  int NS;
  int X;
  int IC;
  int STATIC_HOLD;
  int IMPLICIT;
#if LASH_ADAMS_RELEASE > 2017
  int STATICS_ONLY;
#endif
  int ND;
  int XD;
  int ICD;
  double SAMPLE_OFFSET;
};

struct sAdamsEXTSYS {
  int ID;
  int NPAR;
  const double *PAR;
  int NI;
  int NO;
  int U;
  int Y;
  int NS;
  int X;
  int IC;
  int STATIC_HOLD;
  int IMPLICIT;
  int ND;
  int XD;
  int ICD;
  double SAMPLE_OFFSET;
  const char *external_system_type;
  const char *model_file_name;
  int current_results_file_name_index;
  const char *output_file_name;
  const char *compute_resource;
  const char *memory_usage;
  int number_of_threads;
  int buffer_size;
  double memory_scale_factor;
#if LASH_ADAMS_RELEASE > 2017
  const char *scratch_file_directory;
#endif
};

struct sAdamsMforce {
  struct sAdamsFlexBody FlexBody;
  int ID;
  int NPAR;
  const double *PAR;
  int JFLOAT;
};

struct sAdamsMotion {
  int ID;
  int NPAR;
  const double *PAR;
  int JOINT;
  const char *Type; /* "TRANSLATION" or "ROTATION" */
  int I;
  int J;
  char Which[2];   /* "X", "Y", "Z", "B1", "B2", "B3" of a motion between markers */
  const char *DVA; /* "DISPLACEMENT", "VELOCITY" or "ACCELERATION" */
};

struct sAdamsRequest {
  int ID;
  int NPAR;
  const double *PAR;
  const char *COMMENT;
  const char *TITLE[8];
};

struct sAdamsSensor {
  int ID;
  int NPAR;
  const double *PAR;
  double VALUE;
  double Error;
  char Logic[2]; /* "EQ", "GE" or "LE", not terminated */
};

struct sAdamsSforce {
  int ID;
  int NPAR;
  const double *PAR;
  int I;
  int J;
  int ACTION_ONLY;
  const char *Type; /* "TRANSLATION" or "ROTATION" */
};

struct sAdamsSpline {
  int ID;
  const char *FILENAME;
  const char *BLOCKNAME;
};

struct sAdamsSurface {
  int ID;
  int NPAR;
  const double *PAR;
  int ORDER[2];
  int CLOSED[2];
  double MINPAR[2];
  double MAXPAR[2];
};

struct sAdamsVariable {
  int ID;
  int NPAR;
  const double *PAR;
  double IC;
};

struct sAdamsVforce {
  int ID;
  int NPAR;
  const double *PAR;
  int I;
  int JFLOAT;
  int RM;
};

struct sAdamsVtorque {
  int ID;
  int NPAR;
  const double *PAR;
  int I;
  int JFLOAT;
  int RM;
};

#if LASH_ADAMS_RELEASE > 2017
struct sAdamsCbksub {
  int ID;
  int NPAR;
  const double *PAR;
  void *reserved;
};

struct sAdamsLinearDataIn {
  int PINPUT;
  int POUTPUT;
  int PSTATE;
  int RM;
  int NODAMPIN;
  int ORIGINAL;
  int USEPBCS;
};

/* Matrices by columns: A is NS x NS, B NS x NI, C NO x NS, D NO x NI; STATESINFO is NS x 3. */
struct sAdamsLinearDataOut {
  double *A;
  double *B;
  double *C;
  double *D;
  double *STATES;
  double *STATESINFO;
  int NS;
  int NI;
  int NO;
  int ND;
  int NK;
};
#endif

/* Distributed load on an ANCF beam (FE_LOAD). C++ code gets a constructor that clears it. */
struct sAdamsANCF3DBeamDistrForce {
  int ID;
  int NPAR;
  const double *PAR;
  double curr_S; /* place along the beam */
  double *mea_values;
  double *depend_Fx;
  double *depend_Fy;
  double *depend_Fz;
  double *depend_Tx;
  double *depend_Ty;
  double *depend_Tz;
  int type;
  void *beam;
#ifdef __cplusplus
  sAdamsANCF3DBeamDistrForce()
      : ID(0),
        NPAR(0),
        PAR(0),
        curr_S(0),
        mea_values(0),
        depend_Fx(0),
        depend_Fy(0),
        depend_Fz(0),
        depend_Tx(0),
        depend_Ty(0),
        depend_Tz(0),
        type(0),
        beam(0) {}
  ~sAdamsANCF3DBeamDistrForce() {}
#endif
};

/* ------------------------------------------------------------------- routines: the C interface */

/* Forces and values; RESULT holds 6 numbers for Gfosub, 3 for Vfosub and Vtosub, otherwise 1. */
typedef void adams_c_Gfosub(const struct sAdamsGforce *gforce, double TIME, int DFLAG, int IFLAG,
                            double *RESULT);
typedef void adams_c_Sfosub(const struct sAdamsSforce *sforce, double TIME, int DFLAG, int IFLAG,
                            double *RESULT);
typedef void adams_c_Vfosub(const struct sAdamsVforce *vforce, double TIME, int DFLAG, int IFLAG,
                            double *RESULT);
typedef void adams_c_Vtosub(const struct sAdamsVtorque *vtorque, double TIME, int DFLAG, int IFLAG,
                            double *RESULT);
typedef void adams_c_Varsub(const struct sAdamsVariable *variable, double TIME, int DFLAG,
                            int IFLAG, double *RESULT);
typedef void adams_c_Difsub(const struct sAdamsDiff *diff, double TIME, int DFLAG, int IFLAG,
                            double *RESULT);
typedef void adams_c_Motsub(const struct sAdamsMotion *motion, double TIME, int IORD, int IFLAG,
                            double *RESULT);

/* Contact: GAP < 0 is penetration. Cnfsub writes the normal force to VALUES[0]; Cffsub the friction
 * force along x and y of the contact marker and the torque about its normal. */
typedef void adams_c_Cnfsub(const struct sAdamsContactFriction *contact, double TIME,
                            const double *LOCI, const double *NI, const double *LOCJ,
                            const double *NJ, double GAP, double GAPDOT, double GAPDOTDOT,
                            double AREA, int DFLAG, int IFLAG, double *VALUES);
typedef void adams_c_Cffsub(const struct sAdamsContactFriction *contact, double TIME,
                            const double *LOCI, const double *LOCJ, const double *X,
                            const double *XDOT, double NFORCE, double AREA, int DFLAG, int IFLAG,
                            double *VALUES);

/* FIELD: DISP, VELO and FIELD hold 6 numbers, the derivatives 36 by columns (filled when DFLAG). */
typedef void adams_c_Fiesub(const struct sAdamsField *field, double TIME, double *DISP,
                            double *VELO, int DFLAG, int IFLAG, double *FIELD, double *DFDDIS,
                            double *DFDVEL);

/* Geometry: derivatives of order IORD with respect to the curve or surface parameters. */
typedef void adams_c_Cursub(const struct sAdamsCurve *curve, double ALPHA, int IORD, int IFLAG,
                            double *VALUES);
typedef void adams_c_Sursub(const struct sAdamsSurface *surface, double ALPHA, double BETA,
                            int IORD, int IFLAG, double *VALUES, int *IERR);

/* Output, sensors, run control. */
typedef void adams_c_Reqsub(const struct sAdamsRequest *request, double TIME, int IFLAG,
                            double *OUTPUT);
typedef void adams_c_Sensub(const struct sAdamsSensor *sensor, double TIME, int IFLAG,
                            double *OUTPUT);
typedef void adams_c_Sevsub(const struct sAdamsSensor *sensor, double TIME, int IFLAG,
                            double *OUTPUT);
typedef void adams_c_Consub(const struct sAdamsControl *control);
#if LASH_ADAMS_RELEASE > 2017
typedef void adams_c_Callback(const struct sAdamsCbksub *cbk, double TIME, int EVENT, int *DATA);
#else
typedef void adams_c_Callback(double TIME, int EVENT, int *DATA);
#endif
typedef void adams_c_Relsub(int IUNIT, int *IERR);
typedef void adams_c_Savsub(int IUNIT, int *IERR);
typedef void adams_c_Spline_read(const struct sAdamsSpline *spline, int *IERR);
typedef int adams_c_Usrmsgflt(char *, char *);

/* COUPLER: the constraint, its gradient and its Hessian in the joint displacements. */
typedef void adams_c_Cousub(const struct sAdamsCoupler *coupler, double TIME, double *disp,
                            int IFLAG, double *PHI);
typedef void adams_c_Couxx(const struct sAdamsCoupler *coupler, double TIME, double *disp,
                           int IFLAG, double *dFda);
typedef void adams_c_Couxx2(const struct sAdamsCoupler *coupler, double TIME, double *disp,
                            int IFLAG, double *d2Fda2);

/* GSE, older form: one routine for rates and outputs, four for the partial derivatives. */
typedef void adams_c_Gsesub(const struct sAdamsGSE *gse, double TIME, int DFLAG, int IFLAG,
                            int NSTATE, const double *STATES, int NINPUT, const double *INPUTS,
                            int NOUTPUT, double *STATED, double *OUTPUT);
typedef void adams_c_Gsexu(const struct sAdamsGSE *gse, double TIME, int IFLAG, int NSTATE,
                           const double *STATES, int NINPUT, const double *INPUTS, int NOUTPUTS,
                           double *DERIVS);
typedef adams_c_Gsexu adams_c_Gsexx;
typedef adams_c_Gsexu adams_c_Gseyu;
typedef adams_c_Gsexu adams_c_Gseyx;

/* GSE, newer form: states and inputs are read with c_sysary("ARRAY", ...). */
typedef void adams_c_Gsederiv(const struct sAdamsGSE *gse, double TIME, int DFLAG, int IFLAG,
                              int NS, double *XDOT);
typedef void adams_c_Gseoutput(const struct sAdamsGSE *gse, double TIME, int DFLAG, int IFLAG,
                               int NO, double *Y);
typedef void adams_c_Gseupdate(const struct sAdamsGSE *gse, double TIME, int DFLAG, int IFLAG,
                               int ND, double *XDPLUS1);
typedef void adams_c_Gsesample(const struct sAdamsGSE *gse, double TIME, int IFLAG,
                               double *SAMPLE_STEP);
typedef void adams_c_Gsesetns(int NS, int *ERR);
typedef void adams_c_Gsesetnd(int ND, int *ERR);
typedef void adams_c_Gsesetimplicit(int FLAG, int *ERR);
typedef void adams_c_Gsesetstatichold(int FLAG, int *ERR);
typedef void adams_c_Gsesetsampleoffset(int UNTNUM, double *LOGERR);
#if LASH_ADAMS_RELEASE > 2017
typedef void adams_c_Gsesetstaticsonly(int FLAG, int *ERR);
#endif

typedef void adams_c_Extsysderiv(const struct sAdamsEXTSYS *system, double TIME, int DFLAG,
                                 int IFLAG, int NS, double *XDOT);
typedef void adams_c_Extsysoutput(const struct sAdamsEXTSYS *system, double TIME, int DFLAG,
                                  int IFLAG, int NO, double *Y);
typedef void adams_c_Extsysupdate(const struct sAdamsEXTSYS *system, double TIME, int DFLAG,
                                  int IFLAG, int ND, double *XDPLUS1);
typedef void adams_c_Extsyssample(const struct sAdamsEXTSYS *system, double TIME, int IFLAG,
                                  double *SAMPLE_STEP);

/* Flexible bodies. */
typedef void adams_c_Dmpsub(const struct sAdamsCratio *cratio, double TIME, const double *FREQS,
                            int NMODE, double STEPSIZE, double *CRATIOS);
typedef void adams_c_Mfosub(const struct sAdamsMforce *mforce, double TIME, int DFLAG, int IFLAG,
                            const double *MODLOADS, int NMODES, int NCASES, double *SCALE,
                            int *CASE, double *LOADVEC);
typedef void adams_c_ANCFbeamsub(struct sAdamsANCF3DBeamDistrForce *load, double TIME, int DFLAG,
                                 int IFLAG, double *RESULT);

/* ------------------------------------------------------------- routines: the Fortran interface
 * Everything by reference; on Linux the symbol is the name in lower case and an underscore, and
 * the lengths of character arguments follow at the end of the list. */

typedef void STDCALL adams_f77_GFOSUB(int *id, double *time, double *par, int *npar, int *dflag,
                                      int *iflag, double *result);
typedef adams_f77_GFOSUB adams_f77_SFOSUB;
typedef adams_f77_GFOSUB adams_f77_VFOSUB;
typedef adams_f77_GFOSUB adams_f77_VTOSUB;
typedef adams_f77_GFOSUB adams_f77_VARSUB;
typedef adams_f77_GFOSUB adams_f77_DIFSUB;
typedef adams_f77_GFOSUB adams_f77_MOTSUB; /* the fifth argument is iord */
typedef void STDCALL adams_f77_CNFSUB(int *id, double *time, double *par, int *npar, double *loci,
                                      double *ni, double *locj, double *nj, double *gap,
                                      double *gapdot, double *gapdotdot, double *area, int *dflag,
                                      int *iflag, double *values);
typedef void STDCALL adams_f77_CFFSUB(int *id, double *time, double *par, int *npar, double *loci,
                                      double *locj, double *x, double *xdot, double *nforce,
                                      double *area, int *dflag, int *iflag, double *values);
typedef void STDCALL adams_f77_FIESUB(int *id, double *time, double *par, int *npar, double *disp,
                                      double *velo, int *dflag, int *iflag, double *field,
                                      double *dfddis, double *dfdvel);
typedef void STDCALL adams_f77_CURSUB(int *id, double *par, int *npar, double *alpha, int *iord,
                                      int *iflag, double *values);
typedef void STDCALL adams_f77_SURSUB(int *id, double *par, int *npar, double *alpha, double *beta,
                                      int *iord, int *iflag, double *values, int *ierr);
typedef void STDCALL adams_f77_REQSUB(int *id, double *time, double *par, int *npar, int *iflag,
                                      double *output);
typedef adams_f77_REQSUB adams_f77_SENSUB;
typedef adams_f77_REQSUB adams_f77_SEVSUB;
typedef adams_f77_REQSUB adams_f77_GSESAMPLE;
typedef void STDCALL adams_f77_CONSUB(double *par, int *npar);
typedef void STDCALL adams_f77_CBKSUB(double *time, int *event, int *data);
typedef void STDCALL adams_f77_RELSUB(int *iunit, int *errflg);
typedef adams_f77_RELSUB adams_f77_SAVSUB;
typedef void STDCALL adams_f77_COUSUB(int *id, double *time, double *par, int *npar, double *disp,
                                      int *ndisp, int *iflag, double *phi);
typedef adams_f77_COUSUB adams_f77_COUXX;
typedef adams_f77_COUSUB adams_f77_COUXX2;
typedef void STDCALL adams_f77_GSESUB(int *id, double *time, double *par, int *npar, int *dflag,
                                      int *iflag, int *nstate, double *states, int *ninput,
                                      double *input, int *noutpt, double *stated, double *output);
typedef void STDCALL adams_f77_GSEXX(int *id, double *time, double *par, int *npar, int *iflag,
                                     int *nstate, double *states, int *ninput, double *input,
                                     int *noutpt, double *derivs);
typedef adams_f77_GSEXX adams_f77_GSEXU;
typedef adams_f77_GSEXX adams_f77_GSEYX;
typedef adams_f77_GSEXX adams_f77_GSEYU;
typedef void STDCALL adams_f77_GSEDERIV(int *id, double *time, double *par, int *npar, int *dflag,
                                        int *iflag, int *n, double *values);
typedef adams_f77_GSEDERIV adams_f77_GSEOUTPUT;
typedef adams_f77_GSEDERIV adams_f77_GSEUPDATE;
typedef void STDCALL adams_f77_DMPSUB(int *id, double *time, double *par, int *npar, double *freq,
                                      int *nmode, double *h, double *cratios);
typedef void STDCALL adams_f77_MFOSUB(int *id, double *time, double *par, int *npar, int *dflag,
                                      int *iflag, double *modloads, int *nmodes, int *ncases,
                                      double *scale, int *loadcase, double *loadvec);
typedef void STDCALL adams_f77_UCOSUB(int *id, double *time, double *q, double *par, int *npar,
                                      int *idrsel, int *iflag, double *scalar, double *array,
                                      double *xmatrx);
#ifdef _WIN32
typedef void STDCALL adams_f77_SPLINE_READ(int *id, char *file, int lfile, char *block, int lblock,
                                           int *errflg);
typedef void STDCALL adams_f77_TIRSUB(int *id, double *time, double *t0, double *cprop,
                                      double *tprop, double *mprop, double *par, int *npar,
                                      char *str, int lstr, int *nstr, int *dflag, int *iflag,
                                      double *fsae, double *tdse, double *fprop);
#else
typedef void STDCALL adams_f77_SPLINE_READ(int *id, char *file, char *block, int *errflg, int lfile,
                                           int lblock);
typedef void STDCALL adams_f77_TIRSUB(int *id, double *time, double *t0, double *cprop,
                                      double *tprop, double *mprop, double *par, int *npar,
                                      char *str, int *nstr, int *dflag, int *iflag, double *fsae,
                                      double *tdse, double *fprop, int lstr);
#endif

/* ------------------------------------------------------- utility functions: asking the solver */

/* Measures. c_sysary gives arrays (DISP, VEL, FORCE, ARRAY, ...), c_sysfnc one number (DX, VARVAL,
 * DIF, ...); ipar are the arguments of the function as in a FUNCTION= expression. */
LINKDLL_ASUTILITY void c_sysary(const char *fncnam, const int *ipar, int nsize, double *states,
                                int *nstate, int *errflg);
LINKDLL_ASUTILITY void c_sysfnc(const char *fncnam, const int *ipar, int nsize, double *state,
                                int *errflg);
LINKDLL_ASUTILITY void c_sysfn2(const void *beam, const char *fncnam, const int *ipar, int nsize,
                                int *index, int *errflg);

/* Partial derivatives: when c_adams_needs_partials says 1, give those of the routine's outputs with
 * respect to each measure it read, by columns. */
LINKDLL_ASUTILITY void c_adams_needs_partials(int *eval_jac);
LINKDLL_ASUTILITY void c_syspar(const char *fncnam, const int *ipar, int nsize,
                                const double *states, int nstate, int *errflg);
LINKDLL_ASUTILITY void c_set_partial_method(int method);

/* Messages: nothing happens when the flag is 0; endflg "STOP" ends the run. */
LINKDLL_ASUTILITY void c_errmes(int errflg, const char *mesage, int id, const char *endflg);
LINKDLL_ASUTILITY void c_usrmes(int msgflg, const char *mesage, int id, const char *msgtyp);

/* Data of the model. */
LINKDLL_ASUTILITY void c_gtaray(int id, double *array, int *number, int *istat);
LINKDLL_ASUTILITY void c_gtstrg(int id, char *string, int *nchars, int *istat);
LINKDLL_ASUTILITY void c_gtcurv(int id, double alpha, int iord, double *array, int *istat);
LINKDLL_ASUTILITY void c_gtcmat(int nmid, const int *mid, int ndim, double *c, int *istat);
LINKDLL_ASUTILITY void c_gtunts(int *exists, double *scales, char *units);
LINKDLL_ASUTILITY void c_get_gravity(double *gx, double *gy, double *gz);
LINKDLL_ASUTILITY void c_get_matrix_info(int id, int *type, int *nrows, int *ncols, int *size,
                                         int *ierr);
LINKDLL_ASUTILITY void c_get_sparse_matrix_data(int id, int *rows, int *cols, double *vals,
                                                int size, int *ierr);
LINKDLL_ASUTILITY void c_get_full_matrix_data(int id, double *vals, int size, int *ierr);
LINKDLL_ASUTILITY void c_put_spline(int id, int nxvals, int nzvals, const double *xvals,
                                    const double *yvals, const double *zvals, int *errflg);
LINKDLL_ASUTILITY void c_nmodes(int id, int *nq, int *errflg);
LINKDLL_ASUTILITY void c_modinf(int id, int *mode, double *freq, int *errflg);
LINKDLL_ASUTILITY void c_body_mass_property(char *type, int *id, double *cm, double *mass,
                                            double *ip);
LINKDLL_ASUTILITY void c_add_mass_property(double *cm, double *mass, double *ip, double *sum_cm,
                                           double *sum_mass, double *sum_ip);
LINKDLL_ASUTILITY void c_subtract_mass_property(double *cm, double *mass, double *ip,
                                                double *sum_cm, double *sum_mass, double *sum_ip);
LINKDLL_ASUTILITY void c_tirary(int tireid, const char *fncnam, double *states, int *nstate,
                                int *errflg);
LINKDLL_ASUTILITY void c_ucovar(int id, int nparts, const int *lparts, int nvars, const int *lvars);
LINKDLL_ASUTILITY void c_setvelic(int object_id, int object_type, double *vm_ori, double *wm_loc,
                                  double *wm_ori, int nvics, double *vics, int *which, int *exact,
                                  int *errflg);

/* Built-in functions: derivative of order iord with respect to x. For c_impact and c_bistop with
 * iord 1, vec holds dF/dx, dF/dxdot; with iord 2, the three second derivatives. */
LINKDLL_ASUTILITY void c_akispl(double xval, double zval, int id, int iord, double *array,
                                int *errflg);
LINKDLL_ASUTILITY void c_cubspl(double xval, double zval, int id, int iord, double *array,
                                int *errflg);
LINKDLL_ASUTILITY void c_bistop(double x, double dxdt, double x1, double x2, double k, double e,
                                double cmax, double d, int iord, double *vec, int *errflg);
LINKDLL_ASUTILITY void c_impact(double x, double dxdt, double x1, double k, double e, double cmax,
                                double d, int iord, double *vec, int *errflg);
LINKDLL_ASUTILITY void c_cheby(double x, double x0, const double *par, int npar, int iord,
                               double *value, int *errflg);
LINKDLL_ASUTILITY void c_poly(double x, double x0, const double *par, int npar, int iord,
                              double *value, int *errflg);
LINKDLL_ASUTILITY void c_forcos(double x, double x0, double w, const double *par, int npar,
                                int iord, double *value, int *errflg);
LINKDLL_ASUTILITY void c_forsin(double x, double x0, double w, const double *par, int npar,
                                int iord, double *value, int *errflg);
LINKDLL_ASUTILITY void c_havsin(double x, double x0, double h0, double x1, double h1, int iord,
                                double *value, int *errflg);
LINKDLL_ASUTILITY void c_step(double x, double x0, double h0, double x1, double h1, int iord,
                              double *value, int *errflg);
LINKDLL_ASUTILITY void c_step5(double x, double x0, double h0, double x1, double h1, int iord,
                               double *value, int *errflg);
LINKDLL_ASUTILITY void c_shf(double x, double x0, double a, double w, double phi, double b,
                             int iord, double *value, int *errflg);

/* Conversions. */
LINKDLL_ASUTILITY void c_rcnvrt(const char *sys1, const double *coord1, const char *sys2,
                                double *coord2, int *istat);
LINKDLL_ASUTILITY void c_tcnvrt(const char *sys1, const double *coord1, const char *sys2,
                                double *coord2, int *istat);
LINKDLL_ASUTILITY void c_istrng(int number, char *string, int *length, int *istat);
LINKDLL_ASUTILITY void c_rstrng(double reel, char *string, int *length, int *istat);
LINKDLL_ASUTILITY void c_naninf(const double *val, const int *size, int *outcome, int *index);

/* State and control of the run. */
LINKDLL_ASUTILITY void c_analys(const char *antype, const char *cid, double timbeg, double timend,
                                int init, int *istat);
LINKDLL_ASUTILITY void c_datout(int *istat);
LINKDLL_ASUTILITY void c_modify(const char *command, int *istat);
LINKDLL_ASUTILITY void c_timget(double *time);
LINKDLL_ASUTILITY void c_simsta(int *status);
LINKDLL_ASUTILITY void c_getcpu(double *seconds);
LINKDLL_ASUTILITY void c_getinm(int *initializing);
LINKDLL_ASUTILITY void c_getint(char *integrator);
LINKDLL_ASUTILITY void c_getmod(int *mode);
LINKDLL_ASUTILITY void c_anlmod(int *mode);
LINKDLL_ASUTILITY void c_getslv(char *solver);
LINKDLL_ASUTILITY void c_getstm(double *time);
LINKDLL_ASUTILITY void c_getver(char *version);
LINKDLL_ASUTILITY double c_get_tinu(void);
LINKDLL_ASUTILITY void c_get_numdif_info(int *int_info, double *float_info);
LINKDLL_ASUTILITY void c_get_integrator_details(int *integrator_type, int *corrector_type,
                                                double *delta_tolerance);
LINKDLL_ASUTILITY void c_get_HHT_parameters(double *alpha, double *beta, double *gamma);
LINKDLL_ASUTILITY void c_adams_declare_threadsafe(void);
LINKDLL_ASUTILITY void c_adams_smp_group(int groupid);

/* Inside GSE and EXTSYS routines. */
LINKDLL_ASUTILITY int c_gse_ns(void);
LINKDLL_ASUTILITY int c_gse_nd(void);
LINKDLL_ASUTILITY int c_gse_ni(void);
LINKDLL_ASUTILITY int c_gse_no(void);
LINKDLL_ASUTILITY void c_gse_x(double *x, int ns);
LINKDLL_ASUTILITY void c_gse_xd(double *xd, int nd);
LINKDLL_ASUTILITY void c_gse_xdot(double *xdot, int ns);
LINKDLL_ASUTILITY void c_gse_u(double *u, int ni);
LINKDLL_ASUTILITY void c_gsepar_x(const double *par, int size);
LINKDLL_ASUTILITY void c_gsepar_xdot(const double *par, int size);
LINKDLL_ASUTILITY void c_gsepar_u(const double *par, int size);
LINKDLL_ASUTILITY void c_gsemap_x(int row, int col);
LINKDLL_ASUTILITY void c_gsemap_xdot(int row, int col);
LINKDLL_ASUTILITY void c_gsemap_u(int row, int col);
LINKDLL_ASUTILITY void c_set_gse_state_tolerance(int gse_id, int index, double tol, int *ierr);
LINKDLL_ASUTILITY void c_set_dgse_type(int gse_id, int type);
LINKDLL_ASUTILITY int c_extsys_nactive(void);
LINKDLL_ASUTILITY void c_extsys_ids_active(int *ids, int nactive);
LINKDLL_ASUTILITY int c_extsys_ns(void);
LINKDLL_ASUTILITY int c_extsys_nd(void);
LINKDLL_ASUTILITY int c_extsys_ni(void);
LINKDLL_ASUTILITY int c_extsys_no(void);
LINKDLL_ASUTILITY void c_extsys_x(double *x, int ns);
LINKDLL_ASUTILITY void c_extsys_xd(double *xd, int nd);
LINKDLL_ASUTILITY void c_extsys_xdot(double *xdot, int ns);
LINKDLL_ASUTILITY void c_extsys_u(double *u, int ni);
LINKDLL_ASUTILITY void c_extsyspar_x(const double *par, int size);
LINKDLL_ASUTILITY void c_extsyspar_xdot(const double *par, int size);
LINKDLL_ASUTILITY void c_extsyspar_u(const double *par, int size);
LINKDLL_ASUTILITY void c_extsysmap_x(int row, int col);
LINKDLL_ASUTILITY void c_extsysmap_xdot(int row, int col);
LINKDLL_ASUTILITY void c_extsysmap_u(int row, int col);

/* Saving and reloading what a routine remembers (iflag 7 and 9), in the same order both times. */
LINKDLL_ASUTILITY void c_adams_serialize_integers(const int *values, int n);
LINKDLL_ASUTILITY void c_adams_serialize_doubles(const double *values, int n);
LINKDLL_ASUTILITY void c_adams_serialize_characters(const char *values, int n);
LINKDLL_ASUTILITY void c_adams_unserialize_integers(int *values, int n);
LINKDLL_ASUTILITY void c_adams_unserialize_doubles(double *values, int n);
LINKDLL_ASUTILITY void c_adams_unserialize_characters(char *values, int n);

#if LASH_ADAMS_RELEASE > 2017
LINKDLL_ASUTILITY void c_get_solver_data(int type, void *in, void *out);
LINKDLL_ASUTILITY void c_get_thread_index(int *index);
LINKDLL_ASUTILITY void c_get_nthread(int *count);
LINKDLL_ASUTILITY void c_get_solver(int *solver);
LINKDLL_ASUTILITY void c_gse_output_ics(int *flag);
LINKDLL_ASUTILITY void c_get_rt_process_mode(int *mode);
LINKDLL_ASUTILITY void c_get_rt_end_of_warmup_period(double *time);
LINKDLL_ASUTILITY void c_system_kinetic_energy(double *KE);
LINKDLL_ASUTILITY void c_system_momentum(int *iarg, double *linear, double *angular);
LINKDLL_ASUTILITY void c_realtime(const char *fncnam, int part_id, double *states, int *nstate,
                                  int *errflg);
LINKDLL_ASUTILITY void c_get_n_contact_incidents(int id, int *ninc, int *errflg);
LINKDLL_ASUTILITY void c_get_linear_mat_states(struct sAdamsLinearDataIn *in,
                                               struct sAdamsLinearDataOut *out, int *action);
#endif

#ifdef __cplusplus
}

struct sAdamsRenderNode {
  double x, y, z;
  double psi, theta, phi;
};

#if LASH_ADAMS_RELEASE > 2017
struct sAdamsContactStiction {
  int b_stiction; /* 0 sliding, 1 creeping */
  int n_incidents;
  double max_stiction_deformation;
  double max_angular_deformation;
  sAdamsContactStiction()
      : b_stiction(0),
        n_incidents(0),
        max_stiction_deformation(0.01),
        max_angular_deformation(0.05) {}
};
#endif
#endif

#endif
