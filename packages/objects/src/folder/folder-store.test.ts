import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { ObjectStore } from '../object-store.js';
import { behavesLikeAStore, problemOf } from '../store-behaviour.fixture.js';
import { openFolderStore } from './folder-store.js';

const base = await mkdtemp(join(tmpdir(), 'slipway-objects-'));
afterAll(() => rm(base, { recursive: true }));

describe('a folder', () => {
  const store = openFolderStore(join(base, 'shared/objects'));
  let opened: ObjectStore;

  it('is created with its parents', async () => {
    opened = await store;
    expect((await stat(opened.name)).isDirectory()).toBe(true);
  });

  behavesLikeAStore(() => opened);

  it('is readable by its owner alone', async () => {
    await opened.put('private/one', Buffer.from('x'));
    const modes = await Promise.all(
      ['', 'private', 'private/one'].map(async (path) => (await stat(join(opened.name, path))).mode & 0o777),
    );
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  });

  it('keeps no empty folders and no drafts', async () => {
    await opened.put('deep/er/still/one', Buffer.from('x'));
    await opened.delete(['deep/er/still/one']);
    expect(await readdir(opened.name)).not.toContain('deep');
    expect(await readdir(join(opened.name, '.incoming'))).toEqual([]);
  });

  it('creates an object only once', async () => {
    const bodies = ['a', 'b', 'c', 'd'].map((text) => Buffer.from(text));
    const created = await Promise.all(bodies.map((body) => opened.create('created/once', body)));
    expect(created.filter(Boolean)).toHaveLength(1);
  });

  it('stores objects while folders are being removed', async () => {
    const keys = Array.from({ length: 30 }, (_, index) => `busy/${index % 3}/${index}`);
    await Promise.all(
      keys.map(async (key) => {
        await opened.put(key, Buffer.from('x'));
        await opened.delete([key]);
      }),
    );
    expect(await readdir(opened.name)).not.toContain('busy');
  });
});

it('removes what killed processes left half written, but nothing that is being written', async () => {
  const incoming = join(base, 'killed/.incoming');
  await mkdir(incoming, { recursive: true });
  for (const name of ['old', 'new']) await writeFile(join(incoming, name), 'half');
  const lastWeek = new Date(Date.now() - 7 * 86_400_000);
  await utimes(join(incoming, 'old'), lastWeek, lastWeek);
  await openFolderStore(join(base, 'killed'));
  expect(await readdir(incoming)).toEqual(['new']);
});

it('says that a file cannot be a folder, or an object a folder of others', async () => {
  await writeFile(join(base, 'file'), '');
  expect((await problemOf(openFolderStore(join(base, 'file')))).problem).toBe('refused');
  const store = await openFolderStore(join(base, 'nested'));
  await store.put('one', Buffer.from('x'));
  expect((await problemOf(store.put('one/two', Buffer.from('x')))).problem).toBe('refused');
});
