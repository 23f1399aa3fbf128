/* Machine code for x86-64: one pass over the list.
 *
 * Values live in registers as long as there are some: when none is free, the one whose next use is
 * farthest goes to its place in the frame (Belady 1966, IBM Systems Journal 5, 78-101). An operand
 * in memory is used there, which costs no instruction; constants, parameters and variables are
 * therefore not loaded. Functions spoil all registers, so what is still needed is stored first; so
 * it is before a jump, behind which registers count only where both ways leave them alike. */
#include "tape_emit.h"

#include <stdlib.h>
#include <string.h>

#include "tape_code.h"
#include "tape_functions.h"
#include "tape_program_impl.h"
#include "tape_x86.h"

struct tape_code {
  unsigned char *memory;
  size_t size, entry;
};

/* Data pointers and code pointers are the same kind of thing here (POSIX dlsym needs that too). */
tape_entry tape_code_entry(const tape_code *code) {
  const uintptr_t at = (uintptr_t)(code->memory + code->entry);
  tape_entry entry;
  memcpy(&entry, &at, sizeof entry);
  return entry;
}

size_t tape_code_size(const tape_code *code) { return code ? code->size : 0; }

void tape_code_free(tape_code *code) {
  if (!code) return;
  tape_code_memory_free(code->memory, code->size);
  free(code);
}

#if !defined(__x86_64__)

const char *tape_emit(const lash_program *program, bool without_avx, tape_code **made) {
  (void)program, (void)without_avx;
  *made = NULL;
  return "no emitter for this processor";
}

unsigned lash_tape_best_lanes(void) { return 1; }

#else

enum { EQUAL, LESS, LESS_OR_EQUAL, UNORDERED }; /* kinds of comparisons */
enum { REGISTERS = 14, SCRATCH = 14, SCRATCH_2 = 15, NO_REGISTER = -1 };
#define NOTHING         UINT32_MAX
#define NEVER           SIZE_MAX

/* A branch that is being emitted: what registers held before it. */
typedef struct open_branch {
  size_t choice; /* the step that ends it */
  size_t jump;   /* around it */
  uint32_t held[REGISTERS];
} open_branch;

typedef struct emitter {
  const lash_program *program;
  x86_code code;
  size_t now;               /* the step being emitted */
  uint32_t *use, *first;    /* steps that use value v: use[first[v]] to use[first[v + 1] - 1] */
  uint32_t *cursor;         /* of each value: its next use */
  int8_t *reg;              /* that holds each value, or NO_REGISTER */
  uint8_t *stored;          /* whether its place in the frame has it */
  uint32_t held[REGISTERS]; /* value, or NOTHING */
  size_t next[REGISTERS];   /* its next use, or something that is over */
  bool released;            /* of what it reads, what is not needed any more */
  unsigned pinned;          /* registers that must stay during this step */
  open_branch open[TAPE_DEEPEST_BRANCH];
  size_t depth;
  uint32_t *wanted, *wanted_first;       /* results that are value v, like `use` */
  int values, variables, results, frame; /* base registers */
  x86_place sign, magnitude, ones, integer_one;
} emitter;

/* ------------------------------------------------------------------------------------- plan of
 * uses */

/* The values that a step uses. */
static size_t operands_at(const lash_program *p, size_t step, const uint32_t **operand,
                          uint32_t own[3]) {
  const tape_step *s = &p->steps[step];
  if (s->op == OP_CALL) {
    *operand = p->operands + s->b;
    return p->calls[s->a].inputs;
  }
  own[0] = s->a;
  own[1] = s->b;
  own[2] = s->c;
  *operand = own;
  return tape_operands[s->op];
}

