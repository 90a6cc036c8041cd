# Waits for the end of its input, which comes when the process that holds the other end has ended,
# however it ended. Then kills what a state file says may still run, and puts back the texts it tells
# of.
# Arguments: the state file; "late" if nobody waited meanwhile, so that the numbers of processes may
# have been given to others since. Late it does nothing if the profiler that wrote the file still runs.
trap '' HUP INT QUIT TERM PIPE
state_file=$1 mode=$2
LC_ALL=C
exec 4<"$state_file" || { [[ $mode == late && ! -e $state_file ]]; exit; }
while read -r; do :; done

declare -A command_of=() start_of=()
files=() texts=() marker='' boot='' scratch=''

load() {
  local f
  while IFS=$'\x1f' read -r -a f; do
    case ${f[0]} in
      marker) marker=${f[1]} ;;
      boot) boot=${f[1]} ;;
      scratch) printf -v scratch '%b' "${f[1]}" ;;
      run) command_of[${f[1]}]=${f[2]} start_of[${f[1]}]=${f[3]} ;;
      ended) unset "command_of[${f[1]}]" ;;
      put) put "${f[1]}" "${f[2]}" ;;
    esac
  done <&4
}

put() {
  local file i
  printf -v file '%b' "$1"
  for ((i = 0; i < ${#files[@]}; i++)); do
    [[ ${files[i]} == "$file" ]] && break
  done
  files[i]=$file
  printf -v "texts[$i]" '%b' "$2"
}

# Sets stat to the fields of a process after its name: 0 its condition, 2 its group, 19 its start.
read_stat() {
  local line=''
  { read -r line <"/proc/$1/stat"; } 2>/dev/null
  stat=(${line##*) })
  ((${#stat[@]} > 19))
}

is_ours() {
  local process
  [[ $mode != late ]] && return 0
  read_stat "${command_of[$1]}" && [[ ${stat[19]} == "${start_of[$1]}" ]] && return 0
  for process in "${marked[@]}"; do
    read_stat "$process" && [[ ${stat[2]} == "$1" ]] && return 0
  done
  return 1
}

# Processes that have the marker in their environment, in whatever group they are.
find_marked() {
  local file
  marked=()
  [[ $marker ]] || return
  while read -r file; do
    file=${file#/proc/}
    marked+=("${file%/environ}")
  done < <(grep -lsazF -- "$marker=" /proc/[0-9]*/environ)
}

# Fails when no process was found that has the marker. A group is killed at once, with all that it
# forks; its dead stay in it until somebody waits for them, so it says nothing of what still runs.
kill_once() {
  local group process found=1
  find_marked
  for group in "${!command_of[@]}"; do
    is_ours "$group" && kill -KILL -- "-$group" 2>/dev/null
  done
  for process in "${marked[@]}"; do
    kill -KILL "$process" 2>/dev/null && found=0
  done
  return $found
}

# What is written to one file can depend on what another holds, so that those that fail are tried
# again after the others.
put_back() {
  local i again=()
  for i in "${!files[@]}"; do
    write_text "$i" || again+=("$i")
  done
  for i in "${again[@]}"; do
    write_text "$i"
  done
}

write_text() {
  [[ -e ${files[$1]} ]] || return 1
  { printf '%s' "${texts[$1]}" >"${files[$1]}"; } 2>/dev/null
}

# Whether a process runs that the file has under a word; sets found to its number. One that is dead does not, though
# nobody may have waited for it.
runs() {
  local f
  while IFS=$'\x1f' read -r -a f; do
    [[ ${f[0]} == "$1" ]] && read_stat "${f[1]}" || continue
    [[ ${stat[0]} != [ZX] && ${stat[19]} == "${f[2]}" ]] || continue
    found=${f[1]}
    return 0
  done <"$state_file"
  return 1
} 2>/dev/null

# A guard that is still at this work is let do it.
await_others() {
  local i found=''
  runs owner && exit
  for ((i = 0; i < 1000; i++)); do
    runs guard || break
    sleep 0.01
  done
  runs guard && kill -KILL "$found"
  [[ -e $state_file ]] || exit 0
}

# After a restart of the machine nothing runs, and the kernel has its own values.
forget_before_restart() {
  local i now=''
  read -r now </proc/sys/kernel/random/boot_id
  [[ $now == "$boot" ]] && return
  command_of=() marker=''
  for i in "${!files[@]}"; do
    [[ ${files[i]} != /sys/* && ${files[i]} != /proc/* ]] || unset "files[$i]"
  done
}

[[ $mode != late ]] || await_others
# The file may have been replaced since it was opened. If it was removed by others, what was opened may
# be old.
{ command exec 4<"$state_file"; } 2>/dev/null || mode=late
load
forget_before_restart
kill_once
killed=$?
put_back
for ((round = 0; killed == 0 && round < 40; round++)); do
  sleep 0.05
  kill_once
  killed=$?
done
rm -f -- "$state_file"
# Who was just killed may be waited for by one who still writes there.
if [[ $scratch == */espalier-profile-* ]]; then
  rm -rf -- "$scratch" || { sleep 1 && rm -rf -- "$scratch"; }
fi
[[ ! -e $state_file ]]
