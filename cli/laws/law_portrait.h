/* The portrait of a law: what people draw of it first. */
#ifndef LASH_CLI_LAW_PORTRAIT_H
#define LASH_CLI_LAW_PORTRAIT_H

#include "lash_contact.h"
#include "lash_friction.h"

/* Force over penetration in impacts of 1 kg at three speeds. */
lash_status portrait_contact(const lash_contact *law, const char *file, lash_error *error);

/* Force over sliding velocity in slow and fast cycles under 10 N, states included. */
lash_status portrait_friction(const lash_friction *law, const char *file, lash_error *error);

#endif
