/* How the table of finite bearings is laid out; finite_table.c holds its numbers, which the program
 * film_table writes (film/table/make_table.c).
 *
 * Entries are coefficients of cubic B-splines over x = artanh(eps), rows 0 … FINITE_ROWS + 1 in
 * steps of FINITE_STEP, and over the angle chi, columns 0 … FINITE_ANGLE of half a turn. In x the
 * functions become straight as the film vanishes. With theta the angle from e to V,
 * tan chi = (1 - eps^2)^(1/4) tan theta: near a right angle, where V turns from pressing the thin
 * film to pulling it, they change within theta ~ sqrt(1 - eps^2). They are even in the angle about
 * both ends, and f(-eps, chi) = f(eps, pi - chi): rows and columns beyond follow from that. */
#ifndef LASH_FINITE_TABLE_H
#define LASH_FINITE_TABLE_H

enum { FINITE_ROWS = 14, FINITE_ANGLE = 16, FINITE_WIDTHS = 11 };
#define FINITE_STEP 0.19

/* What is tabulated: the logarithm of the ratio to a short bearing's force along V, across V, and
 * greatest pressure. It is smooth in the logarithm of the width; below the first width it goes with
 * the width's square. */
enum { FINITE_ALONG, FINITE_ACROSS, FINITE_PEAK, FINITE_FUNCTIONS };

/* Length over diameter: from FINITE_LEAST on, each sqrt(2) times the one before. */
#define FINITE_LEAST 0.0625
#define FINITE_MOST  2.0
extern const float lash_finite_table[FINITE_WIDTHS][FINITE_FUNCTIONS][FINITE_ROWS + 2]
                                    [FINITE_ANGLE + 1];

#endif
