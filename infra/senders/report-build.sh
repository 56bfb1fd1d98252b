#!/bin/sh
# Reports the state of a CI build: report-build.sh STATUS [LOG]
#
# STATUS is a word such as started, success, failure or aborted. Job, number, address, commit and branch come from the
# variables of GitHub Actions, Buildkite, GitLab CI, TeamCity or Jenkins. SLIPWAY_JOB, SLIPWAY_BUILD_NUMBER and
# SLIPWAY_BUILD_URL replace them. See slipway-post.sh for the address and the token.
. "$(dirname "$0")/slipway-post.sh"

changelist=$P4_CHANGELIST
if [ "$GITHUB_ACTIONS" = true ]; then
  job=$GITHUB_WORKFLOW
  number=$GITHUB_RUN_NUMBER
  # A second attempt keeps the build number.
  [ "${GITHUB_RUN_ATTEMPT:-1}" = 1 ] || number="$number.$GITHUB_RUN_ATTEMPT"
  url="$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID"
  commit=$GITHUB_SHA
  branch=$GITHUB_REF_NAME
elif [ "$BUILDKITE" = true ]; then
  job=$BUILDKITE_PIPELINE_SLUG
  number=$BUILDKITE_BUILD_NUMBER
  url=$BUILDKITE_BUILD_URL
  commit=$BUILDKITE_COMMIT
  branch=$BUILDKITE_BRANCH
elif [ "$GITLAB_CI" = true ]; then
  job="$CI_PROJECT_NAME/$CI_JOB_NAME"
  number=$CI_JOB_ID
  url=$CI_JOB_URL
  commit=$CI_COMMIT_SHA
  branch=$CI_COMMIT_REF_NAME
elif [ -n "$TEAMCITY_VERSION" ]; then
  job=$TEAMCITY_BUILDCONF_NAME
  number=$BUILD_NUMBER
  url=$BUILD_URL
  commit=$BUILD_VCS_NUMBER
  branch=
else
  job=$JOB_NAME
  number=$BUILD_NUMBER
  url=$BUILD_URL
  commit=$GIT_COMMIT
  branch=${GIT_BRANCH#origin/}
fi

job=${SLIPWAY_JOB:-$job}
number=${SLIPWAY_BUILD_NUMBER:-$number}
url=${SLIPWAY_BUILD_URL:-$url}
if [ -z "$1" ] || [ -z "$job" ] || [ -z "$number" ]; then
  slipway_warn 'the build status, job or number is unknown; nothing is reported'
  [ "$SLIPWAY_STRICT" != 1 ]
  exit
fi

# The report may be sent later, so it includes its own time. The service ignores the end time of an unfinished build.
case $(printf '%s' "$1" | tr '[:upper:]' '[:lower:]') in
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
  json_field "$when" "$(slipway_now)"
  if [ -n "$2" ]; then json_log logs_tail "$2"; fi
  printf '}'
} | slipway_post ci
