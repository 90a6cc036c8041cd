# shellcheck shell=bash
# Shared by ./espalier, ./verify and scripts/dist.sh: finding the tools, and building the distribution.
# The caller sets `root` to the repository's directory before sourcing this file.

: "${root:?}"
readonly required_release=25
readonly distribution=$root/cli/target/espalier
readonly stamp=$distribution/built
readonly unchecked=$root/target/unchecked # there while classes were compiled without being analysed

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

die() {
  say "$@"
  exit 1
}

# release_of DIRECTORY: sets `java_version` when DIRECTORY holds a JDK; starts a process only where
# the JDK has no release file.
release_of() {
  local line
  java_version=
  [[ -x $1/bin/javac && -x $1/bin/java ]] || return 1
  if [[ -r $1/release ]]; then
    while IFS= read -r line; do
      [[ $line == JAVA_VERSION=* ]] && java_version=${line#*=}
    done <"$1/release"
    java_version=${java_version//\"/}
  else
    read -r _ java_version < <("$1/bin/javac" -version 2>&1)
  fi
  [[ -n $java_version ]]
}

# find_jdk: exports JAVA_HOME and sets `java_version`: the first JDK that is recent enough.
find_jdk() {
  local candidate on_path major
  local -a candidates=()
  [[ -n ${JAVA_HOME:-} ]] && candidates+=("$JAVA_HOME")
  if on_path=$(command -v java); then
    on_path=$(readlink -f -- "$on_path")
    candidates+=("${on_path%/bin/java}")
  fi
  candidates+=(/usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/java/* /opt/jdk*
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/*
    /Library/Java/JavaVirtualMachines/*/Contents/Home)
  for candidate in "${candidates[@]}"; do
    release_of "$candidate" || continue
    major=${java_version%%[!0-9]*}
    if [[ -n $major ]] && ((major >= required_release)); then
      export JAVA_HOME=$candidate
      return
    fi
  done
  die "no JDK of release $required_release or later was found." \
    "Install one (for example Eclipse Temurin $required_release, or the package" \
    "openjdk-$required_release-jdk where the distribution has it), or set JAVA_HOME to one."
}

on_debian_as_root() {
  [[ $EUID -eq 0 && -r /etc/os-release ]] && command -v apt-get >/dev/null &&
    grep -Eq '^ID=debian$' /etc/os-release
}

# apt_install PACKAGE...: installs Debian packages; what apt-get said is shown only when it fails.
apt_install() {
  local log=$root/target/apt-get.log
  mkdir -p "$root/target"
  say "installing from Debian: $*"
  if ! { apt-get update && DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "$@"; } >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    return 1
  fi
}

find_maven() {
  command -v mvn >/dev/null && return
  on_debian_as_root && apt_install maven && return
  die "Maven (mvn) is needed to build Espalier and was not found." \
    "Install Maven 3.8 or later, for example with: apt-get install maven"
}

# lock_build: waits until no other build of this tree runs, and holds the lock on descriptor 9.
lock_build() {
  mkdir -p "$root/target"
  exec 9>"$root/target/build.lock"
  if command -v flock >/dev/null && ! flock --nonblock 9; then
    say "waiting for another build of $root"
    flock 9
  fi
}

unlock_build() { exec 9>&-; }

# lock_installed: waits until no other tree tests what it has installed into the local Maven repository, and holds
# the lock on descriptor 8. Trees of one user install the same names.
lock_installed() {
  local home=${HOME:-$root/target}
  mkdir -p "$home/.m2"
  exec 8>"$home/.m2/espalier-verify.lock"
  if command -v flock >/dev/null && ! flock --nonblock 8; then
    say "waiting for another tree to be verified"
    flock 8
  fi
}

# is_built: the distribution is there and no source, pom or resource is newer.
is_built() {
  [[ -e $stamp && -e $distribution/commit && -e $distribution/lib/espalier-cli.jar ]] &&
    [[ -z $(find "$root/pom.xml" "$root"/*/pom.xml "$root"/*/src/main \
      -newer "$stamp" -print -quit) ]]
}

# ensure_built: builds the distribution unless it is there and true to the sources.
ensure_built() {
  is_built && return
  lock_build
  is_built || build_distribution
  unlock_build
}

# source_commit: prints the commit of the sources, with "-modified" where files differ from it; in an archive made by
# `git archive` the commit that the archive was made of; else nothing.
source_commit() {
  local commit
  if [[ -e $root/.git ]]; then
    commit=$(git -C "$root" rev-parse --short=12 HEAD 2>/dev/null) || return 0
    [[ -z $(git -C "$root" status --porcelain 2>/dev/null) ]] || commit+=-modified
  else
    read -r commit _ <"$root/scripts/archived-commit"
    [[ $commit != *Format* ]] || commit=
  fi
  printf '%s\n' "$commit"
}

# source_time: prints when that commit was made, in seconds since 1970, or SOURCE_DATE_EPOCH where that is given.
source_time() {
  local seconds=
  if [[ -n ${SOURCE_DATE_EPOCH:-} ]]; then
    seconds=$SOURCE_DATE_EPOCH
  elif [[ -e $root/.git ]]; then
    seconds=$(git -C "$root" log -1 --format=%ct 2>/dev/null) || true
  else
    read -r _ seconds <"$root/scripts/archived-commit"
  fi
  [[ $seconds =~ ^[0-9]+$ ]] || seconds=0
  printf '%s\n' "$seconds"
}

# build_distribution: makes the distribution without tests, analysis and format checks. Call with the lock held.
build_distribution() {
  mkdir -p "$root/target"
  touch "$unchecked"
  build -Punchecked -pl cli -am package -Dmaven.test.skip=true
}

# build ARGUMENT...: runs Maven on the root so that it makes the distribution, without format checks. Call with the lock held.
build() {
  local started=$root/target/build.started log=$root/target/build.log
  find_maven
  say "building (the log is target/build.log)"
  touch "$started"
  if ! (cd "$root" && mvn -B -T 1C -Dspotless.check.skip=true "$@") 2>&1 </dev/null 8>&- 9>&- |
    tee "$log" | sed -un 's/  */ /g; s/^\[INFO\] \(Building .*\[[0-9]*\/[0-9]*\]\)$/\1/p' >&2; then
    grep '^\[ERROR\]' "$log" >&2 || tail -n 40 "$log" >&2
    say "the build failed; the whole log is $log"
    return 1
  fi
  rm -f "$distribution"/*.aot
  # picocli is compiled for Java 5, whose class files stay out of the start-up cache.
  "$JAVA_HOME/bin/java" "$root/scripts/ModernClassFiles.java" "$distribution"/lib/picocli-*.jar \
    >"$root/target/class-files.log" 2>&1 </dev/null 9>&- || true
  source_commit >"$distribution/commit"
  # The time of the build's start, so that an edit made while it ran counts as newer.
  touch -r "$started" "$stamp"
  say "built in $SECONDS s"
}