/* Lists the uses of each value, by counting first, and the results that it is. */
static bool plan_uses(emitter *e) {
  const lash_program *p = e->program;
  const size_t values = p->constant_count + p->step_count;
  const uint32_t *operand;
  uint32_t own[3];
  for (size_t i = p->once; i < p->step_count; i++) {
    const size_t n = operands_at(p, i, &operand, own);
    for (size_t k = 0; k < n; k++) e->first[operand[k] + 1]++;
  }
  for (size_t v = 0; v < values; v++) e->first[v + 1] += e->first[v];
  e->use = malloc(((size_t)e->first[values] + 1) * sizeof *e->use);
  if (!e->use) return false;
  memcpy(e->cursor, e->first, values * sizeof *e->cursor);
  for (size_t i = p->once; i < p->step_count; i++) {
    const size_t n = operands_at(p, i, &operand, own);
    for (size_t k = 0; k < n; k++) e->use[e->cursor[operand[k]]++] = (uint32_t)i;
  }
  for (size_t i = 0; i < p->result_count; i++) e->wanted_first[p->results[i] + 1]++;
  for (size_t v = 0; v < values; v++) e->wanted_first[v + 1] += e->wanted_first[v];
  memcpy(e->cursor, e->wanted_first, values * sizeof *e->cursor);
  for (size_t i = 0; i < p->result_count; i++) e->wanted[e->cursor[p->results[i]]++] = (uint32_t)i;
  memcpy(e->cursor, e->first, values * sizeof *e->cursor);
  return true;
}

/* The next step after `now` that uses the value, or NEVER. */
static size_t next_use(emitter *e, uint32_t v) {
  while (e->cursor[v] < e->first[v + 1] && e->use[e->cursor[v]] <= e->now) e->cursor[v]++;
  return e->cursor[v] < e->first[v + 1] ? e->use[e->cursor[v]] : NEVER;
}

/* ------------------------------------------------------------------------------ values and
 * registers */

static const tape_step *step_of(const emitter *e, uint32_t v) {
  return v < e->program->constant_count ? NULL : &e->program->steps[v - e->program->constant_count];
}

static bool is_variable(const emitter *e, uint32_t v) {
  const tape_step *s = step_of(e, v);
  return s && s->op == OP_VARIABLE;
}

static int32_t bytes(const emitter *e, size_t slot) {
  return (int32_t)(slot * e->program->lanes * sizeof(double));
}

static x86_place frame_place(const emitter *e, uint32_t v) {
  return x86_mem(e->values, bytes(e, e->program->place[v]));
}

/* Where the value is in memory: variables in the caller's array. */
static x86_place home(const emitter *e, uint32_t v) {
  return is_variable(e, v) ? x86_mem(e->variables, bytes(e, step_of(e, v)->a)) : frame_place(e, v);
}

static void forget(emitter *e, int reg) {
  if (e->held[reg] != NOTHING) e->reg[e->held[reg]] = NO_REGISTER;
  e->held[reg] = NOTHING;
}

static size_t next_of(emitter *e, int reg) {
  if (e->next[reg] <= e->now) e->next[reg] = next_use(e, e->held[reg]);
  return e->next[reg];
}

static void save(emitter *e, uint32_t v) {
  if (e->stored[v]) return;
  x86_store(&e->code, frame_place(e, v), e->reg[v]);
  e->stored[v] = 1;
}

/* A register that is free, or made free. */
static int take(emitter *e) {
  int best = 0;
  size_t farthest = 0;
  for (int r = 0; r < REGISTERS; r++) {
    if (e->pinned >> r & 1) continue;
    if (e->held[r] == NOTHING) return r;
    const size_t next = next_of(e, r);
    if (next < farthest) continue;
    farthest = next;
    best = r;
  }
  if (farthest != NEVER) save(e, e->held[best]);
  forget(e, best);
  return best;
}

static void hold(emitter *e, int reg, uint32_t v) {
  e->held[reg] = v;
  e->next[reg] = 0;
  e->reg[v] = (int8_t)reg;
}

/* The value in a register that stays during this step. */
static int in_register(emitter *e, uint32_t v) {
  if (e->reg[v] == NO_REGISTER) {
    const int reg = take(e);
    x86_load(&e->code, reg, home(e, v));
    hold(e, reg, v);
  }
  e->pinned |= 1u << e->reg[v];
  return e->reg[v];
}

