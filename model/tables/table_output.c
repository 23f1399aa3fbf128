/* Watching a run: SENSOR, REQUEST, MREQUEST, CBKSUB. */
#include <string.h>

#include "finish.h"

/* --------------------------------------------------------------------------------------- SENSOR */

/* ROUTINE= names the routine of FUNCTION, then that of EVALUATE. Left out, the latter is the usual
 * one of the same library. */
static void finish_sensor(finish_context *context, void *element) {
  lash_sensor *sensor = element;
  const lash_texts *given = &sensor->routines;
  size_t next = 0;
  if (sensor->function.user && given->count) sensor->function.routine = given->item[next++];
  if (!sensor->evaluate.user || !given->count) return;
  if (next < given->count) {
    sensor->evaluate.routine = given->item[next];
    return;
  }
  const char *colons = strstr(given->item[0], "::");
  const size_t length = colons ? (size_t)(colons + 2 - given->item[0]) : 0;
  sensor->evaluate.routine = arena_text(context->model->arena, given->item[0], length);
}

#define COMPARISON(NAME) \
  FLAG(lash_sensor, #NAME, comparison, LASH_COMPARE_##NAME, .group = 'c', .flags = ARG_REQUIRED)

static const argument sensor_rows[] = {
    COMPARISON(EQ),
    COMPARISON(GE),
    COMPARISON(LE),
    NUMBER(lash_sensor, "VALUE", value, 0, .flags = ARG_REQUIRED),
    NUMBER(lash_sensor, "ERROR", error, 1e-3, .flags = ARG_POSITIVE),
    BOOL(lash_sensor, "HALT", halt, true),
    BOOL(lash_sensor, "RETURN", stop_command, true),
    BOOL(lash_sensor, "PRINT", print, true),
    BOOL(lash_sensor, "RESTART", restart, true),
    BOOL(lash_sensor, "CODGEN", codgen, true),
    BOOL(lash_sensor, "YYDUMP", yydump, true),
    NUMBER(lash_sensor, "DT", dt, NAN, .flags = ARG_POSITIVE),
    NUMBER(lash_sensor, "STEPSIZE", stepsize, NAN, .flags = ARG_POSITIVE),
    EXPRESSION(lash_sensor, "FUNCTION", function, .flags = ARG_REQUIRED),
    EXPRESSION(lash_sensor, "EVALUATE", evaluate),
    TEXTS(lash_sensor, "ROUTINE", routines),
};
STATEMENT(SENSOR, sensor_rows, .finish = finish_sensor);

/* -------------------------------------------------------------------------------------- REQUEST */

static void finish_request(finish_context *context, void *element) {
  lash_request *request = element;
  for (int k = 0; k < 8; k++) {
    if (request->f[k].text) request->type = LASH_REQUEST_EXPRESSIONS;
  }
  if (request->function.text) {
    request->type = LASH_REQUEST_USER;
    if (!request->function.user) {
      finish_error(context, request, "FUNCTION must be USER(…); write an expression as F2=…");
    }
  }
  bool markers = request->type >= LASH_REQUEST_DISPLACEMENT && request->type <= LASH_REQUEST_FORCE;
  if (markers) {
    finish_needs(context, request, "a request of this type", (const char *const[]){"I", NULL});
  }
}

#define REQUEST_TYPE(NAME) \
  FLAG(lash_request, #NAME, type, LASH_REQUEST_##NAME, .group = 't', .flags = ARG_REQUIRED)
#define COLUMN(NAME, k)                                                                \
  EXPRESSION(lash_request, NAME, f[k], .group = 't', .side = LASH_REQUEST_EXPRESSIONS, \
             .flags = ARG_REQUIRED)

static const argument request_rows[] = {
    REQUEST_TYPE(DISPLACEMENT),
    REQUEST_TYPE(VELOCITY),
    REQUEST_TYPE(ACCELERATION),
    REQUEST_TYPE(FORCE),
    REF(lash_request, "I", i, MARKER),
    REF(lash_request, "J", j, MARKER),
    REF(lash_request, "RM", rm, MARKER),
    COLUMN("F1", 0),
    COLUMN("F2", 1),
    COLUMN("F3", 2),
    COLUMN("F4", 3),
    COLUMN("F5", 4),
    COLUMN("F6", 5),
    COLUMN("F7", 6),
    COLUMN("F8", 7),
    EXPRESSION(lash_request, "FUNCTION", function, .group = 't', .side = LASH_REQUEST_USER,
               .flags = ARG_REQUIRED),
    TEXT(lash_request, "ROUTINE", function.routine),
    TEXT(lash_request, "COMMENT", comment, .shortest = 1),
    TEXTS(lash_request, "TITLE", title),
    TEXTS(lash_request, "CNAMES", cnames),
    TEXTS(lash_request, "CLABELS", clabels),
    TEXTS(lash_request, "CUNITS", cunits),
    TEXT(lash_request, "RESULTS_NAME", results_name),
};
STATEMENT(REQUEST, request_rows, .finish = finish_request);

/* One request for each part, marker and joint that is listed. */
static void finish_mrequest(finish_context *context, void *element) {
  const lash_request *request = element;
  if (!request->parts.count && !request->markers.count && !request->joints.count) {
    finish_error(context, request, "it asks for nothing; list parts, markers or joints");
  }
}

static const argument mrequest_rows[] = {
    REQUEST_TYPE(DISPLACEMENT),
    REQUEST_TYPE(VELOCITY),
    REQUEST_TYPE(ACCELERATION),
    REQUEST_TYPE(FORCE),
    REFS(lash_request, "PART", parts, PART),
    REFS(lash_request, "MARKER", markers, MARKER),
    REFS(lash_request, "JOINT", joints, JOINT),
    REF(lash_request, "RM", rm, MARKER),
    TEXT(lash_request, "COMMENT", comment, .shortest = 1),
    TEXT(lash_request, "RESULTS_NAME", results_name),
};
STATEMENT(MREQUEST, mrequest_rows, .base = &statement_REQUEST, .finish = finish_mrequest);

static const argument cbksub_rows[] = {
    FUNCTION(lash_cbksub, function, .flags = ARG_REQUIRED),
};
STATEMENT(CBKSUB, cbksub_rows);
