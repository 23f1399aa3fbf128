/* Programs: the part of a tape that some results need, numbered anew and laid out in a frame. */
#include "tape_program.h"

#include <stdlib.h>

#include "tape_code.h"
#include "tape_emit.h"
#include "tape_program_impl.h"

#define NOWHERE UINT32_MAX

void lash_program_free(lash_program *program) {
  if (!program) return;
  tape_code_free(program->code);
  free(program->constants);
  free(program->steps);
  free(program->results);
  free(program->calls);
  free(program->operands);
  free(program->place);
  free(program->placed);
  free(program);
}

/* --------------------------------------------------------------------------- what results need */

/* Marks the terms that the wanted ones are made of; gives one more than the highest. */
static size_t mark(const lash_tape *tape, const lash_term *wanted, size_t count, uint8_t *live) {
  size_t end = 0;
  for (size_t i = 0; i < count; i++) {
    live[wanted[i]] = 1;
    if (wanted[i] >= end) end = (size_t)wanted[i] + 1;
  }
  tape_mark_operands(tape, end, live);
  return end;
}

/* ------------------------------------------------------------------------------- numbering anew */

typedef struct making {
  const lash_tape *tape;
  lash_program *program;
  uint8_t *live;
  uint32_t *value; /* of each term, or NOWHERE */
  size_t end;
  tape_sines *sines; /* of each term whose sine or cosine is taken in parts, or NULL */
  uint32_t numbers;  /* the value of the first of tape_sine_numbers */
  tape_branches branches;
} making;

static bool in_parts(const making *m, const tape_node *n) {
  return m->sines && n->rate == RATE_EACH && (n->op == OP_SIN || n->op == OP_COS);
}

static void take_constants(making *m) {
  for (size_t i = 0; i < m->end; i++) {
    if (!m->live[i] || m->tape->node[i].op != OP_CONSTANT) continue;
    m->value[i] = (uint32_t)m->program->constant_count;
    m->program->constants[m->program->constant_count++] = tape_constant_value(&m->tape->node[i]);
  }
  m->numbers = (uint32_t)m->program->constant_count;
  for (int i = 0; m->sines && i < TAPE_SINE_NUMBERS; i++)
    m->program->constants[m->program->constant_count++] = tape_sine_numbers[i];
}

uint32_t tape_append_step(lash_program *p, tape_op op, uint32_t a, uint32_t b, uint32_t c) {
  p->steps[p->step_count] = (tape_step){op, a, b, c};
  return (uint32_t)(p->constant_count + p->step_count++);
}

/* A sine or cosine in parts; those of the same angle share what they can. */
static uint32_t take_sine(making *m, const tape_node *n) {
  tape_sines *of = &m->sines[n->a];
  if (of->shifted == 0) *of = tape_lower_sines(m->program, m->value[n->a], m->numbers);
  return tape_lower_choice(m->program, *of, n->op == OP_COS);
}

static void take_call(making *m, tape_step *step) {
  lash_program *p = m->program;
  const tape_callee *callee = &m->tape->calls[step->a];
  const uint32_t first = (uint32_t)p->operand_count;
  for (uint32_t k = 0; k < callee->inputs; k++)
    p->operands[p->operand_count++] = m->value[m->tape->operands[step->b + k]];
  p->calls[p->call_count] = *callee;
  step->a = (uint32_t)p->call_count++;
  step->b = first;
}

static void take_term(making *m, size_t i);

/* A choice behind its branch, where it has one. */
static void take_choice(making *m, size_t i) {
  lash_program *p = m->program;
  const tape_node *n = &m->tape->node[i];
  const uint32_t condition = m->value[n->a], no = m->value[n->c];
  const size_t skip = p->step_count;
  const bool branches = n->rate == RATE_EACH && m->branches.first[i] != TAPE_NO_BRANCH;
  if (branches) tape_append_step(p, OP_SKIP, condition, no, 0);
  for (lash_term k = m->branches.first[i]; branches && k != TAPE_NO_BRANCH; k = m->branches.next[k])
    take_term(m, k);
  p->skips += branches;
  m->value[i] = tape_append_step(p, OP_SELECT, condition, m->value[n->b], no);
  if (branches) p->steps[skip].c = (uint32_t)(p->step_count - 1);
}

