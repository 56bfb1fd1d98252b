import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Provider } from './define-provider.js';
import { eventOf } from './normalize.js';
import { operationProblem } from './operation-problem.js';
import { providers } from './registry.js';
import { findProblem } from './schema-problem.js';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const SAMPLES = new URL('../samples/', import.meta.url);
const RECEIVED_AT = Date.parse('2026-11-02T12:00:00.000Z');
const registered: readonly Provider[] = providers;

/** What senders, scripts and attackers put where something else was expected. */
const SURPRISES: readonly Json[] = [
  null,
  '',
  ' ',
  'x',
  '%changelist%',
  '__proto__',
  'e\u0301🎮'.repeat(300),
  0,
  -1,
  1.5,
  1e300,
  true,
  [],
  [null],
  {},
  { toString: null },
];

type Path = readonly string[];

function* placesIn(value: Json, path: Path = []): Generator<{ path: Path; value: Json }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    yield { path: [...path, key], value: child };
    yield* placesIn(child, [...path, key]);
  }
}

/** A copy with something else at the place; with undefined, without it. */
function replaced(value: Json, [key = '', ...rest]: Path, by: Json | undefined): Json {
  const copy = Array.isArray(value) ? [...value] : { ...(value as Record<string, Json>) };
  const fields = copy as Record<string, Json>;
  if (rest.length > 0) fields[key] = replaced(fields[key] ?? null, rest, by);
  else if (by !== undefined) fields[key] = by;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete fields[key];
  return copy;
}

interface Sample {
  readonly endpoint: string;
  readonly headers?: Record<string, string>;
  readonly body?: Json;
  readonly config?: Record<string, unknown>;
}

function samplesOf(id: string): Sample[] {
  const folder = new URL(`${id}/`, SAMPLES);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && !file.endsWith('.expected.json'))
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Sample);
}

/** What is wrong with the operations of an accepted payload; undefined when nothing is. */
function trouble(provider: Provider, sample: Sample, body: Json): string | undefined {
  const endpoint = provider.endpoints.find(({ path }) => path === sample.endpoint) ?? { path: sample.endpoint };
  const sent = { ...(body as Record<string, unknown>) };
  const payload = provider.trim?.(sent) ?? sent;
  const received = { headers: sample.headers ?? {}, payload, endpoint };
  provider.deliveryId(received);
  const name = endpoint.event ?? provider.eventName(received) ?? '';
  const event = eventOf(provider, name);
  if (event === undefined || findProblem(event.schema, payload) !== null) return undefined;
  const context = { receivedAt: RECEIVED_AT, event: name, engine: 'unreal', config: sample.config ?? {} } as const;
  const problem = event
    .normalize(payload as never, context)
    .map(operationProblem)
    .find((found) => found !== null);
  return problem && `${name}: ${problem} of ${JSON.stringify(body).slice(0, 2000)}`;
}

/** Every body that differs in one place from a sample. What several samples have in common is tried in one of them. */
function* mutations(samples: readonly Sample[]): Generator<{ sample: Sample; body: Json }> {
  const seen = new Set<string>();
  for (const sample of samples) {
    for (const { path, value } of placesIn(sample.body ?? null)) {
      const place = JSON.stringify([sample.endpoint, sample.headers, path, value]);
      if (seen.has(place)) continue;
      seen.add(place);
      for (const surprise of [undefined, ...SURPRISES]) {
        yield { sample, body: replaced(sample.body ?? null, path, surprise) };
      }
    }
  }
}

describe.each(registered.map((provider) => ({ id: provider.id, provider })))('$id', ({ id, provider }) => {
  it('makes well-formed operations of whatever passes its schemas', () => {
    const troubles = new Set<string>();
    for (const { sample, body } of mutations(samplesOf(id))) {
      const found = trouble(provider, sample, body);
      if (found !== undefined) troubles.add(found);
    }
    expect([...troubles].slice(0, 5)).toEqual([]);
  });
});
