/* Looking at a run now and then: between outputs, once per period, whenever something crosses a
 * level. What bifurcation diagrams and Poincare sections are made of.
 *
 * Between outputs a curve is the cubic through the four nearest ones: take outputs close enough
 * together, and outputs that fall on the instants asked for where they are known beforehand
 * (output_step = period / n): those are exact. */
#ifndef LASH_POINCARE_H
#define LASH_POINCARE_H

#include "lash_study.h"

/* Column c at time t; NAN outside of the run. */
double lash_record_at(const lash_record *record, size_t c, double t);

/* Column c at from, from + period, …, as long as the run lasts; at most `room`. How many there are.
 */
size_t lash_record_strobe(const lash_record *record, size_t c, double from, double period,
                          double *samples, size_t room);

/* Instants from `from` on at which column c crosses a level, rising (1), falling (-1) or either way
 * (0); at most `room`. How many there are. */
size_t lash_record_crossings(const lash_record *record, size_t c, double level, int direction,
                             double from, double *times, size_t room);

/* After how many samples a sequence repeats: the least k up to `most` for which all samples agree
 * with those k later within `tolerance`, at least twice over; 0 when there is none. */
size_t lash_repeats(const double *samples, size_t count, size_t most, double tolerance);

/* One column of a bifurcation diagram: the run with output once per period, the first `skip` left
 * out, `keep` kept. `samples` gets keep values per column of the study's measures, one after the
 * other: samples[k * columns + c]. The run starts at `state` if that is not NULL and `carry` is set
 * (the end of the run at a neighbouring value), and leaves its end there: malloc'ed, of the size of
 * the system's y; begin with a NULL pointer and free it in the end. Time starts anew each time, so
 * skip + keep periods of the drive lead back to its phase; impact memory starts empty. */
typedef struct lash_strobe {
  double period;
  size_t skip, keep;
  bool carry;
  size_t outputs; /* per period, to find the range from; 0: one */
  double *range;  /* gets greatest less least of each column over the kept periods; may be NULL */
} lash_strobe;

lash_status lash_strobe_point(const lash_study *study, const lash_strobe *strobe,
                              const lash_names *names, const lash_texts_list *more, double *samples,
                              double **state, lash_error *error);

#endif