static void take_term(making *m, size_t i) {
  const tape_node *n = &m->tape->node[i];
  if (in_parts(m, n)) {
    m->value[i] = take_sine(m, n);
    return;
  }
  if (n->op == OP_SELECT) {
    take_choice(m, i);
    return;
  }
  tape_step step = {n->op, n->a, n->b, n->c};
  if (n->op == OP_CALL) {
    take_call(m, &step);
  } else if (n->op == OP_RESULT) {
    step.a = m->value[n->a];
  } else if (n->op != OP_VARIABLE && n->op != OP_PARAMETER) {
    const int operands = tape_operands[n->op];
    step.a = m->value[n->a];
    step.b = operands > 1 ? m->value[n->b] : 0;
    step.c = 0;
  }
  m->value[i] = tape_append_step(m->program, n->op, step.a, step.b, step.c);
}

/* Takes the operations of one rate; those of a branch come with its choice. */
static void take_steps(making *m, tape_rate rate) {
  for (size_t i = 0; i < m->end; i++) {
    const tape_node *n = &m->tape->node[i];
    if (!m->live[i] || n->rate != rate || n->op == OP_CONSTANT) continue;
    if (m->branches.holder[i] == TAPE_NO_BRANCH) take_term(m, i);
  }
}

static bool allocate(making *m, size_t wanted) {
  const lash_tape *tape = m->tape;
  lash_program *p = m->program;
  size_t constants = m->sines ? TAPE_SINE_NUMBERS : 0, steps = 0, calls = 0, operands = 0;
  for (size_t i = 0; i < m->end; i++) {
    if (!m->live[i]) continue;
    if (in_parts(m, &tape->node[i])) steps += TAPE_SINES_STEPS + TAPE_CHOICE_STEPS;
    if (tape->node[i].op == OP_CONSTANT)
      constants++;
    else
      steps++;
    steps += tape->node[i].op == OP_SELECT; /* and the jump before it */
    if (tape->node[i].op != OP_CALL) continue;
    calls++;
    operands += tape->calls[tape->node[i].a].inputs;
  }
  p->constants = malloc((constants + 1) * sizeof *p->constants);
  p->steps = malloc((steps + 1) * sizeof *p->steps);
  p->placed = malloc((steps + 1) * sizeof *p->placed);
  p->place = malloc((constants + steps + 1) * sizeof *p->place);
  p->results = malloc((wanted + 1) * sizeof *p->results);
  p->calls = malloc((calls + 1) * sizeof *p->calls);
  p->operands = malloc((operands + 1) * sizeof *p->operands);
  return p->constants && p->steps && p->placed && p->place && p->results && p->calls && p->operands;
}

/* ---------------------------------------------------------------------------- places in a frame */

/* The last step that uses each value; results are used after the last. */
static void last_uses(const lash_program *p, uint32_t *last) {
  for (size_t i = 0; i < p->constant_count + p->step_count; i++) last[i] = 0;
  for (size_t i = 0; i < p->step_count; i++) {
    const tape_step *s = &p->steps[i];
    if (s->op == OP_CALL) {
      for (uint32_t k = 0; k < p->calls[s->a].inputs; k++)
        last[p->operands[s->b + k]] = (uint32_t)i;
    } else if (s->op == OP_RESULT) {
      last[s->a] = (uint32_t)i;
    } else {
      if (tape_operands[s->op] > 0) last[s->a] = (uint32_t)i;
      if (tape_operands[s->op] > 1) last[s->b] = (uint32_t)i;
      if (tape_operands[s->op] > 2) last[s->c] = (uint32_t)i;
    }
  }
  for (size_t i = 0; i < p->result_count; i++) last[p->results[i]] = UINT32_MAX;
}

/* Constants and what is computed once keep their places. The others hand theirs on after their
 * last use; the results of a call stand beside each other in places of their own. */
