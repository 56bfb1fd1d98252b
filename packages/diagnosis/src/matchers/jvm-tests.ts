import { defineFamily } from '../matcher.js';

const RUN = 'Run the test named; its message and stack follow this line.';

export const family = defineFamily({
  name: 'JVM test runners',
  matchers: [
    {
      id: 'surefire-test',
      hints: ['<<< failure!', '<<< error!'],
      pattern:
        /^\s{0,4}(?:\[ERROR\] +)?(?<test>[A-Za-z_$][\w$ ,.:()[\]{}='"#<>/*+-]{1,300}?\([\w.$]{1,200}\)|[\w.$]{1,200}(?:\[[^\]]{0,120}\])?)(?: {1,2}|\s--\s)Time elapsed: [\d.,]{1,12} (?:sec|s)\s{1,2}<<< (?:FAILURE|ERROR)!/,
      category: 'test',
      weight: 92,
      message: 'A test failed',
      fix: RUN,
    },
    {
      id: 'surefire-class',
      hints: ['<<< failure!', '<<< error!'],
      pattern:
        /^\s{0,4}(?:\[ERROR\] +)?Tests run: ?\d+, Failures: ?\d+, Errors: ?\d+.{0,80}<<< (?:FAILURE|ERROR)!(?: --? in (?<test>[\w.$]{1,200}))?/,
      category: 'test',
      weight: 82,
      message: 'A test class has failures',
      fix: 'The tests that failed follow this line.',
    },
    {
      id: 'surefire-list',
      hints: [':'],
      pattern:
        /^\s{0,4}(?:\[ERROR\] {1,6}|\s{2})(?<test>[A-Z]\w{1,120}(?:[.$]\w{1,120}|\.\w{1,80}[[{(][^\]})]{0,80}[\]})])(?:->\w{1,120})?):(?<line>\d{1,6})(?:->[\w.$]{1,120}:\d{1,6})*(?: |$|»)/,
      category: 'test',
      weight: 84,
      message: 'A test failed',
      fix: 'Run the test named; its message and stack are further up.',
    },
    {
      id: 'surefire-list-head',
      hints: ['failed tests:', 'tests in error:', '] failures:', '] errors:'],
      pattern:
        /^\s{0,4}(?:\[ERROR\] )?(?:Failed tests:|Tests in error:|Failures: ?$|Errors: ?$) {0,4}(?<test>[\w.$]{3,200}(?:\([\w.$]{1,200}\))?)?/,
      category: 'test',
      weight: 72,
      message: 'Tests failed',
      fix: 'The tests named after this line failed; run them.',
    },
    {
      id: 'gradle-test-failed',
      hints: [' failed'],
      pattern: /^\s{0,8}(?<test>[A-Za-z_$][\w$.]{1,200}(?: > [^>]{1,200}){1,4}?) FAILED$/,
      category: 'test',
      weight: 92,
      message: 'A test failed',
      fix: RUN,
    },
    {
      id: 'testng-failed',
      hints: ['failed: ', '[testng]', '===='],
      pattern: /^\s{0,4}(?:\[testng\] )?FAILED: (?<test>[\w.$]{1,200})(?:\(|$| )/,
      category: 'test',
      weight: 88,
      message: 'A test failed',
      fix: RUN,
    },
    {
      id: 'scalatest-failed',
      hints: ['*** failed ***'],
      pattern: /^\s{0,4}(?:\[info\] )?\s{0,12}(?:- )?(?<test>.{3,240}?) \*\*\* FAILED \*\*\*/,
      category: 'test',
      weight: 91,
      message: 'A test failed',
      fix: RUN,
    },
    {
      id: 'specs2-failed',
      hints: ['[error] '],
      pattern: /^\[error\]\s{1,16}[x!] (?<test>\S.{3,240})/,
      category: 'test',
      weight: 89,
      message: 'A test failed',
      fix: RUN,
    },
    {
      id: 'sbt-failed-test',
      hints: ['[error] test ', '[error] failed', '[error] \t'],
      pattern: /^\[error\] (?:Test (?<test>[\w.$#]{3,240}) failed|\t(?<class>[\w.$]{3,200})$|Failed: Total \d)/,
      category: 'test',
      weight: 84,
      message: 'A test failed',
      fix: RUN,
    },
    {
      id: 'ant-junit-failed',
      hints: ['[junit]', 'failed)', 'junit'],
      pattern:
        /^\s{0,8}\[junit\] (?:Testcase: (?<test>\S{3,200}).{0,80}(?:FAILED|Caused an ERROR)|TEST (?<class>\S{3,200}) FAILED|Test (?<other>\S{3,200}) FAILED)/,
      category: 'test',
      weight: 90,
      message: 'A test failed',
      fix: RUN,
    },
    {
      id: 'junit-console',
      hints: ['junit', '[x]', '✘', ') '],
      pattern:
        /^\s{0,4}(?:\d{1,4}\) (?<test>\w{1,120}(?:\[[^\]]{0,60}\])?\([\w.$]{5,200}\))|\s{0,4}(?:JUnit \w{1,20}:)?[\w $()-]{2,160}? (?:\[X\]|✘) .{3,})/,
      category: 'test',
      weight: 90,
      message: 'A test failed',
      fix: RUN,
    },
    {
      id: 'clojure-test',
      hints: ['fail in (', 'error in ('],
      pattern:
        /^\s{0,4}(?:FAIL|ERROR) in \((?<test>[^)]{1,160})\)(?: \((?<file>[\w./-]{1,200}):(?<line>\d{1,7})\))?/,
      category: 'test',
      weight: 92,
      message: 'A test failed',
      fix: 'Run the test named; what was expected and found follows this line.',
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
      weight: 74,
      message: 'An assertion of a test failed',
      fix: 'Compare what was expected with what was found; correct the code, or the test when the change was intended.',
    },
    {
      id: 'java-exception',
      hints: ['exception', 'error'],
      pattern:
        /^(?:Exception in thread "[^"]{1,120}" |Caused by: |\[ERROR\] )?(?<symbol>(?:[a-z]\w{0,40}\.){1,12}[A-Z]\w{0,100}(?:Exception|Error|Failure))(?::|$)/,
      category: 'unknown',
      weight: 56,
      message: 'A Java exception was thrown',
      fix: 'The stack after this line leads to the code.',
    },
    {
      id: 'java-main-exception',
      hints: ['exception in thread "main"'],
      pattern: /^(?:\[\w{1,10}\] )?Exception in thread "main" (?<symbol>[\w.$]{3,200})/,
      category: 'unknown',
      weight: 72,
      message: 'A Java program ended with an exception',
      fix: 'The stack after this line leads to the code.',
    },
    {
      id: 'surefire-fork',
      hints: ['forked vm terminated', 'the forked vm', 'crashed tests', "process 'gradle test executor"],
      pattern:
        /The forked VM terminated without (?:properly )?saying|Crashed tests:|Process 'Gradle Test Executor \d+' finished with non-zero exit value/,
      category: 'test',
      weight: 78,
      message: 'The process that runs the tests died',
      fix: 'A call of System.exit, a native crash or too little memory ends it; look at the last test that started.',
    },
  ],
});
