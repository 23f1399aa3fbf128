/* What every law must stand, ours or anyone's: derivatives, zero, NaN, batch, energy, units.
 *
 *   lash_law_findings findings;
 *   lash_law_check_contact(&law, &findings);
 *   for (i = 0; i < findings.count; i++) puts(findings.item[i].words);
 *
 * A law is judged with the parameters it was made ready with, at random states that are the same
 * every time. */
#ifndef LASH_LAW_CHECK_H
#define LASH_LAW_CHECK_H

#include "lash_contact.h"
#include "lash_friction.h"

typedef enum lash_law_verdict {
  LASH_LAW_MET,
  LASH_LAW_NOT_MET,
  LASH_LAW_TOLD /* a fact, not a demand; or a demand that this law cannot be asked */
} lash_law_verdict;

typedef struct lash_law_finding {
  const char *what; /* "derivatives" */
  lash_law_verdict verdict;
  double worst, limit; /* the number that decided; NAN where none did */
  char words[240];     /* a sentence with the worst state */
} lash_law_finding;

enum { LASH_LAW_FINDINGS_MAX = 16 };

typedef struct lash_law_findings {
  size_t count;
  bool met; /* no demand was missed */
  lash_law_finding item[LASH_LAW_FINDINGS_MAX];
} lash_law_findings;

/* Both laws must be ready. */
void lash_law_check_contact(const lash_contact *law, lash_law_findings *findings);
void lash_law_check_friction(const lash_friction *law, lash_law_findings *findings);

#endif
