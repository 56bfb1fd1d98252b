// Learned by `npm run diagnose:train`. Do not edit.
const TABLE = `
after-blank=0.27 after-colon=-0.13 after-ruler=0.10 before-blank=0.45 before-ruler=0.28 block-best=0.06
block-first=-0.03 block-lead=-0.06 block-size=-0.09 blocks-after=0.03 blocks-before=-0.55 category:compile=0.10
category:config=-0.08 category:content=0.14 category:dependency=0.18 category:infra=0.17 category:link=0.01
category:lint=-0.45 category:network=-0.12 category:packaging=0.02 category:source_control=0.04
category:test=-0.07 category:toolchain=-0.08 category:unknown=0.14 commands-after=-0.71 copies=-0.26 ending=0.51
first-block=-0.08 first-copy=0.79 first-of-form=1.16 form-count=-0.45 form:apt-error=-0.05
form:assertion-expected=-0.02 form:bracket-status=0.10 form:cannot-word=-0.13 form:cargo-build-script=-0.02
form:cargo-dependency=-0.02 form:ci-annotation=0.03 form:connection-failed=0.06 form:csharp-error=0.04
form:docker-daemon=-0.16 form:doctest-failed=0.06 form:download-tools=-0.19 form:error-inside=-0.05
form:error-label=-0.02 form:exit-status=-0.07 form:fail-label=-0.04 form:failed-word=0.19 form:failure-list=0.06
form:file-message-place=0.04 form:flake8=-0.03 form:gcc-error=-0.02 form:gcc-missing-include=-0.02
form:gcc-place-error=0.05 form:git-access=0.01 form:git-permission=0.03 form:gradle-test-failed=-0.05
form:http-status=-0.02 form:java-main-exception=0.03 form:javac-error=-0.06 form:javadoc-error=0.07
form:jest-file=0.11 form:js-runtime-error=0.03 form:jvm-dependency=-0.11 form:jvm-transfer=0.18
form:last-output=0.17 form:lua-traceback=0.01 form:maven-dependency=0.03 form:maven-goal-failed=-0.01
form:minitest-head=0.04 form:mocha-failing=-0.11 form:mocha-test=0.04 form:msvc-error=0.01
form:name-resolution=-0.06 form:node-module-missing=0.24 form:only-output=-0.08 form:out-of-memory=0.05
form:perl-error=0.09 form:permission-denied=0.03 form:php-fatal=-0.06 form:phpunit-assert=0.02
form:phpunit-test=0.06 form:pip-not-found=-0.03 form:place-message=-0.12 form:prettier-check=0.02
form:process-killed=0.11 form:prove-failed=-0.07 form:pytest-header=-0.05 form:python-exception=-0.09
form:python-format=-0.09 form:python-import=0.01 form:python-syntax=-0.11 form:python-traceback=-0.07
form:python-warnings=0.09 form:r-check=-0.07 form:r-error=0.01 form:r-package-missing=0.01
form:rake-aborted=0.03 form:rake-no-file=0.02 form:rspec-list=-0.01 form:rust-error=0.15 form:rust-place=0.05
form:rust-test-output=-0.03 form:sanitizer=-0.03 form:sbt-failed-test=-0.07 form:scalatest-failed=0.07
form:segfault=-0.04 form:shell-no-file=-0.02 form:shell-not-found=-0.03 form:spec-cross=-0.01
form:surefire-fork=-0.11 form:surefire-list=0.01 form:surefire-list-head=-0.07 form:surefire-test=-0.01
form:tap-detail=0.03 form:tap-not-ok=-0.02 form:test-failed-word=-0.03 form:unittest-failed=0.06
form:unity-crash=-0.01 form:unity-licence=-0.02 form:unity-project-open=0.02 form:xcodebuild-error=-0.02
form:xcpretty-compile=0.04 form:xcpretty-error=-0.03 form:xcpretty-test=-0.06 form:xcpretty-test-detail=0.06
frames-before=-0.04 frames-follow=0.68 good-follows=0.06 heads-indented=0.32 indented-part=0.11 is:advice=0.21
is:assigned=0.19 is:bullet=-0.07 is:capitals=-0.08 is:colon-end=0.04 is:comparison=0.51 is:count=-0.87
is:cross=-0.17 is:denial=0.02 is:error-first=-0.43 is:error-word=0.17 is:exception=0.28 is:exception-first=0.42
is:exit=-0.56 is:fail-first=0.46 is:fail-word=-0.11 is:fatal-word=-0.03 is:fetch=-1.17 is:good=-0.42
is:indent-0=-0.27 is:indent-1=-0.12 is:indent-2=0.17 is:indent-4=0.23 is:length-0=-0.18 is:length-12=-0.24
is:length-120=-0.18 is:length-250=0.48 is:length-30=0.11 is:length-60=0.02 is:option=-0.33 is:place=0.36
is:place-first=-0.09 is:quoted=-0.20 is:ruler=-0.17 is:skipped=-0.59 is:test-name=0.52 is:timed=-0.09
is:url=0.32 is:warning=-0.32 is:wrapper=-0.36 last-block=-0.37 last-copy=-0.42 last-failed-step=0.05
last-of-form=0.41 level:error=0.10 lines-from-start=0.28 lines-to-end=-0.75 log-place=0.25 named-above=-0.59
named-below=0.56 names-file=0.40 names-test=0.23 other-forms=-0.07 passes-after=0.34 place=0.84 prior=1.70
step:after=0.44 step:before=-0.05 step:between=0.02 step:first-failed=-0.30 step:later-failed=-0.11 weight=0.12
`;

/** What each feature of a candidate adds to its score. */
export const WEIGHTS: ReadonlyMap<string, number> = new Map(
  TABLE.trim()
    .split(/\s+/)
    .map((entry): [string, number] => {
      const at = entry.lastIndexOf('=');
      return [entry.slice(0, at), Number(entry.slice(at + 1))];
    }),
);

/** The weights of the numbers that confidence is made from; the first one is added as it is. */
export const CONFIDENCE: readonly number[] = [-0.385, 0.324, -1.385, 0.914];
