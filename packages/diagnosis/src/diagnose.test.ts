import { describe, expect, it } from '@jest/globals';
import { buildBaseline } from './baseline.js';
import { diagnose } from './diagnose.js';

const read = (content: string, passing: string | null = null) =>
  diagnose({ content, truncated: false }, { baseline: passing === null ? null : buildBaseline(passing) });

const lines = (...text: string[]) => text.join('\n');

describe('a build without a log', () => {
  it('gets a low-confidence infrastructure finding with the reason', () => {
    const found = diagnose(null);
    expect(found).toMatchObject({ category: 'infra', confidence: 0.1, keyLine: null, file: null, test: null });
    expect(found.diagnosis).toContain('without a log');
    expect(found.evidence).toEqual([]);
  });
});

describe('a log that was cut', () => {
  it('is reported as cut, with or without a finding', () => {
    const error = diagnose({ content: 'src/a.cpp:1:1: error: no\n', truncated: true });
    const nothing = diagnose({ content: 'hello\n', truncated: true });
    for (const { diagnosis } of [error, nothing]) expect(diagnosis).toContain('was cut when it was captured');
  });
});

describe('an empty log', () => {
  it.each(['', '\n\n', ' \r\n'])('%j is reported as empty', (content) => {
    expect(read(content)).toMatchObject({ category: 'unknown', confidence: 0.1, keyLine: null, evidence: [] });
  });
});

describe('line numbers', () => {
  it('refer to the original log', () => {
    const found = read(
      lines(
        '2024-05-01T10:00:00.0000000Z ##[group]Run make',
        '2024-05-01T10:00:00.0000000Z ##[endgroup]',
        'progress 1%\rprogress 50%\rprogress 100%\r',
        '\u001b[31m2024-05-01T10:00:01.0000000Z\u001b[0m ##[error]\u001b[1msrc/a.cpp:9:1: error: no\u001b[0m\r',
        '2024-05-01T10:00:02.0000000Z ##[error]Process completed with exit code 2.',
      ),
    );
    expect(found.keyLine?.line).toBe(4);
    expect(found).toMatchObject({ file: 'src/a.cpp', fileLine: 9, category: 'compile' });
  });

  it('are those of the log file if lines were left out', () => {
    const content = lines('Compiling', '[… 40 lines were cut …]', 'src/a.cpp:9:1: error: no');
    const found = diagnose({ content, truncated: false, numbers: [1, 2, 42] });
    expect(found.keyLine?.line).toBe(42);
    expect(found.diagnosis).toContain('(line 42)');
  });

  it('count only line feeds, not other line separators', () => {
    const found = read('a\u2028b\u0085c\rd\nsrc/a.cpp:9:1: error: no\n');
    expect(found.keyLine?.line).toBe(2);
  });
});

describe('the cause', () => {
  it('is the first error of the failed step, not one of a passing step', () => {
    const found = read(
      lines(
        '$ ./prepare',
        'src/old.cpp:1:1: error: probing for a feature',
        'The command "./prepare" exited with 0.',
        '$ make',
        'src/a.cpp:9:1: error: no',
        'src/a.cpp:12:1: error: neither',
        'The command "make" exited with 2.',
        '$ ./collect-logs',
        'src/late.cpp:1:1: error: too late',
      ),
    );
    expect(found.keyLine?.line).toBe(5);
    expect(found.confidence).toBeGreaterThanOrEqual(0.8);
  });

  it('is never a line of an echoed script', () => {
    const found = read(
      lines(
        '##[group]Run ./check',
        'echo "ERROR: the manifest is not up-to-date. Run ./gen and then commit."',
        '##[endgroup]',
        'ERROR: quest 12 has no reward',
        '##[error]Process completed with exit code 1.',
      ),
    );
    expect(found.keyLine?.line).toBe(4);
  });

  it('is never a line that passing builds print too', () => {
    const passing = lines('error: could not read the licence cache 17, going on', 'packed 300 sprites');
    const failing = lines(
      'error: could not read the licence cache 18, going on',
      'error: sheet seven is full',
      'packer ended',
    );
    expect(read(failing, passing).keyLine?.line).toBe(2);
    const only = read(lines('error: could not read the licence cache 19, going on', 'bye'), passing);
    expect(only.confidence).toBeLessThanOrEqual(0.3);
  });

  it('is the killed process at the end of a step, not an earlier error', () => {
    const found = read(
      lines(
        '$ make test',
        '--- FAIL: TestRoll (0.00s)',
        'make: *** [test] Killed',
        'The command "make test" exited with 2.',
      ),
    );
    expect(found).toMatchObject({ category: 'infra', keyLine: { line: 3 } });
  });

  it('is the message below a heading, and the test in the heading is still named', () => {
    const found = read(
      lines(
        '$ go test ./...',
        '--- FAIL: TestShop (0.02s)',
        '    --- FAIL: TestShop/refund (0.01s)',
        '        shop_test.go:31: got 3 coins, want 4',
        'FAIL',
        'The command "go test ./..." exited with 1.',
      ),
    );
    expect(found.keyLine?.line).not.toBe(2);
    expect(found).toMatchObject({ category: 'test', test: expect.stringContaining('TestShop') });
  });

  it('is the message, not the location below it', () => {
    const found = read(lines('error[E0425]: cannot find value `coins` in this scope', '  --> src/shop.rs:31:9'));
    expect(found).toMatchObject({ keyLine: { line: 1 }, file: 'src/shop.rs', fileLine: 31 });
  });

  it('is the first of several identical lines', () => {
    const copy = 'src/shop.cpp:31:9: error: use of undeclared identifier coins';
    const found = read(lines('$ make', copy, 'retrying', copy, 'The command "make" exited with 2.'));
    expect(found.keyLine?.line).toBe(2);
  });

  it('in a short step without a known error is its first output', () => {
    const found = read(
      lines('$ ./pack', 'sheet seven holds 290 of 312 sprites', 'The command "./pack" exited with 3.'),
    );
    expect(found.keyLine?.line).toBe(2);
    expect(found.confidence).toBeLessThan(0.8);
  });
});

