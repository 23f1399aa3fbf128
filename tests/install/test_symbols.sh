#!/usr/bin/env bash
# Each installed library shows only names that stand in an installed header, in C or in their Fortran spelling; and the
# functions that stand there under LASH_API are in one of them.
set -euo pipefail
prefix=$2
# comments are no declarations
words=$(cat "$prefix"/include/lash/*.h | perl -0pe 's{/\*.*?\*/}{}gs' | grep -oE '[A-Za-z_][A-Za-z_0-9]*' | sort -u)
small=$(tr '[:upper:]' '[:lower:]' <<<"$words")

stands() {
  grep -qxF "$1" <<<"$words" && return
  [[ $1 == *_ ]] && grep -qxE "(c_)?${1%_}" <<<"$small" # sysary_ of c_sysary, lash_gap_ of Lash_gap
}

bad=0
while read -r library; do
  names=$(nm -D --defined-only "$library" | awk '{ print $NF }')
  for name in $names; do
    stands "$name" || { echo "$(basename "$library") shows $name, which is in no installed header"; bad=1; }
  done
  echo "$(basename "$library"): $(wc -w <<<"$names") symbols"
done < <(find "$prefix" -name '*.so' ! -name 'lash_mpi.so' ! -name 'fmu_*.so') # FMUs show the standard's names

shown=$(nm -D --defined-only "$(find "$prefix" -name liblash_multibody.so)" | awk '{ print $NF }')
declared=$(cat "$prefix"/include/lash/lash_*.h | perl -0pe 's{/\*.*?\*/}{}gs; s{\n +}{ }g' |
  grep -oE '^LASH_API [^;{]*' | sed -E 's/^[^([]*[ *](lash_[a-z_0-9]+)[([].*/\1/' | sort -u)
for name in $declared; do
  grep -qxF "$name" <<<"$shown" || { echo "liblash_multibody.so lacks $name, which a header declares"; bad=1; }
done
echo "$(wc -w <<<"$declared") public functions declared"
exit $bad
