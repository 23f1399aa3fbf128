/* Constants of the callback subroutine Cbksub: events, analysis modes, sensor actions, commands.
 *
 * Each list is written once as X(name, value); slv_cbksub_util.h makes names from the same lists.
 * In C++ the types live in namespace CBKSUB.
 *
 * Cbksub(cbk, TIME, EVENT, DATA): in analysis, step and iteration events DATA[0] is the simulation
 * mode and DATA[1] the analysis mode (am_); DATA[2] is 1 in ev_ITERATION_BEG when the Jacobian will
 * be evaluated, and in ev_STATICS_END 0 for success, 1 for failure. ev_SENSOR: the sensor's id and
 * its action (sn_). ev_COMMAND: the command (cm_) and 1 when Consub issued it. ev_TERMINATE:
 * DATA[0] is the exit status. cbk is NULL in ev_INITIALIZE and ev_TERMINATE. */
#ifndef LASH_SLV_CBKSUB_H
#define LASH_SLV_CBKSUB_H

/* clang-format off */
/* Analysis modes, also the answer of c_getmod. */
#define LASH_CBKSUB_MODES(X) \
  X(am_NULL, 0) \
  X(am_KINEMATICS, 1) \
  X(am_RESERVED, 2) \
  X(am_INITIAL_CONDITIONS, 3) \
  X(am_DYNAMICS, 4) \
  X(am_STATICS, 5) \
  X(am_QUASI_STATICS, 6) \
  X(am_LINEAR, 7) \
  X(am_STEADY_STATE, 8) \
  X(am_COMPLIANCE, 9)

/* Events; the two private ones are to be ignored. */
#define LASH_CBKSUB_EVENTS(X) \
  X(ev_NOEVENT, 0) \
  X(ev_INITIALIZE, 1) \
  X(ev_TERMINATE, 2) \
  X(ev_SENSOR, 3) \
  X(ev_ITERATION_BEG, 4) \
  X(ev_ITERATION_END, 5) \
  X(ev_BODY_ROTATION, 6) \
  X(ev_OUTPUT_STEP_REQ, 7) \
  X(ev_OUTPUT_STEP_BEG, 8) \
  X(ev_OUTPUT_STEP_END, 9) \
  X(ev_TIME_STEP_BEG, 10) \
  X(ev_TIME_STEP_FAILED, 11) \
  X(ev_TIME_STEP_END, 12) \
  X(ev_MODEL_INPUT_BEG, 13) \
  X(ev_MODEL_INPUT_END, 14) \
  X(ev_DIS_IC_BEG, 15) \
  X(ev_DIS_IC_END, 16) \
  X(ev_VEL_IC_BEG, 17) \
  X(ev_VEL_IC_END, 18) \
  X(ev_ACC_IC_BEG, 19) \
  X(ev_ACC_IC_END, 20) \
  X(ev_STATICS_BEG, 21) \
  X(ev_STATICS_END, 22) \
  X(ev_STEADY_STATE_BEG, 23) \
  X(ev_STEADY_STATE_END, 24) \
  X(ev_KINEMATICS_BEG, 25) \
  X(ev_KINEMATICS_END, 26) \
  X(ev_DYNAMICS_BEG, 27) \
  X(ev_DYNAMICS_END, 28) \
  X(ev_LINEAR_BEG, 29) \
  X(ev_LINEAR_END, 30) \
  X(ev_QSTATICS_BEG, 31) \
  X(ev_QSTATICS_END, 32) \
  X(ev_SAVE_BEG, 33) \
  X(ev_SAVE_END, 34) \
  X(ev_RELOAD_BEG, 35) \
  X(ev_RELOAD_END, 36) \
  X(ev_TRAN_SIM_BEG, 37) \
  X(ev_TRAN_SIM_END, 38) \
  X(ev_COMMAND, 39) \
  X(ev_MODEL_CHANGE, 40) \
  X(ev_FORCE_RECONC_BEG, 41) \
  X(ev_FORCE_RECONC_END, 42) \
  X(ev_PRIVATE_EVENT1, 43) \
  X(ev_PRIVATE_EVENT2, 44) \
  X(ev_LAST_EVENT, 45)

