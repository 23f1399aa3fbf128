/* The datasets of the tree, which of them qualify for the compiled engine, and why others do not.
 */
#ifndef RECORD_DATASETS_H
#define RECORD_DATASETS_H

#include "integrate_helper.h"

typedef struct dataset {
  const char *path;    /* from the top of the tree */
  const char *reason;  /* words of the refusal; NULL: it qualifies */
  const char *without; /* statements left out, "JPRIM/1 GFORCE/2"; may be NULL */
} dataset;

/* tests/mechanics/models/coincident.adm is not among them: it is there to be refused by every
 * engine. */
static const dataset datasets[] = {
    {"examples/embedding.adm", "user subroutine", NULL},
    {"tests/hosts/models/clearance.adm", NULL, NULL},
    {"tests/hosts/models/forces.adm", "user subroutine", NULL},
    {"tests/hosts/models/four_bar.adm", NULL, NULL},
    {"tests/hosts/models/pendulum.adm", NULL, NULL},
    {"tests/hosts/models/points.adm", NULL, NULL},
    {"tests/hosts/models/rssr_clearance.adm", NULL, NULL},
    {"tests/hosts/models/rssr_ideal.adm", NULL, NULL},
    {"tests/hosts/models/slider_crank.adm", "no degree of freedom", NULL},
    {"tests/hosts/models/slider_crank_clearance.adm", NULL, NULL},
    {"tests/hosts/models/spring.adm", "user subroutine", NULL},
    {"tests/hosts/models/steps.adm", "told every step", NULL},
    {"tests/mechanics/models/everything_between.adm", "angles other than", NULL},
    {"tests/mechanics/models/spinning.adm", NULL, NULL},
    {"tests/solver/data/andrews.adm", NULL, NULL},
    {"tests/solver/data/bricard.adm", NULL, NULL},
    {"tests/solver/data/distance_chain.adm", "GCON", NULL},
    {"tests/solver/data/distance_long_arm.adm", "GCON", NULL},
    {"tests/solver/data/eccentric_rotor.adm", NULL, NULL},
    {"tests/solver/data/everything.adm", "told every step", NULL},
    {"tests/solver/data/flexible_slider_crank.adm", "flexible bodies", NULL},
    {"tests/solver/data/flexible_slider_crank_beam.adm", "flexible bodies", NULL},
    {"tests/solver/data/flexible_slider_crank_modal.adm", "flexible bodies", NULL},
    {"tests/solver/data/four_bars.adm", NULL, NULL},
    {"tests/solver/data/governor.adm", NULL, NULL},
    {"tests/solver/data/slider_crank.adm", NULL, NULL},
    {"tests/solver/data/spinning_hooke.adm", NULL, NULL},
    {"tests/solver/data/spinning_spherical.adm", NULL, NULL},
    {"tests/solver/data/spinning_universal.adm", NULL, NULL},
    {"validation/impact_pendulum/impact_pendulum.adm", "user subroutine", NULL},
    {"validation/mobile_five_bar/mobile_five_bar.adm", "no degree of freedom", NULL},
    {"validation/press/crankshaft.adm", "flexible bodies", NULL},
    {"validation/press/press.adm", "no degree of freedom", NULL},
    {"validation/press/press_flexible.adm", "flexible bodies", NULL},
    {"validation/press/press_host_states.adm", "user subroutine", NULL},
    {"validation/press/press_slider_crank.adm", "CONTACT", NULL},
    {"validation/press/stiffness.adm", "no degree of freedom", NULL},
    {"validation/rssr/rssr.adm", NULL, NULL},
    {"validation/rssr/rssr_driven.adm", NULL, NULL},
    {"validation/rssr/stiffness.adm", "no degree of freedom", NULL},
    {"validation/slider_crank/slider_crank.adm", "no degree of freedom", NULL},
    {"validation/slider_crank_clearance/slider_crank_clearance.adm", "no degree of freedom", NULL},
    {"validation/three_rrpar/three_rrpar.adm", "no degree of freedom", NULL},
    {"validation/three_rrpar/three_rrpar_flexible.adm", "flexible bodies", NULL},
    {"validation/three_ups_s/three_ups_s.adm", "no degree of freedom", NULL},
    /* with clearance, as the validation runs them */
    {"validation/slider_crank_clearance/slider_crank_clearance.adm", NULL, "JPRIM/1"},
    {"validation/press/press.adm", NULL, "GFORCE/3 JPRIM/1 JPRIM/2"},
    {"validation/three_rrpar/three_rrpar.adm", NULL, "JPRIM/13 JPRIM/33"},
    {"validation/mobile_five_bar/mobile_five_bar.adm", NULL,
     "JOINT/8 MOTION/8 VFORCE/8 VFORCE/9 MOTION/2 MOTION/5"},
};

enum { DATASETS = sizeof datasets / sizeof datasets[0] };

/* The dataset assembled, without what is left out. */
static inline mechanism load_dataset(const dataset *d) {
  char path[1024], list[256], *rest = list;
  snprintf(path, sizeof path, "%s/%s", LASH_TREE, d->path);
  snprintf(list, sizeof list, "%s", d->without ? d->without : "");
  mechanism m = load_path(path);
  for (char *word; (word = strtok_r(rest, " ", &rest));) {
    char *slash = strchr(word, '/');
    *slash = '\0';
    OK(lash_system_activate(m.system, word, atoi(slash + 1), false, &error));
  }
  lash_system_initial(m.system, &m.t, m.y);
  OK(lash_system_assemble(m.system, m.t, m.y, NULL, &error));
  OK(lash_system_commit(m.system, &error));
  return m;
}

#endif
