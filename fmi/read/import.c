#include "import.h"

#include <stdlib.h>
#include <string.h>

#include "description.h"
#include "guard_words.h"
#include "lash_fmi_load.h"
#include "lash_supervisor.h"
#include "law_watch.h"
#include "package.h"
#include "paths.h"
#include "scratch.h"

/* What an FMU for Co-Simulation must have for us; others need not be there. */
#define NEEDED3(X)               \
  X(fmi3InstantiateCoSimulation) \
  X(fmi3FreeInstance)            \
  X(fmi3EnterInitializationMode) \
  X(fmi3ExitInitializationMode) X(fmi3SetFloat64) X(fmi3GetFloat64) X(fmi3DoStep) X(fmi3Terminate)
#define NEEDED2(X)               \
  X(fmi2Instantiate)             \
  X(fmi2FreeInstance)            \
  X(fmi2SetupExperiment)         \
  X(fmi2EnterInitializationMode) \
  X(fmi2ExitInitializationMode) X(fmi2SetReal) X(fmi2GetReal) X(fmi2DoStep) X(fmi2Terminate)

struct fmu_import {
  char *file;
  scratch folder; /* where it is unpacked */
  xmlDocPtr document;
  int version;
  void *handle, *instance;
  bool running;
  char said[LASH_MESSAGE_MAX]; /* its last message */
  fmi2CallbackFunctions callbacks;
  fmi2_functions two;
  fmi3_functions three;
};

/* Somebody else's code: whoever watches over this process is told when it begins and ends. */
#define THEIRS(call) (law_begins(), (call), law_ends())

/* ----------------------------------------------------------------------------------- unpacking */

static lash_status read_description(fmu_import *f, lash_error *error) {
  const lash_status status = description_read(f->file, &f->document, &f->version, error);
  if (status != LASH_OK) return status;
  if (description_child(xmlDocGetRootElement(f->document), "CoSimulation")) return LASH_OK;
  return lash_fail(error, LASH_UNSUPPORTED,
                   "%s is not for Co-Simulation: only such FMUs can run beside a mechanism",
                   f->file);
}

