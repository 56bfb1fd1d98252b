import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { operationProblem } from './operation-problem.fixture.js';
import {
  findEndpoint,
  processSample,
  readExpectation,
  readSample,
  registered,
  sampleNames,
  writeExpectation,
} from './samples.fixture.js';

// `UPDATE_SAMPLES=<provider>` writes its expectations, for the author to check line by line; `1` writes all.
// biome-ignore lint/style/noProcessEnv: a switch for people; the run is the same without it
const updating = process.env.UPDATE_SAMPLES;

const cases = registered.flatMap(({ id }) => sampleNames(id).map((name) => ({ id, name })));

describe('samples', () => {
  it.each(cases)('$name has the expected result', ({ id, name }) => {
    const result = processSample(readSample(name));
    if (updating === '1' || updating === id) writeExpectation(name, result);
    expect(result).toEqual(readExpectation(name));
    expect(result.operations.map(operationProblem).filter((problem) => problem !== null)).toEqual([]);
  });

  it.each(cases)('$name names its source and is in the folder of its provider', ({ id, name }) => {
    const { source, endpoint } = readSample(name);
    expect(source).not.toBe('');
    expect(findEndpoint(endpoint).provider.id).toBe(id);
  });

  it('contain no email address that may belong to a person', () => {
    const addresses = cases.flatMap(
      ({ name }) => JSON.stringify(readSample(name)).match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi) ?? [],
    );
    expect(addresses.filter((address) => !/@(?:[\w-]+\.)*(?:example\.com|test)$/i.test(address))).toEqual([]);
  });
});

describe.each(registered.map((provider) => ({ id: provider.id, provider })))(
  'provider $id',
  ({ id, provider }) => {
    const results = sampleNames(id).map((name) => ({ name, ...processSample(readSample(name)) }));

    it('has an applied sample for every event it handles', () => {
      const shown = new Set(results.filter(({ outcome }) => outcome === 'applied').map(({ event }) => event));
      expect(Object.keys(provider.events).filter((event) => !shown.has(event))).toEqual([]);
    });

    it('has a sample for every endpoint', () => {
      const endpoints = new Set(results.map(({ name }) => readSample(name).endpoint));
      expect(provider.endpoints.map(({ path }) => path).filter((path) => !endpoints.has(path))).toEqual([]);
    });

    it('handles or explicitly ignores every event in its samples', () => {
      const known = new Set<string | null>([...Object.keys(provider.events), ...provider.ignored, null]);
      const strays = results.filter(({ event, name }) => !known.has(event) && !name.includes('/unknown'));
      expect(strays).toEqual([]);
    });

    it('accepts no polled event at a webhook endpoint', () => {
      const polled = Object.keys(provider.polled ?? {});
      expect(polled.filter((event) => Object.hasOwn(provider.events, event))).toEqual([]);
    });

    it('handles no event that it also ignores', () => {
      expect(provider.ignored.filter((event) => Object.hasOwn(provider.events, event))).toEqual([]);
      expect(new Set(provider.ignored).size).toBe(provider.ignored.length);
    });
  },
);

describe('the registry', () => {
  it('has one provider per folder, with the folder name as id, and no duplicate endpoint', () => {
    const folders = readdirSync(join(import.meta.dirname, 'providers'));
    expect(registered.map(({ id }) => id)).toEqual(folders.toSorted().map((name) => name.replaceAll('-', '_')));
    const endpoints = registered.flatMap((provider) => provider.endpoints.map(({ path }) => path));
    expect(new Set(endpoints).size).toBe(endpoints.length);
  });
});
