import { defineFamily, WEIGHT } from '../matcher.js';

const RUN = 'Run the failing test; the expected and actual results are next to this line.';

/** Test runners for C, C++, Swift and Objective-C, and sanitizer reports. */
export const family = defineFamily({
  name: 'Native test runners',
  matchers: [
    {
      id: 'gtest-failure',
      hints: [': failure', ': error: failure'],
      pattern:
        /^\s{0,8}(?:\d{1,5}: )?(?<file>(?:[A-Za-z]:)?[^\s:()]{1,300})(?::|\()(?<line>\d{1,7})\)?:(?: error:)? Failure$/,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A test check failed',
      advice: RUN,
    },
    {
      id: 'gtest-failed',
      hints: ['[  failed  ]'],
      pattern: /^\s{0,8}(?:\d{1,5}: )?\[ {2}FAILED {2}\] (?!\d+ tests?)(?<test>[\w/.<>:]{3,200})/,
      category: 'test',
      weight: WEIGHT.decisive,
      message: 'A test failed',
      advice: RUN,
    },
    {
      id: 'catch-failed',
      hints: [': failed:', ' failed:', ': error: check('],
      pattern:
        /^\s{0,8}(?:\d{1,5}: )?(?<file>(?:[A-Za-z]:)?[^\s:()]{1,300})(?::|\()(?<line>\d{1,7})\)?: (?:FAILED:|ERROR: \w{3,20}\()/,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A test check failed',
      advice: RUN,
    },
    {
      id: 'boost-test',
      hints: [': error: in "', ': fatal error: in "', ': fatal error in "', ': error in "'],
      pattern:
        /(?:^|[\s(])(?<file>(?:[A-Za-z]:)?[^\s:()]{1,300})(?:\((?<line>\d{1,7})\)|:(?<at>\d{1,7})): (?:fatal )?error:? in "(?<test>[^"]{1,200})"/,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A Boost test failed',
      advice: RUN,
    },
    {
      id: 'ctest-failed',
      hints: [
        '***failed',
        '***exception',
        '***timeout',
        '(failed)',
        '(segfault)',
        '(timeout)',
        '***not run',
        '(child aborted)',
      ],
      pattern:
        /Test +#\d{1,5}: (?<test>\S{1,160}) \.{2,}.{0,4}\*{3}(?:Failed|Exception|Timeout|Not Run)|^\s{1,6}\d{1,5} - (?<name>\S{1,200}) \((?:Failed|SEGFAULT|Timeout|Child aborted|ILLEGAL|OTHER_FAULT|Subprocess aborted)\)/,
      category: 'test',
      weight: WEIGHT.decisive,
      message: 'A CTest test failed',
      advice: 'Run the failing test with ctest --output-on-failure.',
    },
    {
      id: 'automake-failed',
      hints: ['fail: ', 'error: '],
      pattern: /^(?:FAIL|XPASS|ERROR): (?<test>[\w./+-]{2,160})(?: \d{1,5})?(?: - .{1,160})?$/,
      category: 'test',
      weight: WEIGHT.specific,
      message: 'A test failed',
      advice: 'Its own log, named after it, has the details.',
    },
    {
      id: 'sanitizer',
      hints: ['sanitizer: ', 'error: leaksanitizer'],
      pattern:
        /(?:ERROR|WARNING|SUMMARY): (?:Address|Leak|Memory|Thread|UndefinedBehavior|HWAddress)Sanitizer: (?<symbol>[\w-]{3,60})/,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A sanitizer found a memory or thread error',
      advice: 'The first stack after this line shows where; correct the use of the memory there.',
    },
    {
      id: 'ubsan',
      hints: ['runtime error: '],
      pattern: /^(?<file>[^\s:]{1,300}):(?<line>\d{1,7}):\d{1,5}: runtime error: /,
      category: 'test',
      weight: WEIGHT.decisive,
      message: 'The code has undefined behavior',
      fix: 'Correct the expression at the reported location.',
    },
    {
      id: 'assert-abort',
      hints: ['assertion `', "assertion '", 'assertion failed:', 'assertion failed'],
      pattern:
        /(?:(?:^|\s)(?<file>[^\s:]{1,300}):(?<line>\d{1,7}): .{0,200})?Assertion [`'](?<symbol>.{1,200}?)' failed|^(?:\S{1,80}: )?Assertion failed: /,
      category: 'test',
      weight: WEIGHT.decisive,
      message: 'An assertion in the program failed',
      fix: 'Correct the code that breaks the named assertion.',
    },
    {
      id: 'segfault',
      hints: ['segmentation fault', 'sigsegv', 'access violation', 'bus error', 'core dumped', 'aborted (core'],
      pattern: /Segmentation fault|\bSIGSEGV\b|[Aa]ccess violation|^Bus error|\(core dumped\)/,
      category: 'test',
      weight: WEIGHT.specific,
      message: 'A program crashed on a bad memory access',
      fix: 'Run the command before this line under a debugger or with a sanitizer.',
    },
    {
      id: 'xctest-failed',
      hints: ['error: -['],
      pattern: /(?:^|\s)(?<file>[^\s:]{1,300}):(?<line>\d{1,7}): error: -\[(?<test>[^\]]{3,200})\] : /,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'An XCTest test failed',
      advice: RUN,
    },
    {
      id: 'xcpretty-test',
      hints: ['✗ '],
      pattern: /^\s{1,12}✗ (?<test>[^,]{3,240}), (?<message>.{3,})/,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A test failed',
      advice: RUN,
    },
    {
      id: 'xcpretty-test-detail',
      hints: [', expected ', ', xctassert', ', failed ', ', asynchronous wait failed'],
      pattern: /^\s{1,12}(?<test>\w{3,240}), (?:expected |XCTAssert|failed |failed:|Asynchronous wait failed)/,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A test failed',
      advice: RUN,
    },
  ],
});
