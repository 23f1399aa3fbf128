#include "force.h"
void lash_contact_load(lash_system *system, lash_force *force, lash_load *load) {
  (void)system;
  (void)force;
  (void)load;
}
void lash_contact_clear(lash_force *force) { (void)force; }

double lash_contact_gap(lash_system *system, lash_force *force) {
  (void)system;
  (void)force;
  return 1;
}
void lash_contact_commit(lash_system *system, lash_force *force) {
  (void)system;
  (void)force;
}
double *lash_contact_memory(lash_force *force, size_t *count) {
  (void)force;
  *count = 0;
  return NULL;
}
