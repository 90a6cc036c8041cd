# shellcheck shell=bash
# Starts Java on the jars of a distribution. Shared by ./espalier of the source tree and that of an installed image.

# launch JAVA HOME DIRECTORY ARGUMENT...: becomes the espalier command. JAVA is a Java home; HOME has the studies and
# inputs; DIRECTORY has lib/*.jar, classpath and commit, and takes the start-up cache where it can be written.
launch() {
  local java=$1 home=$2 directory=$3 lib=$3/lib commit=
  shift 3
  class_path=$(<"$directory/classpath")
  class_path=$lib/espalier-cli.jar:${class_path//lib\//"$lib/"}
  IFS= read -r commit <"$directory/commit" || true
  options=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow
    "-Despalier.home=$home" "-Despalier.commit=$commit" "-Despalier.program=$0")
  use_utf8_names "${1:-}"
  use_startup_cache
  choose_compilers_and_collector "$@"
  # shellcheck disable=SC2206 # several options, split at blanks
  options+=(${ESPALIER_JAVA_OPTS:-})
  exec "$java/bin/java" "${options[@]}" -cp "$class_path" org.espalier.cli.Espalier "$@"
}

# use_utf8_names COMMAND: Java takes the letters of file names from the locale, and in that of cron, of many containers
# and of ssh, and in one that is not installed, it knows none beyond ASCII. Commands that run commands of users hand
# them the locale as it was, which ESPALIER_LC_* keep.
use_utf8_names() {
  local letter name=LC_CTYPE
  printf -v letter '\u00e9'
  ((${#letter} == 1)) && return
  [[ -z ${LC_ALL:-} ]] || name=LC_ALL
  case $1 in serve | agent | demo | profile) export "ESPALIER_$name=${!name:-}" ;; esac
  export "$name=C.UTF-8"
}

# use_startup_cache: adds the options for it, and makes it on the first start. It belongs to one Java release and one set
# of jars. The JVM ignores a cache that does not fit, so its remarks on that are switched off.
use_startup_cache() {
  local release=unknown line cache
  while IFS= read -r line; do
    [[ $line != JAVA_VERSION=* ]] || release=${line#*=}
  done 2>/dev/null <"$java/release" || true
  cache=$directory/startup-${release//\"/}.aot
  [[ -e $cache && ! $lib/espalier-cli.jar -nt $cache ]] || make_startup_cache
  [[ ! -s $cache ]] || options+=(-XX:AOTCache="$cache" "-Xlog:aot*=off" "-Xlog:cds*=off")
}

# make_startup_cache: under another name first, so that no other start sees half of it.
make_startup_cache() {
  local fresh=$cache.$$
  [[ -w $directory ]] || return 0
  "$java/bin/java" "${options[@]}" -XX:AOTCacheOutput="$fresh" -cp "$class_path" \
    org.espalier.cli.StartupRehearsal "$home/studies/quick-start.yaml" >/dev/null 2>&1 </dev/null || true
  # An empty file says that this JVM cannot make one, so that the next start does not try again.
  [[ -e $fresh ]] || : >"$fresh"
  mv -f -- "$fresh" "$cache"
}

# A command that only prints, and the quick start, are over before the optimising compiler or a parallel collector
# pays off.
# Simulated trials leave next to nothing behind, so for them the collector with the least to do at each
# write is the fastest.
choose_compilers_and_collector() {
  local -a collector=(-XX:+UseSerialGC)
  [[ ${ESPALIER_JAVA_OPTS:-} == *-XX:+Use*GC* ]] && collector=()
  case " ${*:---help} " in
    ' run ' | *' --help '* | *' -h '* | *' --version '* | *' -V '* | ' policies '* | ' check '*)
      options+=(-XX:TieredStopAtLevel=1 "${collector[@]}")
      ;;
    ' run '*)
      options+=("${collector[@]}")
      ;;
    ' agent '*)
      # It has little to do, beside tasks that have much.
      options+=(-Xmx48m -XX:TieredStopAtLevel=1 "${collector[@]}")
      ;;
    ' serve '*)
      # What a crowd of clients has taken is given back to the computer when they are gone.
      options+=(-XX:G1PeriodicGCInterval=20000)
      ;;
  esac
}
