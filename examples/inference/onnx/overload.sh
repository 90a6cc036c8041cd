#!/usr/bin/env bash
# Measures two resident servers of ONNX Runtime, sends them twice what they can do, and writes which share
# of the requests was on time: with Espalier in front (JIT, MSD, MM), and by least-loaded servers that bound
# their own queues.
#
#   examples/inference/onnx/overload.sh [DIRECTORY]    default: onnx-overload
#
# SECONDS_EACH (20), OVER (2 times the capacity), FACTOR (1; larger requests, where the computer has other work
# that makes each step of a small one late), ONNX (another version). Needs Maven for the library.
set -euo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
root=$(readlink -f -- "$here/../../..")
out=$(mkdir -p -- "${1:-onnx-overload}" && readlink -f -- "${1:-onnx-overload}")
seconds=${SECONDS_EACH:-20} over=${OVER:-2} factor=${FACTOR:-1} onnx=${ONNX:-1.22.0}
# shellcheck source=/dev/null
source "$root/scripts/common.sh"
find_jdk
started=()
trap '((${#started[@]} == 0)) || kill "${started[@]}" 2>/dev/null || true' EXIT

jar=$HOME/.m2/repository/com/microsoft/onnxruntime/onnxruntime/$onnx/onnxruntime-$onnx.jar
[[ -e $jar ]] || mvn -q -B -ntp dependency:get -Dtransitive=false "-Dartifact=com.microsoft.onnxruntime:onnxruntime:$onnx"
mkdir -p "$out/classes"
"$JAVA_HOME/bin/javac" -cp "$jar" -d "$out/classes" "$here/OnnxServer.java" "$here/Load.java"

server() { # PORT THREADS
  "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -Dsun.net.httpserver.nodelay=true \
    -cp "$jar:$out/classes" OnnxServer "$1" "$2" "$factor" >"$out/server-$1.log" 2>&1 &
  started+=($!)
  until curl -sf "localhost:$1/v2/health/ready" >/dev/null; do sleep 0.2; done
}
two=http://127.0.0.1:8101 one=http://127.0.0.1:8102
server 8101 2
server 8102 1
load() { "$JAVA_HOME/bin/java" -cp "$out/classes" Load "$@"; }

# 1. How long each takes while both work.
path() { printf '/v2/models/%s/infer' "$1"; }
load measure $((20 * factor)) "$out/samples.csv" "small:1:0:$(path small)" "medium:1:0:$(path medium)" "large:1:0:$(path large)" \
  -- "two-threads=$two" "one-thread=$one"

