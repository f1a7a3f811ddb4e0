# shellcheck shell=bash disable=SC2034,SC2154
# The engines: how each is started, ended and measured. For ci/fuzz.sh.
#
# Both write below $fuzz_work/TARGET/run alone: new inputs to new, tmp or afl, findings to artifacts
# or afl, and each process a tally of its own to tallies.

page_size=$(getconf PAGESIZE)

# libFuzzer on target $1, but for what it is to do.
set_libfuzzer() {
  local run=$fuzz_work/$1/run
  mapfile -t libfuzzer < <(sed -n 's/^\([a-z_]*\) = \(.*\)$/-\1=\2/p' fuzz/headerproof.options)
  libfuzzer=(env "TMPDIR=$run/tmp" build/fuzz/fuzz/"$1" "${libfuzzer[@]}" -print_funcs=0
    -artifact_prefix="$run/artifacts/")
}

start_engine() {
  local target=$1 work=$fuzz_work/$1 run more
  run=$(realpath "$work/run")
  rm -f "$work/tally"
  local tally=(env "HEADERPROOF_TALLY=$run/tallies/%p")
  if [ "$engine" = afl ]; then
    start_group "$work/log" "${tally[@]}" fuzz/run_afl.sh "$target" "$run" "$jobs" "$seed"
    return
  fi
  more=(-max_total_time="$seconds" -stop_file="$run/stop")
  if [ "$jobs" -gt 1 ]; then
    more=(-fork="$jobs" -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1)
  fi
  start_group "$work/log" "${tally[@]}" "${libfuzzer[@]}" -dict=fuzz/headerproof.dict -print_final_stats=1 \
    -seed="$seed" "${more[@]}" "$run/new" "$run/known"
}

# Ends the engine on target $1 in order, if it has not ended by itself. The exit code is 0 if it
# ended as it should.
end_engine() {
  local run=$fuzz_work/$1/run folder
  if ! group_lives; then
    end_group
  elif [ "$engine" = afl ]; then
    kill -TERM "$group"
    group_ends_within 100 || true
    end_group
  elif [ "$jobs" -eq 1 ]; then
    echo stop >"$run/stop"
    group_ends_within 100 || true
    end_group
  else
    # Fork mode would drop what its jobs have not handed over. They end when they see their file, and
    # leave their inputs and tallies; fork mode itself may then be killed.
    for folder in "$run"/tmp/libFuzzerTemp.FuzzWithFork*.dir; do
      if [ -d "$folder" ]; then echo stop >"$folder/STOP"; fi
    done
    group_ends_within 10 || true
    end_group || true
  fi
}

# Sets the word $1 to the mebibytes that the largest process of the group holds, if that is more than
# it was.
look_at_memory() {
  local process pages mebibytes
  for process in $(marked); do
    # One that has ended meanwhile holds nothing.
    read -r _ pages _ 2>/dev/null <"/proc/$process/statm" || continue
    mebibytes=$((pages * page_size / 1048576))
    if [ $mebibytes -gt "${!1}" ]; then printf -v "$1" %d $mebibytes; fi
  done
}

# Adds up the tallies of the processes that ran target $1; sets runs (of the engine) and tallied (those
# of them that are in the tally: AFL++ kills its processes, whose last 4,095 are missing).
measure() {
  local work=$fuzz_work/$1 run=$fuzz_work/$1/run
  find "$run/tallies" -type f ! -name '*.part' -exec cat {} + | awk '
    /^headerproof-tally / || /^target / { if (!seen[$0]++) print; next }
    { n = $NF; sub(/ [0-9]+$/, ""); if (!($0 in sum)) order[++lines] = $0; sum[$0] += n }
    END { for (i = 1; i <= lines; ++i) print order[i], sum[order[i]] }' >"$run/tally"
  [ -s "$run/tally" ] || rm "$run/tally"
  tallied=$(count cases "$run/tally")
  if [ "$engine" = afl ]; then
    # There is none if it did not begin.
    runs=$({ cat "$run"/afl/*/fuzzer_stats 2>/dev/null || true; } | awk '/^execs_done/ { n += $3 } END { print n + 0 }')
  else
    runs=$tallied
  fi
}
