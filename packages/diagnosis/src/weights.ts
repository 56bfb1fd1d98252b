// Learned by `npm run diagnose:train`. Do not edit.
const TABLE = `
after-blank=0.16 after-colon=-0.13 after-ruler=0.07 before-blank=0.40 before-ruler=0.36 block-best=0.13
block-first=0.05 block-last=-0.06 block-lead=-0.04 block-size=-0.13 blocks-after=-0.09 blocks-before=-0.56
category:compile=0.08 category:config=-0.12 category:content=0.13 category:dependency=0.16 category:infra=0.09
category:lint=-0.43 category:network=0.18 category:packaging=0.02 category:source_control=0.03
category:test=-0.17 category:toolchain=-0.10 category:unknown=0.12 commands-after=-0.72 copies=-0.17 ending=0.48
first-block=0.06 first-copy=0.68 first-of-form=1.13 form-count=-0.67 form:apt-error=-0.04
form:assertion-expected=-0.02 form:bracket-status=0.09 form:cannot-word=-0.10 form:cargo-build-script=-0.02
form:cargo-dependency=-0.01 form:checkstyle-violation=-0.01 form:ci-annotation=0.03 form:connection-failed=0.03
form:csharp-error=0.04 form:docker-daemon=-0.17 form:doctest-failed=0.06 form:download-tools=-0.10
form:error-inside=-0.05 form:error-label=-0.03 form:exit-status=-0.04 form:fail-label=-0.03
form:failed-word=0.21 form:failure-list=0.05 form:file-message-place=0.04 form:flake8=-0.03
form:gcc-missing-include=-0.03 form:gcc-place-error=0.05 form:git-permission=0.02 form:gradle-test-failed=-0.05
form:java-main-exception=0.03 form:javac-error=-0.07 form:javadoc-error=0.07 form:jest-file=0.11
form:js-runtime-error=0.04 form:jvm-dependency=-0.11 form:jvm-transfer=0.17 form:last-output=0.13
form:maven-dependency=0.02 form:maven-goal-failed=-0.01 form:minitest-head=0.02 form:mocha-failing=-0.12
form:mocha-test=0.05 form:name-resolution=-0.03 form:node-module-missing=0.23 form:only-output=-0.08
form:out-of-memory=0.04 form:perl-error=0.10 form:permission-denied=0.03 form:php-fatal=-0.07
form:phpunit-assert=0.02 form:phpunit-test=0.06 form:pip-not-found=-0.03 form:place-message=-0.11
form:prettier-check=0.02 form:process-killed=0.12 form:prove-failed=-0.08 form:pytest-header=-0.05
form:python-exception=-0.10 form:python-format=-0.09 form:python-syntax=-0.11 form:python-traceback=-0.08
form:python-warnings=0.07 form:r-check=-0.07 form:r-error=0.01 form:r-package-missing=0.01
form:rake-aborted=0.03 form:rake-no-file=0.02 form:rspec-list=-0.01 form:rust-error=0.14 form:rust-place=0.05
form:rust-test-output=-0.03 form:sanitizer=-0.04 form:sbt-failed-test=-0.08 form:scalatest-failed=0.06
form:segfault=-0.05 form:shell-no-file=-0.03 form:shell-not-found=-0.04 form:surefire-class=-0.01
form:surefire-fork=-0.10 form:surefire-list=0.01 form:surefire-list-head=-0.07 form:tap-detail=0.03
form:tap-not-ok=-0.02 form:test-failed-word=-0.02 form:tls-certificate=-0.02 form:unittest-failed=0.06
form:unity-crash=-0.01 form:unity-licence=-0.02 form:unity-project-open=0.02 form:xcodebuild-error=-0.02
form:xcpretty-compile=0.04 form:xcpretty-error=-0.02 form:xcpretty-test=-0.06 form:xcpretty-test-detail=0.06
frames-before=-0.09 frames-follow=0.68 good-follows=0.09 heads-indented=0.30 indented-part=0.07 is:advice=0.17
is:assigned=0.28 is:bullet=-0.09 is:capitals=-0.07 is:colon-end=-0.04 is:comparison=0.58 is:count=-0.79
is:cross=-0.17 is:denial=0.18 is:error-first=-0.42 is:error-word=0.21 is:exception=0.26 is:exception-first=0.40
is:exit=-0.51 is:fail-first=0.46 is:fail-word=-0.03 is:fatal-word=-0.03 is:fetch=-1.17 is:good=-0.42
is:indent-0=-0.28 is:indent-1=-0.08 is:indent-2=0.13 is:indent-4=0.26 is:indent-8=-0.03 is:length-0=-0.24
is:length-12=-0.27 is:length-120=-0.15 is:length-250=0.53 is:length-30=0.10 is:length-60=0.03 is:option=-0.32
is:place=0.39 is:place-first=-0.05 is:quoted=-0.24 is:ruler=-0.16 is:skipped=-0.52 is:test-name=0.51
is:timed=-0.08 is:url=0.22 is:warning=-0.22 is:wrapper=-0.30 last-block=-0.29 last-copy=-0.09
last-failed-step=0.06 last-of-form=0.25 level:error=0.07 lines-from-start=0.36 lines-to-end=-0.83 log-place=0.12
named-above=-0.50 named-below=0.51 names-file=0.36 names-test=0.23 other-forms=-0.14 passes-after=0.34
place=0.53 prior=1.73 step:after=0.42 step:before=-0.12 step:between=0.02 step:first-failed=-0.23
step:later-failed=-0.10 weight=0.17
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
export const CONFIDENCE: readonly number[] = [0.386, 0.179, -1.212, 1.194, 0.599, 0.809, -0.82];