# 2. Six small, three medium, one large of ten. Deadlines are four times the mean on the slower server, and 30 ms at least.
read -r capacity small medium large < <(awk -F, '
  NR > 1 { sum[$1, $2] += $3; n[$1, $2]++ }
  END {
    w["small"] = 0.6; w["medium"] = 0.3; w["large"] = 0.1
    for (m in w) for (s = 0; s < 2; s++) {
      name = s ? "one-thread" : "two-threads"
      t = sum[m, name] / n[m, name]
      mix[s] += w[m] * t
      if (t > slow[m]) slow[m] = t
    }
    for (m in w) { d[m] = int(4000 * slow[m] + 0.5); if (d[m] < 30) d[m] = 30 }
    printf "%.1f %d %d %d\n", 1 / mix[0] + 1 / mix[1], d["small"], d["medium"], d["large"]
  }' "$out/samples.csv")
rate=$(awk -v c="$capacity" -v o="$over" 'BEGIN { printf "%.0f", c * o }')
printf 'capacity about %s a second; sending %s; deadlines %s, %s, %s ms\n' "$capacity" "$rate" "$small" "$medium" "$large"

cat >"$out/system.yaml" <<END
name: onnx
tick: 1 ms
machines: [{type: two-threads, count: 1}, {type: one-thread, count: 1}]
pet: {samples: samples.csv, step: 2 ms}
END
cat >"$out/study.yaml" <<END
# Two servers of ONNX Runtime at $over times their capacity
name: onnx-overload
seed: 1
trials: 10
system: system.yaml
workload:
  pattern: poisson
  duration: $seconds s
  types:
    small: {rate: $(awk -v r="$rate" 'BEGIN { print r * 0.6 }')/s, deadline: $small ms}
    medium: {rate: $(awk -v r="$rate" 'BEGIN { print r * 0.3 }')/s, deadline: $medium ms}
    large: {rate: $(awk -v r="$rate" 'BEGIN { print r * 0.1 }')/s, deadline: $large ms}
axes:
  policy: [JIT, MSD, MM]
END
live() { # POLICY
  cat <<END
system: system.yaml
backend: http
policy: $1
data: data-$1
machines:
  two-threads: {url: "$two"}
  one-thread: {url: "$one"}
task_types:
  small: {request: {path: $(path small)}, deadline: $small ms}
  medium: {request: {path: $(path medium)}, deadline: $medium ms}
  large: {request: {path: $(path large)}, deadline: $large ms}
http: {port: 7411}
END
}
kinds() { printf '%s\n' "small:6:$small:$1small$2" "medium:3:$medium:$1medium$2" "large:1:$large:$1large$2"; }
share() { awk '$1 == "all" { sub(/.*sent, */, ""); print $1 }' "$1"; }

# 3. Espalier in front.
for policy in JIT MSD MM; do
  live "$policy" >"$out/live-$policy.yaml"
  rm -rf "$out/data-$policy"
  "$root/espalier" serve "$out/live-$policy.yaml" >"$out/serve-$policy.log" 2>&1 &
  service=$!
  started+=("$service")
  until curl -sf localhost:7411/readyz >/dev/null; do sleep 0.5; done
  mapfile -t all < <(kinds /v1/invoke/ "")
  load load "$rate" "$seconds" 1 "${all[@]}" -- http://127.0.0.1:7411 | tee "$out/$policy.txt"
  kill "$service" && wait "$service" || true
done

# 4. Servers that bound their own queues: in number, and in time.
mapfile -t all < <(kinds /v2/models/ /infer)
for limit in 1000000,1000000000 1,1000000000 2,1000000000 4,1000000000 8,1000000000 "1000000,$((20 * factor))" "1000000,$((50 * factor))" "1000000,$((100 * factor))"; do
  for url in "$two" "$one"; do
    curl -sf -X PUT "$url/limits?queue=${limit%,*}&wait=${limit#*,}" >/dev/null
  done
  load load "$rate" "$seconds" 1 "${all[@]}" -- "$two" "$one" | tee "$out/least-$limit.txt"
done

# 5. What nobody exceeds, by the study, and the report.
"$root/espalier" bound "$out/study.yaml" --set trials=3 >"$out/bound.txt" 2>&1
"$root/espalier" run "$out/study.yaml" --out "$out/study" >"$out/study.txt" 2>&1
bound=$(awk '/steady %/ { getline; sub(/^[^±]*± *[0-9]+ +/, ""); split($0, f); print f[4]; exit }' "$out/bound.txt")
best=0 with=none
for file in "$out"/least-*.txt; do
  if awk -v a="$(share "$file")" -v b="$best" 'BEGIN { exit !(a > b) }'; then
    best=$(share "$file") with=${file##*/least-}
  fi
done
{
  printf '# Two servers of ONNX Runtime at %s times their capacity\n\n' "$over"
  printf '%s requests a second, of which about %s can be done. Deadlines: small %s ms, medium %s ms, large %s ms.\n\n' \
    "$rate" "$capacity" "$small" "$medium" "$large"
  printf '| requests on time, %% | live | study |\n|---|---|---|\n'
  for policy in JIT MSD MM; do
    printf '| %s | %s | %s |\n' "$policy" "$(share "$out/$policy.txt")" \
      "$(awk -v p="$policy" '$1 == p { for (i = 2; i <= NF; i++) if ($i ~ /^[0-9.]+$/) { print $i; exit } }' "$out/study.txt")"
  done
  printf '| least-loaded, best limit (%s) | %s | |\n' "${with%.txt}" "$best"
  printf '| fluid bound | | %s |\n' "$bound"
} | tee "$out/report.md"
