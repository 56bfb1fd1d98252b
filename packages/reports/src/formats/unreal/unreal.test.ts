import { describe, expect, it } from '@jest/globals';
import { read } from '../../read.fixture.js';
import { readSample } from '../../samples.fixture.js';

const report = (tests: readonly unknown[], rest: object = {}) =>
  `\ufeff${JSON.stringify({ devices: [], reportCreatedOn: '2026.03.02-10.16.02', ...rest, tests })}`;

async function readTest(fields: object) {
  const { tests } = await read(report([{ fullTestPath: 'A.B', ...fields }]));
  return tests[0];
}

describe('Unreal automation reports', () => {
  it('take the variant from the devices', async () => {
    const { summary } = await read(readSample({ format: 'unreal', file: 'index.json' }));
    expect(summary).toMatchObject({
      variant: { platform: 'WindowsEditor', renderer: 'D3D12 SM6' },
      startedAt: new Date('2026-03-02T10:16:02Z'),
      durationMs: 12_640.201,
    });
  });

  it('leave out of the variant what differs between devices', async () => {
    const device = (platform: string) => ({ platform, model: 'DevKit', rHI: 'Agc', renderMode: '' });
    const { summary } = await read(report([], { devices: [device('PS5'), device('XSX'), device('PS5')] }));
    expect(summary.variant).toEqual({ renderer: 'Agc', device: 'DevKit' });
  });

  it('split a path before its display name, which may contain points', async () => {
    const { tests } = await read(readSample({ format: 'unreal', file: 'index.json' }));
    expect(tests.map(({ path, name }) => `${path} | ${name}`)).toEqual([
      'Undertow.Inventory.Stacking | Adds an item',
      'Undertow.Inventory.Stacking | Scales by 1.5x',
      'Undertow.Maps.Harbour | Opens',
      'Undertow.Maps.Lighthouse | Opens',
      'Undertow.Maps.Wreck | Opens',
      'Undertow.Rendering.Water | Foam',
      'Undertow | Smoke',
    ]);
  });

  it('take message and place from the first error', async () => {
    const { tests } = await read(readSample({ format: 'unreal', file: 'index.json' }));
    expect(tests[1]).toMatchObject({
      outcome: 'failed',
      kind: 'failure',
      message: "Expected 'Weight' to be 1.500000, but it was 1.000000.",
      file: 'D:/build/Undertow/Source/UndertowTests/Private/InventoryTest.cpp',
      line: 84,
      output: expect.stringMatching(/^Scaling\nError: Stacking: Expected/),
    });
    expect(tests[1]?.details.split('\n')).toHaveLength(2);
  });

  it.each([
    ['Success', 'passed', null],
    ['SuccessWithWarnings', 'passed', null],
    ['Fail', 'failed', 'failure'],
    ['Failed', 'failed', 'failure'],
    ['NotRun', 'skipped', null],
    ['Skipped', 'skipped', null],
    ['InProcess', 'failed', 'crash'],
  ])('read the state %s', async (state, outcome, kind) => {
    expect(await readTest({ state })).toMatchObject({ outcome, kind });
  });

  it('say that a test in process did not finish', async () => {
    expect((await readTest({ state: 'InProcess' }))?.message).toContain('did not finish');
  });

  it('judge an unknown state by the errors', async () => {
    expect(await readTest({ state: 'New', errors: 1 })).toMatchObject({ outcome: 'failed' });
    expect(await readTest({ state: 'New', errors: ['bad'] })).toMatchObject({ outcome: 'failed', message: 'bad' });
    expect(await readTest({ state: 'New', errors: 0 })).toMatchObject({ outcome: 'skipped' });
  });

  it('show the first warning of a test that passed', async () => {
    const { tests } = await read(readSample({ format: 'unreal', file: 'index.json' }));
    expect(tests[2]).toMatchObject({
      outcome: 'passed',
      message: expect.stringContaining('LogStreaming'),
      file: null,
    });
  });

  it('know no time where the engine wrote the year 1, and no duration where it wrote none', async () => {
    expect(await readTest({ state: 'Success', dateTime: '0001.01.01-00.00.00' })).toMatchObject({
      startedAt: null,
      durationMs: null,
    });
  });

  it('keep both results of a test that ran twice, in their order', async () => {
    const { tests } = await read(readSample({ format: 'unreal', file: 'gauntlet.json' }));
    expect(tests.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['Two Ships', 'passed'],
      ['Two Ships', 'failed'],
    ]);
  });

  it('read the events of old engines', async () => {
    const { tests } = await read(readSample({ format: 'unreal', file: 'engine-4.19.json' }));
    expect(tests[1]).toMatchObject({ message: expect.stringContaining("Can't save"), line: 12 });
    expect(tests[2]).toMatchObject({ message: "Can't move Hero", output: expect.stringContaining('Redirector') });
  });

  it('read numbers that only printf writes', async () => {
    const file = report([{ fullTestPath: 'A.B', state: 'Success', duration: 1 }]).replace(
      /"duration":1/,
      '"duration":-nan(ind)',
    );
    const { tests, summary } = await read(file);
    expect(tests).toMatchObject([{ outcome: 'passed', durationMs: null }]);
    expect(summary.isComplete).toBe(true);
  });

  it('keep the first and last entries of a test that logged 10,000', async () => {
    const entries = Array.from({ length: 10_000 }, (_, index) => ({
      event: { type: 'Info', message: `entry ${index}` },
    }));
    const { tests, summary } = await read(report([{ fullTestPath: 'A.B', entries, state: 'Success' }]));
    expect(tests[0]?.output).toMatch(/^entry 0\n/);
    expect(tests[0]?.output).toMatch(/\nentry 9999$/);
    expect(summary).toMatchObject({
      tests: { passed: 1 },
      isComplete: true,
      problems: [{ reason: expect.stringContaining('middle') }],
    });
  });
});
