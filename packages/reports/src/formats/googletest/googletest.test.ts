import { describe, expect, it } from '@jest/globals';
import { read } from '../../read.fixture.js';
import { readSample } from '../../samples.fixture.js';

describe('GoogleTest JSON', () => {
  it('reads outcomes, places and parameters', async () => {
    const { summary, tests } = await read(readSample({ format: 'googletest', file: 'googletest.json' }));
    expect(tests.map(({ path, name, outcome }) => [path, name, outcome])).toEqual([
      ['Inventory', 'AddsAnItem', 'passed'],
      ['Inventory', 'StacksEqualItems', 'failed'],
      ['Inventory', 'DISABLED_SortsByWeight', 'skipped'],
      ['Inventory', 'DropsOnDeath', 'skipped'],
      ['Inventory', 'Throws', 'failed'],
      ['Typed/0', 'IsZero', 'passed'],
      ['Typed/1', 'IsZero', 'passed'],
      ['Pairs/Sums', 'AreThree/0', 'passed'],
      ['Pairs/Sums', 'AreThree/1', 'failed'],
    ]);
    expect(tests[1]).toMatchObject({
      file: 'game_test.cc',
      line: 4,
      durationMs: 0,
      message: expect.stringMatching(/^Expected equality/),
    });
    expect(tests[1]?.details).toContain('game_test.cc:6');
    expect(summary.startedAt).toEqual(new Date('2026-11-19T04:56:42Z'));
  });

  it('says why a test was skipped, and reads durations with their unit', async () => {
    const { tests } = await read(
      JSON.stringify({
        testsuites: [
          {
            name: 'S',
            testsuite: [
              {
                name: 't',
                status: 'RUN',
                result: 'SKIPPED',
                time: '0.5s',
                skipped: [{ message: 'a.cc:3\nno disk' }],
              },
            ],
          },
        ],
      }),
    );
    expect(tests).toMatchObject([{ path: 'S', outcome: 'skipped', durationMs: 500, message: 'no disk', line: 3 }]);
  });
});
