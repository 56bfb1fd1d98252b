#!/bin/sh
# Reports the results of tests: report-tests.sh FILE…
#
# The files are reports in any format that Slipway reads. The build is that of report-build.sh, with the same variables;
# SLIPWAY_BUILD_URL without SLIPWAY_JOB and SLIPWAY_BUILD_NUMBER names it by its page alone.
#
# SLIPWAY_SUITE           what the tests are called together, by default tests
# SLIPWAY_PLATFORM, SLIPWAY_CONFIGURATION, SLIPWAY_RENDERER, SLIPWAY_DEVICE
#                         where they ran
# SLIPWAY_ATTEMPT         which attempt of these tests it is; by default that of Buildkite's job, else 1
#
# Files that do not fit into one request are sent in several. See slipway-post.sh for the address and the token, and for
# what happens while the service is unreachable.
. "$(dirname "$0")/slipway-post.sh"

# What a request may have, without room for the fields.
SLIPWAY_MAX_TESTS=26000000
SLIPWAY_MAX_FILES=200

slipway_build
if [ -n "$SLIPWAY_BUILD_URL" ] && [ -z "$SLIPWAY_JOB$SLIPWAY_BUILD_NUMBER" ]; then
  job=
  number=
else
  url=
fi
attempt=$SLIPWAY_ATTEMPT
if [ -z "$attempt" ] && [ "$BUILDKITE" = true ]; then attempt=$((${BUILDKITE_RETRY_COUNT:-0} + 1)); fi

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
slipway_run=$work
boundary=slipway-$(slipway_id)
all_sent=1

# field NAME TEXT: a part of the form, or nothing if the text is empty.
field() {
  if [ -n "$2" ]; then
    printf -- '--%s\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' "$boundary" "$1" "$2"
  fi
}

begin_form() {
  files=0
  {
    field job_name "$job"
    field build_number "$number"
    field build_url "$url"
    field suite "$SLIPWAY_SUITE"
    field platform "$SLIPWAY_PLATFORM"
    field configuration "$SLIPWAY_CONFIGURATION"
    field renderer "$SLIPWAY_RENDERER"
    field device "$SLIPWAY_DEVICE"
    field attempt "$attempt"
  } >"$work/form"
}

send_form() {
  printf -- '--%s--\r\n' "$boundary" >>"$work/form"
  slipway_post tests "$work/form" "multipart/form-data; boundary=$boundary" || all_sent=0
}

size_of() { wc -c <"$1"; }

if [ -z "$url" ] && { [ -z "$job" ] || [ -z "$number" ]; }; then
  slipway_warn 'the job or number of the build is unknown; no tests are reported'
  [ "$SLIPWAY_STRICT" != 1 ]
  exit
fi

begin_form
found=0
for file in "$@"; do
  if [ ! -s "$file" ]; then
    slipway_warn "$file is missing or empty; it is not reported"
    all_sent=0
    continue
  fi
  gzip -c "$file" >"$work/file" 2>/dev/null || cp "$file" "$work/file"
  if [ "$(size_of "$work/file")" -gt "$SLIPWAY_MAX_TESTS" ]; then
    slipway_warn "$file is larger than 25 MiB when compressed; it is not reported"
    all_sent=0
    continue
  fi
  if [ "$files" -ge "$SLIPWAY_MAX_FILES" ] ||
    [ $(($(size_of "$work/form") + $(size_of "$work/file"))) -gt "$SLIPWAY_MAX_TESTS" ]; then
    send_form
    begin_form
  fi
  {
    printf -- '--%s\r\nContent-Disposition: form-data; name="file"; filename="%s"\r\nContent-Type: application/octet-stream\r\n\r\n' \
      "$boundary" "$(printf '%s' "${file##*/}" | LC_ALL=C tr -d '\000-\037"\\')"
    cat "$work/file"
    printf '\r\n'
  } >>"$work/form"
  files=$((files + 1))
  found=1
done
if [ "$files" -gt 0 ]; then send_form; fi
if [ "$found" = 0 ]; then
  slipway_warn 'there are no test reports'
  all_sent=0
fi
[ "$all_sent" = 1 ] || [ "$SLIPWAY_STRICT" != 1 ]
