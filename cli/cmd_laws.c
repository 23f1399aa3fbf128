/* lash laws: the catalogue. */
#include "cli.h"

static lash_status run(int argc, char **argv) {
  (void)argc, (void)argv;
  return LASH_OK;
}

const lash_command cmd_laws = {"laws", "list the contact and friction laws", run};
