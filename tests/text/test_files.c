/* Files that are not files, disks that are full, paths that are long, writers that are stopped. */
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>

#include "text_testing.h"

void setUp(void) { enter_folder(); }
void tearDown(void) { leave_folder(); }

/* ------------------------------------------------------------------------------------- reading */

static void refuses(const char *path, const char *why) {
  char *text = (char *)"untouched";
  size_t size = 7;
  alarm(200); /* a pipe without a writer must not make us wait */
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, file_read(path, &text, &size, &error));
  alarm(0);
  TEST_ASSERT_NULL(text);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, why), error.message);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, path), error.message);
}

static void only_files_are_read(void) {
  char *pipe_path = path_join(folder, "pipe"), *none = path_join(folder, "none");
  TEST_ASSERT_EQUAL_INT(0, mkfifo(pipe_path, 0600));
  refuses(folder, "it is a folder");
  refuses(pipe_path, "it is a pipe");
  refuses("/dev/zero", "it is a device"); /* endless */
  refuses(none, "No such file");
  free(pipe_path);
  free(none);
}

/* A sparse file stands for one that does not end. */
static void endless_files_are_given_up(void) {
  char *path = path_join(folder, "endless");
  const int file = open(path, O_WRONLY | O_CREAT, 0600);
  TEST_ASSERT_EQUAL_INT(0, ftruncate(file, (off_t)4 << 30));
  close(file);
  refuses(path, "more than 256 MB");
  free(path);
}

static void zeros_and_empty_files_are_read(void) {
  char *path = path_join(folder, "bytes"), *text;
  size_t size;
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_write(path, "a\0b", 3, false, &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_read(path, &text, &size, &error));
  TEST_ASSERT_EQUAL_INT(3, size);
  TEST_ASSERT_EQUAL_MEMORY("a\0b", text, 4);
  free(text);
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_write(path, "", 0, false, &error));
  expect_file(path, "");
  free(path);
}

static void missing_memory_is_told(void) {
  char *text;
  out_file out;
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, file_read(NULL, &text, NULL, &error));
  TEST_ASSERT_EQUAL_STRING("out of memory", error.message);
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, folder_make(NULL, &error));
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, out_close(&out, out_open(&out, NULL, &error), &error));
}

/* ------------------------------------------------------------------------------------- writing */

static int files_in(const char *path) {
  char *command = path_format("exit $(ls -Aq '%s' | wc -l)", path);
  const int count = WEXITSTATUS(system(command));
  free(command);
  return count;
}

/* Nothing has the file's name before it is whole, and nothing else is left. */
static void a_file_is_there_when_it_is_whole(void) {
  char *path = path_format("%s/deep/er/file", folder), *parent = path_parent(path);
  out_file out;
  TEST_ASSERT_EQUAL_INT(LASH_OK, out_open(&out, path, &error));
  fputs("whole", out.stream);
  TEST_ASSERT_TRUE(access(path, F_OK) != 0);
  folder_tidy(parent); /* a writer at work is spared */
  TEST_ASSERT_EQUAL_INT(LASH_OK, out_close(&out, LASH_OK, &error));
  expect_file(path, "whole");
  TEST_ASSERT_EQUAL_INT(1, files_in(parent));
  free(path);
  free(parent);
}

/* Another program that tidies the folder all the while takes no file from a writer. */
static void a_writer_is_spared_from_the_first(void) {
  enum { FILES = 3000 };
  char *path = path_join(folder, "file");
  const pid_t other = fork();
  if (other == 0)
    for (;;) folder_tidy(folder);
  lash_status status = LASH_OK;
  for (int i = 0; i < FILES && status == LASH_OK; i++)
    status = file_write(path, "whole", 5, false, &error);
  kill(other, SIGKILL);
  waitpid(other, NULL, 0);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
  free(path);
}

static void what_failed_leaves_the_old_file(void) {
  char *path = path_join(folder, "file");
  out_file out;
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_write(path, "old", 3, false, &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, out_open(&out, path, &error));
  fputs("new", out.stream);
  TEST_ASSERT_EQUAL_INT(LASH_UNSUPPORTED, out_close(&out, LASH_UNSUPPORTED, &error));
  expect_file(path, "old");
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_write(path, "kept?", 5, true, &error));
  expect_file(path, "old");
  TEST_ASSERT_EQUAL_INT(1, files_in(folder));
  free(path);
}

static void a_full_disk_is_a_failure(void) {
  char much[100000];
  memset(much, 'x', sizeof much);
  for (size_t size = 1; size <= sizeof much; size += sizeof much - 1) {
    TEST_ASSERT_EQUAL_INT(LASH_FAILURE, file_write("/dev/full", much, size, false, &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "No space left"), error.message);
  }
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_write("/dev/null", much, sizeof much, false, &error));
}

/* A link that waits under the temporary name is not followed. */
static void links_in_the_way_are_not_followed(void) {
  char *bait = path_format("%s/.lash-%ld-0.part", folder, (long)getpid());
  char *victim = path_join(folder, "victim"), *path = path_join(folder, "file");
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_write(victim, "mine", 4, false, &error));
  TEST_ASSERT_EQUAL_INT(0, symlink(victim, bait));
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_write(path, "text", 4, false, &error));
  expect_file(victim, "mine");
  expect_file(path, "text");
  free(bait);
  free(victim);
  free(path);
}

