/* A binary of an FMU and its functions, for a loop of one's own:
 *
 *   void *binary = fmi_open("binaries/linux64/joint.so");      NULL: it cannot be loaded
 *   const fmi2_functions fmu = fmi2_load(binary);              what it does not have is NULL
 *   fmi2Component c = fmu.fmi2Instantiate(…);
 *   fmi_close(binary);
 *
 * and the same for 3.0. docs/fmi.md has an example. */
#ifndef LASH_FMI_LOAD_H
#define LASH_FMI_LOAD_H

#include <string.h>

#include "lash_fmi2.h"
#include "lash_fmi3.h"

#ifdef _WIN32
#include <windows.h>
static inline void *fmi_open(const char *file) { return (void *)LoadLibraryA(file); }
static inline void fmi_close(void *binary) { FreeLibrary((HMODULE)binary); }
static inline void fmi_find(void *binary, const char *name, void *to, size_t size) {
  const FARPROC at = GetProcAddress((HMODULE)binary, name);
  memcpy(to, &at, size);
}
#else
#include <dlfcn.h>
static inline void *fmi_open(const char *file) { return dlopen(file, RTLD_NOW | RTLD_LOCAL); }
static inline void fmi_close(void *binary) { dlclose(binary); }
static inline void fmi_find(void *binary, const char *name, void *to, size_t size) {
  void *at = dlsym(binary, name);
  memcpy(to, &at, size);
}
#endif

#define FMI_MEMBER(result, name, parameters) name##TYPE *name;
#define FMI_FIND(result, name, parameters)   fmi_find(binary, #name, &fmu.name, sizeof fmu.name);

typedef struct fmi2_functions {
  FMI2_FUNCTIONS(FMI_MEMBER)
} fmi2_functions;
static inline fmi2_functions fmi2_load(void *binary) {
  fmi2_functions fmu;
  FMI2_FUNCTIONS(FMI_FIND)
  return fmu;
}

typedef struct fmi3_functions {
  FMI3_FUNCTIONS(FMI_MEMBER)
} fmi3_functions;
static inline fmi3_functions fmi3_load(void *binary) {
  fmi3_functions fmu;
  FMI3_FUNCTIONS(FMI_FIND)
  return fmu;
}

#endif
