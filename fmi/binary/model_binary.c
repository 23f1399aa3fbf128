/* A mechanism's binary: the solver with our routines linked in, so that it needs no file but its
 * resources, and two of them in a process do not meet. */
#include "lash_loader.h"
#include "model_unit.h"
#include "unit_of_binary.h"

/* Routines as a dataset names them; here only their addresses matter. */
/* clang-format off */
#define ROUTINES(X)                                                                               \
  X(Gfosub) X(Sfosub) X(Vfosub) X(Reqsub) X(Cbksub) X(Cffsub) X(Cnfsub) X(Difsub) X(Gsesub)       \
  X(Gse_deriv) X(Gse_output) X(Lash_spherical) X(Lash_revolute) X(Lash_point) X(Lash_gap)         \
  X(Lash_slide) X(Lash_request) X(Lash_callback_2017) X(gfosub_) X(sfosub_) X(vfosub_) X(reqsub_) \
  X(cbksub_) X(cffsub_) X(cnfsub_) X(difsub_) X(gsesub_) X(gse_deriv_) X(gse_output_)             \
  X(lash_spherical_) X(lash_revolute_) X(lash_point_) X(lash_gap_) X(lash_slide_)                 \
  X(lash_request_)
/* clang-format on */
#define DECLARE(name) extern void name(void);
#define ROW(name)     {#name, name},
ROUTINES(DECLARE)

static const struct lash_built_in_routine routines[] = {ROUTINES(ROW){NULL, NULL}};
static const lash_built_in library = {"lash_subroutines", routines};

const unit_class *unit_of_binary(bool exchange) {
  lash_loader_build_in(&library);
  return exchange ? &exchange_unit : &model_unit;
}
