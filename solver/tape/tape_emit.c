/* Machine code for x86-64. */
#include "tape_emit.h"

struct tape_code {
  tape_entry entry;
  size_t size;
};

const char *tape_emit(const lash_program *program, tape_code **made) {
  (void)program;
  *made = NULL;
  return "no emitter for this processor";
}

tape_entry tape_code_entry(const tape_code *code) { return code->entry; }
size_t tape_code_size(const tape_code *code) { return code ? code->size : 0; }
void tape_code_free(tape_code *code) { (void)code; }
unsigned lash_tape_best_lanes(void) { return 1; }
