/* Sizes and offsets of the structures on x86-64, as the real interface has them. Compiled in C and
 * C++ and for both releases; there is nothing to run. */
#include <stddef.h>

#include "slv_c_utils.h"

#ifdef __cplusplus
#define CHECK(condition) static_assert(condition, #condition)
#else
#define CHECK(condition) _Static_assert(condition, #condition)
#endif
#define SIZE(type, size)         CHECK(sizeof(struct type) == (size))
#define AT(type, member, offset) CHECK(offsetof(struct type, member) == (offset))

#if defined(__x86_64__) && defined(__LP64__)
SIZE(sAdamsContact, 48);
AT(sAdamsContact, ID, 0);
AT(sAdamsContact, nIGEOM, 4);
AT(sAdamsContact, nJGEOM, 8);
AT(sAdamsContact, IGEOM, 16);
AT(sAdamsContact, JGEOM, 24);
AT(sAdamsContact, IFLIP_GEOM, 32);
AT(sAdamsContact, JFLIP_GEOM, 40);

SIZE(sAdamsContactFriction, 64);
AT(sAdamsContactFriction, contact, 0);
AT(sAdamsContactFriction, NPAR, 48);
AT(sAdamsContactFriction, PAR, 56);

SIZE(sAdamsControl, 16);
AT(sAdamsControl, NPAR, 0);
AT(sAdamsControl, PAR, 8);

SIZE(sAdamsCoupler, 40);
AT(sAdamsCoupler, ID, 0);
AT(sAdamsCoupler, NPAR, 4);
AT(sAdamsCoupler, PAR, 8);
AT(sAdamsCoupler, NJOINT, 16);
AT(sAdamsCoupler, JOINTS, 20);
AT(sAdamsCoupler, TYPE, 32);

SIZE(sAdamsCurve, 40);
AT(sAdamsCurve, ID, 0);
AT(sAdamsCurve, NPAR, 4);
AT(sAdamsCurve, PAR, 8);
AT(sAdamsCurve, CLOSED, 16);
AT(sAdamsCurve, ORDER, 20);
AT(sAdamsCurve, MINPAR, 24);
AT(sAdamsCurve, MAXPAR, 32);

SIZE(sAdamsDiff, 40);
AT(sAdamsDiff, ID, 0);
AT(sAdamsDiff, NPAR, 4);
AT(sAdamsDiff, PAR, 8);
AT(sAdamsDiff, STATIC_HOLD, 16);
AT(sAdamsDiff, IMPLICIT, 20);
AT(sAdamsDiff, IC_R1, 24);
AT(sAdamsDiff, IC_R2, 32);

SIZE(sAdamsFlexBody, 4);
AT(sAdamsFlexBody, ID, 0);

SIZE(sAdamsCratio, 16);
AT(sAdamsCratio, FlexBody, 0);
AT(sAdamsCratio, NPAR, 4);
AT(sAdamsCratio, PAR, 8);

SIZE(sAdamsField, 24);
AT(sAdamsField, ID, 0);
AT(sAdamsField, NPAR, 4);
AT(sAdamsField, PAR, 8);
AT(sAdamsField, I, 16);
AT(sAdamsField, J, 20);

SIZE(sAdamsGforce, 32);
AT(sAdamsGforce, ID, 0);
AT(sAdamsGforce, NPAR, 4);
AT(sAdamsGforce, PAR, 8);
AT(sAdamsGforce, I, 16);
AT(sAdamsGforce, RM, 20);
AT(sAdamsGforce, JFLOAT, 24);

