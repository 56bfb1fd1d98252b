import { describe, expect, it } from '@jest/globals';
import { read } from '../../read.fixture.js';
import { readSample } from '../../samples.fixture.js';

describe('NUnit 2 XML', () => {
  it('reads each result', async () => {
    const { summary, tests } = await read(readSample({ format: 'nunit2', file: 'console-2.6.xml' }));
    expect(tests.map(({ path, name, outcome, kind, suite }) => [path, name, outcome, kind, suite])).toEqual([
      ['Game.HullTests', 'Floats', 'passed', null, 'Game.Tests.dll'],
      ['Game.HullTests', 'Leaks(1.5d,"a.b")', 'failed', 'failure', 'Game.Tests.dll'],
      ['Game.HullTests', 'Throws', 'failed', 'error', 'Game.Tests.dll'],
      ['Game.HullTests', 'Creaks', 'skipped', null, 'Game.Tests.dll'],
      ['Game.HullTests', 'HasArguments', 'failed', 'error', 'Game.Tests.dll'],
    ]);
    expect(tests[1]).toMatchObject({ line: 27, message: expect.stringContaining('Expected: 0') });
    expect(tests[3]).toMatchObject({ message: 'too slow' });
    expect(summary).toMatchObject({ startedAt: new Date('2015-05-22T15:01:53Z'), durationMs: 1_475 });
  });

  it('reads reports without results, as before 2.5', async () => {
    const { tests } = await read(readSample({ format: 'nunit2', file: 'version-2.4.xml' }));
    expect(tests.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['Sings', 'passed'],
      ['Rows', 'failed'],
      ['Sleeps', 'skipped'],
    ]);
  });
});