/* The value where it is, if instructions can use it there. */
static x86_place anywhere(emitter *e, uint32_t v, bool logic) {
  const bool direct = e->code.avx ? !(logic && e->program->lanes == 1)
                                  : (e->program->lanes == 1 ? !logic : !is_variable(e, v));
  if (e->reg[v] == NO_REGISTER && direct) return home(e, v);
  return x86_reg(in_register(e, v));
}

/* Operands that are in registers stay there until the step has read them. */
static void pin_operands(emitter *e, const tape_step *s) {
  const uint32_t operand[3] = {s->a, s->b, s->c};
  e->pinned = 0;
  for (int k = 0; k < tape_operands[s->op]; k++)
    if (e->reg[operand[k]] != NO_REGISTER) e->pinned |= 1u << e->reg[operand[k]];
}

/* After the operands are read: registers of those not needed any more are free. No other value has
 * its last use here. */
static void release(emitter *e) {
  const uint32_t *operand;
  uint32_t own[3];
  const size_t n = operands_at(e->program, e->now, &operand, own);
  e->pinned = 0;
  e->released = true;
  for (size_t k = 0; k < n; k++)
    if (e->reg[operand[k]] != NO_REGISTER && next_of(e, e->reg[operand[k]]) == NEVER)
      forget(e, e->reg[operand[k]]);
}

/* Stores a value to the results that it is. */
static void give_results(emitter *e, uint32_t v, int reg) {
  for (uint32_t i = e->wanted_first[v]; i < e->wanted_first[v + 1]; i++)
    x86_store(&e->code, x86_mem(e->results, bytes(e, e->wanted[i])), reg);
}

/* A register for what this step computes. */
static int target(emitter *e) {
  release(e);
  return take(e);
}

static bool ends_branch(const emitter *e) {
  return e->depth && e->open[e->depth - 1].choice == e->now;
}

static void computed(emitter *e, uint32_t v, int reg) {
  if (ends_branch(e)) { /* then both ways leave it in memory: see close_branch() */
    x86_store(&e->code, frame_place(e, v), reg);
    e->stored[v] = 1;
    return;
  }
  give_results(e, v, reg);
  if (next_use(e, v) != NEVER) hold(e, reg, v);
}

/* ------------------------------------------------------------------------------------ functions */

/* Before a call: what will be needed is in memory, and no register holds anything. `also` are
 * operands of the call. */
static void leave_registers(emitter *e, const uint32_t *also, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (e->reg[also[i]] != NO_REGISTER && !is_variable(e, also[i])) save(e, also[i]);
  for (int r = 0; r < REGISTERS; r++) {
    if (e->held[r] == NOTHING) continue;
    if (next_use(e, e->held[r]) != NEVER) save(e, e->held[r]);
    forget(e, r);
  }
  x86_zero_upper(&e->code);
}

static void emit_function(emitter *e, const tape_step *s, uint32_t v) {
  const uint32_t operand[2] = {s->a, tape_operands[s->op] > 1 ? s->b : s->a};
  leave_registers(e, operand, 2);
  x86_lea(&e->code, RDI, frame_place(e, v));
  x86_lea(&e->code, RSI, home(e, operand[0]));
  x86_lea(&e->code, RDX, home(e, operand[1]));
  x86_call(&e->code, (uintptr_t)tape_function_of((tape_op)s->op, e->program->lanes));
  e->stored[v] = 1;
  if (e->wanted_first[v] == e->wanted_first[v + 1]) return;
  x86_load(&e->code, SCRATCH, frame_place(e, v));
  give_results(e, v, SCRATCH);
}

/* A field of the frame's structure. */
#define FRAME(e, field) x86_mem((e)->frame, (int32_t)offsetof(lash_tape_frame, field))

