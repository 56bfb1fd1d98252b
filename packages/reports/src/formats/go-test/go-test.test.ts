import { describe, expect, it } from '@jest/globals';
import { read } from '../../read.fixture.js';
import { readSample } from '../../samples.fixture.js';

const sample = (file: string) => read(readSample({ format: 'go_test', file }));
const lines = (...events: object[]) => events.map((event) => JSON.stringify(event)).join('\n');

describe('go test -json', () => {
  it('reads packages that run at once', async () => {
    const { tests } = await sample('packages.jsonl');
    expect(
      tests.map(({ path, name, outcome, kind }) => [path.replace('example.com/game/', ''), name, outcome, kind]),
    ).toEqual([
      ['panics', 'TestBefore', 'passed', null],
      ['inventory', 'TestAdd', 'passed', null],
      ['inventory', 'TestStack/1_and_2', 'failed', 'failure'],
      ['inventory', 'TestStack/3_and_5', 'failed', 'failure'],
      ['inventory', 'TestStack', 'failed', 'failure'],
      ['inventory', 'TestSkipped', 'skipped', null],
      ['inventory', 'TestParallelA', 'passed', null],
      ['inventory', 'TestParallelB', 'passed', null],
      ['panics', 'TestPanics', 'failed', 'crash'],
      ['broken', '(build)', 'failed', 'error'],
      ['mainfails', '(package)', 'failed', 'error'],
    ]);
    expect(tests[2]).toMatchObject({ message: 'got 8, want 9', file: 'inventory_test.go', line: 20 });
    expect(tests[5]).toMatchObject({ message: 'no disk' });
    expect(tests[8]).toMatchObject({ message: 'panic: assignment to entry in nil map [recovered]' });
    expect(tests[10]).toMatchObject({ message: 'cannot connect to the test server' });
    expect(tests[1]?.output).toBe('adding');
  });

  it('reads a run that took too long', async () => {
    const { tests } = await sample('timeout.jsonl');
    expect(tests[1]).toMatchObject({
      name: 'TestSlow',
      kind: 'timeout',
      message: 'panic: test timed out after 1s',
    });
  });

  it('keeps the runs of -count in their order', async () => {
    const { tests } = await sample('count.jsonl');
    expect(tests.filter(({ name }) => name === 'TestAdd').map(({ outcome }) => outcome)).toEqual([
      'passed',
      'passed',
    ]);
  });

  it('reads the build events of go 1.24', async () => {
    const { tests } = await sample('build-events.jsonl');
    expect(tests[0]).toMatchObject({
      path: 'example.com/game/broken',
      name: '(build)',
      message: 'undefined: undefinedFunction',
    });
  });

  it('reports tests that were running when the process ended', async () => {
    const { tests } = await read(
      lines(
        { Action: 'run', Package: 'p', Test: 'TestA' },
        { Action: 'output', Package: 'p', Test: 'TestA', Output: 'starting\n' },
        { Action: 'fail', Package: 'p', Elapsed: 1 },
      ),
    );
    expect(tests).toMatchObject([{ name: 'TestA', kind: 'crash', message: 'starting' }]);
  });

  it('skips lines that are no events, and names those that are broken', async () => {
    const { summary, tests } = await read(
      `go: downloading example.com/x v1.0.0\n${lines({ Action: 'run', Package: 'p', Test: 'T' })}\n{"Action":"pa\n${lines(
        { Action: 'pass', Package: 'p', Test: 'T', Elapsed: 0.5 },
        { Action: 'pass', Package: 'p' },
      )}`,
    );
    expect(tests).toMatchObject([{ outcome: 'passed', durationMs: 500 }]);
    expect(summary).toMatchObject({
      isComplete: true,
      problems: [{ line: 3, reason: 'A line is not well-formed JSON.' }],
    });
  });

  it('notices that a package has not ended', async () => {
    const { summary } = await read(
      lines({ Action: 'run', Package: 'p', Test: 'T' }, { Action: 'pass', Package: 'p', Test: 'T' }),
    );
    expect(summary).toMatchObject({ tests: { passed: 1 }, isComplete: false });
  });
});
