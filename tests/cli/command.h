/* Running `lash` from a test and reading what it prints. */
#ifndef LASH_TEST_COMMAND_H
#define LASH_TEST_COMMAND_H

typedef struct outcome {
  int status;           /* exit status; -1 when the command was killed */
  char output[1 << 18]; /* standard output and standard error; of very much, beginning and end */
} outcome;

/* Runs `lash ARGUMENTS` through the shell. The outcome is overwritten by the next call. */
const outcome *lash(const char *arguments, ...) __attribute__((format(printf, 1, 2)));

/* The number behind "key": in the output; fails the test when there is none. */
double json_value(const outcome *o, const char *key);

/* Fails the test unless the command ends with `status` and says `words` somewhere. */
void expect(int status, const char *words, const char *arguments);

/* Writes FOLDER/NAME. */
void write_in(const char *folder, const char *name, const char *text);

#endif