/* One member: operands go straight to where the call takes them, and results to their places. */
static void emit_call_alone(emitter *e, const tape_step *s, uint32_t v) {
  const uint32_t *operand = e->program->operands + s->b;
  const tape_callee *callee = &e->program->calls[s->a];
  const uint32_t count = callee->inputs;
  for (uint32_t i = 0; i < count; i++) {
    const bool held = e->reg[operand[i]] != NO_REGISTER;
    const int from = held ? e->reg[operand[i]] : SCRATCH;
    if (!held) x86_load(&e->code, SCRATCH, home(e, operand[i]));
    x86_store(&e->code, x86_mem(e->frame, (int32_t)offsetof(lash_tape_frame, in) + bytes(e, i)),
              from);
  }
  leave_registers(e, NULL, 0);
  x86_set(&e->code, RDI, (uintptr_t)callee->call.context);
  x86_load_address(&e->code, RSI, FRAME(e, member));
  x86_lea(&e->code, RDX, FRAME(e, in));
  x86_lea(&e->code, RCX, frame_place(e, v));
  x86_call(&e->code, (uintptr_t)callee->call.function);
  x86_or_result(&e->code, FRAME(e, failed));
}

static void emit_call(emitter *e, const tape_step *s, uint32_t v) {
  const uint32_t *operand = e->program->operands + s->b;
  const uint32_t count = e->program->calls[s->a].inputs;
  if (e->program->lanes == 1 && !e->program->calls[s->a].derivative) {
    emit_call_alone(e, s, v);
    return;
  }
  leave_registers(e, operand, count);
  for (uint32_t i = 0; i < count; i++) { /* a call takes all from the frame */
    if (!is_variable(e, operand[i])) continue;
    x86_load(&e->code, SCRATCH, home(e, operand[i]));
    x86_store(&e->code, frame_place(e, operand[i]), SCRATCH);
  }
  x86_zero_upper(&e->code);
  x86_move_address(&e->code, RDI, e->frame);
  x86_set(&e->code, RSI, s->a);
  x86_set(&e->code, RDX, s->b);
  x86_lea(&e->code, RCX, frame_place(e, v));
  x86_call(&e->code, (uintptr_t)tape_make_call);
}

/* ----------------------------------------------------------------------------------- operations */

static void emit_binary(emitter *e, x86_op op, const tape_step *s, uint32_t v, int imm) {
  const bool commutes = op == X86_ADD || op == X86_MUL || op == X86_AND || op == X86_OR ||
                        (op == X86_COMPARE && imm == EQUAL);
  const bool logic = op == X86_AND || op == X86_OR;
  uint32_t first = s->a, second = s->b;
  if (commutes && e->reg[first] == NO_REGISTER && e->reg[second] != NO_REGISTER) {
    first = s->b;
    second = s->a;
  }
  const int a = in_register(e, first);
  const x86_place b = anywhere(e, second, logic);
  const int to = target(e);
  x86_arith(&e->code, op, to, a, b, imm, SCRATCH);
  computed(e, v, to);
}

static void emit_masked(emitter *e, x86_op op, x86_place mask, uint32_t operand, uint32_t v) {
  const int a = in_register(e, operand), to = target(e);
  x86_arith(&e->code, op, to, a, mask, 0, SCRATCH);
  computed(e, v, to);
}

static void emit_root(emitter *e, const tape_step *s, uint32_t v) {
  const int a = in_register(e, s->a), to = target(e);
  x86_arith(&e->code, X86_SQRT, to, a, x86_reg(a), 0, SCRATCH);
  computed(e, v, to);
}

static void emit_copysign(emitter *e, const tape_step *s, uint32_t v) {
  const int a = in_register(e, s->a), b = in_register(e, s->b), to = target(e);
  x86_arith(&e->code, X86_AND, SCRATCH, a, e->magnitude, 0, SCRATCH);
  x86_arith(&e->code, X86_AND, SCRATCH_2, b, e->sign, 0, SCRATCH_2);
  x86_arith(&e->code, X86_OR, SCRATCH, SCRATCH, x86_reg(SCRATCH_2), 0, SCRATCH_2);
  x86_arith(&e->code, X86_COMPARE, SCRATCH_2, b, x86_reg(b), UNORDERED, SCRATCH_2);
  x86_arith(&e->code, X86_OR, to, SCRATCH, x86_reg(SCRATCH_2), 0, SCRATCH);
  computed(e, v, to);
}

