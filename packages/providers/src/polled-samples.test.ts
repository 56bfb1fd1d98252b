import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { type Normalized, normalize } from './normalize.js';
import { operationProblem } from './operation-problem.fixture.js';
import { providers } from './registry.js';

/** What polling read, in polled/<provider>/<case>.json; the expected result is in <case>.expected.json. */
interface PolledSample {
  readonly source: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const root = join(import.meta.dirname, '..', 'polled');
const receivedAt = Date.parse('2026-11-02T12:00:00.000Z');
// biome-ignore lint/style/noProcessEnv: a switch for people; the run is the same without it
const updating = process.env.UPDATE_SAMPLES;

const cases = readdirSync(root).flatMap((provider) =>
  readdirSync(join(root, provider))
    .filter((file) => !file.endsWith('.expected.json'))
    .map((file) => ({ provider, name: `${provider}/${file.slice(0, -'.json'.length)}` })),
);

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(root, name), 'utf8')) as T;
}

function normalizePolled(provider: string, body: unknown): Normalized {
  const delivery: Delivery = {
    id: '0193c0de-0000-7000-8000-000000000000',
    accountId: 1,
    projectId: 1,
    integrationId: 1,
    provider,
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
  it.each(cases)('$name has the expected result', ({ provider, name }) => {
    const { source, body } = read<PolledSample>(`${name}.json`);
    const result = normalizePolled(provider, body);
    if (updating === '1' || updating === provider)
      writeFileSync(join(root, `${name}.expected.json`), `${JSON.stringify(result, null, 2)}\n`);
    expect(source).not.toBe('');
    expect(result).toEqual(read(`${name}.expected.json`));
    expect(result.operations.map(operationProblem).filter((problem) => problem !== null)).toEqual([]);
  });

  it('is accepted by no webhook endpoint', () => {
    for (const provider of providers) {
      const polled = 'polled' in provider ? Object.keys(provider.polled) : [];
      expect(polled.filter((event) => Object.hasOwn(provider.events, event))).toEqual([]);
    }
  });

  const body = read<PolledSample>('jenkins/pipeline-failure.json').body;

  it.each([
    ['no info', { ...body, info: null }],
    ['a job without a name', { ...body, job_name: '' }],
    ['text for a time', { ...body, info: { building: true, timestamp: 'now' } }],
  ])('is rejected with %s', (_, broken) => {
    expect(normalizePolled('jenkins', broken).outcome).toBe('rejected');
  });
});