static void leftovers_are_tidied_away(void) {
  char *left = path_join(folder, ".lash-1-0.part"), *other = path_join(folder, ".lashed");
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_write(left, "", 0, false, &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_write(other, "", 0, false, &error));
  folder_tidy(folder);
  TEST_ASSERT_TRUE(access(left, F_OK) != 0);
  TEST_ASSERT_EQUAL_INT(0, access(other, F_OK));
  free(left);
  free(other);
}

/* A killed writer's children hold its file until they have ended, too. */
static void what_a_killed_writer_leaves_is_waited_for(void) {
  char *left = path_join(folder, ".lash-1-0.part");
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_write(left, "", 0, false, &error));
  const int held = open(left, O_RDWR);
  TEST_ASSERT_EQUAL_INT(0, flock(held, LOCK_EX));
  const pid_t child = fork();
  if (child == 0) {
    usleep(100 * 1000);
    _exit(0);
  }
  close(held); /* the child's copy keeps the lock */
  folder_tidy(folder);
  TEST_ASSERT_TRUE(access(left, F_OK) != 0);
  TEST_ASSERT_EQUAL_INT(child, waitpid(child, NULL, 0));
  free(left);
}

static void folders_in_the_way_are_told(void) {
  char *file = path_join(folder, "file"), *below = path_join(folder, "file/below/it");
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, file_write(folder, "", 0, false, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "it is a folder"), error.message);
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_write(file, "", 0, false, &error));
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, file_write(below, "", 0, false, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "Not a directory"), error.message);
  free(file);
  free(below);
}

/* Linux takes paths up to 4095 characters in one call; what is longer is refused, never cut. */
static void long_paths_are_whole_or_refused(void) {
  char part[101];
  memset(part, 'p', 100), part[100] = '\0';
  char *path = strdup(folder);
  while (strlen(path) < 3500) {
    char *longer = path_join(path, part);
    free(path);
    path = longer;
  }
  char *file = path_join(path, "file");
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_write(file, "far", 3, false, &error));
  expect_file(file, "far");
  free(file);
  while (strlen(path) < 5000) {
    char *longer = path_join(path, part);
    free(path);
    path = longer;
  }
  file = path_join(path, "file");
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, file_write(file, "too far", 7, false, &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "File name too long"), error.message);
  free(file);
  free(path);
}

static void hostile_names_are_names(void) {
  static const char *const names[] = {"-rf",  "`touch x`", "$(touch x)", "a\nb", "'",
                                      "\"",   "|cat",      "\033[2J",    "=1+1", " ",
                                      "%s%n", "*",         "ä\xff"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    char *path = path_join(folder, names[i]);
    TEST_ASSERT_EQUAL_INT(LASH_OK, file_write(path, names[i], strlen(names[i]), false, &error));
    expect_file(path, names[i]);
    TEST_ASSERT_EQUAL_STRING(names[i], path_base(path));
    free(path);
  }
  TEST_ASSERT_EQUAL_INT(sizeof names / sizeof names[0], files_in(folder));
}

/* --------------------------------------------------------------------------------------- paths */

static void check(char *made, const char *wanted) {
  TEST_ASSERT_EQUAL_STRING(wanted, made);
  free(made);
}

static void paths_are_put_together(void) {
  check(path_join("a", "b"), "a/b");
  check(path_join("a/", "b"), "a/b");
  check(path_join("/", "b"), "/b");
  check(path_parent("a/b/c"), "a/b");
  check(path_parent("/c"), "/");
  check(path_parent("c"), ".");
  check(path_beside("a/model.adm", "x.frame"), "a/x.frame");
  check(path_beside("model.adm", "x.frame"), "x.frame");
  check(path_beside("a/model.adm", "/x.frame"), "/x.frame");
  char plain[8];
  path_plain("VM(1, 2) / 3", plain, sizeof plain);
  TEST_ASSERT_EQUAL_STRING("VM_1_2", plain);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(only_files_are_read);
  RUN_TEST(endless_files_are_given_up);
  RUN_TEST(zeros_and_empty_files_are_read);
  RUN_TEST(missing_memory_is_told);
  RUN_TEST(a_file_is_there_when_it_is_whole);
  RUN_TEST(a_writer_is_spared_from_the_first);
  RUN_TEST(what_failed_leaves_the_old_file);
  RUN_TEST(a_full_disk_is_a_failure);
  RUN_TEST(links_in_the_way_are_not_followed);
  RUN_TEST(leftovers_are_tidied_away);
  RUN_TEST(what_a_killed_writer_leaves_is_waited_for);
  RUN_TEST(folders_in_the_way_are_told);
  RUN_TEST(long_paths_are_whole_or_refused);
  RUN_TEST(hostile_names_are_names);
  RUN_TEST(paths_are_put_together);
  return UNITY_END();
}