/* SCRATCH = mask ? yes : no without AVX; spoils SCRATCH_2, which may be the mask. */
static void choose_sse(emitter *e, int mask, int yes, int no) {
  x86_load(&e->code, SCRATCH, x86_reg(yes));
  x86_arith(&e->code, X86_AND, SCRATCH, SCRATCH, x86_reg(mask), 0, SCRATCH);
  x86_load(&e->code, SCRATCH_2, x86_reg(mask));
  x86_arith(&e->code, X86_ANDN, SCRATCH_2, SCRATCH_2, x86_reg(no), 0, SCRATCH_2);
  x86_arith(&e->code, X86_OR, SCRATCH, SCRATCH, x86_reg(SCRATCH_2), 0, SCRATCH);
}

static void emit_select(emitter *e, const tape_step *s, uint32_t v) {
  const int mask = in_register(e, s->a), no = in_register(e, s->c);
  if (e->code.avx) {
    const x86_place yes = anywhere(e, s->b, true);
    const int to = target(e);
    x86_blend(&e->code, to, mask, yes, no);
    computed(e, v, to);
    return;
  }
  const int yes = in_register(e, s->b), to = target(e);
  choose_sse(e, mask, yes, no);
  x86_load(&e->code, to, x86_reg(SCRATCH));
  computed(e, v, to);
}

static void emit_turn(emitter *e, const tape_step *s, uint32_t v) {
  const int a = in_register(e, s->a), to = target(e);
  x86_add_integer(&e->code, to, a, e->integer_one);
  computed(e, v, to);
}

/* The lowest bit of the turn says which of the two, the next one its sign. */
static void emit_quadrant(emitter *e, const tape_step *s, uint32_t v) {
  const int turn = in_register(e, s->a), sine = in_register(e, s->b), cosine = in_register(e, s->c),
            to = target(e);
  x86_shift(&e->code, true, SCRATCH_2, turn, 63);
  if (e->code.avx) {
    x86_blend(&e->code, SCRATCH, SCRATCH_2, x86_reg(cosine), sine);
  } else {
    x86_spread_sign(&e->code, SCRATCH_2);
    choose_sse(e, SCRATCH_2, cosine, sine);
  }
  x86_shift(&e->code, false, SCRATCH_2, turn, 1);
  x86_shift(&e->code, true, SCRATCH_2, SCRATCH_2, 63);
  x86_arith(&e->code, X86_XOR, to, SCRATCH, x86_reg(SCRATCH_2), 0, SCRATCH);
  computed(e, v, to);
}

static void emit_floor(emitter *e, const tape_step *s, uint32_t v) {
  const int a = in_register(e, s->a), to = target(e);
  x86_floor(&e->code, to, a);
  computed(e, v, to);
}

/* ------------------------------------------------------------------------------------- branches */

static void open_of(emitter *e, const tape_step *s) {
  const uint32_t choice = (uint32_t)(e->program->constant_count + s->c);
  const int mask = in_register(e, s->a);
  for (int r = 0; r < REGISTERS; r++)
    if (e->held[r] != NOTHING && next_use(e, e->held[r]) != NEVER) save(e, e->held[r]);
  x86_test(&e->code, mask);
  const size_t into = x86_jump(&e->code, true);
  x86_load(&e->code, SCRATCH, e->reg[s->b] == NO_REGISTER ? home(e, s->b) : x86_reg(e->reg[s->b]));
  x86_store(&e->code, frame_place(e, choice), SCRATCH);
  open_branch *open = &e->open[e->depth++];
  *open = (open_branch){.choice = s->c, .jump = x86_jump(&e->code, false)};
  memcpy(open->held, e->held, sizeof open->held);
  x86_land(&e->code, into);
}

