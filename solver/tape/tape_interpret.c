/* The reference back end: one operation after the other, any lanes, any platform. */
#include "tape_apply.h"
#include "tape_program_impl.h"

void tape_make_call(lash_tape_frame *frame, uint32_t which, uint32_t first, double *results) {
  const lash_program *program = frame->program;
  const tape_callee *callee = &program->calls[which];
  const unsigned lanes = program->lanes;
  const uint32_t *operand = program->operands + first;
  for (unsigned lane = 0; lane < lanes; lane++) {
    for (uint32_t i = 0; i < callee->inputs; i++)
      frame->in[i] = frame->value[(size_t)program->place[operand[i]] * lanes + lane];
    const lash_tape_call *call = &callee->call;
    void *member = frame->member[lane];
    const int failed = callee->derivative
                           ? call->derivative(call->context, member, frame->in,
                                              frame->in + call->inputs, frame->out)
                           : call->function(call->context, member, frame->in, frame->out);
    if (failed) frame->failed |= 1u << lane;
    for (uint32_t i = 0; i < call->outputs; i++) results[(size_t)i * lanes + lane] = frame->out[i];
  }
}

#define EACH_LANE for (unsigned l = 0; l < lanes; l++)

/* `lanes` is known to the compiler wherever this is inlined. */
static inline __attribute__((always_inline)) void interpret(lash_tape_frame *frame, size_t from,
                                                            size_t to, const double *inputs,
                                                            const unsigned lanes) {
  const lash_program *program = frame->program;
  double *value = frame->value;
  const tape_placed *end = program->placed + to;
#define AT(place) (value + (size_t)(place)*lanes)
  for (const tape_placed *s = program->placed + from; s < end; s++) {
    switch (s->op) {
      case OP_VARIABLE:
      case OP_PARAMETER:
        EACH_LANE AT(s->to)[l] = inputs[(size_t)s->a * lanes + l];
        break;
      case OP_CALL:
        tape_make_call(frame, s->a, s->b, AT(s->to));
        break;
      case OP_RESULT:
        break; /* the call has put it there */
      case OP_SKIP: {
        bool any = false;
        EACH_LANE any |= tape_holds(AT(s->a)[l]);
        if (any) break;
        EACH_LANE AT(s->to)[l] = AT(s->b)[l];
        s = program->placed + s->c;
        break;
      }
#define X(name, operands, what)                                         \
  case OP_##name:                                                       \
    EACH_LANE {                                                         \
      const double a = AT(s->a)[l], b = operands > 1 ? AT(s->b)[l] : 0, \
                   c = operands > 2 ? AT(s->c)[l] : 0;                  \
      (void)b, (void)c;                                                 \
      AT(s->to)[l] = APPLY_##name(a, b, c);                             \
    }                                                                   \
    break;
        LASH_TAPE_OPERATIONS(X)
#undef X
      default:
        break;
    }
  }
#undef AT
}

void tape_interpret(lash_tape_frame *frame, size_t from, size_t to, const double *inputs) {
  switch (frame->program->lanes) {
    case 1:
      interpret(frame, from, to, inputs, 1);
      break;
    case 2:
      interpret(frame, from, to, inputs, 2);
      break;
    default:
      interpret(frame, from, to, inputs, 4);
      break;
  }
}
