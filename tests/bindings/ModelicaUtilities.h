/* The part of Modelica's header that external functions of ours use; a tool brings its own. */
#ifndef MODELICA_UTILITIES_H
#define MODELICA_UTILITIES_H
void ModelicaError(const char *text) __attribute__((noreturn));
#endif
