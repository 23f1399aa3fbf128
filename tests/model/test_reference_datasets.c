/* Real datasets: those in the folder that LASH_ADAMS_REFERENCE names, one model.adm per sub-folder.
 * Also a large dataset. */
#include <dirent.h>

#include "dataset.h"

void setUp(void) {}
void tearDown(void) {}

static void read_one(const char *path) {
  lash_error error;
  lash_status status = lash_model_read(&model, path, &error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, model.diagnostics.count, path);
  TEST_ASSERT_EQUAL_INT(2, model.part.count);
  TEST_ASSERT_TRUE(model.request.count >= 5);
  TEST_ASSERT_EQUAL_DOUBLE(-9.80665, model.gravity.g[2]);
  lash_mass mass;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_part_mass(&model, &model.part.item[1], &mass, &error));
  TEST_ASSERT_EQUAL_DOUBLE(1, mass.mass);
  /* the same three moments in every one of them, whatever the axes */
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.24, mass.inertia[0] + mass.inertia[4] + mass.inertia[8]);
  lash_model_free(&model);
}

static void datasets_of_the_reference_folder(void) {
  const char *folder = getenv("LASH_ADAMS_REFERENCE");
  if (!folder) TEST_IGNORE_MESSAGE("LASH_ADAMS_REFERENCE is not set");
  DIR *directory = opendir(folder);
  TEST_ASSERT_NOT_NULL_MESSAGE(directory, folder);
  int count = 0;
  for (struct dirent *entry; (entry = readdir(directory));) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s/model.adm", folder, entry->d_name);
    FILE *file = fopen(path, "r");
    if (!file) continue;
    fclose(file);
    read_one(path);
    count++;
  }
  closedir(directory);
  TEST_ASSERT_TRUE(count > 0);
}

/* A chain of pendulums of more than 300 kB. */
static char *large_dataset(void) {
  enum { LINKS = 1200, ROOM = 600000 };
  char *text = malloc(ROOM);
  size_t used = (size_t)sprintf(text, "chain\nPART/1, GROUND\nMARKER/1, PART=1\n");
  for (int i = 1; i <= LINKS; i++) {
    used +=
        (size_t)sprintf(text + used,
                        "!                 adams_view_name='link_%d'\nPART/%d, MASS=1.5, CM=%d\n, "
                        "IP=0.1,0.2,0.25, QG=%d,0,0\nMARKER/%d, PART=%d, QP=0.5,0,0\nMARKER/%d, "
                        "PART=%d, REULER=0D,90D,0D\nJOINT/%d, REVOLUTE, I=%d, J=%d\nREQUEST/%d, D, "
                        "I=%d, J=1, C=link\nVARIABLE/%d, FUNCTION=DM(%d,1)*2\n, + 5\n",
                        i, i + 1, 10 * i, i, 10 * i, i + 1, 10 * i + 1, i + 1, i, 10 * i + 1,
                        i == 1 ? 1 : 10 * (i - 1), i, 10 * i, i, 10 * i);
  }
  sprintf(text + used, "END\n");
  return text;
}

static void a_large_dataset_is_read(void) {
  char *text = large_dataset();
  TEST_ASSERT_TRUE(strlen(text) > 300000);
  expect_clean(read_text(text));
  TEST_ASSERT_EQUAL_INT(1200, lash_model_freedom(&model));
  TEST_ASSERT_EQUAL_STRING("link_1200", model.part.item[1200].head.name);
  lash_model_free(&model);
  free(text);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(datasets_of_the_reference_folder);
  RUN_TEST(a_large_dataset_is_read);
  return UNITY_END();
}
