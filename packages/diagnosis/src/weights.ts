// Learned by `npm run diagnose:train`. Do not edit.
function weightsIn(table: string): ReadonlyMap<string, number> {
  return new Map(
    table
      .trim()
      .split(/\s+/)
      .map((entry): [string, number] => {
        const at = entry.lastIndexOf('=');
        return [entry.slice(0, at), Number(entry.slice(at + 1))];
      }),
  );
}

/** What each feature of a line adds to its score. */
export const WEIGHTS = weightsIn(`
after-blank=0.22 after-colon=-0.05 after-ruler=0.07 before-blank=0.42 before-ruler=0.24 block-best=0.21
block-first=0.04 block-last=-0.02 block-lead=-0.08 block-size=-0.07 blocks-after=-0.03 blocks-before=-0.54
category:compile=-0.08 category:config=-0.14 category:content=0.05 category:dependency=0.08 category:infra=0.04
category:link=-0.03 category:lint=-0.35 category:network=0.19 category:packaging=0.01
category:source_control=0.03 category:test=0.11 category:toolchain=-0.10 category:unknown=0.19
commands-after=-0.78 copies=-0.14 ending=0.45 first-block=0.06 first-copy=0.67 first-of-form=1.20
form-count=-0.67 form:apt-error=-0.06 form:assertion-expected=-0.03 form:bracket-status=0.09
form:cannot-word=-0.07 form:cargo-dependency=-0.01 form:checkstyle-violation=-0.01 form:ci-annotation=0.04
form:connection-failed=0.04 form:csharp-error=0.04 form:docker-build=0.01 form:docker-daemon=-0.17
form:doctest-failed=0.06 form:download-tools=-0.09 form:error-inside=-0.09 form:exit-status=-0.03
form:fail-label=-0.03 form:failed-word=0.28 form:failure-list=0.08 form:file-message-place=0.02
form:flake8=-0.03 form:gcc-error=0.02 form:gcc-missing-include=-0.02 form:gcc-place-error=0.06
form:git-access=0.01 form:git-permission=0.02 form:gradle-test-failed=-0.06 form:java-main-exception=0.03
form:javac-error=-0.06 form:javadoc-error=0.06 form:jest-file=0.11 form:js-runtime-error=0.04
form:jvm-dependency=-0.13 form:jvm-transfer=0.19 form:last-output=-0.09 form:lua-traceback=0.01
form:maven-dependency=0.03 form:maven-goal-failed=-0.01 form:mocha-failing=-0.05 form:mocha-test=0.02
form:name-resolution=-0.04 form:node-module-missing=0.22 form:only-output=-0.06 form:out-of-memory=0.03
form:perl-test-error=0.03 form:permission-denied=0.02 form:php-fatal=-0.06 form:phpunit-assert=0.03
form:phpunit-test=0.04 form:pip-not-found=-0.03 form:place-message=-0.07 form:prettier-check=0.03
form:process-killed=0.11 form:pytest-header=-0.05 form:python-exception=-0.06 form:python-format=-0.11
form:python-syntax=-0.11 form:python-traceback=-0.06 form:python-warnings=0.06 form:r-check=-0.07
form:r-error=0.01 form:r-package-missing=0.02 form:rake-aborted=0.04 form:rake-no-file=0.02 form:rust-error=0.17
form:rust-place=0.04 form:rust-test-failed=0.02 form:rust-test-output=-0.06 form:sanitizer=-0.04
form:sbt-failed-test=-0.06 form:scalatest-failed=0.04 form:segfault=-0.05 form:shell-no-file=-0.03
form:shell-not-found=-0.04 form:surefire-fork=-0.09 form:surefire-list-head=-0.02 form:surefire-test=-0.03
form:tap-detail=0.03 form:tap-not-ok=-0.03 form:test-failed-word=-0.02 form:tls-certificate=-0.03
form:undefined-reference=-0.01 form:unittest-failed=0.06 form:unity-crash=-0.01 form:unity-json-file=-0.01
form:unity-licence=-0.02 form:unity-project-open=0.02 form:xcodebuild-error=-0.02 form:xcpretty-compile=0.04
form:xcpretty-error=-0.03 form:xcpretty-test=-0.06 form:xcpretty-test-detail=0.06 frames-before=-0.06
frames-follow=0.57 good-follows=0.11 heads-indented=0.37 indented-part=0.10 is:advice=0.12 is:assigned=0.28
is:bullet=-0.24 is:capitals=-0.08 is:colon-end=0.03 is:command=-0.02 is:comparison=0.51 is:count=-0.54
is:cross=-0.19 is:denial=0.27 is:error-first=-0.33 is:error-word=0.13 is:exception=0.22 is:exception-first=0.45
is:exit=-0.31 is:fail-first=0.51 is:fail-word=0.24 is:fetch=-1.14 is:good=-0.47 is:indent-0=-0.35
is:indent-1=-0.05 is:indent-2=0.21 is:indent-4=0.24 is:indent-8=-0.04 is:length-0=-0.11 is:length-12=-0.25
is:length-120=-0.15 is:length-250=0.42 is:length-30=0.12 is:length-60=-0.03 is:option=-0.29 is:place=0.37
is:place-first=0.11 is:quoted=-0.19 is:ruler=-0.17 is:skipped=-0.47 is:test-name=0.57 is:timed=-0.11 is:url=0.27
is:warning=-0.25 is:wrapper=-0.33 last-block=-0.35 last-copy=-0.12 last-failed-step=0.07 last-of-form=0.30
level:error=0.12 lines-from-start=0.31 lines-to-end=-0.78 log-place=0.12 named-above=-0.48 named-below=0.45
names-file=0.37 names-test=0.17 other-forms=-0.11 passes-after=0.35 place=0.50 prior=1.63 step:after=0.36
step:before=-0.14 step:between=0.02 step:first-failed=-0.15 step:later-failed=-0.10 weight=0.28
`);

/** The weights of the numbers that confidence is made from; the first one is added as it is. */
export const CONFIDENCE: readonly number[] = [0.653, -0.125, -0.445, -1.887, 1.1, 0.866, 0.652, -1.289, 0.614];

/** What each feature of a file adds to its score. */
export const FILE_WEIGHTS = weightsIn(`
depth=-0.90 form=1.45 innermost=0.79 innermost-code=0.50 is-test=0.12 lines=1.11 listed=-1.09 message=0.15
stack=0.93 subject=-1.01 test=0.41
`);

/** The weights of the numbers that the confidence in a file is made from; the first one is added as it is. */
export const FILE_CONFIDENCE: readonly number[] = [-0.111, 0.432, 1.945, 1.449, -0.976, -0.957];
