/* Output options that several commands share. */
#include "output_options.h"

#include "gnuplot.h"

enum { OPTION_JSON = 2000, OPTION_CSV, OPTION_PLOT };

static const struct argp_option options[] = {
    {"json", OPTION_JSON, NULL, 0, "Print one JSON value", 10},
    {"csv", OPTION_CSV, NULL, 0, "Print the curve as comma-separated values", 10},
    {"plot", OPTION_PLOT, "FILE", 0, "Draw the curve to FILE.svg, .pdf or .png", 10},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  show_options *show = state->input;
  switch (key) {
    case OPTION_JSON:
      show->json = true;
      return 0;
    case OPTION_CSV:
      show->csv = true;
      return 0;
    case OPTION_PLOT:
      show->plot = arg;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

const struct argp show_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};

lash_status show_check(const show_options *show, lash_error *error) {
  if (show->json && show->csv) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "--json and --csv both write to standard output: give one");
  }
  return show->plot ? gnuplot_check_name("--plot", show->plot, error) : LASH_OK;
}
