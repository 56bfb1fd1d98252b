import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ensureProgram } from '@slipway/local';
import { stringify } from 'yaml';
import { buildKustomization } from './kustomize.js';

const run = promisify(execFile);
const promtool = await ensureProgram('promtool', { PATH: '/usr/bin:/bin' });
const folder = await mkdtemp(join(tmpdir(), 'slipway-autoscaling-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Trigger {
  readonly name: string;
  readonly metricType: 'Value' | 'AverageValue';
  readonly metadata: { readonly query: string; readonly threshold: string };
}

async function triggersOf(overlay: string): Promise<Trigger[]> {
  const manifests = await buildKustomization(overlay);
  const { spec } = manifests.find(({ kind }) => kind === 'ScaledObject')!;
  return (spec as { triggers: Trigger[] }).triggers;
}

const triggers = await triggersOf('overlays/production');
const queryOf = (name: string) => triggers.find((trigger) => trigger.name === name)!.metadata.query;

/** What two workers report. Both measure the same queues. */
interface State {
  readonly steadyAge?: number;
  readonly floodAge?: number;
  readonly steadyWaiting?: number;
  readonly floodWaiting?: number;
  /** Whether each worker reaches PostgreSQL. */
  readonly database?: readonly [number, number];
}

function seriesOf({ steadyAge = 0, floodAge = 0, steadyWaiting = 0, floodWaiting = 0, database = [1, 1] }: State) {
  return database.flatMap((isUp, worker) => {
    const labels = `namespace="slipway",instance="${worker}"`;
    const lane = (name: string, age: number, waiting: number) => [
      { series: `slipway_queue_age_seconds{${labels},shard="0",lane="${name}"}`, values: `${age}x10` },
      {
        series: `slipway_queue_depth{${labels},shard="0",lane="${name}",state="waiting"}`,
        values: `${waiting}x10`,
      },
    ];
    return [
      ...lane('steady', steadyAge, steadyWaiting),
      ...lane('flood', floodAge, floodWaiting),
      { series: `slipway_dependency_up{${labels},dependency="database"}`, values: `${isUp}x10` },
      { series: `slipway_dependency_up{${labels},dependency="redis"}`, values: '1x10' },
    ];
  });
}

/** Fails unless the queries have these values. */
async function expectValues(state: State | null, expected: { age: number; length: number }): Promise<void> {
  const test = (expr: string, value: number) => ({
    expr,
    eval_time: '5m',
    exp_samples: [{ labels: '{}', value }],
  });
  const file = join(await mkdtemp(join(folder, 'case-')), 'test.yaml');
  const promql_expr_test = [
    test(queryOf('queue-age'), expected.age),
    test(queryOf('queue-length'), expected.length),
  ];
  const input_series = state === null ? [] : seriesOf(state);
  await writeFile(file, stringify({ tests: [{ interval: '1m', input_series, promql_expr_test }] }));
  const { stdout } = await run(promtool, ['test', 'rules', file]);
  expect(stdout).toContain('SUCCESS');
}

describe('the number of workers', () => {
  it('follows the age and the length of the steady lane', async () => {
    await expectValues({ steadyAge: 12, steadyWaiting: 3_000 }, { age: 12, length: 3_000 });
    await expectValues({ steadyAge: 0.2, steadyWaiting: 0 }, { age: 0.2, length: 0 });
  });

  it('does not grow while no worker reaches PostgreSQL', async () => {
    const outage = { steadyAge: 900, steadyWaiting: 50_000, database: [0, 0] } as const;
    // The age equals its threshold, which asks for as many workers as there are.
    expect(triggers.map(({ metricType, metadata }) => [metricType, metadata.threshold])).toEqual([
      ['Value', '5'],
      ['AverageValue', '200'],
    ]);
    await expectValues(outage, { age: 5, length: 0 });
  });

  it('still follows the queue while a single worker cannot reach PostgreSQL', async () => {
    await expectValues({ steadyAge: 30, steadyWaiting: 800, database: [0, 1] }, { age: 30, length: 800 });
  });

  it('grows to five at most for a project that floods its lane', async () => {
    await expectValues({ floodAge: 600, floodWaiting: 80_000 }, { age: 0, length: 1_000 });
  });

  it('stays the same while nothing measures the queue', async () => {
    await expectValues(null, { age: 5, length: 0 });
  });

  it('follows the namespace of staging there', async () => {
    const queries = (list: Trigger[]) => list.map(({ metadata }) => metadata.query);
    const renamed = queries(triggers).map((query) => query.replaceAll('"slipway"', '"slipway-staging"'));
    expect(queries(await triggersOf('overlays/staging'))).toEqual(renamed);
  });
});