AT(sAdamsGSE, ID, 0);
AT(sAdamsGSE, NPAR, 4);
AT(sAdamsGSE, PAR, 8);
AT(sAdamsGSE, NI, 16);
AT(sAdamsGSE, NO, 20);
AT(sAdamsGSE, U, 24);
AT(sAdamsGSE, Y, 28);
AT(sAdamsGSE, NS, 32);
AT(sAdamsGSE, X, 36);
AT(sAdamsGSE, IC, 40);
AT(sAdamsGSE, STATIC_HOLD, 44);
AT(sAdamsGSE, IMPLICIT, 48);
#if LASH_ADAMS_RELEASE > 2017
SIZE(sAdamsGSE, 80);
AT(sAdamsGSE, STATICS_ONLY, 52);
AT(sAdamsGSE, ND, 56);
AT(sAdamsGSE, XD, 60);
AT(sAdamsGSE, ICD, 64);
AT(sAdamsGSE, SAMPLE_OFFSET, 72);
#else
SIZE(sAdamsGSE, 72);
AT(sAdamsGSE, ND, 52);
AT(sAdamsGSE, XD, 56);
AT(sAdamsGSE, ICD, 60);
AT(sAdamsGSE, SAMPLE_OFFSET, 64);
#endif

AT(sAdamsEXTSYS, ID, 0);
AT(sAdamsEXTSYS, NPAR, 4);
AT(sAdamsEXTSYS, PAR, 8);
AT(sAdamsEXTSYS, NI, 16);
AT(sAdamsEXTSYS, NO, 20);
AT(sAdamsEXTSYS, U, 24);
AT(sAdamsEXTSYS, Y, 28);
AT(sAdamsEXTSYS, NS, 32);
AT(sAdamsEXTSYS, X, 36);
AT(sAdamsEXTSYS, IC, 40);
AT(sAdamsEXTSYS, STATIC_HOLD, 44);
AT(sAdamsEXTSYS, IMPLICIT, 48);
AT(sAdamsEXTSYS, ND, 52);
AT(sAdamsEXTSYS, XD, 56);
AT(sAdamsEXTSYS, ICD, 60);
AT(sAdamsEXTSYS, SAMPLE_OFFSET, 64);
AT(sAdamsEXTSYS, external_system_type, 72);
AT(sAdamsEXTSYS, model_file_name, 80);
AT(sAdamsEXTSYS, current_results_file_name_index, 88);
AT(sAdamsEXTSYS, output_file_name, 96);
AT(sAdamsEXTSYS, compute_resource, 104);
AT(sAdamsEXTSYS, memory_usage, 112);
AT(sAdamsEXTSYS, number_of_threads, 120);
AT(sAdamsEXTSYS, buffer_size, 124);
AT(sAdamsEXTSYS, memory_scale_factor, 128);
#if LASH_ADAMS_RELEASE > 2017
SIZE(sAdamsEXTSYS, 144);
AT(sAdamsEXTSYS, scratch_file_directory, 136);
#else
SIZE(sAdamsEXTSYS, 136);
#endif

SIZE(sAdamsMforce, 32);
AT(sAdamsMforce, FlexBody, 0);
AT(sAdamsMforce, ID, 4);
AT(sAdamsMforce, NPAR, 8);
AT(sAdamsMforce, PAR, 16);
AT(sAdamsMforce, JFLOAT, 24);

SIZE(sAdamsMotion, 56);
AT(sAdamsMotion, ID, 0);
AT(sAdamsMotion, NPAR, 4);
AT(sAdamsMotion, PAR, 8);
AT(sAdamsMotion, JOINT, 16);
AT(sAdamsMotion, Type, 24);
AT(sAdamsMotion, I, 32);
AT(sAdamsMotion, J, 36);
AT(sAdamsMotion, Which, 40);
AT(sAdamsMotion, DVA, 48);

SIZE(sAdamsRequest, 88);
AT(sAdamsRequest, ID, 0);
AT(sAdamsRequest, NPAR, 4);
AT(sAdamsRequest, PAR, 8);
AT(sAdamsRequest, COMMENT, 16);
AT(sAdamsRequest, TITLE, 24);

