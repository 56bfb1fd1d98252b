import { describe, expect, it } from '@jest/globals';
import { read } from '../../read.fixture.js';
import { readSample } from '../../samples.fixture.js';

describe('xUnit.net XML', () => {
  it('reads version 2', async () => {
    const { summary, tests } = await read(readSample({ format: 'xunit', file: 'v2.xml' }));
    expect(tests.map(({ path, name, outcome, kind }) => [path, name, outcome, kind])).toEqual([
      ['Game.Tests.HarbourTests', '(test-class-cleanup)', 'failed', 'error'],
      ['Game.Tests.HullTests', 'Leaks(size: 1.5, name: "a.b")', 'failed', 'failure'],
      ['Game.Tests.HullTests', 'Floats on <water>', 'passed', null],
      ['Game.Tests.HullTests', 'Sinks', 'skipped', null],
      ['Game.Tests.HullTests', 'Drifts', 'failed', 'timeout'],
    ]);
    expect(tests[1]).toMatchObject({
      file: '/build/Tests/HullTests.cs',
      line: 27,
      output: 'pumping',
      suite: 'Game.Tests.dll',
    });
    expect(tests[3]).toMatchObject({ message: 'needs water' });
    expect(tests[4]).toMatchObject({ durationMs: 1_007 });
    expect(summary).toMatchObject({ startedAt: new Date('2026-03-02T10:15:30Z'), durationMs: 1_022 });
  });

  it('reads version 3', async () => {
    const { tests } = await read(readSample({ format: 'xunit', file: 'v3.xml' }));
    expect(tests).toMatchObject([
      {
        name: 'Sings',
        startedAt: new Date('2026-03-02T10:15:30.1Z'),
        file: '/build/Tests/CrewTests.cs',
        line: 11,
        output: 'la la',
      },
      { name: 'Mutinies', outcome: 'skipped' },
    ]);
  });

  it('reads a single assembly', async () => {
    const { tests } = await read(
      '<assembly name="a.dll"><collection><test name="A.b" type="A" result="Pass"/></collection></assembly>',
    );
    expect(tests).toMatchObject([{ path: 'A', name: 'b', suite: 'a.dll' }]);
  });
});
