/* Instructions of x86-64 that emitted code is made of, as bytes: three operands where the processor
 * has AVX, two (SSE2) elsewhere.
 *
 * A register is a number from 0 to 15. Code grows in `bytes`; numbers it needs (`x86_pool`) stand
 * in front of it, each four times so that any lanes can read it. When memory runs out `failed` is
 * set and nothing more happens. */
#ifndef LASH_SOLVER_TAPE_X86_H
#define LASH_SOLVER_TAPE_X86_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct x86_code {
  uint8_t *bytes;
  size_t count, room;
  unsigned lanes; /* 1, 2 or 4 doubles in a register */
  bool avx;       /* three operands; 4 lanes need it */
  bool failed;
} x86_code;

/* Where an operand is: a register, memory at a base register, or the pool. */
typedef struct x86_place {
  enum { X86_REGISTER, X86_MEMORY, X86_POOL } kind;
  int reg;      /* the register, or the base */
  int32_t disp; /* bytes from the base, or from the beginning of the pool */
} x86_place;

static inline x86_place x86_reg(int reg) { return (x86_place){X86_REGISTER, reg, 0}; }
static inline x86_place x86_mem(int base, int32_t disp) {
  return (x86_place){X86_MEMORY, base, disp};
}

/* General registers. */
enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R14 = 14, R15 = 15 };

/* Arithmetic on all lanes: bits of the opcode 0F xx. */
typedef enum x86_op {
  X86_ADD = 0x58,
  X86_MUL = 0x59,
  X86_SUB = 0x5c,
  X86_MIN = 0x5d,
  X86_DIV = 0x5e,
  X86_MAX = 0x5f,
  X86_SQRT = 0x51,
  X86_AND = 0x54,
  X86_ANDN = 0x55, /* not a, and b */
  X86_OR = 0x56,
  X86_XOR = 0x57,
  X86_COMPARE = 0xc2
} x86_op;

/* The pool comes first: make all entries before any instruction. */
x86_place x86_pool(x86_code *code, uint64_t bits);

/* to = a op b. b in memory must be aligned to its size without AVX, and be no logic of one lane.
 * `imm` is the kind of a comparison (0 =, 1 <, 2 <=, 3 one is NaN). `scratch` is a register that
 * may be spoilt without AVX. */
void x86_arith(x86_code *code, x86_op op, int to, int a, x86_place b, int imm, int scratch);

void x86_load(x86_code *code, int to, x86_place from); /* also from a register */
void x86_store(x86_code *code, x86_place to, int from);

/* to = from, each 64 bits shifted (left or right, zeros come in). */
void x86_shift(x86_code *code, bool left, int to, int from, int by);
/* Each 64 bits of `to` become its top bit (SSE2 only). */
void x86_spread_sign(x86_code *code, int to);
/* to = a + b, 64-bit integers. */
void x86_add_integer(x86_code *code, int to, int a, x86_place b);
/* to = top bit of mask ? yes : no (AVX only). */
void x86_blend(x86_code *code, int to, int mask, x86_place yes, int no);
/* to = floor(from) (AVX only). */
void x86_floor(x86_code *code, int to, int from);
/* Clears what would slow down code without AVX (only with 4 lanes does anything). */
void x86_zero_upper(x86_code *code);

/* General registers. */
void x86_push(x86_code *code, int reg);
void x86_pop(x86_code *code, int reg);
void x86_move_address(x86_code *code, int to, int from);
void x86_load_address(x86_code *code, int to, x86_place from);
void x86_lea(x86_code *code, int to, x86_place from);
void x86_or_result(x86_code *code, x86_place to); /* an int in memory, with what a call gave */
void x86_set(x86_code *code, int to, uint64_t value);
void x86_adjust_stack(x86_code *code, int bytes);  /* + gives room, - takes it back; < 128 */
void x86_call(x86_code *code, uintptr_t function); /* spoils RAX */
void x86_return(x86_code *code);

/* Sets the flag "not zero" where a condition holds in some lane; spoils RAX. */
void x86_test(x86_code *code, int mask);
/* Jumps (always, or if not zero) to where x86_land() is called with what this gives. */
size_t x86_jump(x86_code *code, bool if_not_zero);
void x86_land(x86_code *code, size_t jump);

#endif
