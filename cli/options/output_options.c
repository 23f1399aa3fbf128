/* Output options that several commands share. */
#include "output_options.h"

#include "gnuplot.h"
#include "option_keys.h"

static const struct argp_option options[] = {
    {"json", OPTION_TRUE(show_options, json), NULL, 0, "Print one JSON value", 10},
    {"csv", OPTION_TRUE(show_options, csv), NULL, 0, "Print the curve as comma-separated values",
     10},
    {"plot", OPTION_TEXT(show_options, plot), "FILE", 0, "Draw the curve to FILE.svg, .pdf or .png",
     10},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  return option_take(options, key, arg, state->input, NULL) ? 0 : ARGP_ERR_UNKNOWN;
}

const struct argp show_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};
const struct argp_child show_children[] = {{&show_argp, 0, NULL, 0}, {0}};

lash_status show_check(const show_options *show, lash_error *error) {
  if (show->json && show->csv) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "--json and --csv both write to standard output: give one");
  }
  return show->plot ? gnuplot_check_name("--plot", show->plot, error) : LASH_OK;
}
