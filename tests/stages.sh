#!/usr/bin/env bash
# stages.sh NAME COMMAND [NAME COMMAND ...]
# Runs the commands one after the other and says at the end how long each of them took. Where one
# fails, the rest is left out, and its exit code is that of the whole.
set -u
times=()
whole=0
code=0
while (($# > 1 && code == 0)); do
  SECONDS=0
  bash -c "$2"
  code=$?
  whole=$((whole + SECONDS))
  times+=("$(printf '%4d:%02d  %s' $((SECONDS / 60)) $((SECONDS % 60)) "$1")")
  ((code == 0)) || times+=("         failed with $code")
  shift 2
done
printf '\nWhere the time went, in minutes:\n'
printf '%s\n' "${times[@]}"
printf '%4d:%02d  all of it\n' $((whole / 60)) $((whole % 60))
exit "$code"