static void close_branch(emitter *e, uint32_t choice) {
  const open_branch *open = &e->open[--e->depth];
  x86_land(&e->code, open->jump);
  for (int r = 0; r < REGISTERS; r++)
    if (e->held[r] != open->held[r]) forget(e, r);
  if (e->wanted_first[choice] == e->wanted_first[choice + 1]) return;
  x86_load(&e->code, SCRATCH, frame_place(e, choice));
  give_results(e, choice, SCRATCH);
}

static bool in_line(const emitter *e, uint32_t op) {
  if (op == OP_FLOOR) return e->code.avx;
  return op <= OP_SELECT || op == OP_TURN || op == OP_QUADRANT;
}

/* Of operations that one instruction does: which, and the kind of a comparison. */
static const struct {
  x86_op op;
  int imm;
} binary[OP_COUNT] = {
    [OP_ADD] = {X86_ADD, 0},        [OP_SUB] = {X86_SUB, 0},
    [OP_MUL] = {X86_MUL, 0},        [OP_DIV] = {X86_DIV, 0},
    [OP_MIN] = {X86_MIN, 0},        [OP_MAX] = {X86_MAX, 0},
    [OP_AND] = {X86_AND, 0},        [OP_OR] = {X86_OR, 0},
    [OP_LT] = {X86_COMPARE, LESS},  [OP_LE] = {X86_COMPARE, LESS_OR_EQUAL},
    [OP_EQ] = {X86_COMPARE, EQUAL},
};

static void emit_step(emitter *e, const tape_step *s, uint32_t v) {
  static void (*const others[OP_COUNT])(emitter *, const tape_step *, uint32_t) = {
      [OP_CALL] = emit_call,     [OP_SQRT] = emit_root, [OP_COPYSIGN] = emit_copysign,
      [OP_SELECT] = emit_select, [OP_TURN] = emit_turn, [OP_QUADRANT] = emit_quadrant};
  if (binary[s->op].op) {
    emit_binary(e, binary[s->op].op, s, v, binary[s->op].imm);
    return;
  }
  switch (s->op) {
    case OP_VARIABLE:
    case OP_RESULT:
      break; /* are in memory already */
    case OP_SKIP:
      open_of(e, s);
      break;
    case OP_NOT:
      emit_masked(e, X86_XOR, e->ones, s->a, v);
      break;
    case OP_NEG:
      emit_masked(e, X86_XOR, e->sign, s->a, v);
      break;
    case OP_ABS:
      emit_masked(e, X86_AND, e->magnitude, s->a, v);
      break;
    case OP_FLOOR:
      (e->code.avx ? emit_floor : emit_function)(e, s, v);
      break;
    default:
      (others[s->op] ? others[s->op] : emit_function)(e, s, v);
      break;
  }
}

/* ------------------------------------------------------------------------------------ the whole */

/* Results that no step computes in a register: inputs, constants, results of calls. */
static void emit_copies(emitter *e) {
  const lash_program *p = e->program;
  for (size_t i = 0; i < p->result_count; i++) {
    const uint32_t v = p->results[i];
    const tape_step *s = step_of(e, v);
    const bool each = v >= p->constant_count + p->once;
    if (each && s->op != OP_VARIABLE && s->op != OP_RESULT) continue;
    x86_load(&e->code, SCRATCH, home(e, v));
    x86_store(&e->code, x86_mem(e->results, bytes(e, i)), SCRATCH);
  }
}

