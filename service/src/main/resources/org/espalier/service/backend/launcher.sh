# The launcher of one machine: runs commands one after the other, as its standard input asks, and
# ends with its standard input. It outlives the service, so that a command that runs is finished
# when the service dies; and should it die itself, the keeper of the command goes on.
#
#   sh launcher.sh OUTPUT_BYTES WORKING_DIRECTORY NOTE
#
# In the end it puts back what the service has noted to be put back, if it has: a line with a file, and one with its text.
# It enters the working directory by its name for each command, so that one that was put in its place counts.
# Nobody but its user gets at the files it makes. Commands have the umask it was
# started with.
#
# A request is lines: the run directory, with pipes "out" and "err" if there is output; the output directory, or an empty line; the cgroup that the
# command is to enter, or an empty line; after how many seconds its keeper tells the command to end, and kills it, or an empty line;
# the task, its attempt, its deadline and the P-state, as the command sees them in its environment; the argument vector; a line ".". The last line of an argument stands behind "=", those before it behind "+".
# No part of a request is read as shell code.
#
# Answers are lines:
#   ready                                     at the start
#   nowhere                                   the working directory cannot be entered, and nothing was run
#   unclaimed                                 the run was claimed before and nothing was run, or its keeper was killed
#   ended STATUS BEGIN END LEFT OUT ERR       the command is over; times are seconds since the boot;
#                                             LEFT is 1 if processes of its group had to be killed;
#                                             OUT and ERR are the processes that write the output
#   drained                                   after "ended", if there is output: all of it is written
#
# Other names begin with an underscore so that no variable of the environment is changed for commands.

_output_bytes=$1
_directory=$2
_note=$3
_umask=$(umask)
umask 077
_break='
'
IFS= read -r _boot </proc/sys/kernel/random/boot_id || exit 1

# Where the kernel groups processes by session for scheduling (autogroup), nice values count only within a
# session, so the machine's nice value must be given to the session of each command too. Users other than
# root may do so only every 0.1 s.
_nice=$(nice 2>/dev/null) || _nice=0
_with_nice_session='
  _try=0
  until printf %s "$0" 2>/dev/null >/proc/self/autogroup || [ "$_try" -eq 5 ]; do
    _try=$((_try + 1))
    sleep 0.05
  done
  exec "$@"'

# The command claims the run before it begins, since only one process can create the claim: its keeper, itself, the boot, itself as
# the kernel describes it, the launcher. It leads a session and process group of its own. Where it has a cgroup it enters that before
# it begins.
_claim_and_run() {
  IFS= read -r _stat </proc/self/stat
  set -C
  printf '%s\n%s\n%s\n%s\n%s\n.\n' "$_keeper" "${_stat%% *}" "$_boot" "$_stat" "$$" 2>/dev/null >"$_run/claim" || exit 125
  set +C
  if [ -n "$_cgroup" ]; then
    printf 0 >"$_cgroup/cgroup.procs" || exit 126
  fi
  umask "$_umask"
  if [ "$_nice" -gt 0 ] && [ -w /proc/self/autogroup ]; then
    exec setsid -- /bin/sh -c "$_with_nice_session" "$_nice" "$@"
  fi
  exec setsid -- "$@"
}

# What a command leaves in its cgroup is killed, whatever session it is in.
_kill_the_rest() {
  if [ -e "$_cgroup/cgroup.kill" ]; then
    printf 1 >"$_cgroup/cgroup.kill"
    return
  fi
  _round=0
  while [ "$_round" -lt 50 ] && read -r _pid <"$_cgroup/cgroup.procs"; do
    while read -r _pid; do kill -s KILL "$_pid"; done <"$_cgroup/cgroup.procs"
    _round=$((_round + 1))
  done
}

# Ends the command at its deadline, where the one who is to do that does not. The file "until" says, in whole seconds since the boot,
# where that is another by then. Told to end, it leaves no sleep behind. Both have the launcher's file open, by which the guard of a
# job finds them where the keeper was killed.
_end_in_time() {
  trap 'kill "$!"; exit' TERM
  sleep "${_left% *}" <"$0" &
  wait "$!" || exit # somebody has killed the sleep, as Slurm does with all that runs in a job
  while read -r _until <"$_run/until" && read -r _now _rest </proc/uptime && [ "$_until" -gt "${_now%.*}" ]; do
    sleep "$((_until - ${_now%.*}))" <"$0" &
    wait "$!" || exit
  done
  { read -r _owner && read -r _group; } <"$_run/claim"
  [ "$_owner" = "$_keeper" ] && kill -s 0 -- "-$_group" || exit
  printf 'stopped at its deadline' 1<>"$_run/stop"
  kill -s TERM -- "-$_group"
  sleep "${_left#* }" &
  wait "$!"
  kill -s KILL -- "-$_group"
  [ -z "$_cgroup" ] || _kill_the_rest
}