/* What a sensor does. */
#define LASH_CBKSUB_SENSORS(X) \
  X(sn_CODGEN, 1) \
  X(sn_DT, 2) \
  X(sn_HALT, 3) \
  X(sn_PRINT, 4) \
  X(sn_RESTART, 5) \
  X(sn_RETURN, 6) \
  X(sn_STEPSIZE, 7) \
  X(sn_YYDUMP, 8) \
  X(sn_EVALUATE, 9)

/* Commands. */
#define LASH_CBKSUB_COMMANDS(X) \
  X(cm_ACCGRAV, 1) \
  X(cm_ACTIVATE, 2) \
  X(cm_ARRAY, 3) \
  X(cm_BEAM, 4) \
  X(cm_BUSHING, 5) \
  X(cm_CONTROL, 6) \
  X(cm_COUPLER, 7) \
  X(cm_CPAPAR, 8) \
  X(cm_DEACTIVATE, 9) \
  X(cm_DEBUG, 10) \
  X(cm_DIFF, 11) \
  X(cm_ENVIRONMENT, 12) \
  X(cm_EQUILIBRIUM, 13) \
  X(cm_FIELD, 14) \
  X(cm_FILE, 15) \
  X(cm_FLEX_BODY, 16) \
  X(cm_FRICTION, 17) \
  X(cm_GCON, 18) \
  X(cm_GEAR, 19) \
  X(cm_GFORCE, 20) \
  X(cm_GSTIFF, 21) \
  X(cm_HELP, 22) \
  X(cm_HOTLINE, 23) \
  X(cm_IC, 24) \
  X(cm_INFO, 25) \
  X(cm_INTEGRATOR, 26) \
  X(cm_JOINT, 27) \
  X(cm_JPRIM, 28) \
  X(cm_KINEMATICS, 29) \
  X(cm_LINEAR, 30) \
  X(cm_LPARAM, 31) \
  X(cm_LSOLVER, 32) \
  X(cm_LTABLEPARAM, 33) \
  X(cm_MARKER, 34) \
  X(cm_MENU, 35) \
  X(cm_MOTION, 36) \
  X(cm_OUTPUT, 37) \
  X(cm_PART, 38) \
  X(cm_PREFERENCES, 39) \
  X(cm_RELOAD, 40) \
  X(cm_REQUEST, 41) \
  X(cm_RETURN, 42) \
  X(cm_SAVE, 43) \
  X(cm_SENSOR, 44) \
  X(cm_SFORCE, 45) \
  X(cm_SHOW, 46) \
  X(cm_SIMULATE, 47) \
  X(cm_SPLINE, 48) \
  X(cm_SPRINGDAMPER, 49) \
  X(cm_STOP, 50) \
  X(cm_STRING, 51) \
  X(cm_TIME, 52) \
  X(cm_VARIABLE, 53) \
  X(cm_VFORCE, 54) \
  X(cm_VTORQUE, 55) \
  X(cm_WSTIFF, 56)

/* clang-format on */

#ifdef __cplusplus
namespace CBKSUB {
#endif

#define LASH_CBKSUB_ITEM(name, value) name = value,
enum ANALYSIS_MODE { LASH_CBKSUB_MODES(LASH_CBKSUB_ITEM) };
enum EVENT_TYPE { LASH_CBKSUB_EVENTS(LASH_CBKSUB_ITEM) };
enum SENSOR_TYPE { LASH_CBKSUB_SENSORS(LASH_CBKSUB_ITEM) };
enum COMMAND_IDENTIFIER { LASH_CBKSUB_COMMANDS(LASH_CBKSUB_ITEM) };
#undef LASH_CBKSUB_ITEM

#ifdef __cplusplus
}
#else
typedef enum ANALYSIS_MODE ANALYSIS_MODE;
typedef enum EVENT_TYPE EVENT_TYPE;
typedef enum SENSOR_TYPE SENSOR_TYPE;
typedef enum COMMAND_IDENTIFIER COMMAND_IDENTIFIER;
#endif

#endif
