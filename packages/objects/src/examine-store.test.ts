import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { loadSettings } from '@slipway/runtime';
import { examineObjectStore, type RecordStoreId } from './examine-store.js';

const base = await mkdtemp(join(tmpdir(), 'slipway-examined-'));
afterAll(() => rm(base, { recursive: true }));

function settingsOf(folder: string) {
  const required = { DATABASE_URL: 'postgres://db', REDIS_URL: 'redis://redis', APP_SECRET: 'x'.repeat(16) };
  return loadSettings({ ...required, OBJECT_STORE_DIR: join(base, folder) });
}

/** What processes of one service share. */
function sharedRecord(): RecordStoreId {
  let recorded: string | undefined;
  return async (id) => {
    recorded ??= id;
    return recorded;
  };
}

it('processes that share a folder find no problem, and leave only its id behind', async () => {
  const record = sharedRecord();
  const found = await Promise.all([1, 2, 3].map(() => examineObjectStore(settingsOf('shared'), record)));
  expect(found.map(({ problem }) => problem)).toEqual([null, null, null]);
  expect(await readdir(join(base, 'shared'))).toEqual(['.incoming', 'store-id']);
});

it('a host with a folder of its own is named, and so are both ids', async () => {
  const record = sharedRecord();
  await examineObjectStore(settingsOf('first'), record);
  const { name, problem } = await examineObjectStore(settingsOf('second'), record);
  expect(name).toBe(join(base, 'second'));
  expect(problem).toMatch(
    /second is not the object store of the other processes: its id is [0-9a-f-]{36}, and theirs [0-9a-f-]{36}$/,
  );
});

it('a copy of the objects is the same store', async () => {
  const record = sharedRecord();
  await examineObjectStore(settingsOf('old'), record);
  await cp(join(base, 'old'), join(base, 'new'), { recursive: true });
  expect((await examineObjectStore(settingsOf('new'), record)).problem).toBeNull();
});

it('without Redis, nobody knows whether the store is shared', async () => {
  const record: RecordStoreId = () => Promise.reject(new Error('redis is down'));
  expect((await examineObjectStore(settingsOf('alone'), record)).problem).toBeNull();
});

it('a folder that cannot work is a problem, not a failure', async () => {
  await writeFile(join(base, 'file'), '');
  const found = await examineObjectStore(settingsOf('file'), sharedRecord());
  expect(found).toEqual({ name: null, problem: expect.stringContaining(join(base, 'file')) });
});
