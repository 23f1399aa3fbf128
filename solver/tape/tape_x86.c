/* Encoding of instructions (Intel 64 and IA-32 Architectures Software Developer's Manual, vol. 2).
 */
#include "tape_x86.h"

#include <stdlib.h>

enum { PREFIX_66 = 1, PREFIX_F2 = 3 }; /* as VEX counts them */
enum { MAP_0F = 1, MAP_0F38 = 2, MAP_0F3A = 3 };
enum { NO_IMM = -1, NO_OPERAND = -1 };

static void byte(x86_code *code, unsigned value) {
  if (code->failed) return;
  if (code->count == code->room) {
    const size_t room = code->room ? 2 * code->room : 4096;
    uint8_t *bytes = realloc(code->bytes, room);
    if (!bytes) {
      code->failed = true;
      return;
    }
    code->bytes = bytes;
    code->room = room;
  }
  code->bytes[code->count++] = (uint8_t)value;
}

static void little_endian(x86_code *code, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; i++) byte(code, (unsigned)(value >> (8 * i)) & 0xff);
}

x86_place x86_pool(x86_code *code, uint64_t bits) {
  const int32_t at = (int32_t)code->count;
  for (int i = 0; i < 4; i++) little_endian(code, bits, 8);
  return (x86_place){X86_POOL, 0, at};
}

/* ModRM, displacement and immediate. The pool is addressed from the end of the instruction. */
static void mod_rm(x86_code *code, int reg, x86_place rm, int imm) {
  const unsigned middle = ((unsigned)reg & 7) << 3;
  if (rm.kind == X86_REGISTER) {
    byte(code, 0xc0 | middle | ((unsigned)rm.reg & 7));
  } else if (rm.kind == X86_POOL) {
    byte(code, middle | 5);
    const int64_t end = (int64_t)code->count + 4 + (imm != NO_IMM);
    little_endian(code, (uint64_t)(rm.disp - end), 4);
  } else {
    const bool near = rm.disp >= -128 && rm.disp < 128;
    byte(code, (near ? 0x40u : 0x80u) | middle | ((unsigned)rm.reg & 7));
    if ((rm.reg & 7) == RSP) byte(code, 0x24); /* RSP and R12 need this */
    little_endian(code, (uint64_t)(int64_t)rm.disp, near ? 1 : 4);
  }
  if (imm != NO_IMM) byte(code, (unsigned)imm);
}

static void vex(x86_code *code, unsigned prefix, unsigned map, unsigned opcode, int reg, int second,
                x86_place rm, int imm) {
  const unsigned wide = code->lanes == 4 ? 4 : 0, r = reg < 8 ? 0x80 : 0;
  const unsigned b = rm.kind == X86_POOL || rm.reg < 8 ? 0x20 : 0;
  const unsigned v = (~(unsigned)(second == NO_OPERAND ? 0 : second) & 15) << 3;
  if (map == MAP_0F && b) {
    byte(code, 0xc5);
    byte(code, r | v | wide | prefix);
  } else {
    byte(code, 0xc4);
    byte(code, r | 0x40 | b | map);
    byte(code, v | wide | prefix);
  }
  byte(code, opcode);
  mod_rm(code, reg, rm, imm);
}

static void sse(x86_code *code, unsigned prefix, unsigned opcode, int reg, x86_place rm, int imm) {
  byte(code, prefix == PREFIX_66 ? 0x66 : 0xf2);
  const unsigned rex = (reg < 8 ? 0 : 4u) | (rm.kind == X86_POOL || rm.reg < 8 ? 0 : 1u);
  if (rex) byte(code, 0x40 | rex);
  byte(code, 0x0f);
  byte(code, opcode);
  mod_rm(code, reg, rm, imm);
}

/* An instruction of the map 0F without a second operand. */
static void plain(x86_code *code, unsigned prefix, unsigned opcode, int reg, x86_place rm,
                  int imm) {
  if (code->avx)
    vex(code, prefix, MAP_0F, opcode, reg, NO_OPERAND, rm, imm);
  else
    sse(code, prefix, opcode, reg, rm, imm);
}

static bool is_logic(x86_op op) { return op >= X86_AND && op <= X86_XOR; }

void x86_arith(x86_code *code, x86_op op, int to, int a, x86_place b, int imm, int scratch) {
  const unsigned prefix = code->lanes == 1 && !is_logic(op) ? PREFIX_F2 : PREFIX_66;
  if (op != X86_COMPARE) imm = NO_IMM;
  if (code->avx) { /* a packed root has one operand */
    const int second = op == X86_SQRT && code->lanes > 1 ? NO_OPERAND : a;
    vex(code, prefix, MAP_0F, op, to, second, b, imm);
    return;
  }
  if (op == X86_SQRT) {
    sse(code, prefix, op, to, b, imm);
    return;
  }
  if (b.kind == X86_REGISTER && b.reg == to && a != to) {
    x86_load(code, scratch, b);
    b = x86_reg(scratch);
  }
  if (to != a) x86_load(code, to, x86_reg(a));
  sse(code, prefix, op, to, b, imm);
}

