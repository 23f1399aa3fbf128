/* CONTROL/FUNCTION=USER(…): a Consub drives the run by c_analys, c_modify and c_datout. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lash_calls.h"
#include "lash_loader.h"
#include "paths.h"
#include "session_impl.h"

/* ---------------------------------------------------------------------------- what it is served */

enum { MARKERS = 8 }; /* that one measure or a few of them look at */

typedef struct control {
  lash_session *session;
  lash_sdk_marker marker[MARKERS];
  size_t next;
} control;

/* Failures are the routine's to judge: it is told by istat, and people in words. */
static int told(const lash_session *session, lash_status status, const lash_error *error) {
  if (status != LASH_OK) session_say(session, "CONTROL: %s", error->message);
  return (int)status;
}

static bool begins(const char *word, const char *name) {
  const size_t length = strlen(word);
  return length > 0 && length <= strlen(name) && strncasecmp(word, name, length) == 0;
}

/* One analysis up to `end`, without output: that is for c_datout. */
static int analyse(void *data, const char *type, const char *name, double begin, double end,
                   int initialize) {
  static const struct {
    const char *name;
    lash_analysis analysis;
  } kinds[] = {{"STATICS", LASH_ANALYSIS_STATIC},
               {"DYNAMICS", LASH_ANALYSIS_DYNAMIC},
               {"TRANSIENT", LASH_ANALYSIS_TRANSIENT},
               {"KINEMATICS", LASH_ANALYSIS_KINEMATIC},
               {"QUASISTATICS", LASH_ANALYSIS_QUASISTATIC},
               {"INITIAL_CONDITIONS", LASH_ANALYSIS_INITIAL_CONDITIONS}};
  lash_session *session = ((control *)data)->session;
  lash_error error = {0};
  (void)name, (void)initialize;
  size_t k = 0;
  while (k < sizeof kinds / sizeof *kinds && !begins(type, kinds[k].name)) k++;
  if (k == sizeof kinds / sizeof *kinds) {
    lash_fail(&error, LASH_BAD_INPUT, "c_analys: there is no analysis '%.40s'", type);
    return told(session, LASH_BAD_INPUT, &error);
  }
  if (fabs(begin - session->t) > 1e-9 * (1 + fabs(session->t))) {
    lash_fail(&error, LASH_BAD_INPUT,
              "c_analys: the analysis is to begin at time %g, and the run stands at %g", begin,
              session->t);
    return told(session, LASH_BAD_INPUT, &error);
  }
  const lash_script_command c = {.kind = LASH_COMMAND_SIMULATE,
                                 .analysis = kinds[k].analysis,
                                 .end = end,
                                 .duration = NAN,
                                 .dtout = NAN,
                                 .steps = 1};
  session->silent = true;
  const lash_status status = session_obey(session, &c, &error);
  session->silent = false;
  return told(session, status, &error);
}

static int output_step(void *data) {
  lash_session *session = ((control *)data)->session;
  lash_error error = {0};
  session->shown = NAN; /* as often as it is asked for */
  return told(session, session_output(session, &error), &error);
}

/* A command of a command file. */
static int modify(void *data, const char *command) {
  lash_session *session = ((control *)data)->session;
  lash_error error = {0};
  char *text = path_format("consub\nconsub\n%s\n", command);
  lash_script script = {0}, outer = session->script;
  lash_status status = text ? lash_script_parse(&script, "c_modify", text, strlen(text), &error)
                            : lash_fail(&error, LASH_FAILURE, "out of memory");
  session->script = script;
  for (size_t k = 0; k < script.count && status == LASH_OK; k++)
    status = session_obey(session, &script.item[k], &error);
  session->script = outer;
  lash_script_free(&script);
  free(text);
  return told(session, status, &error);
}

/* What c_sysfnc and c_sysary ask for, at the present state of the solver. */
static const lash_sdk_marker *marker(void *data, int id, lash_motion_level level) {
  control *c = data;
  lash_sdk_marker *m = &c->marker[c->next++ % MARKERS];
  double axes[9];
  *m = (lash_sdk_marker){0};
  if (level == LASH_LEVEL_ACCELERATION || !c->session->system ||
      !lash_system_marker(c->session->system, id, m->r, axes, m->v, m->w))
    return NULL;
  memcpy(m->axes, axes, sizeof axes);
  return m;
}

static int scalar(void *data, const char *name, const int *par, int npar, double *value) {
  lash_error error;
  return lash_session_measure(((control *)data)->session, name, par, (size_t)npar, value, &error) !=
         LASH_OK;
}

static void message(void *data, lash_sdk_message kind, const char *text, int id) {
  (void)kind;
  session_say(((control *)data)->session, "%s (id %d)", text, id);
}

/* ------------------------------------------------------------------------------------- the call */

static lash_status find(const char *file, const lash_expression *function, lash_loader **loader,
                        lash_routine *routine, lash_error *error) {
  char *folder = path_parent(file);
  *loader = lash_loader_new();
  lash_status status =
      folder && *loader ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory");
  if (status == LASH_OK) status = lash_loader_add_folder(*loader, folder, error);
  if (status == LASH_OK && !function->user)
    status = lash_fail(error, LASH_BAD_INPUT, "FUNCTION of CONTROL must be USER(…)");
  if (status == LASH_OK)
    status = lash_loader_find(*loader, LASH_CONSUB, function->routine, routine, error);
  free(folder);
  return status;
}

lash_status lash_session_control_check(const char *file, const lash_script_command *c,
                                       lash_error *error) {
  lash_loader *loader;
  lash_routine routine;
  const lash_status status = find(file, &c->function, &loader, &routine, error);
  lash_loader_free(loader);
  return status;
}

lash_status session_control(lash_session *session, const lash_script_command *c,
                            lash_error *error) {
  if (session->options.checkpoint || session->options.resume)
    return lash_fail(error, LASH_UNSUPPORTED,
                     "a run that a CONTROL drives cannot be saved and resumed");
  control own = {.session = session};
  const lash_sdk_host host = {LASH_SDK_HOST_HEAD, .data = &own,       .marker = marker,
                              .scalar = scalar,   .analyse = analyse, .output_step = output_step,
                              .modify = modify,   .message = message};
  const struct sAdamsControl element = {(int)c->function.parameters.count,
                                        c->function.parameters.value};
  const lash_sdk_call call = {.host = &host};
  lash_loader *loader;
  lash_routine routine;
  lash_status status = find(session->file, &c->function, &loader, &routine, error);
  if (status == LASH_OK) status = lash_call_control(&routine, &call, &element, error);
  lash_loader_free(loader);
  return status;
}
