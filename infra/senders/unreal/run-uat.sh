#!/bin/sh
# Runs Unreal's automation tool and reports what it does: run-uat.sh BuildCookRun -project=… -cook -stage -package
#
# The phases, the cooked assets and the end of the build are read from its output, which is printed unchanged. The exit
# code is that of RunUAT. Needs a game engine integration (see slipway-post.sh), and
#
#   RUNUAT                    the tool, by default RunUAT.sh on the PATH
#   SLIPWAY_BUILD_NUMBER      the build number; by default BUILD_NUMBER, or else the start time
#   SLIPWAY_JOB               the job name, by default JOB_NAME
#   SLIPWAY_PLATFORM          for example Win64
. "$(dirname "$0")/../slipway-post.sh"

number=${SLIPWAY_BUILD_NUMBER:-$BUILD_NUMBER}
number=${number:-$(date +%s)}
job=${SLIPWAY_JOB:-${JOB_NAME:-unreal}}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
slipway_run=$work

# report EVENT [LOG] [ASSETS]
report() {
  {
    printf '{"build_number":%s,"job_name":%s,"engine":"unreal"' "$(json_string "$number")" "$(json_string "$job")"
    json_field platform "$SLIPWAY_PLATFORM"
    json_field changelist "$P4_CHANGELIST"
    json_field commit "$GIT_COMMIT"
    json_field build_url "$BUILD_URL"
    json_field timestamp "$(slipway_now)"
    if [ -n "$2" ]; then json_log log "$2"; fi
    if [ -n "$3" ]; then json_assets <"$3"; fi
    printf '}'
  } | slipway_post "game_engine/$1"
}

# Reads paths and writes them as the field assets.
json_assets() {
  printf ',"assets":['
  json_escape | LC_ALL=C awk 'NR > 1 { printf "," } { printf "{\"path\":\"%s\"}", $0 }'
  printf ']'
}

# Reports each cooked asset once. The service accepts up to 1,000 of them per report.
report_assets() {
  sort -u "$work/assets" |
    awk -v parts="$work/assets." 'NR % 1000 == 1 { close(part); part = parts (++count) } { print >part }'
  for part in "$work"/assets.*; do
    if [ -s "$part" ]; then report asset_cooked '' "$part"; fi
  done
  rm -f "$work"/assets*
}

# Prints the output and reports phases as they begin. Shaders are compiled while the cook runs.
watch_output() {
  shaders=
  while IFS= read -r line || [ -n "$line" ]; do
    printf '%s\n' "$line"
    printf '%s\n' "$line" >>"$work/log"
    case $line in
      *'* COOK COMMAND STARTED *'*) report cooking_started ;;
      *'LogShaderCompilers: Display: Using '*' local workers'*)
        if [ -z "$shaders" ]; then report shaders_started; fi
        shaders=started
        ;;
      *'Display: Shaders Compiled: '*)
        if [ "$shaders" = started ]; then report shaders_completed; fi
        shaders=completed
        ;;
      *'LogCook: Display: Cooking /'*)
        asset=${line#*LogCook: Display: Cooking }
        printf '%s\n' "${asset%% -> *}" >>"$work/assets"
        ;;
      *'* COOK COMMAND COMPLETED *'*) if [ -s "$work/assets" ]; then report_assets; fi ;;
      *'* PACKAGE COMMAND STARTED *'*) report packaging_started ;;
    esac
  done
}

{
  "${RUNUAT:-RunUAT.sh}" "$@" 2>&1
  echo $? >"$work/code"
} | watch_output

code=$(cat "$work/code" 2>/dev/null || echo 1)
if [ "$code" = 0 ]; then report build_completed; else report build_failed "$work/log"; fi
exit "$code"
