/* A program of somebody else's: one force of one law. K delta^1.5 (1 + 0.75 (1 - e^2) v/v0) */
#include <lash_contact.h>
#include <stdio.h>

int main(void) {
  lash_contact law;
  lash_error error;
  if (lash_contact_begin(&law, "lankarani_nikravesh", &error) != LASH_OK) return 1;
  if (lash_contact_set(&law, "K", "1e8", &error) != LASH_OK) return 1;
  if (lash_contact_set(&law, "e", "0.5", &error) != LASH_OK) return 1;
  if (lash_contact_ready(&law, &error) != LASH_OK) return 1;
  printf("%.10g\n", lash_contact_eval(&law, 1e-4, 0.1, 0.2).force);
  return 0;
}
