#!/usr/bin/env bash
# Loads a live service and says how it bears it. Usage:
#   benchmarks/live-load.sh submit|dispatch|events|memory|size|restart [SECONDS [OPTION OF THE SERVICE'S JVM...]]
# submit    2,000 tasks a second over HTTP in batches of 20
# dispatch  500 commands a second that do nothing, on 32 machines
# events    mapping events with 2,000 waiting tasks and 32 machines, policies PAM and MM
# memory    the heap after up to 200,000 tasks (SECONDS is not used)
# size      1,000 tasks a second on 1,000 simulated machines, preset thesis; size,PAM for another policy than MM
# restart   kill -9 with 100,000 waiting tasks and 1,000 simulated machines, and the next start (SECONDS is not used)
set -euo pipefail

root=$(readlink -f -- "${BASH_SOURCE[0]}")
root=${root%/benchmarks/*}
# shellcheck source=scripts/common.sh
source "$root/scripts/common.sh"

(($# > 0)) || die "say what to measure: submit, dispatch, events, memory, size or restart"
find_jdk
if ! is_built; then
  lock_build
  is_built || build_distribution
  unlock_build
fi

what=$1
seconds=${2:-60}
shift
(($# == 0)) || shift
exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xmx256m \
  "$root/benchmarks/src/main/java/org/espalier/benchmarks/LiveLoad.java" \
  "$what" "$distribution/lib/*" "$seconds" "$@"
