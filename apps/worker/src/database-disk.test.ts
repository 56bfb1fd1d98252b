import { tmpdir } from 'node:os';
import { expect, it } from '@jest/globals';
import { readDatabaseDisk } from './database-disk.js';

const GIB = 1024 ** 3;
const health = { dataDirectory: tmpdir(), sizeBytes: 30 * GIB };
const local = 'postgres://slipway@127.0.0.1/slipway';
const remote = 'postgres://slipway@db.example/slipway';
const disk = (url: string, diskGiB?: number, dataDirectory: string | null = health.dataDirectory) =>
  readDatabaseDisk(
    { ...health, dataDirectory },
    { DATABASE_DIRECT_URL: url, ...(diskGiB !== undefined && { DATABASE_DISK_GB: diskGiB }) },
  );

it('the disk of a server on this machine is that of its data folder', async () => {
  expect(await disk(local, 50)).toMatchObject({ source: 'filesystem' });
});

it('the disk of another server is as large as DATABASE_DISK_GB', async () => {
  const configured = { source: 'setting', sizeBytes: 50 * GIB, freeBytes: 20 * GIB };
  expect(await disk(remote, 50)).toEqual(configured);
  expect(await disk(local, 50, null)).toEqual(configured);
  expect(await disk(local, 50, '/no/such/folder')).toEqual(configured);
});

it('a database that is larger than DATABASE_DISK_GB has no free space', async () => {
  expect(await disk(remote, 20)).toMatchObject({ freeBytes: 0 });
});

it('without either, nothing is known', async () => {
  expect(await disk(remote)).toBeNull();
});
