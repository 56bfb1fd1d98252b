import { defineFamily, WEIGHT } from '../matcher.js';

/** Checks for JVM code, and the Android build. */
export const family = defineFamily({
  name: 'JVM checks and Android',
  matchers: [
    {
      id: 'maven-checks',
      hints: [
        'checkstyle',
        'findbugs',
        'spotbugs',
        'pmd',
        'license-maven',
        'apache-rat',
        'animal-sniffer',
        'enforcer',
        'forbidden',
        'spotless',
        'formatter',
        'jacoco',
        'japicmp',
        'errorprone',
        'detekt',
        'ktlint',
        'sortpom',
        'duplicate-finder',
      ],
      pattern:
        /^\s{0,4}\[ERROR\] Failed to execute goal \S{0,80}(?:checkstyle|findbugs|spotbugs|pmd|license|rat|animal-sniffer|enforcer|forbidden|spotless|formatter|jacoco|japicmp|detekt|ktlint|sortpom|duplicate-finder)\S{0,80}|^(?:> )?(?:Execution failed for task '\S{0,120}(?:checkstyle|findbugs|spotbugs|pmd|spotless|ktlint|detekt|license|rat)\w{0,30}'|(?:Checkstyle|PMD|FindBugs|SpotBugs) (?:rule )?violations were found)/i,
      category: 'lint',
      weight: WEIGHT.specific,
      message: 'A code check fails the build',
      fix: 'The lines before this one list the violations; repair them or run the formatter.',
    },
    {
      id: 'checkstyle-violation',
      hints: ['[ant:checkstyle]', '.java:', '.kt:', '.scala:', '.groovy:', '.xml:', '.properties:'],
      pattern:
        /^\s{0,8}(?:\[ant:checkstyle\] )?\[?(?:ERROR|WARN)\]? +(?:file:)?(?<file>(?:[A-Za-z]:)?[^\s:[]{1,300}\.(?:java|kt|scala|groovy|xml|properties)):(?:\[)?(?<line>\d{1,7})(?:[:,]\d{1,5})?\]?:? (?!error:)(?:\(\w{3,20}\) \w{3,60}:|.{0,300}(?:\[\w{3,60}\]|\.)$)/,
      category: 'lint',
      weight: WEIGHT.exact,
      message: 'The code violates a style rule',
      fix: 'Change the code at the reported location to follow the rule, or run the formatter.',
    },
    {
      id: 'animal-sniffer',
      hints: ['undefined reference:'],
      pattern:
        /^\s{0,4}\[ERROR\] (?<file>[^\s:]{1,300}):(?<line>\d{1,7}): Undefined reference: (?<symbol>.{3,200})/,
      category: 'lint',
      weight: WEIGHT.decisive,
      message: 'The code uses an interface that the target Java version lacks',
      fix: 'Use an interface that exists in the oldest supported Java version, or raise that version.',
    },
    {
      id: 'javadoc-error',
      hints: [
        'error - ',
        'error: reference not found',
        'error: unknown tag',
        'error: malformed html',
        'error: bad use of',
        'error: exception not thrown',
        'javadoc',
      ],
      pattern:
        /(?:^|\s)(?<file>[^\s:]{1,300}\.java):(?<line>\d{1,7}): error: (?:reference not found|unknown tag|malformed HTML|bad use of|exception not thrown|self-closing element|unexpected end tag|no summary)/,
      category: 'lint',
      weight: WEIGHT.exact,
      message: 'A Javadoc comment is wrong',
      fix: 'Correct the comment at the reported location.',
    },
    {
      id: 'android-build',
      hints: [
        'manifest merger failed',
        'android resource linking failed',
        'aapt',
        'sdk location not found',
        'failed to find build tools',
        'license for package',
        'licences have not been accepted',
        'licenses have not been accepted',
        'duplicate class',
        'failed to install the following android sdk',
        'ndk',
      ],
      pattern:
        /Manifest merger failed|Android resource linking failed|AAPT2? (?:error|aapt2)|AAPT: error: |error: resource (?<symbol>\S{1,120}) .{0,60}not found|SDK location not found|[Ff]ailed to find (?:Build Tools|target|Platform SDK)|(?:licen[sc]es? (?:for package .{1,80})?(?:have )?not (?:been )?accepted)|Duplicate class (?<class>\S{1,160}) found in|Failed to install the following Android SDK packages|No version of NDK matched|NDK (?:is not installed|not configured)/,
      category: 'packaging',
      weight: WEIGHT.decisive,
      message: 'The Android build stops',
      fix: 'Correct the manifest, resource or SDK setting that the message names; accept SDK licenses on the agent with sdkmanager.',
    },
  ],
});
