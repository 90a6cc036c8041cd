# The launcher of one machine: runs commands one after the other, as its standard input asks, and
# ends with its standard input. It outlives the service, so that a command that runs is finished
# and its exit status kept when the service dies.
#
#   sh launcher.sh OUTPUT_BYTES MEMORY_KIB [UMASK]     (MEMORY_KIB may be "unlimited")
#
# Nobody but its user gets at the files it makes. Commands have the given umask, or the one it was
# started with.
#
# A request is lines: the run directory; the output directory, or an empty line; the argument
# vector; a line ".". The last line of an argument stands behind "=", those before it behind "+".
# No part of a request is read as shell code.
#
# Answers are lines:
#   ready                                     at the start
#   unclaimed                                 the run was claimed before; nothing was run
#   ended STATUS BEGIN END LEFT OUT ERR       the command is over; times are seconds since the boot;
#                                             LEFT is 1 if processes of its group had to be killed;
#                                             OUT and ERR are the processes that write the output
#   drained                                   after "ended", if there is output: all of it is written
#
# Names begin with an underscore so that no variable of the environment is changed for commands.

_output_bytes=$1
_memory_kib=$2
_umask=${3:-$(umask)}
umask 077
_break='
'
if [ "$_memory_kib" != unlimited ]; then
  (ulimit -v "$_memory_kib") || exit 1
fi
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

# Claims the run and becomes the command. Only one process can create the claim. The command leads a session and process group of its own.
_claim_and_run() {
  IFS= read -r _stat </proc/self/stat
  set -C
  printf '%s\n%s\n%s\n%s\n.\n' "$$" "${_stat%% *}" "$_boot" "$_stat" 2>/dev/null >"$_run/claim" || exit 125
  if [ "$_memory_kib" != unlimited ]; then
    ulimit -v "$_memory_kib" || exit 126
  fi
  umask "$_umask"
  if [ "$_nice" -gt 0 ] && [ -w /proc/self/autogroup ]; then
    exec setsid -- /bin/sh -c "$_with_nice_session" "$_nice" "$@"
  fi
  exec setsid -- "$@"
}

# Where it is there, what stdbuf has programs load, so that they write at once what they read.
_at_once=$(stdbuf -o0 sh -c 'printf %s "$LD_PRELOAD"' 2>/dev/null)

# Writes so much of what it reads, and reads the rest, so that the command is not held up.
_pump() {
  LD_PRELOAD=$_at_once _STDBUF_O=0 head -c "$_output_bytes"
  exec cat >/dev/null
}

printf 'ready\n'
exec 2>/dev/null

while IFS= read -r _run && IFS= read -r _output; do
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
  [ -n "$_complete" ] || exit 0

  _out=0
  _err=0
  read -r _begin _rest </proc/uptime
  if [ -n "$_output" ]; then
    mkfifo "$_run/out" "$_run/err" || exit 1
    _pump <"$_run/out" >"$_output/stdout" &
    _out=$!
    _pump <"$_run/err" >"$_output/stderr" &
    _err=$!
    (_claim_and_run "$@") </dev/null >"$_run/out" 2>"$_run/err"
  else
    (_claim_and_run "$@") </dev/null >/dev/null 2>&1
  fi
  _status=$?
  read -r _end _rest </proc/uptime

  _owner=
  { read -r _owner && read -r _group; } <"$_run/claim"
  if [ "$_owner" != "$$" ]; then
    wait
    printf 'unclaimed\n'
    continue
  fi
  _left=0
  kill -s KILL -- "-$_group" && _left=1
  printf '%s %s %s .\n' "$_status" "$_begin" "$_end" >"$_run/status"
  printf 'ended %s %s %s %s %s %s\n' "$_status" "$_begin" "$_end" "$_left" "$_out" "$_err"
  if [ -n "$_output" ]; then
    wait
    printf 'drained\n'
  fi
done
