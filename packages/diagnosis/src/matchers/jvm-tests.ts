import { defineFamily, WEIGHT } from '../matcher.js';

const RUN = 'Run the failing test; its message and stack trace follow this line.';

export const family = defineFamily({
  name: 'JVM test runners',
  matchers: [
    {
      id: 'surefire-test',
      hints: ['<<< failure!', '<<< error!'],
      pattern:
        /^\s{0,4}(?:\[ERROR\] +)?(?<test>[A-Za-z_$][\w$ ,.:()[\]{}='"#<>/*+-]{1,300}?\([\w.$]{1,200}\)|[\w.$]{1,200}(?:\[[^\]]{0,120}\])?)(?: {1,2}|\s--\s)Time elapsed: [\d.,]{1,12} (?:sec|s)\s{1,2}<<< (?:FAILURE|ERROR)!/,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A test failed',
      advice: RUN,
    },
    {
      id: 'surefire-class',
      hints: ['<<< failure!', '<<< error!'],
      pattern:
        /^\s{0,4}(?:\[ERROR\] +)?Tests run: ?\d+, Failures: ?\d+, Errors: ?\d+.{0,80}<<< (?:FAILURE|ERROR)!(?: --? in (?<test>[\w.$]{1,200}))?/,
      category: 'test',
      weight: WEIGHT.general,
      message: 'A test class has failures',
      advice: 'The tests that failed follow this line.',
    },
    {
      id: 'surefire-list',
      hints: [':'],
      pattern:
        /^\s{0,4}(?:\[ERROR\] {1,6}|\s{2})(?<test>[A-Z]\w{1,120}(?:[.$](?!txt\b)\w{1,120}|\.\w{1,80}[[{(][^\]})]{0,80}[\]})])(?:->\w{1,120})?):(?<line>\d{1,6})(?:->[\w.$]{1,120}:\d{1,6})*(?: |$|»)/,
      category: 'test',
      weight: WEIGHT.decisive,
      message: 'A test failed',
      advice: 'Run the failing test; its message and stack trace are further up.',
    },
    {
      id: 'surefire-list-head',
      hints: ['failed tests:', 'tests in error:', '] failures:', '] errors:'],
      pattern:
        /^\s{0,4}(?:\[ERROR\] )?(?:Failed tests:|Tests in error:|Failures: ?$|Errors: ?$) {0,4}(?<test>[\w.$]{3,200}(?:\([\w.$]{1,200}\))?)?/,
      category: 'test',
      weight: WEIGHT.general,
      message: 'Tests failed',
      advice: 'The tests named after this line failed; run them.',
    },
    {
      id: 'gradle-test-failed',
      hints: [' failed'],
      pattern: /^\s{0,8}(?<test>[A-Za-z_$][\w$.]{1,200}(?: > [^>]{1,400}){1,4}?) FAILED$/,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A test failed',
      advice: RUN,
    },
    {
      id: 'ant-test-failed',
      hints: [': test ', 'testcase: '],
      pattern:
        /^\S{0,240}\.xml:\d{1,6}: (?:Following error occured.{0,80}|Test (?<test>[\w.$]{3,240}) failed)|^\s{0,8}(?:\[junit\] )?Testcase: (?<name>[^(\s]{1,200}(?:\([\w.$]{1,200}\))?):?\s{1,4}(?:FAILED|Caused an ERROR)/,
      category: 'test',
      weight: WEIGHT.tool,
      message: 'A test failed',
      advice: RUN,
    },
    {
      id: 'ant-test-result',
      hints: ['failed', 'caused an error'],
      pattern: /^\s{0,8}\[junit\]\s{1,8}(?:FAILED|Caused an ERROR)$/,
      after: { pattern: /^\s{0,8}\[junit\] Testcase: /, within: 1 },
      category: 'test',
      weight: WEIGHT.decisive,
      message: 'A test failed',
      advice: RUN,
    },
    {
      id: 'testng-failed',
      hints: ['failed: ', '[testng]', '===='],
      // Not what ninja writes above the output of a command: `FAILED: libcore.a`.
      pattern:
        /^\s{0,4}(?:\[testng\] )?FAILED: (?![\w.]{1,190}\.(?:o|obj|a|so|lib|dll|dylib|exe)$)(?<test>[\w.$]{1,200})(?:\(|$| )/,
      category: 'test',
      weight: WEIGHT.decisive,
      message: 'A test failed',
      advice: RUN,
    },
    {
      id: 'scalatest-failed',
      hints: ['*** failed ***'],
      pattern: /^\s{0,4}(?:\[info\] )?\s{0,12}(?:- )?(?<test>.{3,240}?) \*\*\* FAILED \*\*\*/,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A test failed',
      advice: RUN,
    },
    {
      id: 'specs2-failed',
      hints: ['[error] '],
      pattern: /^\[error\]\s{1,16}[x!] (?<test>\S.{3,240})/,
      category: 'test',
      weight: WEIGHT.decisive,
      message: 'A test failed',
      advice: RUN,
    },
    {
      id: 'sbt-failed-test',
      hints: ['[error] test ', '[error] failed', '[error] \t'],
      pattern: /^\[error\] (?:Test (?<test>[\w.$#]{3,240}) failed|\t(?<class>[\w.$]{3,200})$|Failed: Total \d)/,
      category: 'test',
      weight: WEIGHT.specific,
      message: 'A test failed',
      advice: RUN,
    },
    {
      id: 'ant-junit-failed',
      hints: ['[junit]', 'failed)', 'junit'],
      pattern:
        /^\s{0,8}\[junit\] (?:Testcase: (?<test>\S{3,200}).{0,80}(?:FAILED|Caused an ERROR)|TEST (?<class>\S{3,200}) FAILED|Test (?<other>\S{3,200}) FAILED)/,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A test failed',
      advice: RUN,
    },
    {
      id: 'junit-console',
      hints: ['junit', '[x]', '✘', ') '],
      pattern:
        /^\s{0,4}(?:\d{1,4}\) (?<test>\w{1,120}(?:\[[^\]]{0,60}\])?\([\w.$]{5,200}\))|\s{0,4}(?:JUnit \w{1,20}:)?[\w $()-]{2,160}? (?:\[X\]|✘) .{3,})/,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A test failed',
      advice: RUN,
    },
    {
      id: 'clojure-test',
      hints: ['fail in (', 'error in ('],
      pattern:
        /^\s{0,4}(?:FAIL|ERROR) in \((?<test>[^)]{1,160})\)(?: \((?<file>[\w./-]{1,200}):(?<line>\d{1,7})\))?/,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A test failed',
      advice: 'Run the failing test; the expected and actual results follow this line.',
    },
    {
      id: 'assertion-expected',
      hints: [
        'but was',
        'assertionerror',
        'assertionfailederror',
        'comparisonfailure',
        'comparison failure',
        'wantedbutnotinvoked',
        'expected exception',
      ],
      pattern:
        /(?:expected:? ?<.{0,200}> but was:? ?<|AssertionFailedError|ComparisonFailure|java\.lang\.AssertionError|WantedButNotInvoked|TooLittleActualInvocations|MultipleFailuresError)/,
      category: 'test',
      weight: WEIGHT.specific,
      message: 'A test assertion failed',
      advice: 'Compare the expected and actual results; correct the code, or the test if the change was intended.',
    },
    {
      id: 'java-exception',
      hints: ['exception', 'error'],
      pattern:
        /^(?:Exception in thread "[^"]{1,120}" |Caused by: |\[ERROR\] )?(?<symbol>(?:[a-z]\w{0,40}\.){1,12}[A-Z]\w{0,100}(?:Exception|Error|Failure))(?::|$)/,
      category: 'unknown',
      weight: WEIGHT.general,
      message: 'A Java exception was thrown',
      advice: 'The stack trace after this line points to the code.',
    },
    {
      id: 'java-main-exception',
      hints: ['exception in thread "main"'],
      pattern: /^(?:\[\w{1,10}\] )?Exception in thread "main" (?<symbol>[\w.$]{3,200})/,
      category: 'unknown',
      weight: WEIGHT.specific,
      message: 'A Java program terminated with an exception',
      advice: 'The stack trace after this line points to the code.',
    },
    {
      id: 'surefire-fork',
      hints: ['forked vm terminated', 'the forked vm', 'crashed tests', "process 'gradle test executor"],
      pattern:
        /The forked VM terminated without (?:properly )?saying|Crashed tests:|Process 'Gradle Test Executor \d+' finished with non-zero exit value/,
      category: 'test',
      weight: WEIGHT.specific,
      message: 'The test process died',
      fix: 'A call to System.exit, a native crash or too little memory ends it; check the last test that started.',
    },
  ],
});