describe('confidence', () => {
  const passing: [string, string][] = [
    [
      'a Unity build',
      lines('[Licensing::Module] Error: Access token is unavailable', 'Exiting batchmode successfully now!'),
    ],
    [
      'an Unreal cook',
      lines(
        'LogCook: Display: Done',
        'LogInit: Display: Success - 0 error(s), 4 warning(s)',
        'BUILD SUCCESSFUL',
        'AutomationTool exiting with ExitCode=0 (Success)',
      ),
    ],
    [
      'a Travis build',
      lines(
        '$ make test',
        'ok 1 - fails when it should',
        'E   KeyError: 1',
        'The command "make test" exited with 0.',
        'Done. Your build exited with 0.',
      ),
    ],
    [
      'a Maven build',
      lines(
        '[ERROR] /ws/A.java:[1,2] cannot find symbol',
        'Tests run: 4, Failures: 0, Errors: 0',
        '[INFO] BUILD SUCCESS',
      ),
    ],
    ['a Jenkins build', lines('ERROR: cache server not found, building without it', 'Finished: SUCCESS')],
    [
      'a GitHub job',
      lines('##[group]Run npm test', '##[endgroup]', '  ● prints › an error', '12 passing', 'Post job cleanup.'),
    ],
    [
      'a Travis build that continues after a failed script',
      lines('TableTest > rolls FAILED', 'BUILD FAILED', 'Done. Your build exited with 0.'),
    ],
    ['talk of errors', lines('0 errors, 0 warnings', 'no failures found', 'all 12 tests passed')],
  ];

  it.each(passing)('is never high on a passing log: %s', (_name, content) => {
    expect(read(content).confidence).toBeLessThan(0.8);
  });

  it('is high for a known error in the failed step and low for a vague word', () => {
    const known = read(lines('$ make', 'src/a.cpp:9:1: error: no', 'The command "make" exited with 2.'));
    const vague = read(
      lines(...Array.from({ length: 30 }, (_, index) => `packing sprite ${index}`), 'something is missing'),
    );
    expect(known.confidence).toBeGreaterThanOrEqual(0.8);
    expect(vague.confidence).toBeLessThan(0.5);
    expect(vague.diagnosis).toContain('The cause is uncertain');
  });
});

describe('the description', () => {
  it('names the failed command and says whether a retry may help', () => {
    const compile = read(lines('$ make', 'src/a.cpp:9:1: error: no', 'The command "make" exited with 2.'));
    expect(compile.diagnosis).toContain('The failing command is “make”.');
    expect(compile.suggestedFix).toContain('without a change will not help');
    const network = read(lines('$ ./get', 'curl: (6) Could not resolve host: cdn.example.org', 'Build FAILED'));
    expect(network.suggestedFix).toMatch(/again/);
  });

  it('quotes a message to its end by shortening the folders in its path', () => {
    const folders = 'ci/agent/checkout/'.repeat(15);
    const found = read(
      `/${folders}src/shop.cpp:31:9: error: use of undeclared identifier 'coins' in function buy`,
    );
    expect(found.diagnosis).toContain(
      "…/src/shop.cpp:31:9: error: use of undeclared identifier 'coins' in function buy",
    );
  });

  it('quotes no wrapper, warning or stack frame besides the cause', () => {
    const found = read(
      lines(
        '$ make',
        'src/a.cpp:9:1: error: no',
        ...Array.from({ length: 8 }, (_, index) => `src/b${index}.cpp:9:1: warning: unused`),
        '    at com.studio.Loot.roll(Loot.java:31)',
        'make: *** [all] Error 2',
        'The command "make" exited with 2.',
      ),
    );
    expect(found.evidence.map(({ line }) => line)).toEqual([2]);
  });

  it('says how many other errors may follow from the first one, and does not count what only reports a failure', () => {
    const found = read(
      lines(
        "src/fog.c:3:1: error: use of undeclared identifier 'Density'",
        'cc src/boat.c',
        'ld: library not found for -lfog',
        'ld: library not found for -lfog',
        "ModuleNotFoundError: No module named 'fog'",
        'make: *** [all] Error 1',
      ),
    );
    expect(found.keyLine?.line).toBe(1);
    expect(found.diagnosis).toContain('2 other errors after it may follow from it.');
  });

  it('names the failed tests', () => {
    const found = read(lines('--- FAIL: TestRoll (0.00s)', '--- FAIL: TestBag (0.00s)', 'FAIL'));
    expect(found.test).toBe('TestRoll');
    expect(found.diagnosis).toContain('Failing tests: TestRoll, TestBag.');
  });

  it('never ends in the middle of a character', () => {
    const found = read(`error: ${'😀'.repeat(600)}`);
    expect(found.keyLine?.text.isWellFormed()).toBe(true);
    expect(found.diagnosis.isWellFormed()).toBe(true);
  });
});

describe('a message format shared by many tools', () => {
  const line = 'ERROR: Stream closed before the last frame was written';

  it('counts as an Unreal build script error only after Unreal output', () => {
    expect(read(lines('sbt test', line)).diagnosis).not.toContain('The build script reports an error');
    expect(read(lines('Running AutomationTool...', line)).diagnosis).toContain(
      'The build script reports an error',
    );
  });
});
