import { defineFamily, WEIGHT } from '../matcher.js';

const READ = 'Follow the message; the lines around it have the details.';

/** Forms that belong to no tool. They weigh less than any form of a known tool. */
export const family = defineFamily({
  name: 'General forms',
  matchers: [
    {
      id: 'ci-annotation',
      hints: [],
      level: 'error',
      pattern: /^(?!Process completed|The process|Bash exited|The operation was canceled)\s{0,8}\S.{5,}/,
      category: 'unknown',
      weight: WEIGHT.tool,
      message: 'The CI system marks this line as an error',
      advice: READ,
    },
    {
      id: 'failure-list',
      hints: [' '],
      pattern: /^\s{1,12}(?!\d+ (?:of|tests?|failed|passed)\b)(?:\d{1,4}\) |[-*•] )?(?<test>\S.{2,240}?):?$/,
      after: {
        pattern:
          /^\s{0,8}(?:={2,40} ?|-{2,40} ?)?(?:FAILURES|FAILED|[Ff]ailures|[Ff]ailed|[Ff]ailing|[Ee]rrors|[Ff]ailed tests?|[Ff]ailing tests?|The following tests? failed|[Tt]ests? that failed|Summary of [Ff]ailures)(?: \(\d+\))?:?(?: ?[=-]{2,40})?\s{0,2}$/,
        within: 1,
      },
      category: 'test',
      weight: WEIGHT.tool,
      message: 'A test is listed as failed',
      advice: 'Its own output has the details.',
    },
    {
      id: 'bracket-status',
      hints: ['[err', '[fail', '[ko]', '[x]', '(x) '],
      pattern:
        /^\s{0,12}(?:\(\d{1,6}\/\d{1,6}\) )?(?:\[\w{1,12}\] )?(?:\[(?:err|ERR|fail|FAIL|failed|FAILED|KO|ko|X)\]|\(X\)):? {1,4}(?<test>\S.{2,240})/,
      category: 'test',
      weight: WEIGHT.tool,
      message: 'A check is marked as failed',
      advice: 'Its own output has the details.',
    },
    {
      id: 'error-label',
      hints: ['error', 'fatal', 'critical'],
      pattern:
        /^\s{0,8}(?:\[?(?:\w{1,20} )?(?:ERROR|FATAL|CRITICAL|Error|error|fatal|Fatal)\]?|!+ ?ERROR)(?: ?:|\]| -| {1,4})\s{0,8}(?!0\b|\d+ |errors?\b|Process completed|The command|Command failed|\[Help \d|To see the full|Re-run Maven|For more information|After correcting|mvn <goals>|-> \[Help|Failed to execute goal)\S.{5,}/,
      category: 'unknown',
      weight: WEIGHT.general,
      message: 'A tool reports an error',
      advice: READ,
    },
    {
      id: 'error-inside',
      hints: ['error:', 'error -', 'fatal:', 'exception:'],
      pattern:
        /^(?!.{0,200}\b(?:warning|WARN)\b).{1,300}(?:\b(?:error|ERROR|Error|fatal|FATAL)\b|\w(?:Error|Exception))(?: ?: | - )\S.{3,}/,
      category: 'unknown',
      weight: WEIGHT.general,
      message: 'A tool reports an error',
      advice: READ,
    },
    {
      id: 'place-message',
      hints: [':'],
      pattern:
        /^\s{0,8}\(?(?<file>(?:\.{0,2}\/)?[\w@+-][\w@+./-]{0,240}\.[A-Za-z]\w{0,9})\)?(?::| ?:? ?\(?line |\()\s?(?<line>\d{1,7})(?:[:,.]\s?\d{1,5})?\)?:? (?!in [`'"]|warning|note|recipe for target)\S.{5,}/,
      category: 'lint',
      weight: WEIGHT.general,
      message: 'A tool reports a problem at a place in a file',
      advice: 'Correct the file at the reported line.',
    },
    {
      id: 'file-message-place',
      hints: [' line '],
      pattern:
        /^\s{0,4}\(?(?<file>(?:\.{0,2}\/)?[\w@+-][\w@+./-]{0,240}\.[A-Za-z]\w{0,9})\)?: .{5,300} at line (?<line>\d{1,7})/,
      category: 'content',
      weight: WEIGHT.specific,
      message: 'A file cannot be parsed',
      advice: 'Correct the file at the reported line.',
    },
    {
      id: 'test-failed-word',
      hints: ['failed', 'failure'],
      pattern:
        /^\s{0,12}(?!(?:TEST|Test|TESTS|Tests|BUILD|Build|RESULT|Result|STATUS|Status|JOB|Job)S?\b)(?<test>[\w./:#-]{4,160})(?: \.{2,80}| -+| :|:|)\s{1,8}(?:FAILED|FAIL|FAILURE|\[FAILED\]|\[FAIL\]|failed!?)\s{0,4}(?:\(.{1,40}\))?$/,
      category: 'test',
      weight: WEIGHT.general,
      message: 'A test or step failed',
      advice: 'Its own output has the details.',
    },
    {
      id: 'failed-word',
      hints: ['failed', 'failure', 'failing', 'fail '],
      pattern:
        /^(?!.{0,300}\b(?:0 (?:failed|failures?|failing)|[Ff]ail(?:ed|ures?):? 0|allow(?:ed)? (?:to )?fail))(?!\s{0,8}(?:at |[+$>] )).{0,300}\b(?:FAILED|FAILURE|FAIL|[Ff]ailed|[Ff]ailure)\b/,
      category: 'unknown',
      weight: WEIGHT.word,
      message: 'Something failed',
      advice: READ,
    },
    {
      id: 'cannot-word',
      hints: [
        'cannot ',
        "can't ",
        'could not ',
        "couldn't ",
        'unable to ',
        'not found',
        'invalid ',
        'missing ',
        'undefined ',
        'unexpected ',
        'no such ',
        'unknown ',
        'not supported',
        'must be ',
        'expected ',
        'refused',
        'not allowed',
        'illegal ',
      ],
      pattern:
        /^(?!.{0,300}\b(?:[Ww]arning|WARN|[Dd]eprecat\w+)\b)(?!\s{0,8}(?:at |[+$>#] )).{0,200}\b(?:[Cc]annot|[Cc]an't|[Cc]ould(?:n't| not)|[Uu]nable to|[Nn]ot found|[Ii]nvalid|[Mm]issing|[Uu]ndefined|[Uu]nexpected|[Nn]o such|[Uu]nknown|[Nn]ot supported|[Mm]ust be|[Rr]efused|[Nn]ot allowed|[Ii]llegal)\b/,
      category: 'unknown',
      weight: WEIGHT.word,
      message: 'Something is missing or was refused',
      advice: READ,
    },
    {
      id: 'exit-status',
      hints: [
        'exit code',
        'exit status',
        'exited with',
        'exitcode',
        'returned non-zero',
        'non-zero exit',
        'returned status code',
        'returned exit',
      ],
      pattern:
        /\b(?:exit(?:ed)?(?: with)? (?:code|status)|exited with|returned (?:a )?non-zero|non-zero exit|returned (?:status|exit) code)\b/i,
      category: 'unknown',
      weight: WEIGHT.wrapper,
      message: 'A command exited with an error status',
      advice: 'Its own output is before this line.',
    },
  ],
});
