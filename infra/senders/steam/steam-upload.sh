#!/bin/sh
# Uploads a build to Steam and reports the deployment: steam-upload.sh app_build.vdf [steamcmd options before the upload]
#
#   steam-upload.sh app_build.vdf +login "$STEAM_USER"
#
# Reports upload_started, then uploaded with the BuildID (and live, if the script sets a branch live), or failed. The
# exit code is that of steamcmd, or 1 if steamcmd ends with 0 but its output names no BuildID. Needs a deployment
# integration (see slipway-post.sh).
#
#   STEAMCMD                  the tool, by default steamcmd on the PATH
#   SLIPWAY_BUILD_NUMBER      the build number; by default BUILD_NUMBER, or else the start time
#   SLIPWAY_VERSION           the version that players see
. "$(dirname "$0")/../slipway-post.sh"

vdf=$1
if [ ! -f "$vdf" ]; then
  slipway_warn 'usage: steam-upload.sh app_build.vdf [steamcmd options]'
  exit 2
fi
shift

# vdf_value KEY: the value of a key in the build script, ignoring case.
vdf_value() {
  sed -n "s/^[[:space:]]*\"$1\"[[:space:]]*\"\([^\"]*\)\".*/\1/p" "$vdf" | head -n 1
}

app=$(vdf_value '[Aa][Pp][Pp][Ii][Dd]')
branch=$(vdf_value '[Ss][Ee][Tt][Ll][Ii][Vv][Ee]')
number=${SLIPWAY_BUILD_NUMBER:-$BUILD_NUMBER}
number=${number:-$(date +%s)}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
slipway_run=$work

# report EVENT [BUILD_ID]
report() {
  {
    printf '{"platform":"steam","event":"%s","build_number":%s' "$1" "$(json_string "$number")"
    json_field steam_app_id "$app"
    json_field branch "$branch"
    json_field version "$SLIPWAY_VERSION"
    json_field external_build_id "$2"
    json_field commit "$GIT_COMMIT"
    json_field timestamp "$(slipway_now)"
    printf '}'
  } | slipway_post deployment
}

report upload_started
{
  "${STEAMCMD:-steamcmd}" "$@" +run_app_build "$(cd "$(dirname "$vdf")" && pwd)/$(basename "$vdf")" +quit 2>&1
  echo $? >"$work/code"
} | tee "$work/log"

code=$(cat "$work/code" 2>/dev/null || echo 1)
build=$(sed -n 's/.*[Ss]uccessfully finished AppID [0-9]* build (BuildID \([0-9]*\)).*/\1/p' "$work/log" | tail -n 1)
# steamcmd may exit with 0 even though the upload failed.
if [ -z "$build" ] && [ "$code" = 0 ]; then code=1; fi
if [ "$code" != 0 ]; then
  report failed
  exit "$code"
fi

report uploaded "$build"
# An upload is live only on the branch that SetLive names; the default branch is set on the Steamworks page.
if [ -n "$branch" ]; then report live "$build"; fi
exit 0
