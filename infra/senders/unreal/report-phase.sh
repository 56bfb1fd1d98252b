#!/bin/sh
# Reports one phase of an engine build: report-phase.sh EVENT [LOG] [PLATFORM]
#
# EVENT is cooking_started, shaders_started, shaders_completed, packaging_started, build_completed or build_failed. The
# build is BUILD_NUMBER of JOB_NAME, or SLIPWAY_BUILD_NUMBER of SLIPWAY_JOB. See slipway-post.sh for address and token.
. "$(dirname "$0")/../slipway-post.sh"

number=${SLIPWAY_BUILD_NUMBER:-$BUILD_NUMBER}
if [ -z "$1" ] || [ -z "$number" ]; then
  slipway_warn 'the event or build number is unknown; nothing is reported'
  [ "$SLIPWAY_STRICT" != 1 ]
  exit
fi

case $1 in
  cooking_started | shaders_started | shaders_completed | packaging_started | build_completed | build_failed) ;;
  *)
    slipway_warn "the event $1 is not known; nothing is reported. Known events: cooking_started, shaders_started, shaders_completed, packaging_started, build_completed, build_failed"
    exit 2
    ;;
esac

{
  printf '{"build_number":%s,"engine":"unreal"' "$(json_string "$number")"
  json_field job_name "${SLIPWAY_JOB:-$JOB_NAME}"
  json_field platform "$3"
  json_field changelist "$P4_CHANGELIST"
  json_field commit "$GIT_COMMIT"
  json_field build_url "$BUILD_URL"
  json_field timestamp "$(slipway_now)"
  if [ -n "$2" ]; then json_log log "$2"; fi
  printf '}'
} | slipway_post "game_engine/$1"
