#define _GNU_SOURCE /* pipe2 */
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "files.h"

enum { NOT_FOUND = 127 };

/* In the child: only what may be called between fork and exec. */
static void become(int input, int output, const char *const argv[], const char *folder) {
  dup2(input, STDIN_FILENO);
  if (output >= 0) dup2(output, STDOUT_FILENO);
  signal(SIGPIPE, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* or it would go on writing a file that nobody will name */
  if (!folder || chdir(folder) == 0) execvp(argv[0], (char *const *)argv);
  _exit(NOT_FOUND);
}

/* 0, or why not all was written. Of a program that reads no more its end says why. It raises
 * SIGPIPE here: that is held back, and taken. */
static int write_quietly(int to, const char *text, size_t size) {
  const struct timespec none = {0};
  sigset_t pipe_signal, before;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  const int trouble = file_put(to, text, size) || errno == EPIPE ? 0 : errno;
  if (!sigismember(&before, SIGPIPE)) sigtimedwait(&pipe_signal, NULL, &none);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return trouble;
}

lash_status program_feed(const char *const argv[], const char *folder, const char *input,
                         size_t size, int output, lash_error *error) {
  int ends[2], code = -1;
  const bool piped = pipe2(ends, O_CLOEXEC) == 0;
  const pid_t process = piped ? fork() : -1;
  if (process == 0) become(ends[0], output, argv, folder);
  if (process < 0) {
    const int reason = errno;
    if (piped) close(ends[0]), close(ends[1]);
    return lash_fail(error, LASH_FAILURE, "cannot start %s: %s", argv[0], strerror(reason));
  }
  close(ends[0]);
  const int trouble = write_quietly(ends[1], input, size);
  close(ends[1]);
  while (waitpid(process, &code, 0) < 0 && errno == EINTR) continue;
  if (trouble)
    return lash_fail(error, LASH_FAILURE, "cannot write to %s: %s", argv[0], strerror(trouble));
  if (WIFEXITED(code) && WEXITSTATUS(code) == 0) return LASH_OK;
  if (WIFEXITED(code) && WEXITSTATUS(code) == NOT_FOUND)
    return lash_fail(error, LASH_FAILURE, "%s is not installed; scripts/setup.sh brings it",
                     argv[0]);
  return lash_fail(error, LASH_FAILURE, "%s failed", argv[0]);
}
