# Runs commands on this machine for a profiler on another, which sends requests on standard input and
# reads answers from standard output. Ends when its input does, or when nothing came for a minute; a
# guard then kills what still runs and puts back what is to be put back.
#
# A request is a line of fields, separated by the unit separator, as printf %b writes them: a number,
# what to do, arguments. An answer is the number, a letter and fields with blanks between:
#   o TEXT        part of an output, base64
#   e FIELDS      the end: 0, or what came of a run
#   x TEXT        refused, and why, base64
#   b             a command has begun
# Before this text come: guard_script, token.

refuse_machine() {
  printf 'espalier-refused %s\n' "$1"
  exit 1
}

check_machine() {
  local program
  ((BASH_VERSINFO[0] >= 5)) || refuse_machine "bash is $BASH_VERSION; expected 5 or later"
  [[ $OSTYPE == linux* ]] || refuse_machine "the system is $OSTYPE; expected Linux"
  for program in base64 mktemp mkfifo tail sleep rm grep; do
    type -P "$program" >/dev/null || refuse_machine "there is no $program; install coreutils and grep"
  done
}

start_of() {
  local line=''
  { read -r line <"/proc/$1/stat"; } 2>/dev/null
  set -- ${line##*) }
  printf '%s' "${20:-}"
}

runs() {
  local line=''
  { read -r line <"/proc/$1/stat"; } 2>/dev/null
  [[ $line && ${line##*) } != Z* ]]
}

# Adds a line to the state file; its fields hold no control characters.
note() {
  local IFS=$'\x1f'
  printf '%s\x1f\n' "$*" >>"$state_file"
}

begin_guard() {
  local boot
  read -r boot </proc/sys/kernel/random/boot_id
  note boot "$boot"
  note marker "$marker"
  note scratch "$scratch"
  local session=()
  type -P setsid >/dev/null && session=(setsid)
  exec {hold}> >(exec "${session[@]}" bash -p -c "$guard_script" espalier-guard "$state_file" '' \
    >/dev/null 2>&1)
  guard=$!
}

send() { # number; the text comes on standard input
  local line
  while read -r line; do
    printf '%s o %s\n' "$1" "$line"
  done < <(base64 -w 3000)
}

refuse() { # number, why
  printf '%s x %s\n' "$1" "$(printf '%s' "$2" | base64 -w 0)"
}

answer_read() {
  [[ -f $2 && -r $2 ]] && send "$1" <"$2" 2>/dev/null && printf '%s e 0\n' "$1" && return
  refuse "$1" "cannot read $2"
}

answer_list() {
  local names
  names=$(cd -- "$2" 2>/dev/null && shopt -s nullglob dotglob && printf '%s\n' *)
  send "$1" <<<"$names"
  printf '%s e 0\n' "$1"
}

answer_find() {
  local path
  path=$(type -P -- "$2")
  send "$1" <<<"$path"
  printf '%s e 0\n' "$1"
}

answer_write() {
  local why
  if [[ ! -e $2 ]]; then
    refuse "$1" "there is no $2"
  elif why=$({ printf '%s' "$3" >"$2"; } 2>&1); then
    printf '%s e 0\n' "$1"
  else
    refuse "$1" "cannot write '$3' to $2: ${why##*: }"
  fi
}

# The raw fields are those of the request, which the state file has in the same form.
answer_put() {
  note put "${raw[2]}" "${raw[3]}"
  printf '%s e 0\n' "$1"
}

answer_kill() {
  local group=''
  : >"$scratch/.$2.closed"
  [[ -e $scratch/.$2.group ]] && read -r group <"$scratch/.$2.group"
  if [[ $group ]]; then
    kill -KILL -- "-$group" 2>/dev/null
  else
    number=$2 kill_marked
    rm -f -- "$scratch/.$2.closed"
  fi
}

# Arguments: number, bytes of output, limit, niceness, cores, directory, whether what it leaves lives
# until it is killed, count of variables, the variables, the command.
answer_run() {
  local number=$1 bytes=$2 limit=$3 niceness=$4 cores=$5 directory=$6 leaving=$7 variables=$8
  shift 8
  exec {hold}>&- </dev/null 2>/dev/null
  espalier_variables=("$marker=$number" "${@:1:variables}")
  shift "$variables"
  espalier_command=("$@")
  file=$scratch/.$number
  if why=$(why_not "$directory" "$1"); then
    refuse "$number" "$why"
    return
  fi
  [[ $directory ]] && cd -- "$directory"
  program=$(search "$1")
  set -m
  prepare_command
  if ! why=$(pin_command); then
    kill -KILL -- "-$command"
    refuse "$number" "$why"
  else
    follow_command
  fi
  rm -f -- "$file".*
}

search() {
  export "${espalier_variables[@]}"
  if [[ $1 == */* ]]; then printf '%s' "$1"; else type -P -- "$1"; fi
}

why_not() { # directory, program
  local path
  if [[ $1 ]] && ! cd -- "$1"; then
    printf 'cannot start %s in %s: there is no such directory; make it first' "$2" "$1"
    return
  fi
  path=$(search "$2")
  if [[ -z $path ]]; then
    printf 'cannot start %s: there is no such program on the PATH; install it or give its path' "$2"
  elif [[ ! -e $path ]]; then
    printf 'cannot start %s: there is no such file; give the path of a program' "$2"
  elif [[ -d $path ]]; then
    printf 'cannot start %s: it is a directory; give the path of a program' "$2"
  elif [[ ! -x $path ]]; then
    printf 'cannot start %s: it is not executable; use chmod +x' "$2"
  else
    return 1
  fi
}

# Starts a shell that waits to become the command, in a process group of its own, so that only the
# execution is timed. A shell that nobody tells to go on ends.
prepare_command() {
  mkfifo "$file.go" "$file.ready" "$file.out"
  exec 8<>"$file.go" 9<>"$file.ready"
  output=/dev/null tail=''
  if [[ $leaving ]]; then
    output=$file.tail
  elif ((bytes > 0)); then
    output=$file.out
    tail -c "$bytes" <"$file.out" >"$file.tail" 8>&- 9>&- &
    tail=$!
  fi
  espalier_words=(-a "${espalier_command[0]}" -- "$program")
  if [[ -x /usr/bin/time ]]; then
    espalier_words=(-- /usr/bin/time -o "$file.usage" -f '%M %w %c' --)
    espalier_words+=("${espalier_command[0]}")
  fi
  (
    exec >"$output" 2>&1
    export "${espalier_variables[@]}"
    echo >&9
    read -r -t 60 <&8 || exit
    exec "${espalier_words[@]}" "${espalier_command[@]:1}" 8>&- 9>&-
  ) &
  command=$!
}

pin_command() {
  if [[ $cores ]]; then
    if ! type -P taskset >/dev/null; then
      printf 'cannot pin to cores %s: there is no taskset; install util-linux' "$cores"
      return 1
    fi
    pinned=$(taskset -pc "$cores" "$command" 2>&1) && pinned_all "${pinned##*: }" || {
      printf 'cannot pin to cores %s: only %s may be used; choose among those' "$cores" "$allowed"
      return 1
    }
  fi
  if ((niceness > 0)) && ! renice -n "$(($(nice) + niceness))" -p "$command" >/dev/null; then
    printf 'cannot set the niceness: there is no renice; install util-linux'
    return 1
  fi
}

# The kernel leaves out cores that are not there.
pinned_all() {
  local core
  allowed=$(taskset -pc "$BASHPID")
  allowed=${allowed##*: }
  for core in ${cores//,/ }; do
    [[ ,$(spread "$1"), == *",$core,"* ]] || return 1
  done
}

spread() { # a list as 0,2-4
  local part core all=()
  for part in ${1//,/ }; do
    for ((core = ${part%-*}; core <= ${part#*-}; core++)); do
      all+=("$core")
    done
  done
  local IFS=,
  printf '%s' "${all[*]}"
}

follow_command() {
  local start end code timer='' before after
  note run "$command" "$command" "$(start_of "$command")"
  read -r -t 60 <&9
  echo "$command" >"$file.group"
  [[ -e $file.closed ]] && kill -KILL -- "-$command"
  if [[ $limit ]]; then
    (sleep "$limit" && : >"$file.limit" && kill -KILL -- "-$command") >/dev/null 8>&- 9>&- &
    timer=$!
  fi
  printf '%s b\n' "$number"
  times >"$file.before"
  start=${EPOCHREALTIME/[.,]/}
  echo >&8
  wait -f "$command"
  code=$?
  end=${EPOCHREALTIME/[.,]/}
  times >"$file.after"
  [[ $leaving ]] || kill -KILL -- "-$command"
  rm -f -- "$file.group"
  [[ $timer ]] && kill -KILL -- "-$timer"
  end_output
  # Without its main process this one was killed by the guard, and is to close the connection.
  runs $$ || return
  [[ $leaving ]] || note ended "$command"
  printf '%s e %s %s\n' "$number" "$(how_ended "$code")" \
    "$((end - start)) $(children "$file.before") $(children "$file.after") $(usage)"
}

# Processes that left the group may hold the output open: they are killed, being in the way of what is
# measured next.
end_output() {
  [[ $leaving ]] && tail -c "$bytes" <"$file.tail" | send "$number"
  [[ $tail ]] || return
  if ! wait_for_tail; then
    kill_marked
    wait_for_tail || kill -KILL "$tail"
  fi
  send "$number" <"$file.tail"
}

wait_for_tail() {
  local i
  for ((i = 0; i < 50; i++)); do
    kill -0 "$tail" || return 0
    sleep 0.01
  done
  return 1
}

kill_marked() {
  local process
  while IFS=/ read -r _ _ process _; do
    kill -KILL "$process"
  done < <(grep -lsazxF -- "$marker=$number" /proc/[0-9]*/environ)
}

how_ended() { # what wait said
  local signal
  signal=$(sed -n 's/^Command terminated by signal //p' "$file.usage")
  [[ -z $signal && $1 -gt 128 && $1 -lt 193 && ! -s $file.usage ]] && signal=$(($1 - 128))
  if [[ -z $signal ]]; then
    printf 'EXITED %s' "$1"
  elif [[ $signal == 9 && -e $file.limit ]]; then
    printf 'TIMED_OUT 9'
  elif [[ $signal == 9 && -e $file.closed ]]; then
    printf 'CLOSED 9'
  else
    printf 'SIGNALLED %s' "$signal"
  fi
}

# Processor time of children that were waited for: user and system, as 0m0.001s.
children() {
  local both
  { read -r; read -r both; } <"$1"
  printf '%s' "${both:-? ?}"
}

usage() {
  local last
  last=$(tail -n 1 "$file.usage")
  [[ $last =~ ^[0-9]+' '[0-9]+' '[0-9]+$ ]] && printf '%s' "$last" || printf '? ? ?'
}

main() {
  check_machine
  scratch=$(mktemp -d "${TMPDIR:-/tmp}/espalier-profile-XXXXXXXX") ||
    refuse_machine "cannot make a directory in ${TMPDIR:-/tmp}; free space, or set TMPDIR"
  state_file=$scratch/.state marker=ESPALIER_PROFILE_$token
  begin_guard
  set -m
  printf 'espalier-ready %s\n' "$scratch"
  local raw f i
  while IFS=$'\x1f' read -r -t 60 -a raw; do
    f=()
    for i in "${!raw[@]}"; do
      printf -v "f[$i]" '%b' "${raw[i]}"
    done
    case ${f[1]} in
      read | list | find | write | put | kill) "answer_${f[1]}" "${f[0]}" "${f[@]:2}" ;;
      run) answer_run "${f[0]}" "${f[@]:2}" & ;;
    esac
  done 2>/dev/null
  exec {hold}>&-
  wait "$guard"
}

main
exit
