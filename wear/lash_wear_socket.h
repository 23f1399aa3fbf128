/* Wear of a socket and the ball in it: the profile of the socket on a grid over its sphere, what it
 * does to the gap, what sliding and drilling take away.
 *
 *   lash_wear_begin(&wear, "archard", &error);                     as for journals: lash_wear.h
 *   lash_wear_set(&wear, "k_i", "1e-15", &error);                  of the socket
 *   lash_wear_ready_socket(&wear, R, c, &error);
 *   lash_wear_socket_look(&wear, &socket, e, false, &bowl);        how deep the surfaces overlap
 *   lash_wear_socket_take(&wear, &socket, &ride, load, time, work, &socket, &tally);
 *
 * All vectors are in the axes of the socket. The ball turns every way and so wears alike all round:
 * it stays a ball, `ball` smaller. (k_j wears it by what leaves it, spread over its sphere.)
 *
 * Gap in the direction n: c + ball + depth(n) - e . n. Where it is negative the surfaces overlap by
 * o(n) and press in proportion to it, a Winkler bed. The contact law is told the depth `delta` at
 * which fresh surfaces would store the bed's energy,
 *
 *   1/2 int o^2 dn = U(c + delta),   U(r) = pi (r - c)^3/(3 r),
 *
 * so that every law serves, a fresh joint is the joint without wear, and -N grad(delta) is
 * conservative with a law that is.
 *
 * The grid: six faces of a cube seen from its centre, `face` cells at even angles along an edge.
 * Points on the edges belong to each face that has them; what is done to a point depends on its
 * place alone, so that they stay alike. SI. */
#ifndef LASH_WEAR_SOCKET_H
#define LASH_WEAR_SOCKET_H

#include "lash_wear.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  LASH_WEAR_ROW = LASH_WEAR_FACE + 1,
  LASH_WEAR_FACES = 6,
  LASH_WEAR_POINTS = LASH_WEAR_FACES * LASH_WEAR_ROW * LASH_WEAR_ROW
};

/* Depths at the points, face by face, row by row; all zero is fresh. */
typedef struct lash_wear_socket {
  double depth[LASH_WEAR_POINTS];
  double ball;
} lash_wear_socket;

/* Points that `wear` uses; they stand at the start of `depth`. */
LASH_API size_t lash_wear_socket_points(const lash_wear *wear);

LASH_API lash_status lash_wear_ready_socket(lash_wear *wear, double R, double c, lash_error *error);

/* Depth of the socket in a direction, its greatest depth and where that is, and the volume that is
 * gone of socket (body 0) or ball (1). */
LASH_API double lash_wear_socket_depth(const lash_wear *wear, const lash_wear_socket *socket,
                                       const double n[3]);
LASH_API double lash_wear_socket_deepest(const lash_wear *wear, const lash_wear_socket *socket,
                                         double n[3]);
LASH_API double lash_wear_socket_volume(const lash_wear *wear, const lash_wear_socket *socket,
                                        int body);

/* As lash_wear_check. */
LASH_API lash_status lash_wear_socket_check(const lash_wear *wear, const lash_wear_socket *socket,
                                            lash_error *error);

typedef struct lash_wear_bowl {
  bool touching;
  double delta;     /* < 0: the gap, at its narrowest */
  double by[3];     /* its partials by the ball's centre */
  double by2[3][3]; /* and theirs, when wanted */
} lash_wear_bowl;

/* With the ball's centre at e, which is not the socket's. */
LASH_API void lash_wear_socket_look(const lash_wear *wear, const lash_wear_socket *socket,
                                    const double e[3], bool second, lash_wear_bowl *bowl);

/* How the ball moves: its centre, the velocity of its material there and its spin, all against the
 * socket. */
typedef struct lash_wear_ride {
  double e[3], u[3], w[3];
} lash_wear_ride;

/* Takes away what rubbing so for `time` under the normal force `load` takes: each place slides at a
 * speed of its own, a place the ball drills about at none. Of the energy law `work` is the power of
 * friction, which is shared out as pressure times speed. */
LASH_API void lash_wear_socket_take(const lash_wear *wear, const lash_wear_socket *socket,
                                    const lash_wear_ride *ride, double load, double time,
                                    double work, lash_wear_socket *to, lash_wear_tally *tally);

/* Pressure on the socket in a direction under the normal force `load` [Pa]. */
LASH_API double lash_wear_socket_pressure(const lash_wear *wear, const lash_wear_socket *socket,
                                          const double e[3], double load, const double n[3]);

/* Energy of a fresh bed per K R^2, its force and stiffness, at r > c. */
LASH_API double lash_wear_socket_energy(double r, double c, double *force, double *slope);

#ifdef __cplusplus
}
#endif

#endif
