#!/usr/bin/env bash
# Which share of the tasks that must be completed are on time at twice the load that fits, and of the others
# (docs/results/just-in-time.md). Every tenth task must be. SLACKS (1 2) and TRIALS (10, at least 2) may be set in the
# environment.
set -euo pipefail

root=$(readlink -f -- "${BASH_SOURCE[0]}")
root=${root%/scripts/*}
espalier=${ESPALIER:-$root/espalier}
cd "$root"

for slack in ${SLACKS:-1 2}; do
  all=target/must/$slack
  mkdir -p "$all"
  "$espalier" workload generate --system inputs/spec/system.yaml --arrival-intensity 30k --slack "$slack" \
    --trials "${TRIALS:-10}" -o "$all/tasks"
  for tasks in "$all"/tasks/*.csv; do
    awk '{print $0 (NR == 1 ? ",utility" : NR % 10 ? "," : ",must 2")}' "$tasks" >"$tasks.new"
    mv "$tasks.new" "$tasks"
  done
  cat >"$all/study.yaml" <<END
name: must
title: Tasks that must be completed, at a slack of $slack
description: Every tenth task must be. Twice as many tasks come as fit.
seed: 1
trials: ${TRIALS:-10}
preset: journal
system: $root/inputs/spec/system.yaml
workload: {files: 'tasks/trial_{trial}.csv'}
axes:
  policy: [JIT, PAM, {policy: PAM, name: "PAM, just in time", fill: just-in-time}, MM]
figures:
  - {title: On time, caption: Means of all trials., kind: lines, column: utility, x: policy}
END
  "$espalier" run "$all/study.yaml" --out "$all/results"
  cat "$all/results/priorities.csv" # utility_of_maximum: of priority 2 those that must be, of 1 the others
done
