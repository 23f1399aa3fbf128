#!/usr/bin/env bash
# The installed manual pages and completion: one page per command, every option of --help in both, and bash completes by it.
#   test_manual.sh SOURCE PREFIX
set -euo pipefail
prefix=$2
lash=$prefix/bin/lash
pages=$prefix/share/man/man1
script=$prefix/share/bash-completion/completions/lash
fail() { echo "$1"; exit 1; }

commands=$("$lash" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
[ "$(wc -w <<<"$commands")" -ge 18 ] || fail "lash --help lists too few commands: $commands"
options=0
check_page() { # PAGE WORDS…
  local page=$pages/$1 option
  [ -s "$page" ] || fail "there is no page $page"
  while read -r option; do
    grep -qF -- "\\-\\-${option//-/\\-}" "$page" || fail "$1 does not have --$option"
    options=$((options + 1))
  done < <("$lash" "${@:2}" --help | sed -n 's/^ \{2,6\}\(-.,\)\? *--\([a-z0-9-]*\).*/\2/p' | grep -v '^usage$')
}
for command in $commands; do
  [ "$command" = sub ] || check_page "lash-$command.1" "$command"
done
check_page lash-sub-call.1 sub call
check_page lash-sub-check.1 sub check
[ "$options" -ge 150 ] || fail "only $options options were looked at"
! grep -q 'lash\\-manual' "$pages/lash.1" || fail "the hidden command is shown"

# roff without complaints, where there is a formatter
if command -v groff >/dev/null; then
  for page in "$pages"/*.1; do
    said=$(groff -man -Tutf8 -Kutf8 -ww "$page" 2>&1 >/dev/null) || true
    [ -z "$said" ] || fail "$(basename "$page"): $said"
  done
fi

# bash completes commands, options, second words
complete_with() { # WORDS…: what is offered for the last one
  PATH=$prefix/bin:$PATH bash -c '. "$1"; shift; compopt() { :; }; COMP_WORDS=(lash "$@"); COMP_CWORD=$#; _lash; printf "%s\n" "${COMPREPLY[@]}"' - "$script" "$@"
}
bash -n "$script"
grep -qx bifurcation <<<"$(complete_with bif)" || fail "no completion of a command"
! grep -q manual <<<"$(complete_with man)" || fail "the hidden command is offered"
grep -qx -- --dtout= <<<"$(complete_with run --dt)" || fail "no completion of an option"
grep -qx call <<<"$(complete_with sub ca)" || fail "no completion of a second word"
grep -qx lankarani_nikravesh <<<"$(complete_with impact --law lank)" || fail "no completion of a law"
zsh=$prefix/share/zsh/site-functions/_lash
grep -qx '#compdef lash' <<<"$(head -1 "$zsh")" || fail "no completion for zsh"
if command -v zsh >/dev/null; then zsh -n "$zsh"; fi
echo "manual: $(ls "$pages" | wc -l) pages, $options options, completion as expected"
