# shellcheck shell=bash disable=SC2034,SC2154
# A program and all that it starts, in a process group that dies with the script that began it,
# however that dies. For ci/fuzz.sh.
#
# The script alone holds the write end of a pipe; a watcher in the group reads from it, and reads the
# end when the script is gone. All that the program starts is known by a mark in its environment: the
# fork server of AFL++ leaves the group, and when it is gone its child may stand still for ever.

mark=$$.$EPOCHREALTIME

mkfifo "$fuzz_work/pipe.$$"
exec {both_ends}<>"$fuzz_work/pipe.$$"
exec {life}<"$fuzz_work/pipe.$$"
exec {hold}>"$fuzz_work/pipe.$$"
exec {both_ends}>&-
rm "$fuzz_work/pipe.$$"

# The numbers of the marked processes, which are all but the watcher.
marked() {
  grep -lszxF "HEADERPROOF_GROUP=$mark" /proc/[0-9]*/environ | tr -dc '0-9\n' || true
}

# Kills them until there is none: one of them may be starting another.
kill_marked() {
  local processes
  while mapfile -t processes < <(marked) && [ ${#processes[@]} -gt 0 ]; do
    kill -KILL "${processes[@]}" 2>/dev/null || true
    sleep 0.02
  done
}

# Starts "$@" as the group that the functions below are about, with its output in file $1.
start_group() {
  local log=$1
  shift
  set -m
  (
    set +m
    exec {hold}>&- >"$log" 2>&1 </dev/null
    {
      trap '' INT TERM
      read -r -u "$life" || true
      kill_marked
      kill -KILL 0
    } &
    exec env "HEADERPROOF_GROUP=$mark" "$@"
  ) &
  group=$!
  set +m
}

group_lives() { kill -0 "$group" 2>/dev/null; }

# Waits a little, or until a signal comes.
nap() { read -r -t 0.2 -u "$life" || true; }

# Waits up to $1 tenths of a second for the end of the group's first process.
group_ends_within() {
  local patience=$1
  while [ "$patience" -gt 0 ]; do
    group_lives || return 0
    sleep 0.1
    patience=$((patience - 1))
  done
  return 1
}

# Ends the group, whatever it does. The exit code is that of its first process.
end_group() {
  local code=0
  if group_lives; then kill -KILL -- "-$group"; fi
  wait "$group" 2>/dev/null || code=$?
  kill -KILL -- "-$group" 2>/dev/null || true
  kill_marked
  return $code
}
