/* Completion of command lines: commands, options, names of laws; files for the rest. */
#include <string.h>

#include "manual.h"

static void bash_option(const struct argp_option *o, void *context) {
  fprintf(context, " --%s%s", o->name, o->arg ? "=" : "");
}

/* First words only: "sub" of "sub call" once. */
static bool begins_anew(size_t index, const manual_entry *e) {
  manual_entry before;
  const size_t length = strcspn(e->words, " ");
  return index == 0 || !manual_entry_at(index - 1, &before) ||
         strcspn(before.words, " ") != length || strncmp(before.words, e->words, length) != 0;
}

bool manual_bash(FILE *out, const void *context) {
  (void)context;
  manual_entry e;
  fputs("# bash completion for lash; made by `lash manual`\n_lash() {\n  local commands=\"", out);
  for (size_t i = 0; manual_entry_at(i, &e); i++) {
    if (begins_anew(i, &e)) fprintf(out, "%.*s ", (int)strcspn(e.words, " "), e.words);
  }
  fputs(
      "--help --version\"\n"
      "  local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=\"\"\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W \"$commands\" -- \"$cur\"))\n    return\n  fi\n"
      "  [ \"$before\" = = ] && before=${COMP_WORDS[COMP_CWORD-2]}\n"
      "  case $before in\n    --law | --laws | --friction | law | laws)\n"
      "      COMPREPLY=($(compgen -W \"$(lash laws 2>/dev/null | awk 'NR > 1 { print $1 }')\" -- "
      "\"${cur#=}\"))\n      [ ${#COMPREPLY[@]} -gt 0 ] && return ;;\n  esac\n"
      "  case ${COMP_WORDS[1]} in\n",
      out);
  for (size_t i = 0; manual_entry_at(i, &e); i++) {
    if (begins_anew(i, &e))
      fprintf(out, "%s    %.*s) options=\"--help", i ? "\" ;;\n" : "", (int)strcspn(e.words, " "),
              e.words);
    if (e.second) fprintf(out, " %s", e.second);
    if (e.routine_limit) fputs(" --routine-limit=", out);
    manual_options(e.argp, bash_option, out);
  }
  fputs(
      "\" ;;\n  esac\n"
      "  case $cur in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
      "      [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace ;;\n"
      "    *) local words=$(printf '%s\\n' $options | grep -v '^-')\n"
      "      COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")); compopt -o default ;;\n  esac\n"
      "}\ncomplete -F _lash lash\n",
      out);
  return true;
}

/* In single quotes, between brackets, colons part fields. */
static void zsh_words(FILE *out, const char *text) {
  for (; *text; text++) {
    if (*text == '\'')
      fputs("'\\''", out);
    else if (strchr("[]:\\", *text))
      fprintf(out, "\\%c", *text);
    else
      putc(*text == '\n' ? ' ' : *text, out);
  }
}

static void zsh_option(const struct argp_option *o, void *context) {
  FILE *out = context;
  fprintf(out, " \\\n        '*--%s%s[", o->name, o->arg ? "=" : "");
  zsh_words(out, o->doc ? o->doc : "");
  fputc(']', out);
  if (o->arg) {
    fputc(':', out);
    zsh_words(out, o->arg);
    fputs(":_files", out);
  }
  fputc('\'', out);
}

bool manual_zsh(FILE *out, const void *context) {
  (void)context;
  manual_entry e;
  fputs("#compdef lash\n# made by `lash manual`\n_lash() {\n  local -a commands=(", out);
  for (size_t i = 0; manual_entry_at(i, &e); i++) {
    if (!begins_anew(i, &e)) continue;
    fprintf(out, "\n    '%.*s:", (int)strcspn(e.words, " "), e.words);
    zsh_words(out, e.summary);
    fputc('\'', out);
  }
  fputs(
      ")\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words; (( CURRENT-- ))\n  case $command in\n",
      out);
  for (size_t i = 0; manual_entry_at(i, &e); i++) {
    if (begins_anew(i, &e))
      fprintf(out, "%s    %.*s)\n      _arguments '*:file:_files'", i ? " ;;\n" : "",
              (int)strcspn(e.words, " "), e.words);
    manual_options(e.argp, zsh_option, out);
  }
  fputs(" ;;\n  esac\n}\n_lash \"$@\"\n", out);
  return true;
}