static size_t emit_all(emitter *e) {
  const lash_program *p = e->program;
  bool calls = false;
  for (size_t i = p->once; i < p->step_count; i++) {
    const uint32_t op = p->steps[i].op;
    calls |= op == OP_CALL || (op > OP_RESULT && !in_line(e, op));
  }
  e->sign = x86_pool(&e->code, (uint64_t)1 << 63);
  e->magnitude = x86_pool(&e->code, UINT64_MAX >> 1);
  e->ones = x86_pool(&e->code, UINT64_MAX);
  e->integer_one = x86_pool(&e->code, 1);
  const size_t entry = e->code.count;
  static const int saved[4] = {RBX, RBP, R14, R15}, given[4] = {RDI, RSI, RDX, RCX};
  const int *base = calls ? saved : given;
  for (int i = 0; calls && i < 4; i++) x86_push(&e->code, saved[i]);
  if (calls) x86_adjust_stack(&e->code, 8);
  for (int i = 0; calls && i < 4; i++) x86_move_address(&e->code, saved[i], given[i]);
  e->values = base[0];
  e->variables = base[1];
  e->results = base[2];
  e->frame = base[3];
  for (size_t i = p->once; i < p->step_count; i++) {
    e->now = i;
    e->released = false;
    pin_operands(e, &p->steps[i]);
    emit_step(e, &p->steps[i], (uint32_t)(p->constant_count + i));
    if (!e->released) release(e);
    if (ends_branch(e)) close_branch(e, (uint32_t)(p->constant_count + i));
  }
  emit_copies(e);
  if (calls) x86_adjust_stack(&e->code, -8);
  for (int i = 4; calls && i-- > 0;) x86_pop(&e->code, saved[i]);
  x86_return(&e->code);
  return entry;
}

static bool start(emitter *e) {
  const lash_program *p = e->program;
  const size_t values = p->constant_count + p->step_count;
  e->first = calloc(values + 2, sizeof *e->first);
  e->cursor = calloc(values + 1, sizeof *e->cursor);
  e->reg = malloc(values + 1);
  e->stored = calloc(values + 1, 1);
  e->wanted = malloc((p->result_count + 1) * sizeof *e->wanted);
  e->wanted_first = calloc(values + 2, sizeof *e->wanted_first);
  if (!e->first || !e->cursor || !e->reg || !e->stored || !e->wanted || !e->wanted_first)
    return false;
  memset(e->reg, NO_REGISTER, values + 1);
  memset(e->stored, 1, p->constant_count + p->once);
  for (size_t i = p->once; i < p->step_count; i++) {
    const uint32_t op = p->steps[i].op;
    if (op == OP_VARIABLE || op == OP_RESULT) e->stored[p->constant_count + i] = 1;
  }
  for (int r = 0; r < REGISTERS; r++) e->held[r] = NOTHING;
  return plan_uses(e);
}

static const char *finish(emitter *e, size_t entry, tape_code **made) {
  const char *reason = NULL;
  tape_code *code = calloc(1, sizeof *code);
  if (!code || e->code.failed) {
    free(code);
    return tape_no_memory;
  }
  code->size = e->code.count;
  code->entry = entry;
  code->memory = tape_code_memory(e->code.bytes, e->code.count, &reason);
  if (code->memory)
    *made = code;
  else
    free(code);
  return reason;
}

const char *tape_emit(const lash_program *program, bool without_avx, tape_code **made) {
  *made = NULL;
  emitter e = {.program = program,
               .code = {.lanes = program->lanes,
                        .avx = !without_avx && __builtin_cpu_supports("avx2") != 0}};
  if (program->lanes == 4 && !e.code.avx) return "4 lanes need a processor with AVX2";
  const size_t most = (size_t)INT32_MAX / (program->lanes * sizeof(double)) - 1;
  if (program->places > most || program->variables > most || program->result_count > most ||
      program->step_count > (size_t)1 << 26)
    return "the list is too long";
  const char *reason = tape_no_memory;
  if (start(&e)) {
    const size_t entry = emit_all(&e);
    reason = finish(&e, entry, made);
  }
  free(e.code.bytes);
  free(e.use);
  free(e.first);
  free(e.cursor);
  free(e.reg);
  free(e.stored);
  free(e.wanted);
  free(e.wanted_first);
  return reason;
}

unsigned lash_tape_best_lanes(void) { return __builtin_cpu_supports("avx2") ? 4 : 2; }

#endif
