#!/usr/bin/env bash
# overload.sh [DIRECTORY]: measures execution times on this computer, sends the same arrivals, twice what the
# machines can do, to the service under each of several policies, and writes DIRECTORY/report.md.
#
# LOAD, SECONDS_LONG, SLACK, SEED, ROUNDS: other arrivals than by default, and how often all policies get them.
# RUNS: only some of the runs below, as in RUNS="FCFS PAM". KEEP_TIMES=1: measure nothing, take the arrivals there are.
set -euo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
root=$here/../..
# shellcheck source=../../scripts/common.sh
source "$root/scripts/common.sh"

directory=${1:-$root/target/transcoding}
"$here/prepare.sh" "$directory"
"$root/espalier" --version >/dev/null # builds it
find_jdk
cd "$directory"
service=

# stop: stops the service, if one was started.
stop() {
  [[ -z $service ]] || { kill "$service" && wait "$service"; } || true
  service=
}
trap stop EXIT

# start RUN POLICY SETTING...: starts the service with another policy and settings, and sets `address`.
start() {
  local run=$1 policy=$2
  shift 2
  rm -rf "$run"
  mkdir "$run"
  sed "s/^policy: .*/policy: $policy\nsettings: {$*}/" live.yaml >"$run.yaml"
  "$root/espalier" serve "$run.yaml" --port 0 --data "$run" >"$run.out" 2>"$run.log" &
  service=$!
  until address=$(sed -nE 's|^Dashboard: +(.*)/$|\1|p' "$run.out") && [[ -n $address ]]; do
    kill -0 "$service" || die "the service did not start: $(<"$run.log")"
    sleep 0.2
  done
}

# with_program NAME ARGUMENT...: runs one of the programs beside this script.
with_program() {
  "$JAVA_HOME/bin/java" -Duser.language=en -cp "$distribution/lib/*" "$here/$1.java" "${@:2}"
}

declare -A settings=(
  [FCFS]="dropping_scope: none"
  [FCFS-P]="dropping_scope: executing"
  [MM]="dropping_scope: none"
  [MM-evicting]="dropping_scope: executing"
  [MM-P]="dropping_scope: executing"
  [PAM]="dropping_scope: executing"
  [JIT]="dropping_scope: executing"
  [JIT-D]="dropping_scope: executing"
)

if [[ -z ${KEEP_TIMES:-} ]]; then
  say "measuring"
  start measuring FCFS "dropping_scope: none"
  with_program Measure "$address" 4
  stop
  with_program Arrivals "${LOAD:-2}" "${SECONDS_LONG:-120}" "${SLACK:-1}" "${SEED:-1}" | tee capacity.txt
fi

runs=()
for ((round = 1; round <= ${ROUNDS:-1}; round++)); do
  for name in ${RUNS:-FCFS FCFS-P PAM JIT JIT-D MM MM-P MM-evicting}; do
    say "round $round: $name, with $(cut -d ' ' -f 1 /proc/loadavg) processes at work on $(nproc) CPUs"
    start "$name-$round" "${name%-evicting}" "${settings[$name]}"
    with_program Send "$address" "$name-$round"
    stop
    runs+=("$name-$round")
    with_program Report "${runs[@]}" >report.md
  done
done
cat report.md
