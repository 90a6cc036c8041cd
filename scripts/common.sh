# shellcheck shell=bash
# Shared by ./espalier and ./verify: finding the tools, and building the distribution.
# The caller sets `root` to the repository's directory before sourcing this file.

: "${root:?}"
readonly required_release=25
readonly distribution=$root/cli/target/espalier
readonly stamp=$distribution/built

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

# apt_install PACKAGE: installs a Debian package; what apt-get said is shown only when it fails.
apt_install() {
  local log=$root/target/apt-get.log
  mkdir -p "$root/target"
  say "installing the Debian package $1"
  if ! { apt-get update && DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "$1"; } >"$log" 2>&1 </dev/null; then
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
  [[ -e $stamp && -e $distribution/classpath && -e $distribution/lib/espalier-cli.jar ]] &&
    [[ -z $(find "$root/pom.xml" "$root"/*/pom.xml "$root"/*/src/main \
      -newer "$stamp" -print -quit) ]]
}

# build_distribution: makes the distribution, without tests and format checks. Call with the lock held.
build_distribution() { build -pl cli -am package -Dmaven.test.skip=true; }

# build ARGUMENT...: runs Maven on the root so that it makes the distribution, without format checks. Call with the lock held.
build() {
  local started=$root/target/build.started
  find_maven
  say "building (the log is target/build.log)"
  touch "$started"
  if ! (cd "$root" && mvn -B -ntp -T 1C -Dspotless.check.skip=true "$@") >"$root/target/build.log" 2>&1 </dev/null 8>&- 9>&-; then
    grep '^\[ERROR\]' "$root/target/build.log" >&2 || tail -n 40 "$root/target/build.log" >&2
    say "the build failed; the whole log is $root/target/build.log"
    return 1
  fi
  rm -f "$distribution"/*.aot
  # The time of the build's start, so that an edit made while it ran counts as newer.
  touch -r "$started" "$stamp"
}
