import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { openArchiveCache, surplus } from './archive-cache.js';

const home = await mkdtemp(join(tmpdir(), 'slipway-archives-'));
afterAll(() => rm(home, { recursive: true }));

const archive = (name: string, bytes: number, usedAt: number) => ({ name, bytes, usedAt });

describe('surplus', () => {
  it('names the least recently used archives until the others fit', () => {
    const archives = [archive('new', 40, 3), archive('old', 40, 1), archive('middle', 40, 2)];
    expect(surplus(archives, 'new', 200)).toEqual([]);
    expect(surplus(archives, 'new', 100)).toEqual(['old']);
    expect(surplus(archives, 'new', 50)).toEqual(['old', 'middle']);
  });

  it('keeps the archive in use, however large and old', () => {
    expect(surplus([archive('used', 500, 1), archive('other', 1, 2)], 'used', 100)).toEqual(['other']);
  });
});

describe('the cache', () => {
  const fillWith = (text: string) => async (_draft: string, content: string) => {
    await mkdir(content);
    await writeFile(join(content, 'game'), text);
  };

  it('unpacks an archive once, and removes those that no longer fit', async () => {
    const cache = openArchiveCache({ XDG_CACHE_HOME: home }, 10);
    const first = await cache.get(['1'], fillWith('12345678'));
    expect(await cache.get(['1'], () => Promise.reject(new Error('unpacked twice')))).toBe(first);
    expect(await readFile(join(first, 'game'), 'utf8')).toBe('12345678');
    const second = await cache.get(['2'], fillWith('12345678'));
    expect(await readdir(join(home, 'slipway', 'archives'))).toHaveLength(1);
    expect(await readFile(join(second, 'game'), 'utf8')).toBe('12345678');
  });

  it('leaves nothing of an archive that could not be unpacked', async () => {
    const cache = openArchiveCache({ XDG_CACHE_HOME: home });
    const before = await readdir(join(home, 'slipway', 'archives'));
    const fill = () => Promise.reject(new Error('damaged'));
    await expect(cache.get(['3'], fill)).rejects.toThrow('damaged');
    expect(await readdir(join(home, 'slipway', 'archives'))).toEqual(before);
  });
});
