import { describe, expect, it } from '@jest/globals';
import { read } from '../../read.fixture.js';
import { readSample } from '../../samples.fixture.js';

const sample = (file: string) => readSample({ format: 'trx', file });

describe('TRX', () => {
  it('joins results with the definitions after them', async () => {
    const { summary, tests } = await read(sample('vstest.trx'));
    expect(tests.map(({ path, name, outcome, kind }) => [path, name, outcome, kind])).toEqual([
      ['Game.Tests.HullTests', 'Floats', 'passed', null],
      ['Game.Tests.HullTests', 'Leaks(size: 1.5)', 'failed', 'failure'],
      ['Game.Tests.CrewTests', 'Creaks', 'failed', 'timeout'],
      ['Game.Tests.CrewTests', 'Sinks', 'skipped', null],
    ]);
    expect(tests[0]).toMatchObject({ durationMs: 14.568, output: 'pumping', suite: 'game.tests.dll' });
    expect(tests[1]).toMatchObject({
      file: 'C:\\build\\Tests\\HullTests.cs',
      line: 27,
      message: expect.stringMatching(/^Assert.Equal/),
    });
    expect(tests[2]).toMatchObject({ durationMs: 62_500 });
    expect(summary).toMatchObject({ startedAt: new Date('2026-03-02T09:15:28.5Z'), durationMs: 2_500 });
  });

  it('joins results with the definitions before them, and reads rows as tests', async () => {
    const { tests } = await read(sample('mstest-data-rows.trx'));
    expect(tests.map(({ path, name, outcome, kind }) => [path, name, outcome, kind])).toEqual([
      ['Tests.SumTests', 'Adds (Data Row 0)', 'passed', null],
      ['Tests.SumTests', 'Adds (Data Row 1)', 'failed', 'failure'],
      ['Tests.FileTests', 'Opens', 'failed', 'crash'],
    ]);
  });

  it('reports a run that crashed without a failed test', async () => {
    const { tests } = await read(sample('crashed-host.trx'));
    expect(tests[1]).toMatchObject({
      path: 'game.tests.dll',
      name: '(test run)',
      kind: 'crash',
      message: expect.stringContaining('Test host process crashed'),
    });
    expect(tests[1]?.details).not.toContain('Data collector');
  });

  it('takes the path from the name where a test has no definition', async () => {
    const { tests } = await read(
      '<TestRun><Results><UnitTestResult testName="A.B.c(1.5)" outcome="Passed"/></Results></TestRun>',
    );
    expect(tests).toMatchObject([{ path: 'A.B', name: 'c(1.5)' }]);
  });

  it('leaves out results whose class a cut file lacks', async () => {
    const file = sample('vstest.trx').toString();
    const cut = file.slice(0, file.indexOf('<UnitTest name="Creaks"'));
    const { summary, tests } = await read(cut);
    expect(tests.map(({ name }) => name)).toEqual(['Floats']);
    expect(summary.isComplete).toBe(false);
    expect(summary.problems.at(-1)?.reason).toMatch(/^3 results are left out/);
  });

  it('keeps results without stack traces where more precedes the definitions than may be held', async () => {
    const file = sample('vstest.trx');
    const { summary, tests } = await read(file, { limits: { heldLength: 280 } });
    expect(tests.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'failed', 'skipped']);
    expect(tests[1]).toMatchObject({ details: '', message: expect.stringMatching(/^Assert.Equal/) });
    expect(summary).toMatchObject({
      isComplete: true,
      problems: [{ reason: expect.stringContaining('left out') }],
    });
  });
});