SIZE(sAdamsSensor, 40);
AT(sAdamsSensor, ID, 0);
AT(sAdamsSensor, NPAR, 4);
AT(sAdamsSensor, PAR, 8);
AT(sAdamsSensor, VALUE, 16);
AT(sAdamsSensor, Error, 24);
AT(sAdamsSensor, Logic, 32);

SIZE(sAdamsSforce, 40);
AT(sAdamsSforce, ID, 0);
AT(sAdamsSforce, NPAR, 4);
AT(sAdamsSforce, PAR, 8);
AT(sAdamsSforce, I, 16);
AT(sAdamsSforce, J, 20);
AT(sAdamsSforce, ACTION_ONLY, 24);
AT(sAdamsSforce, Type, 32);

SIZE(sAdamsSpline, 24);
AT(sAdamsSpline, ID, 0);
AT(sAdamsSpline, FILENAME, 8);
AT(sAdamsSpline, BLOCKNAME, 16);

SIZE(sAdamsSurface, 64);
AT(sAdamsSurface, ID, 0);
AT(sAdamsSurface, NPAR, 4);
AT(sAdamsSurface, PAR, 8);
AT(sAdamsSurface, ORDER, 16);
AT(sAdamsSurface, CLOSED, 24);
AT(sAdamsSurface, MINPAR, 32);
AT(sAdamsSurface, MAXPAR, 48);

SIZE(sAdamsVariable, 24);
AT(sAdamsVariable, ID, 0);
AT(sAdamsVariable, NPAR, 4);
AT(sAdamsVariable, PAR, 8);
AT(sAdamsVariable, IC, 16);

SIZE(sAdamsVforce, 32);
AT(sAdamsVforce, ID, 0);
AT(sAdamsVforce, NPAR, 4);
AT(sAdamsVforce, PAR, 8);
AT(sAdamsVforce, I, 16);
AT(sAdamsVforce, JFLOAT, 20);
AT(sAdamsVforce, RM, 24);

SIZE(sAdamsVtorque, 32);
AT(sAdamsVtorque, ID, 0);
AT(sAdamsVtorque, NPAR, 4);
AT(sAdamsVtorque, PAR, 8);
AT(sAdamsVtorque, I, 16);
AT(sAdamsVtorque, JFLOAT, 20);
AT(sAdamsVtorque, RM, 24);

#if LASH_ADAMS_RELEASE > 2017
SIZE(sAdamsCbksub, 24);
AT(sAdamsCbksub, ID, 0);
AT(sAdamsCbksub, NPAR, 4);
AT(sAdamsCbksub, PAR, 8);
AT(sAdamsCbksub, reserved, 16);
#endif

#if LASH_ADAMS_RELEASE > 2017
SIZE(sAdamsLinearDataIn, 28);
AT(sAdamsLinearDataIn, PINPUT, 0);
AT(sAdamsLinearDataIn, POUTPUT, 4);
AT(sAdamsLinearDataIn, PSTATE, 8);
AT(sAdamsLinearDataIn, RM, 12);
AT(sAdamsLinearDataIn, NODAMPIN, 16);
AT(sAdamsLinearDataIn, ORIGINAL, 20);
AT(sAdamsLinearDataIn, USEPBCS, 24);
#endif

#if LASH_ADAMS_RELEASE > 2017
SIZE(sAdamsLinearDataOut, 72);
AT(sAdamsLinearDataOut, A, 0);
AT(sAdamsLinearDataOut, B, 8);
AT(sAdamsLinearDataOut, C, 16);
AT(sAdamsLinearDataOut, D, 24);
AT(sAdamsLinearDataOut, STATES, 32);
AT(sAdamsLinearDataOut, STATESINFO, 40);
AT(sAdamsLinearDataOut, NS, 48);
AT(sAdamsLinearDataOut, NI, 52);
AT(sAdamsLinearDataOut, NO, 56);
AT(sAdamsLinearDataOut, ND, 60);
AT(sAdamsLinearDataOut, NK, 64);
#endif

#endif
