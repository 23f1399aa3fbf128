/* One file and --json. */
#include "one_file.h"

#include "option_keys.h"

const struct argp_option one_file_options[] = {
    {"json", OPTION_TRUE(one_file, json), NULL, 0, "Print JSON", 0}, {0}};

error_t one_file_parse(int key, char *arg, struct argp_state *state) {
  one_file *a = state->input;
  if (option_take(one_file_options, key, arg, a, NULL)) return 0;
  switch (key) {
    case ARGP_KEY_ARG:
      if (state->arg_num) argp_error(state, "one %s at a time", a->what);
      a->file = arg;
      return 0;
    case ARGP_KEY_NO_ARGS:
      argp_error(state, "name a %s", a->what);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}