static bool place_values(lash_program *p) {
  const size_t values = p->constant_count + p->step_count, fixed = p->constant_count + p->once;
  uint32_t *last = malloc((values + 1) * sizeof *last);
  uint32_t *spare = malloc((values + 1) * sizeof *spare);
  if (!last || !spare) {
    free(last);
    free(spare);
    return false;
  }
  last_uses(p, last);
  size_t spares = 0;
  p->places = 0;
  for (size_t i = 0; i < values; i++) {
    const size_t at = i - p->constant_count; /* of the step, where there is one */
    const tape_step *s = i < p->constant_count ? NULL : &p->steps[at];
    if (s && s->op == OP_SKIP) {
      p->place[i] = 0; /* no value */
    } else if (s && s->op == OP_RESULT) {
      p->place[i] = p->place[s->a] + s->b;
    } else if (s && s->op == OP_CALL) {
      p->place[i] = (uint32_t)p->places;
      p->places += p->calls[s->a].call.outputs;
    } else if (i < fixed) {
      p->place[i] = (uint32_t)p->places++;
    } else {
      const uint32_t operand[3] = {s->a, s->b, s->c};
      for (int k = 0; k < tape_operands[s->op]; k++) { /* free before taking: in place is fine */
        const uint32_t v = operand[k];
        const bool repeated = (k > 0 && operand[0] == v) || (k > 1 && operand[1] == v);
        if (last[v] != at || v < fixed || repeated) continue;
        if (p->steps[v - p->constant_count].op != OP_RESULT) spare[spares++] = p->place[v];
      }
      p->place[i] = spares ? spare[--spares] : (uint32_t)p->places++;
    }
  }
  if (p->places == 0) p->places = 1; /* operands that do not exist are read at place 0 */
  free(last);
  free(spare);
  return true;
}

static void write_placed(lash_program *p) {
  for (size_t i = 0; i < p->step_count; i++) {
    const tape_step *s = &p->steps[i];
    tape_placed *placed = &p->placed[i];
    *placed = (tape_placed){.op = s->op, .to = p->place[p->constant_count + i], .a = s->a};
    if (s->op == OP_CALL) placed->b = s->b;
    if (tape_operands[s->op] > 0) placed->a = p->place[s->a];
    if (tape_operands[s->op] > 1) placed->b = p->place[s->b];
    if (tape_operands[s->op] > 2) placed->c = p->place[s->c];
    if (s->op == OP_RESULT) placed->a = 0;
    if (s->op != OP_SKIP) continue;
    placed->to = p->place[p->constant_count + s->c];
    placed->c = s->c;
  }
}

/* -------------------------------------------------------------------------------------- making */

static lash_status fill(making *m, const lash_term *wanted, size_t count, bool sines,
                        lash_error *error) {
  const lash_tape *tape = m->tape;
  lash_program *p = m->program;
  if (sines) m->sines = calloc(tape->count, sizeof *m->sines);
  if (sines && !m->sines) return lash_fail(error, LASH_FAILURE, "Out of memory.");
  m->live = calloc(tape->count, 1);
  m->value = malloc(tape->count * sizeof *m->value);
  if (!m->live || !m->value) return lash_fail(error, LASH_FAILURE, "Out of memory.");
  for (size_t i = 0; i < tape->count; i++) m->value[i] = NOWHERE;
  m->end = mark(tape, wanted, count, m->live);
  if (!tape_find_branches(tape, wanted, count, m->live, m->end, &m->branches) ||
      !allocate(m, count))
    return lash_fail(error, LASH_FAILURE, "Out of memory.");
  take_constants(m);
  take_steps(m, RATE_MEMBER);
  p->once = p->step_count;
  take_steps(m, RATE_EACH);
  for (size_t i = 0; i < count; i++) p->results[i] = m->value[wanted[i]];
  p->result_count = count;
  p->variables = tape->variables;
  p->parameters = tape->parameters;
  if (!place_values(p)) return lash_fail(error, LASH_FAILURE, "Out of memory.");
  write_placed(p);
  return LASH_OK;
}

/* A program without machine code; with `sines` in parts, or as operations of their own. */
static lash_status make(const lash_tape *tape, const lash_term *wanted, size_t count,
                        unsigned lanes, bool sines, lash_program **made, lash_error *error) {
  *made = NULL;
  lash_program *program = calloc(1, sizeof *program);
  if (!program) return lash_fail(error, LASH_FAILURE, "Out of memory.");
  program->lanes = lanes;
  making m = {.tape = tape, .program = program};
  const lash_status status = fill(&m, wanted, count, sines, error);
  free(m.live);
  free(m.value);
  free(m.sines);
  tape_branches_free(&m.branches);
  if (status == LASH_OK)
    *made = program;
  else
    lash_program_free(program);
  return status;
}

static lash_tape_engine preferred = LASH_TAPE_AUTO;