# The keeper of one command: a process of its own, so that a command has its exit status noted whatever becomes of the launcher.
# It writes "STATUS BEGIN END ." over the blanks that keep the place in the file "status", and then the answer "ended". Where the
# place is not enough, as on a full disk that copies what is written over, it tries until there is room. Its standard output is that
# of the launcher; what descriptors 3 and 4 are is standard output and error of the command. It fails if the run was claimed before.
_keep() {
  read -r _keeper _rest </proc/self/stat
  read -r _begin _rest </proc/uptime
  if [ -n "$_left" ]; then
    _end_in_time <"$0" >/dev/null 3>&- 4>&- &
    _end=$!
  fi
  (_claim_and_run "$@") >&3 2>&4 3>&- 4>&-
  _status=$?
  [ -z "$_left" ] || kill "$_end"
  read -r _end _rest </proc/uptime
  _owner=
  { read -r _owner && read -r _group; } <"$_run/claim"
  [ "$_owner" = "$_keeper" ] || exit 1
  _left=0
  kill -s KILL -- "-$_group" && _left=1
  [ -z "$_cgroup" ] || _kill_the_rest
  until printf '%s %s %s .\n' "$_status" "$_begin" "$_end" 1<>"$_run/status" || [ ! -d "$_run" ]; do
    sleep 1
  done
  printf 'ended %s %s %s %s %s %s\n' "$_status" "$_begin" "$_end" "$_left" "$_out" "$_err"
  exit 0
}

# Where it is there, what stdbuf has programs load, so that they write at once what they read.
_at_once=$(stdbuf -o0 sh -c 'printf %s "$LD_PRELOAD"' 2>/dev/null)

# Writes so much of what it reads, and reads the rest, so that the command is not held up. How many bytes that were is
# written to the file "rest" beside, if there were any. Whether there can be any shows by how far it has written. Where the disk is
# full, some of what was read last is lost: that counts as one, and the file may be empty.
_pump() {
  _lost=0
  LD_PRELOAD=$_at_once _STDBUF_O=0 head -c "$_output_bytes" || _lost=1
  [ "$_lost" -eq 0 ] && read -r _pos _written </proc/self/fdinfo/1 && [ "$_written" -lt "$_output_bytes" ] && return
  _rest=$(($(wc -c) + _lost))
  [ "$_rest" -eq 0 ] || printf '%s\n' "$_rest" >"$1.rest"
}

printf 'ready\n'
exec 2>/dev/null
trap : PIPE # an answer that nobody reads any more is not its end; commands do not inherit this

export ESPALIER_TASK ESPALIER_ATTEMPT ESPALIER_DEADLINE ESPALIER_P_STATE

while IFS= read -r _run && IFS= read -r _output && IFS= read -r _cgroup && IFS= read -r _left && IFS= read -r ESPALIER_TASK &&
  IFS= read -r ESPALIER_ATTEMPT && IFS= read -r ESPALIER_DEADLINE && IFS= read -r ESPALIER_P_STATE; do
  set --
  _before=
  _complete=
  while IFS= read -r _line; do
    case $_line in
      +*) _before=$_before${_line#+}$_break ;;
      =*)
        set -- "$@" "$_before${_line#=}"
        _before=
        ;;
      .)
        _complete=1
        break
        ;;
    esac
  done
  # A service that died in the middle of a request did not mean half of it.
  [ -n "$_complete" ] || break

  if ! cd -P -- "$_directory"; then
    printf 'nowhere\n'
    continue
  fi
  unset OLDPWD

  _out=0
  _err=0
  _kept=1
  if [ -n "$_output" ]; then
    _pump "$_output/stdout" <"$_run/out" >"$_output/stdout" &
    _out=$!
    _pump "$_output/stderr" <"$_run/err" >"$_output/stderr" &
    _err=$!
    (_keep "$@") 3>"$_run/out" 4>"$_run/err" </dev/null || _kept=
  else
    (_keep "$@") 3>/dev/null 4>/dev/null </dev/null || _kept=
  fi
  if [ -z "$_kept" ]; then
    printf 'unclaimed\n'
    wait
  elif [ -n "$_output" ]; then
    wait
    printf 'drained\n'
  fi
done

# Twice, since a limit may be refused while the other is in its way.
for _round in 1 2; do
  while IFS= read -r _file && IFS= read -r _text; do printf %s "$_text" >"$_file"; done <"$_note"
done
rm -f "$_note"
