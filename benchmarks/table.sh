#!/usr/bin/env bash
# Prints the table of what is to be fast: how to read it is in docs/results/speed.md.
#   benchmarks/table.sh [ROW,ROW,...|all|quick [BEFORE [ROUNDS]]]
# ROW      see below; quick (the default) leaves out those that take minutes
# BEFORE   the directory of another version of this repository, to measure beside this one
# ROUNDS   how often each row is measured, in turn with BEFORE; the table has medians (3)
set -euo pipefail

root=$(readlink -f -- "${BASH_SOURCE[0]}")
root=${root%/benchmarks/*}
# shellcheck source=scripts/common.sh
source "$root/scripts/common.sh"

quick=help,check,one-trial,mm-thesis,mm-journal,pam-journal,jit-8,jit-1000,mm-100,mm-300,full-pam,full-mm,waiting-8,waiting-1000,sweep,steady
long=sweep-large,restart-8,restart-1000
limit=${ESPALIER_TABLE_SECONDS:-120}

rows=${1:-quick}
case $rows in
  quick) rows=$quick ;;
  all) rows=$quick,$long ;;
esac
before=${2:-}
rounds=${3:-3}
find_jdk
trees=("$root")
[[ -z $before ]] || trees+=("$(readlink -f -- "$before")")
for tree in "${trees[@]}"; do
  "$tree/espalier" --version >/dev/null
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/one-trial.yaml" <<END
name: one-trial
trials: 1
preset: journal
system: $root/inputs/spec/system.yaml
workload: {tasks: 800}
axes: {policy: [PAM], arrival_intensity: [15k]}
END

# command_time WHAT TREE ARGUMENT...: the processor time of a command of the tree's distribution, all threads.
command_time() {
  local what=$1 tree=$2 TIMEFORMAT='%U %S' spent
  shift 2
  spent=$({ time "$tree/espalier" "$@" >"$work/said" 2>&1; } 2>&1) ||
    die "espalier $* failed: $(tail -n 3 "$work/said")"
  awk -v what="$what" '{printf "%s\t%.3f\ts\n", what, $1 + $2}' <<<"$spent"
}

# java_row ROW TREE: the rows of this tree's TableRows on the classes of a tree.
java_row() {
  (cd "$root" && ulimit -S -t "$limit" && "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xmx2g -cp "$2/cli/target/espalier/lib/*" \
    benchmarks/src/main/java/org/espalier/benchmarks/TableRows.java "$1") ||
    printf 'no end after\t%s\ts\n' "$limit"
}

# serve DIRECTORY TREE: starts the live service of live.yaml there; its process is $service, its address $url.
serve() {
  : >"$1/said" # or the address of the service before might be read
  ESPALIER_JAVA_OPTS='-Xmx256m -XX:+UseSerialGC' "$2/espalier" serve "$1/live.yaml" >"$1/said" 2>>"$1/log" &
  service=$! url=
  until [[ -n $url ]]; do
    kill -0 "$service" 2>/dev/null || die "the service did not start: $(tail -n 3 "$1/log")"
    sleep 0.02
    url=$(sed -nE 's,^Dashboard: +(\S*[^/])/?$,\1,p' "$1/said")
  done
}

# restart MACHINES TREE: a live service of the tree with 100,000 waiting tasks, policy JIT, which is killed and starts.
restart() {
  local live begin spent service url
  live=$(mktemp -d "$work/live-XXXX")
  sed "s,count: 125,count: $(($1 / 8)),; s,\.\./\.\./inputs,$root/inputs," \
    "$root/examples/simulated/system.yaml" >"$live/system.yaml"
  printf '%s\n' 'system: system.yaml' 'backend: simulated' 'policy: JIT' 'preset: thesis' 'batch_queue: 200000' \
    'http: {port: 0}' >"$live/live.yaml"
  awk 'BEGIN { for (i = 0; i < 110000; i++) printf "{\"type\":\"spec-%02d\",\"deadline\":\"in 3600 s\"}\n", i % 12 }' \
    >"$live/tasks.jsonl"
  serve "$live" "$2"
  "$2/espalier" submit --url "$url" --file "$live/tasks.jsonl" >/dev/null
  kill -KILL "$service"
  wait "$service" 2>/dev/null || true
  begin=${EPOCHREALTIME/[.,]/}
  serve "$live" "$2"
  until [[ $(curl -sf "$url/metrics") == *$'\nespalier_mapping_events_total '[1-9]* ]]; do
    kill -0 "$service" 2>/dev/null || die "the service ended before it decided: $(tail -n 3 "$live/log")"
    sleep 0.02
  done
  printf 'until it has decided\t%s\ts\n' "$(((${EPOCHREALTIME/[.,]/} - begin) / 1000))e-3"
  read -ra spent <"/proc/$service/stat"
  printf 'processor time until then\t%s\ts\n' "$((spent[13] + spent[14]))e-2"
  kill "$service"
  wait "$service" 2>/dev/null || true
}

measure() {
  case $1 in
    help) command_time "processor time" "$2" --help ;;
    check) command_time "processor time" "$2" check "$root/studies/quick-start.yaml" ;;
    one-trial)
      command_time "processor time" "$2" run "$work/one-trial.yaml" --out "$work/results-$RANDOM$RANDOM"
      ;;
    restart-*) restart "${1#*-}" "$2" ;;
    *) java_row "$1" "$2" ;;
  esac
}

IFS=, read -ra names <<<"$rows"
for row in "${names[@]}"; do
  for ((round = 1; round <= rounds; round++)); do
    for t in "${!trees[@]}"; do
      measure "$row" "${trees[t]}" | sed "s/^/$row\t$round\t$t\t/" >>"$work/figures"
    done
  done
done

printf '%s, %s processors, Java %s, load %s, commit %s\n\n' "$(uname -m)" "$(nproc)" "$java_version" \
  "$(cut -d' ' -f1 /proc/loadavg)" "$(source_commit)"
awk -F'\t' -v both="${before:+1}" '
  function median(list, n,   i, j, x) {
    for (i = 2; i <= n; i++) { x = list[i]; for (j = i - 1; j > 0 && list[j] > x; j--) list[j + 1] = list[j]; list[j + 1] = x }
    return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
  }
  function of(key, tree,   n, r, list) {
    for (r = 1; r <= last; r++) if ((key, tree, r) in value) list[++n] = value[key, tree, r]
    return n ? sprintf(median(list, n) < 1000 ? "%.3g" : "%.0f", median(list, n)) : "none"
  }
  function ratio(key,   n, r, list) {
    for (r = 1; r <= last; r++)
      if ((key, 0, r) in value && (key, 1, r) in value && value[key, 1, r] > 0) list[++n] = value[key, 0, r] / value[key, 1, r]
    return n ? sprintf("%.2f", median(list, n)) : ""
  }
  {
    key = $1 SUBSEP $4
    if (!(key in unit)) { unit[key] = $6; order[++count] = key }
    value[key, $3, $2] = $5
    if ($2 > last) last = $2
  }
  END {
    print both ? "| row | what | unit | now | before | now / before |\n|---|---|---|---|---|---|" : "| row | what | unit | now |\n|---|---|---|---|"
    for (i = 1; i <= count; i++) {
      split(order[i], name, SUBSEP)
      line = "| " name[1] " | " name[2] " | " unit[order[i]] " | " of(order[i], 0) " |"
      print both ? line " " of(order[i], 1) " | " ratio(order[i]) " |" : line
    }
  }' "$work/figures"
