/* What rubbing takes away from a socket and its ball, and the account of it. */
#include <math.h>

#include "lash_math.h"
#include "lash_space.h"
#include "wear_socket.h"

/* What every point that overlaps is asked. */
typedef struct rubbing {
  const lash_wear *wear;
  const lash_wear_socket *socket;
  const lash_wear_ride *ride;
  wear_reach reach;
  double resultant[3]; /* of overlap over the sphere */
  double rubbed;       /* overlap times speed over the sphere */
  double fastest;      /* greatest overlap times speed */
} rubbing;

/* Speed of the ball's surface over the socket's there. */
static double speed_at(const rubbing *r, const double n[3]) {
  double u[3];
  cross3(r->ride->w, n, u);
  scale3(r->wear->R, u, u);
  add3(r->ride->u, u, u);
  axpy3(-dot3(n, u), n, u);
  return norm3(u);
}

/* One way round all points that overlap. */
typedef void visit(rubbing *r, size_t point, const double n[3], double overlap, double span,
                   void *context);

static bool go_round(rubbing *r, visit *each, void *context) {
  const double size = norm3(r->ride->e);
  if (!(size > r->wear->c)) return false;
  r->reach = lash_wear_reach(r->wear, size);
  for (int f = 0; f < LASH_WEAR_FACES; f++) {
    wear_patch p;
    if (!lash_wear_patch(r->wear, f, r->ride->e, size, r->reach.sine, &p)) continue;
    for (int a = p.first[0]; a <= p.last[0]; a++)
      for (int b = p.first[1]; b <= p.last[1]; b++) {
        const double *n = p.n[a][b];
        const size_t point = wear_point(r->wear, f, a, b);
        const double o = dot3(r->ride->e, n) + r->reach.more - r->wear->c - r->socket->ball -
                         r->socket->depth[point];
        if (o > 0) each(r, point, n, o, lash_wear_point_span(r->wear, a, b), context);
      }
  }
  return true;
}

static void add_up(rubbing *r, size_t point, const double n[3], double o, double span,
                   void *context) {
  (void)point;
  (void)context;
  const double speed = speed_at(r, n);
  axpy3(span * o, n, r->resultant);
  r->rubbed += span * o * speed;
  r->fastest = fmax(r->fastest, o * speed);
}

/* ----------------------------------------------------------------------------------------- take */

typedef struct taking {
  double *depth;
  double per_rub; /* depth for an overlap times a speed */
} taking;

static void take_away(rubbing *r, size_t point, const double n[3], double o, double span,
                      void *context) {
  const taking *t = context;
  (void)span;
  t->depth[point] += t->per_rub * o * speed_at(r, n);
}

void lash_wear_socket_take(const lash_wear *wear, const lash_wear_socket *socket,
                           const lash_wear_ride *ride, double load, double time, double work,
                           lash_wear_socket *to, lash_wear_tally *tally) {
  rubbing r = {.wear = wear, .socket = socket, .ride = ride};
  if (!(load > 0) || !(time > 0) || !go_round(&r, add_up, NULL)) return;
  const double size = norm3(r.resultant), square = wear->R * wear->R;
  if (!(size > 0) || !(r.rubbed > 0)) return;
  /* pressure over overlap; of the energy law what shares the work out */
  double stiffness = load / (size * square);
  if (wear->law == LASH_WEAR_ENERGY) stiffness = fmax(0, work) / (r.rubbed * square);
  const double amount = stiffness * time;
  taking t = {to->depth, wear->k[0] * amount};
  const double ball = wear->k[1] * amount * r.rubbed / (4 * LASH_PI);
  if (wear->k[0] > 0) go_round(&r, take_away, &t); /* `to` may be `socket`: its ball comes last */
  to->ball += ball;
  tally->volume[0] += wear->k[0] * amount * r.rubbed * square;
  tally->volume[1] += wear->k[1] * amount * r.rubbed * square;
  tally->deepest += wear->k[0] * amount * r.fastest + ball;
}

/* ------------------------------------------------------------------------------------- pressure */

double lash_wear_socket_pressure(const lash_wear *wear, const lash_wear_socket *socket,
                                 const double e[3], double load, const double n[3]) {
  lash_wear_ride ride = {.e = {e[0], e[1], e[2]}};
  rubbing r = {.wear = wear, .socket = socket, .ride = &ride};
  if (!(load > 0) || !go_round(&r, add_up, NULL) || !(norm3(r.resultant) > 0)) return 0;
  const double o =
      dot3(e, n) + r.reach.more - wear->c - socket->ball - lash_wear_socket_depth(wear, socket, n);
  return o > 0 ? load * o / (norm3(r.resultant) * wear->R * wear->R) : 0;
}
