/* The hysteresis family F = K delta^n (1 + a v/v0): one table of a(e).
 *
 * ROW(name, aliases, a as a C expression of e, formula of a, citation, note). A row here is a point
 * law of that name and a choice of `hysteresis` in the laws that leave the factor open. */
#ifndef LASH_CONTACT_HYSTERESIS_TABLE_H
#define LASH_CONTACT_HYSTERESIS_TABLE_H

#include "lash_math.h"

#define LASH_HYSTERESIS_TABLE(ROW)                                                              \
  ROW(hunt_crossley, LASH_NO_ALIAS, 3 * (1 - e) / 2, "3(1-e)/2",                                \
      "Hunt and Crossley 1975, J. Appl. Mech. 42:440",                                          \
      "Made for e near 1; returns 0.66 for e = 0.5.")                                           \
  ROW(herbert_mcwhannell, LASH_NO_ALIAS, 6 * (1 - e) / ((2 * e - 1) * (2 * e - 1) + 3),         \
      "6(1-e)/((2e-1)^2+3)", "Herbert and McWhannell 1977, J. Eng. Ind. 99:513",                \
      "Made for e near 1; returns 0.59 for e = 0.5.")                                           \
  ROW(lee_wang, LASH_NO_ALIAS, 3 * (1 - e) / 4, "3(1-e)/4",                                     \
      "Lee and Wang 1983, J. Mech. Transm. Autom. Des. 105:534",                                \
      "Made for e near 1; returns 0.80 for e = 0.5.")                                           \
  ROW(lankarani_nikravesh, LASH_ALIASES("ln"), 3 * (1 - e * e) / 4, "3(1-e^2)/4",               \
      "Lankarani and Nikravesh 1990, J. Mech. Des. 112:369",                                    \
      "Authors: e near 1 and v0 <= 1e-5 sqrt(E/density); returns 0.73 for e = 0.5.")            \
  ROW(gonthier, LASH_NO_ALIAS, (1 - e * e) / e, "(1-e^2)/e",                                    \
      "Gonthier, McPhee, Lange and Piedboeuf 2004, Multibody Syst. Dyn. 11:209",                \
      "With the usual shortcut d = 1-e^2; the authors' implicit d is the law 'exact'.")         \
  ROW(zhiying_qishao, LASH_NO_ALIAS, 0.75 * (1 - e * e) * lash_exp(2 * (1 - e)),                \
      "(3/4)(1-e^2) exp(2(1-e))", "Zhiying and Qishao 2006, J. Dyn. Control 4:294",             \
      "Authors: e > 0.3.")                                                                      \
  ROW(flores, LASH_NO_ALIAS, 8 * (1 - e) / (5 * e), "8(1-e)/(5e)",                              \
      "Flores, Machado, Silva and Martins 2011, Multibody Syst. Dyn. 25:357", "All e.")         \
  ROW(hu_guo, LASH_NO_ALIAS, 3 * (1 - e) / (2 * e), "3(1-e)/(2e)",                              \
      "Hu and Guo 2015, Multibody Syst. Dyn. 35:131",                                           \
      "All e; with n = 1 the linear law of Ye, Li and Zhu 2009.")                               \
  ROW(gharib_hurmuzlu, LASH_NO_ALIAS, 1 / e, "1/e",                                             \
      "Gharib and Hurmuzlu 2012, J. Appl. Mech. 79:064506",                                     \
      "For low e only: dissipates even at e = 1, where it returns 0.594.")                      \
  ROW(safaeifar, LASH_NO_ALIAS, 5 * (1 - e) / (4 * e), "5(1-e)/(4e)",                           \
      "Safaeifar and Farshidianfar 2020, Multibody Syst. Dyn., doi 10.1007/s11044-020-09732-2", \
      "All e.")                                                                                 \
  ROW(carvalho_martins, LASH_NO_ALIAS, 3 * (1 - e) * (11 - e) / (2 * (1 + 9 * e)),              \
      "3(1-e)(11-e)/(2(1+9e))", "Carvalho and Martins 2019, Mech. Mach. Theory 139:175",        \
      "Authors: e >= 1/3, where it is within 0.003 of what is asked.")                          \
  ROW(pant, LASH_NO_ALIAS, 3 * (1 - e * e) / (2 * e * e), "3(1-e^2)/(2e^2)",                    \
      "Pant and Wijeyewickrema 2012, Earthquake Eng. Struct. Dyn. 41:1709",                     \
      "Made for pounding of buildings with n = 1; returns 0.22 for e = 0.5.")                   \
  ROW(exact, LASH_NO_ALIAS, lash_hysteresis_for(e), "root of a(1+e) = ln((1+a)/(1-ae))",        \
      "Gonthier et al. 2004, Multibody Syst. Dyn. 11:209 (implicit relation)",                  \
      "Returns e itself, for every n, K, mass and speed.")

/* Places of the choices; `none` and `hertz` are both elastic. */
#define LASH_HYSTERESIS_PLACE(name, ...) HYSTERESIS_##name,
enum {
  HYSTERESIS_none,
  HYSTERESIS_hertz,
  LASH_HYSTERESIS_TABLE(LASH_HYSTERESIS_PLACE) HYSTERESIS_COUNT
};

#endif
