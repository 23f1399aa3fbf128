/* An importer for tests: the functions of a binary, loaded by name as tools do. */
#ifndef LASH_TEST_IMPORTER_H
#define LASH_TEST_IMPORTER_H

#include "lash_fmi_load.h"
#include "unity.h"

typedef struct importer {
  void *handle;
  FMI3_FUNCTIONS(FMI_MEMBER) FMI2_FUNCTIONS(FMI_MEMBER)
} importer;

/* Asserts that all is there: ours have every function of both versions. */
static inline void importer_open(importer *i, const char *file) {
  void *binary = i->handle = fmi_open(file);
  importer fmu = {.handle = binary};
  TEST_ASSERT_NOT_NULL_MESSAGE(binary, "the binary cannot be loaded");
  FMI3_FUNCTIONS(FMI_FIND)
  FMI2_FUNCTIONS(FMI_FIND)
#define THERE(result, name, parameters) TEST_ASSERT_TRUE_MESSAGE(fmu.name, #name);
  FMI3_FUNCTIONS(THERE)
  FMI2_FUNCTIONS(THERE)
#undef THERE
  *i = fmu;
}

#endif
