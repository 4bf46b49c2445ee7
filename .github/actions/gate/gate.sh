#!/usr/bin/env bash
# Measures a run as action.yml's inputs say, prints the tables into the job's summary, and fails as the
# program does.
set -euo pipefail

rankscope=${RANKSCOPE:-$HOME/.cache/rankscope-gate/bin/rankscope}
summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}

# options NAME LINES: sets `options` to NAME and a line each, without empty lines.
options() {
  options=()
  local line
  while IFS= read -r line; do
    line=${line#"${line%%[![:space:]]*}"} line=${line%"${line##*[![:space:]]}"}
    [ -z "$line" ] || options+=("$1" "$line")
  done <<<"$2"
}

status=0
options --at-least "${AT_LEAST-}"
if [ "${#options[@]}" -gt 0 ]; then
  "$rankscope" eval --qrels "$QRELS" --run "$RUN" --format markdown "${options[@]}" >>"$summary" || status=$?
elif [ -z "${BASELINE-}" ]; then
  echo "error: give at-least, or a baseline with fail-if-worse" >&2
  exit 2
fi
if [ -n "${BASELINE-}" ]; then
  options --fail-if-worse "${FAIL_IF_WORSE-}"
  "$rankscope" compare --qrels "$QRELS" "$RUN" "$BASELINE" --format markdown "${options[@]}" >>"$summary" || status=$?
fi
exit "$status"
