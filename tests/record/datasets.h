/* The datasets of the tree, which of them qualify for the compiled engine, and why others do not.
 */
#ifndef RECORD_DATASETS_H
#define RECORD_DATASETS_H

#include "integrate_helper.h"

typedef struct dataset {
  const char *path;    /* from the top of the tree */
  const char *reason;  /* words of the refusal; NULL: it qualifies */
  const char *without; /* statements left out, "JPRIM/1 GFORCE/2"; may be NULL */
  double end;          /* of a run that compares the engines; 0: none */
  double error;        /* of that run; 0: 1e-11 */
  double agree;        /* what is asked for, of ranges, where error is not all; 0: 1e-9 */
} dataset;

/* tests/mechanics/models/coincident.adm is not among them: it is there to be refused by every
 * engine. */
static const dataset datasets[] = {
    {"examples/embedding.adm", NULL, NULL, 0.05, 1e-12, 0},
    {"tests/hosts/models/cam_follower.adm", NULL, NULL, 0.002, 1e-12, 0},
    {"tests/hosts/models/cam_roller.adm", NULL, NULL, 0.002, 1e-12, 0},
    {"tests/hosts/models/clearance.adm", NULL, NULL, 0.02, 1e-12, 0},
    {"tests/hosts/models/forces.adm", NULL, NULL, 0.05, 0, 0},
    {"tests/hosts/models/four_bar.adm", NULL, NULL, 0.5, 0, 0},
    {"tests/hosts/models/gear_pair.adm", NULL, NULL, 0.005, 1e-12, 0},
    {"tests/hosts/models/guide_slider.adm", NULL, NULL, 0.005, 1e-12, 0},
    {"tests/hosts/models/oil_in_the_pin.adm", NULL, NULL, 0.0005, 1e-12, 0},
    {"tests/hosts/models/pendulum.adm", NULL, NULL, 1, 0, 0},
    {"tests/hosts/models/points.adm", NULL, NULL, 0.5, 0, 0},
    {"tests/hosts/models/rolling_ball.adm", NULL, NULL, 0.02, 1e-12, 0},
    {"tests/hosts/models/rssr_clearance.adm", NULL, NULL, 0.01, 1e-12, 0},
    {"tests/hosts/models/rssr_ideal.adm", NULL, NULL, 0.02, 0, 0},
    {"tests/hosts/models/slider_crank.adm", "no degree of freedom", NULL, 0, 0, 0},
    {"tests/hosts/models/slider_crank_clearance.adm", NULL, NULL, 0.001, 1e-12, 0},
    {"tests/hosts/models/spinning_drop.adm", NULL, NULL, 0.02, 1e-12, 0},
    {"tests/hosts/models/spring.adm", NULL, NULL, 0.05, 0, 0},
    {"tests/hosts/models/steps.adm", NULL, NULL, 0, 0, 0},
    {"tests/hosts/models/worn_pin.adm", NULL, NULL, 0.0005, 1e-12, 0},
    {"tests/mechanics/models/everything_between.adm", "angles other than", NULL, 0, 0, 0},
    {"tests/mechanics/models/spinning.adm", NULL, NULL, 0.02, 0, 0},
    {"tests/solver/data/andrews.adm", NULL, NULL, 0.02, 0, 0},
    {"tests/solver/data/bricard.adm", NULL, NULL, 0.5, 0, 0},
    {"tests/solver/data/distance_chain.adm", "GCON", NULL, 0, 0, 0},
    {"tests/solver/data/distance_long_arm.adm", "GCON", NULL, 0, 0, 0},
    {"tests/solver/data/eccentric_rotor.adm", NULL, NULL, 0.02, 0, 0},
    {"tests/solver/data/everything.adm", "CONTACT", NULL, 0, 0, 0},
    {"tests/solver/data/flexible_slider_crank.adm", "flexible bodies", NULL, 0, 0, 0},
    {"tests/solver/data/flexible_slider_crank_beam.adm", "flexible bodies", NULL, 0, 0, 0},
    {"tests/solver/data/flexible_slider_crank_modal.adm", "flexible bodies", NULL, 0, 0, 0},
    {"tests/solver/data/four_bars.adm", NULL, NULL, 0.5, 0, 0},
    {"tests/solver/data/governor.adm", NULL, NULL, 0.02, 1e-12, 0},
    {"tests/solver/data/slider_crank.adm", NULL, NULL, 0.5, 0, 0},
    {"tests/solver/data/spinning_hooke.adm", NULL, NULL, 0.02, 0, 0},
    {"tests/solver/data/spinning_spherical.adm", NULL, NULL, 0.02, 0, 0},
    {"tests/solver/data/spinning_universal.adm", NULL, NULL, 0.02, 0, 0},
    {"validation/impact_pendulum/impact_pendulum.adm", NULL, NULL, 0.2, 1e-12, 0},
    {"validation/library/ball_to_rest/ball.adm", NULL, NULL, 0.25, 1e-12, 0},
    {"validation/library/bowling_ball/ball.adm", NULL, NULL, 0.1, 1e-12, 0},
    {"validation/library/cam_follower/cam.adm", NULL, NULL, 0.0005, 1e-12, 0},
    {"validation/library/cam_follower/dwell.adm", NULL, NULL, 0.0005, 1e-12, 0},
    {"validation/library/chain_of_balls/chain_10.adm", NULL, NULL, 0.0004, 1e-12, 0},
    {"validation/library/chain_of_balls/chain_5.adm", NULL, NULL, 0.0004, 1e-12, 0},
    {"validation/library/chain_of_balls/chain_60.adm", NULL, NULL, 0.0002, 1e-12, 0},
    {"validation/library/coulomb_oscillators/forced.adm", NULL, NULL, 0.2, 1e-12, 0},
    {"validation/library/coulomb_oscillators/free.adm", NULL, NULL, 0.2, 1e-12, 0},
    {"validation/library/creep/block.adm", NULL, NULL, 0.1, 1e-12, 0},
    {"validation/library/elastic_impact/sphere_plane.adm", NULL, NULL, 0.01, 1e-12, 0},
    {"validation/library/elastic_impact/two_spheres.adm", NULL, NULL, 0.01, 1e-12, 0},
    {"validation/library/flexible_slider_crank/rod.adm", "flexible bodies", NULL, 0, 0, 0},
    {"validation/library/gear_backlash/gears.adm", NULL, NULL, 0.2, 1e-12, 0},
    {"validation/library/gear_rattle/gears.adm", NULL, NULL, 0.01, 1e-12, 0},
    {"validation/library/governor/governor.adm", NULL, NULL, 0.02, 1e-12, 0},
    {"validation/library/guide_joint/slider_crank.adm", NULL, NULL, 0.003, 1e-12, 0},
    {"validation/library/heavy_top/top.adm", NULL, NULL, 0.1, 1e-12, 0},
    {"validation/library/oil_in_the_pin/pin.adm", "no degree of freedom", NULL, 0, 0, 0},
    {"validation/library/painleve_rod/painleve_rod.adm", NULL, NULL, 0.005, 1e-12, 0},
    {"validation/library/pin_clearance/pin.adm", NULL, NULL, 0.003, 1e-12, 0},
    {"validation/library/restitution_series/between.adm", NULL, NULL, 0.1, 1e-12, 0},
    {"validation/library/rocking_block/free_corner.adm", "CONTACT", NULL, 0, 0, 0},
    {"validation/library/rocking_block/housner.adm", "CONTACT", NULL, 0, 0, 0},
    {"validation/library/rocking_block/housner_poisson.adm", "CONTACT", NULL, 0, 0, 0},
    {"validation/library/rod_on_floor/rod_45.adm", NULL, NULL, 0.002, 1e-12, 0},
    {"validation/library/rod_on_floor/rod_60.adm", NULL, NULL, 0.05, 1e-12, 0},
    {"validation/library/rolling_ball/ball.adm", NULL, NULL, 0.02, 1e-12, 0},
    {"validation/library/row_of_four_bars/row.adm", NULL, NULL, 0.5, 1e-12, 0},
    {"validation/library/slider_crank_guide/slider_crank_guide.adm", "CONTACT", NULL, 0, 0, 0},
    {"validation/library/slopes/ball.adm", NULL, NULL, 0.02, 1e-12, 0},
    {"validation/library/slopes/block.adm", NULL, NULL, 0.1, 1e-12, 0},
    {"validation/library/spinning_ball/ball.adm", NULL, NULL, 0.05, 1e-12, 0},
    {"validation/library/tippe_top/top.adm", NULL, NULL, 0.02, 1e-12, 0},
    {"validation/library/universal_joint/shafts.adm", NULL, NULL, 0.005, 1e-12, 0},
    {"validation/library/vibrating_table/table.adm", NULL, NULL, 0.02, 1e-12, 0},
    {"validation/library/woodpecker/woodpecker.adm", "the measure CONTACT", NULL, 0, 0, 0},
    {"validation/library/worn_pin/pin.adm", "no degree of freedom", NULL, 0, 0, 0},
    {"validation/mobile_five_bar/mobile_five_bar.adm", "no degree of freedom", NULL, 0, 0, 0},
    {"validation/press/crankshaft.adm", "flexible bodies", NULL, 0, 0, 0},
    {"validation/press/press.adm", "no degree of freedom", NULL, 0, 0, 0},
    {"validation/press/press_flexible.adm", "flexible bodies", NULL, 0, 0, 0},
    {"validation/press/press_host_states.adm", "GSE", NULL, 0, 0, 0},
    {"validation/press/press_slider_crank.adm", "CONTACT", NULL, 0, 0, 0},
    {"validation/press/stiffness.adm", "no degree of freedom", NULL, 0, 0, 0},
    {"validation/rssr/rssr.adm", NULL, NULL, 0.005, 1e-12, 0},
    {"validation/rssr/rssr_driven.adm", NULL, NULL, 0.02, 0, 0},
    {"validation/rssr/stiffness.adm", "no degree of freedom", NULL, 0, 0, 0},
    {"validation/slider_crank/slider_crank.adm", "no degree of freedom", NULL, 0, 0, 0},
    {"validation/slider_crank_clearance/slider_crank_clearance.adm", "no degree of freedom", NULL,
     0, 0, 0},
    {"validation/three_rrpar/three_rrpar.adm", "no degree of freedom", NULL, 0, 0, 0},
    {"validation/three_rrpar/three_rrpar_flexible.adm", "flexible bodies", NULL, 0, 0, 0},
    {"validation/three_ups_s/three_ups_s.adm", "no degree of freedom", NULL, 0, 0, 0},
    {"validation/three_ups_s/three_ups_s_platform.adm", "no degree of freedom", NULL, 0, 0, 0},
    /* with clearance, as the validation runs them */
    {"validation/slider_crank_clearance/slider_crank_clearance.adm", NULL, "JPRIM/1", 0.001, 1e-12,
     0},
    {"validation/library/oil_in_the_pin/pin.adm", NULL, "JPRIM/1", 0.0005, 1e-12, 0},
    {"validation/library/worn_pin/pin.adm", NULL, "JPRIM/1", 0.0005, 1e-12, 0},
    {"validation/press/press.adm", NULL, "GFORCE/3 JPRIM/1 JPRIM/2", 0.005, 1e-12, 0},
    /* motion to 1e-9; bending moments of its parallelograms are shared among twelve redundant rows
     * and carry their round-off */
    {"validation/three_rrpar/three_rrpar.adm", NULL, "JPRIM/13 JPRIM/33", 0.02, 1e-12, 1e-5},
    {"validation/mobile_five_bar/mobile_five_bar.adm", NULL,
     "JOINT/8 MOTION/8 VFORCE/8 VFORCE/9 MOTION/2 MOTION/5", 0.02, 0, 0},
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
