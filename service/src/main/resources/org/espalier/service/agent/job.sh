# What follows "set -- espalier agent ..." and "name=..." in a job of Slurm: starts the agent of some machines, again where
# it is killed, until the job is told to end. Where Slurm does not find all that a job has started, a guard outside of its
# processes ends what is left once this is gone.

data=${TMPDIR:-/tmp}/espalier-$name-$SLURM_JOB_ID
umask 077
mkdir -p "$data" || exit 1

guard='
  exec 2>/dev/null
  # Sets "began" to when a process began, by which it is told from a later one of its number.
  look() {
    began=
    read -r stat <"/proc/$1/stat" && set -- ${stat##*) } && began=${20}
  }
  script=$1
  data=$(cd -P -- "$2" && pwd) || data=$2
  echo "$$" >"$data/guard"
  look "$script"
  first=$began
  while look "$script" && [ "$began" = "$first" ]; do sleep 0.5; done
  # The script of a job that was requeued here has a guard of its own, and its agent has what ran.
  newest=
  read -r newest <"$data/guard"
  [ "${newest:-$$}" = "$$" ] || exit
  read -r agent start <"$data/agent.pid" && look "$agent" && [ "$began" = "$start" ] && kill -s KILL "$agent"
  # Nothing begins any more, since no claim can be made there.
  mv "$data" "$data.over" && data=$data.over
  for round in 1 2 3; do
    for run in "$data"/stores/*/runs/runs/*/*; do
      { read -r keeper && read -r leader && read -r boot && read -r stat; } <"$run/claim" || continue
      set -- ${stat##*) }
      start=${20}
      look "$leader" && [ "$began" = "$start" ] && kill -s KILL -- "-$leader"
      cgroup=
      read -r cgroup <"$run/cgroup" || [ -n "$cgroup" ] && printf 1 >"$cgroup/cgroup.kill"
    done
    sleep 0.2
  done
  # What still has open what only launchers and agents of this directory have: these show under its new name.
  ls -ln /proc/[0-9]*/fd | while IFS= read -r line; do
    case $line in
      /proc/*/fd:) process=${line#/proc/} process=${process%/fd:} ;;
      *" -> $data/lock" | *" -> $data/stores/"*/runs/launcher.sh*) kill -s KILL "$process" ;;
    esac
  done
  rm -rf "$data"'
(setsid sh -c "$guard" guard "$$" "$data" </dev/null >/dev/null 2>&1 &)

ended=
agent=
trap 'ended=1; kill -TERM "$agent"' TERM
while [ -z "$ended" ]; do
  "$@" --data "$data" &
  agent=$!
  printf '%s %s\n' "$agent" "$(cut -d")" -f2- "/proc/$agent/stat" | cut -d" " -f21)" >"$data/agent.pid"
  [ -z "$ended" ] || kill -TERM "$agent"
  while kill -0 "$agent" 2>/dev/null; do
    wait "$agent"
    status=$?
  done
  [ "$status" -ge 128 ] || exit "$status"
  [ -n "$ended" ] || sleep 1
done
