import { describe, expect, it } from '@jest/globals';
import { read } from '../../read.fixture.js';
import { readSample } from '../../samples.fixture.js';

describe('Buildkite Test Engine JSON', () => {
  it('reads an array of results', async () => {
    const { tests } = await read(readSample({ format: 'buildkite', file: 'results.json' }));
    expect(tests[0]).toMatchObject({
      path: 'Inventory with a full bag',
      name: 'refuses another item',
      outcome: 'failed',
      durationMs: 726.232,
      message: 'Failure/Error: expect(bag.add(item)).to eq false',
      details: expect.stringMatching(/expected: false.*inventory_spec.rb:26/s),
      file: './spec/inventory_spec.rb',
      line: 24,
    });
    expect(tests.map(({ outcome }) => outcome)).toEqual(['failed', 'passed', 'skipped', 'skipped']);
    expect(tests[3]?.message).toBe('The report does not tell the result.');
  });

  it('reads what a collector uploads', async () => {
    const { tests } = await read(readSample({ format: 'buildkite', file: 'jest-collector.json' }));
    expect(tests.map(({ path, name }) => `${path} | ${name}`)).toContain('inventory.test.js | at the top level');
  });

  it('leaves out the name that the collector of Playwright repeats in the scope', async () => {
    const results = [
      { scope: ' buoy.spec.js Buoy at night sinks', name: 'sinks', result: 'failed' },
      { scope: 'Quay moors', name: 'moors', result: 'passed' },
    ];
    const { tests } = await read(Buffer.from(JSON.stringify(results)));
    expect(tests.map(({ path }) => path)).toEqual(['buoy.spec.js Buoy at night', 'Quay moors']);
  });
});
