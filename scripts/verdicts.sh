#!/usr/bin/env bash
# Runs the whole validation and puts its verdicts into docs/validation.md, below "Verdicts on record". With --resume DIR a run that was
# ended goes on, with LASH=… by the program that began it: results of one build are not taken by another.
set -euo pipefail
cd "$(dirname "$0")/.."
page=docs/validation.md
made=$(mktemp)
trap 'rm -f "$made"' EXIT
"${LASH:-build/lash}" validate --markdown "$@" >"$made" || echo "some verdicts differ from those on record" >&2
sed -i '/^Made by `scripts\/verdicts.sh`/q' "$page"
{ echo; cat "$made"; } >>"$page"
