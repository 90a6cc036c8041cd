#!/usr/bin/env bash
# A private Slurm on this computer, for tests: its own munged, slurmctld and slurmd's, which hear the loopback only.
# Debian packages: munge slurmctld slurmd slurm-client. Root, since slurmd starts jobs.
#
#   slurm.sh missing                      says why there can be none here; silent where there can
#   slurm.sh up NODES DIR [KEY=VALUE...]  starts nodes m1, m2, ... of one CPU, with further lines for slurm.conf;
#                                         prints the path of slurm.conf, for SLURM_CONF
#   slurm.sh signal DIR SIGNAL DAEMON     sends a signal to slurmctld or to the slurmd of a node
#   slurm.sh revive DIR DAEMON            starts one that was killed
#   slurm.sh down DIR                     ends all of it, jobs included
#
# ProctrackType=proctrack/cgroup needs cgroups of version 1. Slurm names them by node, so one such Slurm runs at a time.
set -euo pipefail
export PATH=$PATH:/usr/sbin:/sbin

die() {
  printf 'slurm.sh: %s\n' "$*" >&2
  exit 1
}

missing() {
  local program absent=()
  for program in munged slurmctld slurmd sbatch squeue scontrol; do
    command -v "$program" >/dev/null || absent+=("$program")
  done
  if ((${#absent[@]})); then
    echo "no Slurm here (${absent[*]}): apt-get install munge slurmctld slurmd slurm-client"
  elif [[ $EUID -ne 0 ]]; then
    echo "slurmd starts jobs as root only"
  fi
}

# wait_for SECONDS COMMAND...
wait_for() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}

listens() { grep -qi ":$(printf %04X "$1") [0-9A-F:]* 0A " /proc/net/tcp /proc/net/tcp6 2>/dev/null; }

# The first of as many ports as are needed, none of which is in use.
free_ports() {
  local base port
  for ((try = 0; try < 50; try++)); do
    base=$((18000 + RANDOM % 130 * 100))
    for ((port = base; port <= base + nodes; port++)); do
      ! listens "$port" || continue 2
    done
    echo "$base"
    return
  done
  die "no free ports"
}

write_conf() {
  local host base=$1 line i
  shift
  host=$(hostname -s)
  cat >"$conf" <<END
ClusterName=test$base
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$base
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$run/munge.sock
StateSaveLocation=$dir/state
SlurmdSpoolDir=$run/%n
SlurmctldPidFile=$run/slurmctld.pid
SlurmdPidFile=$run/slurmd-%n.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerType=sched/builtin
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0
Epilog=$(type -P true)
PriorityType=priority/basic
EpilogMsgTime=0
KillWait=1
SlurmdTimeout=10
MessageTimeout=10
ReturnToService=2
END
  for line; do
    sed -i "/^${line%%=*}=/d" "$conf"
    echo "$line" >>"$conf"
  done
  for ((i = 1; i <= nodes; i++)); do
    echo "NodeName=m$i NodeHostname=$host NodeAddr=127.0.0.1 Port=$((base + i)) CPUs=1 RealMemory=100 State=UNKNOWN"
  done >>"$conf"
  echo "PartitionName=main Nodes=m[1-$nodes] Default=YES MaxTime=INFINITE State=UP" >>"$conf"
}

idle() { [[ $(sinfo -h -N -t idle -o %N | wc -l) -eq $nodes ]]; }

# begin slurmctld|NODE
begin() {
  if [[ $1 = slurmctld ]]; then
    slurmctld -f "$conf" 2>>"$dir/slurmctld.log" || die "no slurmctld: $(tail -n 3 "$dir/slurmctld.log")"
  else
    slurmd -N "$1" -f "$conf" 2>>"$dir/slurmd-$1.log" || die "no slurmd: $(tail -n 3 "$dir/slurmd-$1.log")"
  fi
}

find_it() { dir=$(readlink -m -- "$1") && run=$(<"$dir/run") && conf=$dir/slurm.conf; }

signal() {
  find_it "$1"
  [[ $3 = slurmctld ]] && file=$run/slurmctld.pid || file=$run/slurmd-$3.pid
  kill -s "$2" "$(<"$file")"
}

revive() {
  find_it "$1"
  export SLURM_CONF=$conf
  begin "$2"
}

up() {
  nodes=$1 dir=$(readlink -m -- "$2")
  shift 2
  conf=$dir/slurm.conf
  mkdir -p "$dir/state"
  run=$(mktemp -d /tmp/espalier-slurm.XXXXXX) # a socket's path may have 107 bytes
  chmod 755 "$run"
  echo "$run" >"$dir/run"
  head -c 128 /dev/urandom >"$dir/munge.key"
  chmod 600 "$dir/munge.key"
  write_conf "$(free_ports)" "$@"
  if grep -q '^ProctrackType=proctrack/cgroup' "$conf"; then
    [[ -w /sys/fs/cgroup/freezer ]] || die "no cgroups of version 1 in /sys/fs/cgroup"
    printf '%s\n' CgroupPlugin=cgroup/v1 CgroupMountpoint=/sys/fs/cgroup >"$dir/cgroup.conf"
  fi
  export SLURM_CONF=$conf
  munged --force --key-file="$dir/munge.key" --socket="$run/munge.sock" --pid-file="$run/munged.pid" \
    --log-file="$dir/munged.log" --seed-file="$run/munge.seed" 2>>"$dir/munged.log"
  wait_for 20 test -S "$run/munge.sock" || die "no munged: $(tail -n 3 "$dir/munged.log")"
  begin slurmctld
  for ((i = 1; i <= nodes; i++)); do
    mkdir -p "$run/m$i"
    begin "m$i"
  done
  wait_for 60 idle || die "not all nodes are idle: $(sinfo -N 2>&1)"
  # The end of a job makes slurmctld read its SchedulerParameters.
  srun -Q --mpi=none -n1 true </dev/null || die "no job runs: $(tail -n 5 "$dir/slurmctld.log")"
  echo "$conf"
}

# What belongs to this Slurm: what names its files on its command line, and what its jobs have left.
processes() {
  { grep -lsF -e "$conf" -e "$run/" /proc/[0-9]*/cmdline || true; grep -lszxF "SLURM_CONF=$conf" /proc/[0-9]*/environ || true; } |
    sed -nE 's!/proc/([0-9]+)/.*!\1!p' | sort -u | grep -vxE "$$|$PPID" || true
}

none_left() { [[ -z $(processes) ]]; }

down() {
  [[ -e $1/run ]] || return 0
  find_it "$1"
  local pids signal
  for signal in TERM KILL KILL; do
    mapfile -t pids < <(processes)
    ((${#pids[@]})) || break
    kill -"$signal" "${pids[@]}" 2>/dev/null || true
    wait_for 5 none_left || true
  done
  if [[ -e $dir/cgroup.conf ]]; then
    find /sys/fs/cgroup/*/slurm_m[0-9]* -depth -type d -exec rmdir {} + 2>/dev/null || true
  fi
  rm -rf -- "$run"
}

case ${1:-} in
  missing) missing ;;
  up | down | signal | revive) "$@" ;;
  *) die "see the head of this file" ;;
esac
