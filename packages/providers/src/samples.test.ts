import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Operation } from '@slipway/domain';
import type { Provider, WebhookEndpoint } from './define-provider.js';
import { eventOf } from './normalize.js';
import { operationProblem } from './operation-problem.js';
import { providers } from './registry.js';
import { findProblem } from './schema-problem.js';
import type { Headers } from './signatures/scheme.js';

/** A delivery as its sender makes it, in samples/<provider>/<case>.json. */
interface Sample {
  /** Where the shape comes from. */
  source: string;
  /** Path below /webhooks. */
  endpoint: string;
  headers?: Headers;
  body?: Record<string, unknown>;
  /** The body as text, where it is no JSON object. */
  rawBody?: string;
  config?: Record<string, unknown>;
}

/** What it means, in samples/<provider>/<case>.expected.json. */
interface Expectation {
  event: string | null;
  outcome: 'applied' | 'ignored' | 'malformed';
  operations: readonly Operation[];
  problem?: string;
}

const receivedAt = Date.parse('2026-11-02T12:00:00.000Z');
const root = join(import.meta.dirname, '..', 'samples');
const all: readonly Provider[] = providers;
// `UPDATE_SAMPLES=<provider>` writes its expectations, for their author to read line by line; `1` writes all.
// biome-ignore lint/style/noProcessEnv: a switch for people; the run is the same without it
const updating = process.env.UPDATE_SAMPLES;

const cases = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: folder }) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.json') && !file.endsWith('.expected.json'))
      .map((file) => ({ folder, name: `${folder}/${file.slice(0, -'.json'.length)}` })),
  );

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(root, name), 'utf8')) as T;
}

function endpointOf(path: string): { provider: Provider; endpoint: WebhookEndpoint } {
  for (const provider of all) {
    const endpoint = provider.endpoints.find((candidate) => candidate.path === path);
    if (endpoint !== undefined) return { provider, endpoint };
  }
  throw new Error(`no provider has the endpoint ${path}`);
}

/** A raw body by the provider's own reader, else as a form. */
function readRaw(provider: Provider, text: string): Readonly<Record<string, unknown>> {
  return provider.readBody?.(text) ?? Object.fromEntries(new URLSearchParams(text));
}

function mean({ endpoint: path, headers = {}, body, rawBody, config = {} }: Sample): Expectation {
  const { provider, endpoint } = endpointOf(path);
  const sent = body ?? readRaw(provider, rawBody ?? '');
  const payload = provider.trim?.(sent) ?? sent;
  const name = endpoint.event ?? provider.eventName({ headers, payload, endpoint });
  if (name === null) return { event: null, outcome: 'malformed', operations: [], problem: 'no event name' };
  const event = eventOf(provider, name);
  if (event === undefined) return { event: name, outcome: 'ignored', operations: [] };
  const problem = findProblem(event.schema, payload);
  if (problem !== null) return { event: name, outcome: 'malformed', operations: [], problem };
  const operations = event.normalize(payload as never, { receivedAt, event: name, engine: 'unreal', config });
  return { event: name, outcome: operations.length === 0 ? 'ignored' : 'applied', operations };
}

describe('samples', () => {
  it.each(cases)('$name means what its expectation says', ({ folder, name }) => {
    const meaning = mean(read<Sample>(`${name}.json`));
    if (updating === '1' || updating === folder) {
      writeFileSync(join(root, `${name}.expected.json`), `${JSON.stringify(meaning, null, 2)}\n`);
    }
    expect(meaning).toEqual(read(`${name}.expected.json`));
    expect(meaning.operations.map(operationProblem).filter((problem) => problem !== null)).toEqual([]);
  });

  it.each(cases)('$name names its source and stands in the folder of its provider', ({ folder, name }) => {
    const { source, endpoint } = read<Sample>(`${name}.json`);
    expect(source).not.toBe('');
    expect(endpointOf(endpoint).provider.id).toBe(folder);
  });

  it('hold no e-mail address that could be a person’s', () => {
    const addresses = cases.flatMap(
      ({ name }) =>
        readFileSync(join(root, `${name}.json`), 'utf8').match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi) ?? [],
    );
    expect(addresses.filter((address) => !/@(?:[\w-]+\.)*(?:example\.com|test)$/i.test(address))).toEqual([]);
  });
});

describe.each(all.map((provider) => ({ id: provider.id, provider })))('provider $id', ({ id, provider }) => {
  const meanings = cases
    .filter(({ folder }) => folder === id)
    .map(({ name }) => ({ name, ...mean(read<Sample>(`${name}.json`)) }));

  it('has a sample that says something for every event it handles', () => {
    const shown = new Set(meanings.filter(({ outcome }) => outcome === 'applied').map(({ event }) => event));
    expect(Object.keys(provider.events).filter((event) => !shown.has(event))).toEqual([]);
  });

  it('has a sample for every endpoint', () => {
    const endpoints = new Set(meanings.map(({ name }) => read<Sample>(`${name}.json`).endpoint));
    expect(provider.endpoints.map(({ path }) => path).filter((path) => !endpoints.has(path))).toEqual([]);
  });

  it('names every event of its samples as handled or ignored', () => {
    const known = new Set<string | null>([...Object.keys(provider.events), ...provider.ignored, null]);
    const strays = meanings.filter(({ event, name }) => !known.has(event) && !name.includes('/unknown'));
    expect(strays).toEqual([]);
  });

  it('handles no event that it also ignores', () => {
    expect(provider.ignored.filter((event) => Object.hasOwn(provider.events, event))).toEqual([]);
    expect(new Set(provider.ignored).size).toBe(provider.ignored.length);
  });
});

describe('the registry', () => {
  it('has one provider per file or folder, and no endpoint twice', () => {
    const units = readdirSync(join(import.meta.dirname, 'providers'))
      .filter((name) => !name.startsWith('_') && !name.endsWith('.test.ts'))
      .map((name) => name.replace(/\.ts$/, '').replaceAll('-', '_'));
    expect(all.map(({ id }) => id).toSorted()).toEqual(units.toSorted());
    const endpoints = all.flatMap((provider) => provider.endpoints.map(({ path }) => path));
    expect(new Set(endpoints).size).toBe(endpoints.length);
  });
});