void x86_load(x86_code *code, int to, x86_place from) {
  if (from.kind == X86_REGISTER) {
    if (from.reg != to) plain(code, PREFIX_66, 0x28, to, from, NO_IMM);
  } else {
    plain(code, code->lanes == 1 ? PREFIX_F2 : PREFIX_66, 0x10, to, from, NO_IMM);
  }
}

void x86_store(x86_code *code, x86_place to, int from) {
  plain(code, code->lanes == 1 ? PREFIX_F2 : PREFIX_66, 0x11, from, to, NO_IMM);
}

void x86_shift(x86_code *code, bool left, int to, int from, int by) {
  const int kind = left ? 6 : 2;
  if (code->avx) {
    vex(code, PREFIX_66, MAP_0F, 0x73, kind, to, x86_reg(from), by);
    return;
  }
  x86_load(code, to, x86_reg(from));
  sse(code, PREFIX_66, 0x73, kind, x86_reg(to), by);
}

void x86_spread_sign(x86_code *code, int to) {
  sse(code, PREFIX_66, 0x72, 4, x86_reg(to), 31);    /* each half of 32 bits by its own sign */
  sse(code, PREFIX_66, 0x70, to, x86_reg(to), 0xf5); /* the upper half into both */
}

void x86_add_integer(x86_code *code, int to, int a, x86_place b) {
  if (code->avx) {
    vex(code, PREFIX_66, MAP_0F, 0xd4, to, a, b, NO_IMM);
    return;
  }
  x86_load(code, to, x86_reg(a));
  sse(code, PREFIX_66, 0xd4, to, b, NO_IMM);
}

void x86_blend(x86_code *code, int to, int mask, x86_place yes, int no) {
  vex(code, PREFIX_66, MAP_0F3A, 0x4b, to, no, yes, mask << 4);
}

void x86_floor(x86_code *code, int to, int from) {
  const bool scalar = code->lanes == 1;
  vex(code, PREFIX_66, MAP_0F3A, scalar ? 0x0b : 0x09, to, scalar ? from : NO_OPERAND,
      x86_reg(from), 9);
}

void x86_zero_upper(x86_code *code) {
  if (code->lanes < 4) return;
  byte(code, 0xc5);
  byte(code, 0xf8);
  byte(code, 0x77);
}

/* ---------------------------------------------------------------------------- general registers */

void x86_push(x86_code *code, int reg) {
  if (reg > 7) byte(code, 0x41);
  byte(code, 0x50 | ((unsigned)reg & 7));
}

void x86_pop(x86_code *code, int reg) {
  if (reg > 7) byte(code, 0x41);
  byte(code, 0x58 | ((unsigned)reg & 7));
}

static void wide(x86_code *code, unsigned opcode, int reg, x86_place rm) {
  byte(code, 0x48 | (reg < 8 ? 0 : 4u) | (rm.reg < 8 ? 0 : 1u));
  byte(code, opcode);
  mod_rm(code, reg, rm, NO_IMM);
}

void x86_move_address(x86_code *code, int to, int from) { wide(code, 0x89, from, x86_reg(to)); }
void x86_load_address(x86_code *code, int to, x86_place from) { wide(code, 0x8b, to, from); }

void x86_or_result(x86_code *code, x86_place to) {
  byte(code, 0x40 | (to.reg < 8 ? 0 : 1u));
  byte(code, 0x09);
  mod_rm(code, RAX, to, NO_IMM);
}

void x86_lea(x86_code *code, int to, x86_place from) { wide(code, 0x8d, to, from); }

void x86_set(x86_code *code, int to, uint64_t value) {
  byte(code, 0x48 | (to < 8 ? 0 : 1u));
  byte(code, 0xb8 | ((unsigned)to & 7));
  little_endian(code, value, 8);
}

void x86_adjust_stack(x86_code *code, int bytes) { x86_lea(code, RSP, x86_mem(RSP, -bytes)); }

void x86_call(x86_code *code, uintptr_t function) {
  x86_set(code, RAX, function);
  byte(code, 0xff);
  byte(code, 0xd0);
}

void x86_return(x86_code *code) {
  x86_zero_upper(code);
  byte(code, 0xc3);
}

/* ---------------------------------------------------------------------------------------- jumps */

void x86_test(x86_code *code, int mask) {
  plain(code, PREFIX_66, 0x50, RAX, x86_reg(mask), NO_IMM); /* the sign of each lane */
  byte(code, 0xa8);
  byte(code, (1u << code->lanes) - 1);
}

size_t x86_jump(x86_code *code, bool if_not_zero) {
  if (if_not_zero) byte(code, 0x0f);
  byte(code, if_not_zero ? 0x85 : 0xe9);
  little_endian(code, 0, 4);
  return code->count;
}

void x86_land(x86_code *code, size_t jump) {
  const size_t by = code->count - jump;
  for (int i = 0; i < 4 && !code->failed; i++)
    code->bytes[jump - 4 + (size_t)i] = (uint8_t)(by >> (8 * i));
}
