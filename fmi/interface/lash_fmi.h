/* What is made of the lists of functions in lash_fmi2.h and lash_fmi3.h: types, declarations. */
#ifndef LASH_FMI_H
#define LASH_FMI_H

#include <stddef.h>

#define FMI_TYPE(result, name, parameters) typedef result name##TYPE parameters;

/* Functions that a binary shows. */
#if defined(_WIN32)
#define FMI_EXPORT(result, name, parameters) __declspec(dllexport) result name parameters;
#else
#define FMI_EXPORT(result, name, parameters) \
  __attribute__((visibility("default"))) result name parameters;
#endif

/* Who links several FMUs' sources into one program defines a prefix for the names of each, as the
 * standard says: -DFMI2_FUNCTION_PREFIX=joint_ */
#define FMI_PREFIXED(prefix, result, name, parameters) \
  extern result name parameters __asm__(FMI_TEXT(prefix) #name);
#define FMI_TEXT(tokens)  FMI_TEXT_(tokens)
#define FMI_TEXT_(tokens) #tokens

#endif
