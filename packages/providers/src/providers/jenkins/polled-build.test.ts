import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { type Normalized, normalize } from '../../normalize.js';
import { operationProblem } from '../../operation-problem.fixture.js';

/** What polling has read, in polled/<case>.json; the expected result is in <case>.expected.json. */
interface PolledSample {
  readonly source: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const receivedAt = Date.parse('2026-11-02T12:00:00.000Z');
// biome-ignore lint/style/noProcessEnv: a switch for people; the run is the same without it
const updating = process.env.UPDATE_SAMPLES;

const root = join(import.meta.dirname, 'polled');
const cases = readdirSync(root)
  .filter((file) => !file.endsWith('.expected.json'))
  .map((file) => file.slice(0, -'.json'.length));

function read<T>(file: string): T {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as T;
}

function normalizePolled(body: unknown): Normalized {
  const delivery: Delivery = {
    id: '0193c0de-0000-7000-8000-000000000000',
    accountId: 1,
    projectId: 1,
    integrationId: 1,
    provider: 'jenkins',
    path: '',
    event: 'build_polled',
    key: '',
    keyWindowMs: null,
    receivedAt,
    body: JSON.stringify(body),
  };
  return normalize(delivery, { engine: 'unreal', config: {} });
}

describe('a polled build', () => {
  it.each(cases)('%s has the expected result', (name) => {
    const { source, body } = read<PolledSample>(`${name}.json`);
    const result = normalizePolled(body);
    if (updating === '1' || updating === 'jenkins')
      writeFileSync(join(root, `${name}.expected.json`), `${JSON.stringify(result, null, 2)}\n`);
    expect(source).not.toBe('');
    expect(result).toEqual(read(`${name}.expected.json`));
    expect(result.operations.map(operationProblem).filter((problem) => problem !== null)).toEqual([]);
  });

  const body = read<PolledSample>('pipeline-failure.json').body;

  it.each([
    ['no info', { ...body, info: null }],
    ['a job without a name', { ...body, job_name: '' }],
    ['text for a time', { ...body, info: { building: true, timestamp: 'now' } }],
  ])('is rejected with %s', (_, broken) => {
    expect(normalizePolled(broken).outcome).toBe('rejected');
  });
});
