#include "build.h"
lash_status lash_build_contacts(lash_builder *builder, lash_error *error) {
  if (builder->model->contact.count)
    return lash_build_unsupported(builder, &builder->model->contact.item[0].head, "CONTACT", error);
  return LASH_OK;
}
