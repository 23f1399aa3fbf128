/* What LAPACK asks of a Fortran run-time library, so that a binary needs none: joining texts for
 * the names of its own routines, and the report of a wrong argument, which cannot happen with
 * arguments of ours and would stop the importer's process. */
#include <string.h>

void xerbla_(const char *name, const int *argument, size_t length);
void xerbla_(const char *name, const int *argument, size_t length) {
  (void)name, (void)argument, (void)length;
}

void _gfortran_concat_string(size_t size, char *to, size_t a_size, const char *a, size_t b_size,
                             const char *b);
void _gfortran_concat_string(size_t size, char *to, size_t a_size, const char *a, size_t b_size,
                             const char *b) {
  const size_t first = a_size < size ? a_size : size;
  const size_t second = b_size < size - first ? b_size : size - first;
  memcpy(to, a, first);
  memcpy(to + first, b, second);
  memset(to + first + second, ' ', size - first - second);
}
