import { defineFamily, WEIGHT } from '../matcher.js';

const RUN = 'Run the failing test; its message and stack trace follow this line.';

export const family = defineFamily({
  name: 'JavaScript test runners',
  matchers: [
    {
      id: 'jest-test',
      hints: ['●'],
      pattern: /^\s{0,6}● (?!Console|Validation|Deprecation)(?<test>.{3,300})/,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A Jest test failed',
      advice: RUN,
    },
    {
      id: 'jest-file',
      hints: ['fail '],
      pattern:
        /^\s{0,4}(?:❯ )?FAIL\s{1,3}(?:\S{1,40}\s{1,3})?(?<file>[\w@./-]{3,240}\.(?:[cm]?[jt]sx?|vue|coffee|py|exs?))(?: > (?<test>.{3,240}))?/,
      category: 'test',
      weight: WEIGHT.specific,
      message: 'Tests in a file failed',
      advice: 'The tests that failed are named after this line.',
    },
    {
      id: 'mocha-test',
      hints: ['1) '],
      pattern: /^\s{1,8}1\) (?<test>\S.{2,240}?):?$/,
      after: { pattern: /^\s{0,8}\d{1,6} failing|^\s{0,8}✖ \d{1,6} (?:of|tests?)|^Failures:\s{0,2}$/, within: 4 },
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A test failed',
      advice: RUN,
    },
    {
      id: 'mocha-failing',
      hints: [' failing'],
      pattern: /^\s{0,8}(?:✖ )?[1-9]\d{0,5} failing/,
      category: 'test',
      weight: WEIGHT.general,
      message: 'Tests failed',
      advice: 'The tests that failed are listed after this line.',
    },
    {
      id: 'karma-test',
      hints: [' failed'],
      pattern:
        /^\s{0,4}(?:[\w.]{3,40} )?(?:HeadlessChrome|ChromeHeadless|Chrome|Firefox|PhantomJS|Safari|Edge|IE|jsdom|Electron|Opera)\w{0,12} [\d.]{1,24} ?\([^)]{1,60}\) (?<test>\S.{2,240}) FAILED/,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A browser test failed',
      advice: RUN,
    },
    {
      id: 'karma-error',
      hints: ['(launcher)', 'disconnected', 'executed 0 of', 'no captured browser', 'cannot start '],
      pattern:
        /Cannot start (?:Chrom|Firefox|PhantomJS|Safari|Edge|IE|Opera|Electron|jsdom)\w{0,30}|(?:Chrome|Firefox|PhantomJS|Safari)\w{0,12} .{0,60}(?:Disconnected|have not captured|crashed)|Executed 0 of \d+ .{0,20}ERROR|No captured browser/,
      category: 'test',
      weight: WEIGHT.specific,
      message: 'The browser that runs the tests did not start or disconnected',
      fix: 'Install the browser on the agent, give it more time or memory, and run it headless without a sandbox where needed.',
    },
    {
      id: 'tap-not-ok',
      hints: ['not ok '],
      pattern: /^\s{0,16}not ok \d{1,6}(?: -)? (?!.{0,200}# (?:TODO|SKIP))(?<test>\S.{1,240})/i,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A test failed',
      advice: 'Run the failing test; the expected and actual results follow this line.',
    },
    {
      id: 'tap-detail',
      hints: ['operator: '],
      pattern: /^\s{2,24}operator: \S/,
      after: { pattern: /^\s{0,16}(?:---|not ok )/, within: 3 },
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A test assertion failed',
      advice: 'Compare the expected and actual results.',
    },
    {
      id: 'spec-cross',
      hints: ['✗', '✖', '✘', '×', '❌'],
      pattern:
        /^\s{0,24}(?:✗|✖|✘|×|❌) +(?!\d+ (?:problems?|tests? |passing|skipped|of ))(?<test>\S.{2,240}?)(?: \(?[\d.]{1,8}m?s\)?)?$/,
      category: 'test',
      weight: WEIGHT.specific,
      message: 'A check failed',
      advice: 'Its message is next to this line.',
    },
    {
      id: 'cypress-playwright',
      hints: ['[chromium]', '[firefox]', '[webkit]', 'cypresserror', 'assertionerror: timed out'],
      pattern:
        /^\s{0,6}\d{1,4}\) \[(?:chromium|firefox|webkit)[^\]]{0,40}\] › (?<file>[\w./-]{3,240}):(?<line>\d{1,6}):\d{1,5} › (?<test>.{3,240})|CypressError: /,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'A browser test failed',
      advice: RUN,
    },
    {
      id: 'coverage-threshold',
      hints: [
        'coverage threshold',
        'coverage for ',
        'does not meet',
        'required test coverage',
        'minimum coverage',
      ],
      pattern:
        /coverage threshold for .{1,80} not met|Coverage for \w{3,20} \([\d.]{1,6}%\) does not meet|Required test coverage of \S{1,8} not reached|[Cc]overage .{0,60}(?:is below|less than|below the) .{0,30}(?:minimum|threshold|expected)|covered ratio is [\d.]{1,6}, but expected minimum/,
      category: 'test',
      weight: WEIGHT.decisive,
      message: 'The test coverage is below the limit',
      fix: 'Add tests for the new code, or lower the limit on purpose.',
    },
  ],
});
