/* What wore of a joint altogether. */
#include <math.h>

#include "lash_joint.h"

static void total_of_socket(const lash_joint *joint, const lash_joint_worn *worn,
                            lash_joint_worn_total *total) {
  lash_joint_worn_socket all = worn->socket;
  double n[3];
  lash_joint_worn_socket_settle(joint, &all);
  total->depth[0] = lash_wear_socket_deepest(&joint->wear, &all.profile, n);
  total->angle[0] = total->depth[0] > 0 ? atan2(n[1], n[0]) : 0;
  total->angle[1] = total->depth[0] > 0 ? atan2(hypot(n[0], n[1]), n[2]) : 0;
  total->depth[1] = all.profile.ball;
  for (int body = 0; body < 2; body++) {
    total->volume[body] = lash_wear_socket_volume(&joint->wear, &all.profile, body);
    total->counted[body] = all.tally.volume[body];
  }
}

static void add_end(const lash_joint *joint, const lash_joint_worn_site *site,
                    lash_joint_worn_total *total) {
  lash_joint_worn_site all = *site;
  lash_joint_worn_settle(joint, &all);
  for (int body = 0; body < 2; body++) {
    double angle;
    const double depth = lash_wear_deepest(&joint->wear, &all.profile, body, &angle);
    if (depth > total->depth[body]) total->depth[body] = depth, total->angle[body] = angle;
    total->volume[body] += lash_wear_volume(&joint->wear, &all.profile, body);
    total->counted[body] += all.tally.volume[body];
  }
}

void lash_joint_worn_sum(const lash_joint *joint, const lash_joint_worn *worn,
                         lash_joint_worn_total *total) {
  *total = (lash_joint_worn_total){.depth = {0}};
  if (lash_joint_wears_socket(joint))
    total_of_socket(joint, worn, total);
  else
    for (size_t s = 0; s < LASH_JOINT_WORN; s++) add_end(joint, &worn->site[s], total);
}
