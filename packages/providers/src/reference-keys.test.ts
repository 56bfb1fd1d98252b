import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type ReferenceReport, trackerKeys } from '@slipway/domain';

const PROVIDERS = new URL('providers/', import.meta.url);

function referencesOf(provider: string): ReferenceReport[] {
  const folder = new URL(`${provider}/samples/`, PROVIDERS);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.expected.json'))
    .flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')).operations as ReferenceReport[]);
}

describe('a commit mentions a tracker item', () => {
  it.each(['jira', 'linear'])('of %s by its key', (provider) => {
    const references = referencesOf(provider);
    expect(references).not.toEqual([]);
    for (const { key } of references) expect(trackerKeys(`Fixes ${key}.`)).toEqual([key]);
  });

  it.each(['jira', 'linear', 'trello', 'monday', 'asana'])('of %s by its URL', (provider) => {
    const references = referencesOf(provider).filter(({ url }) => url !== undefined);
    expect(references).not.toEqual([]);
    for (const { key, url } of references) expect(trackerKeys(`See ${url}.`)).toEqual([key]);
  });
});
