#!/usr/bin/env bash
# What a constant of just-in-time mapping is worth: robustness with another value less that with its own, on 210 of
# the 225 inputs of docs/results/just-in-time.md (all but video transcoding), trial by trial, in percentage points with a 95 % interval.
#
#   scripts/constant.sh FluidPrices.HALVINGS=0 LaterWorth.SHARE=0
#
# Each argument changes a constant of a class of org.espalier.core.pricing; several are changed together. TRIALS (10),
# SEED (1), SYSTEMS (all of inputs/wide) and STUDY with its SETTINGS may be set in the environment:
#
#   STUDY=studies/uncertain-mean.yaml SETTINGS='--set tasks=800' SYSTEMS=inputs/spec/system.yaml scripts/constant.sh Pace.SURE=0
set -euo pipefail

root=$(readlink -f -- "${BASH_SOURCE[0]}")
root=${root%/scripts/*}
# shellcheck source=scripts/common.sh
source "$root/scripts/common.sh"
(($# > 0)) || die "expected CLASS.CONSTANT=VALUE, as FluidPrices.HALVINGS=0"
find_jdk
ensure_built
cd "$root"

wide='--set arrival_intensity=5k,10k,16k,30k,50k --set slack=0.5,1,4'
settings="--set policy=JIT --set trials=${TRIALS:-10} --set seed=${SEED:-1} ${SETTINGS:-$wide}"
study=${STUDY:-studies/just-in-time-wide.yaml}
all=$root/target/constants/$(cksum <<<"$study $settings" | tr ' ' -)
out=$all/$(printf '%s_' "$@")
mkdir -p "$out/classes"
cp -r core/src/main/java/org/espalier/core/pricing "$out/"
for change in "$@"; do
  file=$out/pricing/${change%%.*}.java
  name=${change#*.}
  sed -Ei "s/(static final \w+\s+${name%%=*} =)[^;]*;/\1 ${change#*=};/" "$file"
  ! cmp -s "$file" "core/src/main/java/org/espalier/core/pricing/${file##*/}" || die "$change changes nothing"
done
# The annotations are no part of a distribution.
sed -Ei 's/@Nullable //g; /^@NullMarked/d; /org\.jspecify/d' "$out"/pricing/*.java
libraries=$distribution/lib/*
"$JAVA_HOME/bin/javac" -nowarn -proc:none -d "$out/classes" -cp "$libraries" "$out"/pricing/*.java

# run CLASS_PATH DIRECTORY SYSTEM
run() {
  # shellcheck disable=SC2086 # several settings, split at blanks
  [[ -e $2/trials.csv ]] || "$JAVA_HOME/bin/java" "-Despalier.home=$root" --enable-native-access=ALL-UNNAMED \
    --sun-misc-unsafe-memory-access=allow -cp "$1" org.espalier.cli.Espalier run \
    "$study" --set "system=$3" $settings --out "$2" --force >/dev/null
}

# trials DIRECTORY: what names each trial, and its robustness.
trials() {
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "robustness") at = i; next }
    { key = $1; for (i = 2; i < at; i++) key = key " " $i; print key "," $at }' "$1/trials.csv"
}

for system in ${SYSTEMS:-inputs/wide/*.yaml}; do
  of=$(basename "$system" .yaml)
  usual=$all/usual/$of
  run "$libraries" "$usual" "$system"
  run "$out/classes:$libraries" "$out/$of" "$system"
  paste -d, <(trials "$usual") <(trials "$out/$of") | sed "s/^/$of,/"
done | awk -F, '
  function told(name, n, sum, squares,   mean, interval) {
    mean = sum / n
    interval = 1.96 * sqrt((squares / n - mean * mean) / (n > 1 ? n - 1 : 1))
    printf("%-20s %+.2f ± %.2f (%d trials)\n", name, mean, interval, n)
  }
  $2 != $4 { print "trials differ: " $2 " and " $4 > "/dev/stderr"; exit 1 }
  { d = $5 - $3; n[$1]++; sum[$1] += d; squares[$1] += d * d; all++; s += d; q += d * d }
  END { for (of in n) told(of, n[of], sum[of], squares[of]); if (all) told("all", all, s, q) }'
