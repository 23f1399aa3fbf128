/* Two bodies that meet. */
#include "meeting.h"

#include "option_keys.h"

static const struct argp_option options[] = {
    {"law", OPTION_TEXT(meeting, law), "NAME", 0,
     "Contact law (`lash laws --kind contact`, `--kind line`)", 0},
    OPTION_LETTER('l'),
    {"set", OPTION_SETTING(meeting, settings), "NAME=VALUE", 0,
     "Parameter of the law, as often as needed", 0},
    OPTION_LETTER('s'),
    {"mass", OPTION_POSITIVE(meeting, mass), "KG", 0, "Mass of the first body (default 1)", 0},
    OPTION_LETTER('m'),
    {"mass2", OPTION_POSITIVE(meeting, mass2), "KG", 0,
     "Mass of the second body (default: it does not move)", 0},
    OPTION_LETTER('M'),
    {"speed", OPTION_POSITIVE(meeting, speed), "M/S", 0, "Speed at which they meet (default 1)", 0},
    OPTION_LETTER('v'),
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  meeting *m = state->input;
  return option_take(options, key, arg, m, &m->error) ? 0 : ARGP_ERR_UNKNOWN;
}

const struct argp meeting_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};

double meeting_mass(const meeting *m) {
  return m->mass2 > 0 ? m->mass * m->mass2 / (m->mass + m->mass2) : m->mass;
}
