/* One file and --json. */
#include "one_file.h"

enum { OPTION_JSON = 1000 };

const struct argp_option one_file_options[] = {{"json", OPTION_JSON, NULL, 0, "Print JSON", 0},
                                               {0}};

error_t one_file_parse(int key, char *arg, struct argp_state *state) {
  one_file *a = state->input;
  switch (key) {
    case OPTION_JSON:
      a->json = true;
      return 0;
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
