/* What REQUESTs and VARIABLEs show, as terms of a record's list: for printed C, where there is no
 * system to ask. */
#ifndef LASH_SOLVER_RECORD_REQUEST_H
#define LASH_SOLVER_RECORD_REQUEST_H

#include "record.h"
#include "tape.h"

/* Column 0 … 7 of a REQUEST, by its index in the system, and VARIABLE with this id.
 * LASH_UNSUPPORTED where there is no term: reactions of joints, yaw, pitch and roll, what users'
 * routines and splines say. */
lash_status lash_recording_column(lash_recording *record, size_t request, size_t column,
                                  lash_term *value, lash_error *error);
lash_status lash_recording_variable(lash_recording *record, int id, lash_term *value,
                                    lash_error *error);

/* Contacts that are recorded: whether one touches (1 or 0), and its approach speed in the system's
 * units. */
size_t lash_recording_contacts(const lash_recording *record);
void lash_recording_contact(lash_recording *record, size_t contact, lash_term *touches,
                            lash_term *v0);

#endif
