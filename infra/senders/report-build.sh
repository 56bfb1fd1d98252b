#!/bin/sh
# Reports the state of a CI build: report-build.sh STATUS [LOG]
#
# STATUS is a word such as started, success, failure or aborted; a word that is not known is refused with exit code 2,
# because a build with such a status would never end. Job, number, address, commit, branch and author come
# from the variables of GitHub Actions, Buildkite, GitLab CI, TeamCity or Jenkins, else from git. SLIPWAY_JOB,
# SLIPWAY_BUILD_NUMBER, SLIPWAY_BUILD_URL, SLIPWAY_COMMIT, SLIPWAY_BRANCH and SLIPWAY_AUTHOR replace them.
# SLIPWAY_STARTED is the start of the build, unless it was reported. SLIPWAY_MATRIX tells the jobs of a GitHub matrix
# apart. See slipway-post.sh for the address and the token.
. "$(dirname "$0")/slipway-post.sh"

words='success succeeded passed ok completed neutral failure failed error errored unstable timed_out startup_failure
partially_succeeded aborted cancelled canceled not_built skipped not_run stale queued pending scheduled waiting created
manual on_hold action_required requested preparing starting started running building in_progress failing restarted
blocked passed_pending_approval'

slipway_build
author=${SLIPWAY_AUTHOR:-${author:-$(git log -1 --format='%an <%ae>' 2>/dev/null)}}
if [ -z "$1" ] || [ -z "$job" ] || [ -z "$number" ]; then
  slipway_warn 'the build status, job or number is unknown; nothing is reported'
  [ "$SLIPWAY_STRICT" != 1 ]
  exit
fi

status=$(printf '%s' "$1" | tr '[:upper:]' '[:lower:]')
if ! printf '%s\n' $words | grep -Fqx -e "$status"; then
  slipway_warn "the status $1 is not a known word; nothing is reported. Known words: $(echo $words | sed 's/ /, /g')"
  exit 2
fi

# The report may be sent later, so it includes its own time. The service ignores the end time of an unfinished build.
case $status in
  started | running | building | in_progress | failing | restarted) when=started_at ;;
  *) when=finished_at ;;
esac

{
  printf '{"job_name":%s,"build_number":%s,"status":%s' \
    "$(json_string "$job")" "$(json_string "$number")" "$(json_string "$1")"
  json_field build_url "$url"
  json_field commit "$commit"
  json_field branch "$branch"
  json_field changelist "$changelist"
  json_field author "$author"
  if [ "$when" = finished_at ]; then json_field started_at "${SLIPWAY_STARTED:-$CI_JOB_STARTED_AT}"; fi
  json_field "$when" "$(slipway_now)"
  if [ -n "$2" ]; then json_log logs_tail "$2"; fi
  printf '}'
} | slipway_post ci
