/* Showing what a study of wear found. */
#ifndef LASH_CLI_WEAR_SHOW_H
#define LASH_CLI_WEAR_SHOW_H

#include <stdio.h>

#include "lash_wear_study.h"

/* Depths and volumes over cycles, and the balance. */
void wear_print(const lash_wear_result *result, FILE *out);
void wear_print_json(const lash_wear_result *result, FILE *out);

/* FOLDER/profile_ID.svg: depth over angle at some stages; FOLDER/cycles_ID.svg: over cycles. */
lash_status wear_draw(const lash_wear_result *result, const char *folder, lash_error *error);

#endif