static lash_status load(fmu_import *f, lash_error *error) {
  xmlNodePtr kind = description_child(xmlDocGetRootElement(f->document), "CoSimulation");
  char *identifier = description_attribute(kind, "modelIdentifier");
  char *path =
      path_format("%s/binaries/%s/%s.so", f->folder.path,
                  f->version == 2 ? "linux64" : "x86_64-linux", identifier ? identifier : "");
  lash_status status = LASH_OK;
  xmlFree(identifier);
  if (!path) return lash_fail(error, LASH_FAILURE, "%s: out of memory", f->file);
  THEIRS(f->handle = fmi_open(path));
  if (!f->handle)
    status = lash_fail(error, LASH_BAD_INPUT, "%s: its binary for Linux cannot be loaded: %s",
                       f->file, dlerror());
  free(path);
  if (status != LASH_OK) return status;
#define HAS2(name) \
  if (!f->two.name) return lash_fail(error, LASH_BAD_INPUT, "%s has no " #name "()", f->file);
#define HAS3(name) \
  if (!f->three.name) return lash_fail(error, LASH_BAD_INPUT, "%s has no " #name "()", f->file);
  if (f->version == 3) {
    f->three = fmi3_load(f->handle);
    NEEDED3(HAS3)
  } else {
    f->two = fmi2_load(f->handle);
    NEEDED2(HAS2)
  }
  return LASH_OK;
}

/* -------------------------------------------------------------------------------- one of them */

static void hear3(fmi3InstanceEnvironment context, fmi3Status status, fmi3String category,
                  fmi3String message) {
  fmu_import *f = context;
  (void)category;
  if (status != fmi3OK) snprintf(f->said, sizeof f->said, "%s", message ? message : "");
}

static void hear2(fmi2ComponentEnvironment context, fmi2String name, fmi2Status status,
                  fmi2String category, fmi2String message, ...) {
  fmu_import *f = context;
  (void)name, (void)category;
  if (status != fmi2OK && f) snprintf(f->said, sizeof f->said, "%s", message ? message : "");
}

static lash_status instantiate(fmu_import *f, lash_error *error) {
  xmlNodePtr root = xmlDocGetRootElement(f->document);
  char *token = description_attribute(root, f->version == 2 ? "guid" : "instantiationToken");
  char *place =
      path_format(f->version == 2 ? "file://%s/resources" : "%s/resources/", f->folder.path);
  f->callbacks = (fmi2CallbackFunctions){hear2, calloc, free, NULL, f};
  if (f->version == 2)
    THEIRS(f->instance = f->two.fmi2Instantiate("lash", fmi2CoSimulation, token, place,
                                                &f->callbacks, fmi2False, fmi2False));
  else
    THEIRS(f->instance = f->three.fmi3InstantiateCoSimulation(
               "lash", token, place, false, false, false, false, NULL, 0, f, hear3, NULL));
  xmlFree(token);
  free(place);
  if (f->instance) return LASH_OK;
  return lash_fail(error, LASH_FAILURE, "%s gives no instance: %s", f->file,
                   f->said[0] ? f->said : "it does not say why");
}

lash_status fmu_import_open(const char *file, fmu_import **made, lash_error *error) {
  fmu_import *f = *made = calloc(1, sizeof *f);
  if (f) f->file = path_format("%s", file);
  if (!f || !f->file) return lash_fail(error, LASH_FAILURE, "%s: out of memory", file);
  lash_status status = read_description(f, error);
  if (status == LASH_OK) status = scratch_make("unpacked", &f->folder, error);
  if (status == LASH_OK) status = package_unpack(file, f->folder.path, error);
  lash_watch_foreign(path_base(file));
  if (status == LASH_OK) status = load(f, error);
  return status == LASH_OK ? instantiate(f, error) : status;
}

static void end_instance(fmu_import *f) {
  if (f->version == 2) {
    if (f->running) f->two.fmi2Terminate(f->instance);
    f->two.fmi2FreeInstance(f->instance);
  } else {
    if (f->running) f->three.fmi3Terminate(f->instance);
    f->three.fmi3FreeInstance(f->instance);
  }
}

void fmu_import_free(fmu_import *f) {
  if (!f) return;
  if (f->instance) THEIRS(end_instance(f));
  if (f->handle) THEIRS(fmi_close(f->handle));
  scratch_remove(&f->folder);
  xmlFreeDoc(f->document);
  free(f->file);
  free(f);
}

/* ------------------------------------------------------------------------------------- numbers */

lash_status fmu_import_find(const fmu_import *f, const char *name, bool input, unsigned *reference,
                            lash_error *error) {
  xmlNodePtr list = description_child(xmlDocGetRootElement(f->document), "ModelVariables");
  for (xmlNodePtr v = xmlFirstElementChild(list); v; v = xmlNextElementSibling(v)) {
    char *own = description_attribute(v, "name");
    const bool found = own && strcmp(own, name) == 0;
    xmlFree(own);
    if (!found) continue;
    const bool real = f->version == 2 ? description_child(v, "Real") != NULL
                                      : strcmp((const char *)v->name, "Float64") == 0 &&
                                            !description_child(v, "Dimension");
    char *causality = description_attribute(v, "causality"),
         *number = description_attribute(v, "valueReference");
    const bool fits = causality && (strcmp(causality, "input") == 0) == input;
    *reference = number ? (unsigned)strtoul(number, NULL, 10) : 0;
    xmlFree(causality);
    xmlFree(number);
    if (real && fits) return LASH_OK;
    return lash_fail(error, LASH_BAD_INPUT, "%s: %s is not %s", f->file, name,
                     !real   ? "a real scalar"
                     : input ? "an input"
                             : "an output");
  }
  return lash_fail(error, LASH_BAD_INPUT, "%s has no variable %s", f->file, name);
}

/* Both versions count statuses alike; up to a warning it has worked. */
static lash_status ends(const fmu_import *f, int status, const char *what, lash_error *error) {
  if (status <= fmi3Warning) return LASH_OK;
  return lash_fail(error, LASH_FAILURE, "%s fails in %s: %s", f->file, what,
                   f->said[0] ? f->said : "it does not say why");
}

static int initialise(const fmu_import *f, double start, double stop) {
  int status;
  if (f->version == 2) {
    status = (int)f->two.fmi2SetupExperiment(f->instance, fmi2False, 0, start, fmi2True, stop);
    if (status <= fmi2Warning) status = (int)f->two.fmi2EnterInitializationMode(f->instance);
    if (status <= fmi2Warning) status = (int)f->two.fmi2ExitInitializationMode(f->instance);
  } else {
    status = (int)f->three.fmi3EnterInitializationMode(f->instance, false, 0, start, true, stop);
    if (status <= fmi3Warning) status = (int)f->three.fmi3ExitInitializationMode(f->instance);
  }
  return status;
}

lash_status fmu_import_start(fmu_import *f, double start, double stop, lash_error *error) {
  int status;
  THEIRS(status = initialise(f, start, stop));
  f->running = status <= fmi3Warning;
  return ends(f, status, "initialisation", error);
}

lash_status fmu_import_set(fmu_import *f, unsigned reference, double value, lash_error *error) {
  int status;
  if (f->version == 2)
    THEIRS(status = (int)f->two.fmi2SetReal(f->instance, &reference, 1, &value));
  else
    THEIRS(status = (int)f->three.fmi3SetFloat64(f->instance, &reference, 1, &value, 1));
  return ends(f, status, "setting an input", error);
}

lash_status fmu_import_get(fmu_import *f, unsigned reference, double *value, lash_error *error) {
  double room[1 + GUARD_WORDS] = {0};
  int status;
  guard_words_plant(room + 1);
  if (f->version == 2)
    THEIRS(status = (int)f->two.fmi2GetReal(f->instance, &reference, 1, room));
  else
    THEIRS(status = (int)f->three.fmi3GetFloat64(f->instance, &reference, 1, room, 1));
  if (guard_words_trampled(room + 1))
    return lash_fail(error, LASH_FAILURE, "%s gives more numbers than the one it was asked for",
                     f->file);
  *value = room[0];
  return ends(f, status, "reading an output", error);
}

lash_status fmu_import_step(fmu_import *f, double from, double size, bool *over,
                            lash_error *error) {
  *over = false;
  if (f->version == 2) {
    fmi2Status status;
    THEIRS(status = f->two.fmi2DoStep(f->instance, from, size, fmi2True));
    *over = status == fmi2Discard;
    return *over ? LASH_OK : ends(f, (int)status, "a step", error);
  }
  fmi3Boolean event, early;
  fmi3Boolean end = false;
  double reached;
  fmi3Status status;
  THEIRS(status =
             f->three.fmi3DoStep(f->instance, from, size, true, &event, &end, &early, &reached));
  *over = end;
  return ends(f, (int)status, "a step", error);
}
