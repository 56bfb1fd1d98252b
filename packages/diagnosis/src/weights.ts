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
after-blank=0.25 after-colon=-0.08 after-ruler=0.09 background=-0.43 before-blank=0.39 before-ruler=0.23
block-best=0.24 block-first=0.04 block-last=-0.02 block-lead=-0.02 block-size=-0.08 blocks-after=-0.07
blocks-before=-0.52 category:compile=-0.04 category:config=-0.17 category:content=0.02 category:dependency=0.02
category:infra=0.05 category:link=-0.03 category:lint=-0.32 category:network=0.23 category:packaging=0.01
category:source_control=0.03 category:test=0.12 category:toolchain=-0.09 category:unknown=0.16
commands-after=-0.83 confirmed=1.20 confirmed-form=0.72 copies=-0.13 ending=0.42 first-block=0.05
first-copy=0.70 first-of-form=1.18 form-count=-0.68 form:apt-error=-0.05 form:assertion-expected=-0.03
form:bracket-status=0.09 form:cannot-word=-0.05 form:checkstyle-violation=-0.01 form:ci-annotation=0.05
form:connection-failed=0.03 form:csharp-error=0.04 form:docker-build=0.01 form:docker-daemon=-0.17
form:doctest-failed=0.06 form:download-tools=-0.07 form:error-inside=-0.10 form:error-label=-0.02
form:exit-status=-0.02 form:fail-label=-0.03 form:failed-word=0.26 form:failure-list=0.04
form:file-message-place=0.01 form:flake8=-0.02 form:gcc-error=0.02 form:gcc-missing-include=-0.02
form:gcc-place-error=0.05 form:git-permission=0.02 form:gradle-test-failed=-0.06 form:java-main-exception=0.02
form:javac-error=-0.06 form:javadoc-error=0.06 form:jest-file=0.10 form:js-runtime-error=0.04
form:jvm-dependency=-0.12 form:jvm-transfer=0.18 form:last-output=-0.09 form:luacheck=-0.01
form:maven-dependency=0.04 form:maven-goal-failed=-0.01 form:minitest-head=0.02 form:mocha-failing=-0.03
form:mocha-test=0.02 form:name-resolution=-0.03 form:node-module-missing=0.17 form:only-output=-0.06
form:out-of-memory=0.03 form:perl-test-error=0.02 form:permission-denied=0.02 form:php-fatal=-0.05
form:phpunit-assert=0.02 form:phpunit-test=0.04 form:pip-not-found=-0.03 form:place-message=-0.06
form:prettier-check=0.03 form:process-killed=0.10 form:pytest-header=-0.05 form:python-exception=-0.04
form:python-format=-0.10 form:python-syntax=-0.10 form:python-traceback=-0.04 form:python-warnings=0.05
form:r-check=-0.07 form:r-error=0.01 form:r-package-missing=0.02 form:rake-aborted=0.04 form:rake-no-file=0.02
form:rust-error=0.16 form:rust-place=0.04 form:rust-test-failed=0.01 form:rust-test-output=-0.06
form:sanitizer=-0.02 form:sbt-failed-test=-0.05 form:scalatest-failed=0.03 form:segfault=-0.05
form:shell-no-file=-0.03 form:shell-not-found=-0.03 form:spec-cross=-0.01 form:surefire-fork=-0.09
form:surefire-list-head=-0.02 form:surefire-test=-0.03 form:tap-detail=0.02 form:tap-not-ok=-0.02
form:test-failed-word=-0.02 form:tls-certificate=-0.03 form:undefined-reference=-0.01 form:unittest-failed=0.06
form:unity-crash=-0.01 form:unity-licence=-0.01 form:unity-project-open=0.03 form:xcodebuild-error=-0.03
form:xcpretty-compile=0.05 form:xcpretty-error=-0.03 form:xcpretty-test=-0.04 form:xcpretty-test-detail=0.04
frames-before=-0.02 frames-follow=0.49 good-follows=0.07 heads-indented=0.27 indented-part=0.08 is:advice=0.10
is:assigned=0.27 is:bullet=-0.22 is:capitals=-0.08 is:colon-end=-0.09 is:command=-0.02 is:comparison=0.39
is:count=-0.38 is:cross=-0.12 is:denial=0.31 is:error-first=-0.41 is:error-word=0.14 is:exception=0.15
is:exception-first=0.38 is:exit=-0.24 is:fail-first=0.45 is:fail-word=0.30 is:fetch=-1.02 is:frame=-0.01
is:good=-0.43 is:indent-0=-0.36 is:indent-1=-0.11 is:indent-2=0.23 is:indent-4=0.26 is:indent-8=-0.03
is:length-0=-0.02 is:length-12=-0.26 is:length-120=-0.13 is:length-250=0.32 is:length-30=0.10 is:option=-0.28
is:place=0.38 is:place-first=0.12 is:quoted=-0.21 is:ruler=-0.16 is:skipped=-0.46 is:test-name=0.52
is:timed=-0.09 is:url=0.26 is:warning=-0.33 is:wrapper=-0.21 last-block=-0.35 last-copy=-0.10
last-failed-step=0.10 last-of-form=0.26 level:error=0.14 lines-from-start=0.25 lines-to-end=-0.74 log-place=0.12
named-above=-0.44 named-below=0.45 names-file=0.37 names-test=0.10 other-forms=-0.10 passes-after=0.37
place=0.48 prior=1.58 step:after=0.38 step:before=-0.16 step:between=0.04 step:first-failed=-0.20
step:later-failed=-0.06 weight=0.25
`);

/** In how many of the projects that the weights were learned from each form occurs. */
export const SUPPORT = weightsIn(`
animal-sniffer=1 apt-error=2 assertion-expected=4 bracket-status=1 bundler-gem=1 cannot-word=78
cargo-build-script=1 cargo-dependency=1 cargo-failed=1 checkstyle-violation=1 ci-annotation=2 cmake-error=2
cmake-package-missing=1 cocoapods-lint=1 compiler-module-report=1 composer-conclusion=1 composer-requirements=1
conda-not-found=1 configure-error=1 configure-no-compiler=1 connection-failed=8 csharp-error=5 disk-full=4
docker-build=1 docker-daemon=2 doctest-failed=1 dotnet-unhandled=1 download-tools=10 eclipse-compiler-error=1
elixir-compile=1 elixir-error=2 error-inside=29 error-label=39 eslint-error=2 exit-status=67 exunit-test=2
fail-label=8 failed-word=85 failure-list=4 file-message-place=1 flake8=2 gcc-error=4 gcc-missing-include=2
gcc-place-error=2 generated-files-stale=8 git-access=2 git-permission=1 git-revision=2 go-compile-error=1
go-fail-package=2 go-lint=1 go-panic=1 go-test-failed=2 gradle-reason=2 gradle-test-failed=2
gradle-what-went-wrong=3 haskell-dependency=1 haskell-error=2 http-status=3 java-exception=5
java-main-exception=2 java-version=2 javac-error=2 javadoc-error=1 jest-file=1 js-error=8 js-runtime-error=5
js-syntax-error=1 jvm-dependency=4 jvm-transfer=2 last-output=109 linker-failed=3 lint-place=3 lua-traceback=1
luacheck=1 make-failed=2 maven-checks=2 maven-compile-error=2 maven-dependency=13 maven-failed=2
maven-goal-failed=6 minitest-head=3 minitest-name=1 mocha-failing=3 mocha-test=4 msbuild-error=1 msvc-error=2
msvc-link-error=1 msvc-link-summary=2 msvc-missing-include=2 msvc-unresolved=2 mypy=1 name-resolution=6
node-module-missing=1 npm-error=1 npm-failed=5 only-output=12 out-of-memory=4 perl-missing-module=1
perl-test-error=1 permission-denied=3 pester-failed=1 php-fatal=2 phpstan-file=1 phpstan-pattern=1
phpunit-assert=2 phpunit-failures-head=2 phpunit-test=2 pip-not-found=1 place-message=18 prettier-check=3
process-killed=6 prove-failed=1 pytest-error-line=1 pytest-header=1 python-exception=14 python-format=1
python-import=2 python-syntax=2 python-traceback=6 python-warnings=1 r-check=1 r-error=1 r-package-missing=1
rake-aborted=4 rake-no-file=2 rspec-failure=1 rspec-list=1 rubocop=2 ruby-syntax=1 rust-error=9
rust-error-code=2 rust-place=3 rust-test-failed=2 rust-test-output=2 rust-test-panic=3 sanitizer=2 sass-error=1
sbt-failed-test=2 scala-error=2 scalatest-failed=1 segfault=3 service-database=1 shell-no-file=9
shell-not-found=4 spec-cross=1 standard-style=1 surefire-class=3 surefire-fork=3 surefire-list=1
surefire-list-head=3 surefire-test=2 tap-detail=1 tap-not-ok=1 task-runner-error=1 test-failed-word=12
time-limit=1 tls-certificate=2 uat-failed=2 ubt-rules-error=1 undefined-reference=5 unittest-failed=2
unity-asmdef-cycle=1 unity-crash=1 unity-json-file=2 unity-licence=1 unity-method-missing=2 unity-project-open=3
unity-scripts-errors=2 unreal-receipt-missing=1 xcodebuild-error=1 xcpretty-compile=2 xcpretty-error=2
xcpretty-test=1 xcpretty-test-detail=1
`);

/** The weights of the numbers that confidence is made from; the first one is added as it is. */
export const CONFIDENCE: readonly number[] = [
  0.18, -0.205, -0.457, 0.565, 0.628, 0.874, 0.658, -1.067, 1.108, -1.108, 0.836,
];

/** What each feature of a file adds to its score. */
export const FILE_WEIGHTS = weightsIn(`
depth=-0.90 form=1.46 innermost=0.79 innermost-code=0.50 is-test=0.12 lines=1.14 listed=-1.10 message=0.17
stack=0.93 subject=-1.00 test=0.41
`);

/** The weights of the numbers that the confidence in a file is made from; the first one is added as it is. */
export const FILE_CONFIDENCE: readonly number[] = [-0.074, 0.461, 1.926, 1.416, -1.106, -0.973];