void lash_tape_prefer(lash_tape_engine engine) { preferred = engine; }

lash_status lash_program_make(const lash_tape *tape, const lash_term *wanted, size_t count,
                              const lash_program_options *options, lash_program **made,
                              lash_error *error) {
  *made = NULL;
  if (lash_tape_status(tape, error) != LASH_OK) return tape->error.status;
  const unsigned lanes = options->lanes ? options->lanes : 1;
  if (lanes != 1 && lanes != 2 && lanes != 4)
    return lash_fail(error, LASH_FAILURE, "A program has 1, 2 or 4 lanes, not %u.", lanes);
  for (size_t i = 0; i < count; i++)
    if (wanted[i] >= tape->count || tape->node[wanted[i]].condition)
      return lash_fail(error, LASH_FAILURE, "Result %zu of a program is no number of its tape.", i);
  const char *reason = "not asked for";
  const lash_tape_engine engine = options->engine == LASH_TAPE_AUTO ? preferred : options->engine;
  if (engine != LASH_TAPE_INTERPRET) {
    const lash_status status = make(tape, wanted, count, lanes, true, made, error);
    if (status != LASH_OK) return status;
    reason = tape_emit(*made, options->without_avx, &(*made)->code);
    if (!reason) return LASH_OK;
    lash_program_free(*made);
    *made = NULL;
    if (reason == tape_no_memory) return lash_fail(error, LASH_FAILURE, "Out of memory.");
    if (options->engine == LASH_TAPE_EMIT)
      return lash_fail(error, LASH_UNSUPPORTED, "No machine code: %s.", reason);
  }
  const lash_status status = make(tape, wanted, count, lanes, false, made, error);
  if (status == LASH_OK) (*made)->reason = reason;
  return status;
}

lash_program_report lash_program_tell(const lash_program *p) {
  return (lash_program_report){
      .engine = p->code ? LASH_TAPE_EMIT : LASH_TAPE_INTERPRET,
      .reason = p->reason,
      .lanes = p->lanes,
      .variables = p->variables,
      .parameters = p->parameters,
      .results = p->result_count,
      .once = p->once,
      .each = p->step_count - p->once - p->skips,
      .code_bytes = tape_code_size(p->code),
      .frame_bytes = sizeof(lash_tape_frame) + p->places * p->lanes * sizeof(double)};
}

/* -------------------------------------------------------------------------------------- frames */

lash_status lash_tape_frame_make(const lash_program *program, lash_tape_frame **made,
                                 lash_error *error) {
  *made = NULL;
  lash_tape_frame *frame = calloc(1, sizeof *frame);
  if (frame) frame->memory = calloc(program->places * program->lanes + 4, sizeof(double));
  if (!frame || !frame->memory) {
    free(frame);
    return lash_fail(error, LASH_FAILURE, "Out of memory.");
  }
  frame->program = program;
  frame->value = (double *)(((uintptr_t)frame->memory + 31) & ~(uintptr_t)31);
  for (size_t i = 0; i < program->constant_count; i++)
    for (unsigned lane = 0; lane < program->lanes; lane++)
      frame->value[i * program->lanes + lane] = program->constants[i];
  *made = frame;
  return LASH_OK;
}

void lash_tape_frame_free(lash_tape_frame *frame) {
  if (!frame) return;
  free(frame->memory);
  free(frame);
}

void lash_tape_frame_begin(lash_tape_frame *frame, const double *parameters, void *const *members) {
  for (unsigned lane = 0; lane < frame->program->lanes; lane++)
    frame->member[lane] = members ? members[lane] : NULL;
  tape_interpret(frame, 0, frame->program->once, parameters);
}

unsigned lash_tape_frame_run(lash_tape_frame *frame, const double *variables, double *results) {
  const lash_program *p = frame->program;
  frame->failed = 0;
  if (p->code) {
    tape_code_entry(p->code)(frame->value, variables, results, frame);
    return p->lanes == 1 ? frame->failed != 0 : frame->failed;
  }
  tape_interpret(frame, p->once, p->step_count, variables);
  const unsigned lanes = p->lanes;
  for (size_t i = 0; i < p->result_count; i++)
    for (unsigned lane = 0; lane < lanes; lane++)
      results[i * lanes + lane] = frame->value[(size_t)p->place[p->results[i]] * lanes + lane];
  return frame->failed;
}
