#include "user.h"

lash_status lash_user_add(lash_system *system, const lash_user_source *source, int *index,
                          lash_error *error) {
  *index = -1;
  return lash_fail(error, LASH_UNSUPPORTED, "%s:%d: %s: user subroutines are not offered here",
                   system->file, source->line, source->owner);
}
void lash_user_clear(lash_system *system) { (void)system; }
double lash_user_scalar(lash_system *system, int index) {
  (void)system, (void)index;
  return 0;
}
void lash_user_vector(lash_system *system, int index, double *result) {
  (void)system, (void)index, (void)result;
}
void lash_user_motion(lash_system *system, int index, double t, double jet[3]) {
  (void)system, (void)index, (void)t, (void)jet;
}
void lash_user_field(lash_system *system, int index, double displacement[6], double rate[6],
                     double local[6]) {
  (void)system, (void)index, (void)displacement, (void)rate, (void)local;
}
void lash_user_request(lash_system *system, int index, double values[8]) {
  (void)system, (void)index, (void)values;
}

void lash_user_commit(lash_system *system) { (void)system; }
size_t lash_user_memory_size(const lash_system *system) {
  (void)system;
  return 0;
}
void lash_user_save(const lash_system *system, void *buffer) {
  (void)system;
  (void)buffer;
}
lash_status lash_user_restore(lash_system *system, const void *buffer, size_t size,
                              lash_error *error) {
  (void)system;
  (void)buffer;
  (void)size;
  (void)error;
  return LASH_OK;
}
