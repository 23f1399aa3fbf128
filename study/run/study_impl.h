/* What making a point and running it share. */
#ifndef LASH_STUDY_IMPL_H
#define LASH_STUDY_IMPL_H

#include "lash_study.h"

/* The dataset with a point's settings, or of its ideal mechanism; to be freed in every case. */
lash_status study_make_model(const lash_study *study, const lash_names *names,
                             const lash_texts_list *more, bool ideal, lash_model *model,
                             lash_error *error);

/* The options of a point, formulas of times filled in. */
lash_status study_settle_times(const lash_study *study, const lash_names *names,
                               lash_session_options *run, double *from, lash_error *error);

/* Options of a run in memory with these columns. */
lash_session_options study_settled(const lash_session_options *options,
                                   const lash_columns *columns);

#endif
