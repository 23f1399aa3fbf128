/* The datasets of the tree, which of them qualify for the compiled engine, and why others do not.
 */
#ifndef RECORD_DATASETS_H
#define RECORD_DATASETS_H

typedef struct dataset {
  const char *path;   /* from the top of the tree */
  const char *reason; /* words of the refusal; NULL: it qualifies */
} dataset;

static const dataset datasets[] = {
    {"examples/embedding.adm", NULL},
    {"tests/hosts/models/clearance.adm", NULL},
    {"tests/hosts/models/forces.adm", NULL},
    {"tests/hosts/models/four_bar.adm", NULL},
    {"tests/hosts/models/pendulum.adm", NULL},
    {"tests/hosts/models/points.adm", NULL},
    {"tests/hosts/models/rssr_clearance.adm", NULL},
    {"tests/hosts/models/rssr_ideal.adm", NULL},
    {"tests/hosts/models/slider_crank.adm", NULL},
    {"tests/hosts/models/slider_crank_clearance.adm", NULL},
    {"tests/hosts/models/spring.adm", NULL},
    {"tests/hosts/models/steps.adm", NULL},
    {"tests/mechanics/models/coincident.adm", NULL},
    {"tests/mechanics/models/everything_between.adm", NULL},
    {"tests/mechanics/models/spinning.adm", NULL},
    {"tests/solver/data/andrews.adm", NULL},
    {"tests/solver/data/bricard.adm", NULL},
    {"tests/solver/data/distance_chain.adm", NULL},
    {"tests/solver/data/distance_long_arm.adm", NULL},
    {"tests/solver/data/eccentric_rotor.adm", NULL},
    {"tests/solver/data/everything.adm", NULL},
    {"tests/solver/data/flexible_slider_crank.adm", NULL},
    {"tests/solver/data/flexible_slider_crank_beam.adm", NULL},
    {"tests/solver/data/flexible_slider_crank_modal.adm", NULL},
    {"tests/solver/data/four_bars.adm", NULL},
    {"tests/solver/data/governor.adm", NULL},
    {"tests/solver/data/slider_crank.adm", NULL},
    {"tests/solver/data/spinning_hooke.adm", NULL},
    {"tests/solver/data/spinning_spherical.adm", NULL},
    {"tests/solver/data/spinning_universal.adm", NULL},
    {"validation/impact_pendulum/impact_pendulum.adm", NULL},
    {"validation/mobile_five_bar/mobile_five_bar.adm", NULL},
    {"validation/press/crankshaft.adm", NULL},
    {"validation/press/press.adm", NULL},
    {"validation/press/press_flexible.adm", NULL},
    {"validation/press/press_host_states.adm", NULL},
    {"validation/press/press_slider_crank.adm", NULL},
    {"validation/press/stiffness.adm", NULL},
    {"validation/rssr/rssr.adm", NULL},
    {"validation/rssr/rssr_driven.adm", NULL},
    {"validation/rssr/stiffness.adm", NULL},
    {"validation/slider_crank/slider_crank.adm", NULL},
    {"validation/slider_crank_clearance/slider_crank_clearance.adm", NULL},
    {"validation/three_rrpar/three_rrpar.adm", NULL},
    {"validation/three_rrpar/three_rrpar_flexible.adm", NULL},
    {"validation/three_ups_s/three_ups_s.adm", NULL},
};

enum { DATASETS = sizeof datasets / sizeof datasets[0] };

#endif
