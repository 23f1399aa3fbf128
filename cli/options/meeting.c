/* Two bodies that meet. */
#include "meeting.h"

static const struct argp_option options[] = {
    {"law", 'l', "NAME", 0, "Contact law (`lash laws --kind contact`, `--kind line`)", 0},
    {"set", 's', "NAME=VALUE", 0, "Parameter of the law, as often as needed", 0},
    {"mass", 'm', "KG", 0, "Mass of the first body (default 1)", 0},
    {"mass2", 'M', "KG", 0, "Mass of the second body (default: it does not move)", 0},
    {"speed", 'v', "M/S", 0, "Speed at which they meet (default 1)", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  meeting *m = state->input;
  const struct {
    int key;
    const char *name;
    double *value;
  } numbers[] = {
      {'m', "--mass", &m->mass}, {'M', "--mass2", &m->mass2}, {'v', "--speed", &m->speed}};
  if (key == 'l') {
    m->law = arg;
    return 0;
  }
  if (key == 's') {
    if (m->status == LASH_OK) m->status = cli_settings_add(&m->settings, arg, false, &m->error);
    return 0;
  }
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    if (numbers[i].key != key) continue;
    if (m->status == LASH_OK) {
      m->status = cli_positive(numbers[i].name, arg, numbers[i].value, &m->error);
    }
    return 0;
  }
  return ARGP_ERR_UNKNOWN;
}

const struct argp meeting_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};

double meeting_mass(const meeting *m) {
  return m->mass2 > 0 ? m->mass * m->mass2 / (m->mass + m->mass2) : m->mass;
}
