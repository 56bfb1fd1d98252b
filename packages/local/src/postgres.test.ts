import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startMark } from '../process-lock.mjs';
import { startPostgres } from './postgres.js';
import { signal } from './processes.js';
import type { LocalService } from './service.js';
import { killOwner, newHome, removeHomes, startInOwner, tools } from './test-homes.fixture.js';

const started: LocalService[] = [];
async function start(home: string, durable = false): Promise<LocalService> {
  const service = await startPostgres({ home, tools, durable });
  started.push(service);
  return service;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.stop()));
});
afterAll(removeHomes);

async function sql(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function kill(service: LocalService): Promise<void> {
  signal(service.pid, 'SIGKILL');
  await service.exited;
}

describe('startPostgres', () => {
  const shared = newHome();

  it('starts an empty UTF-8 database in UTC that only this machine can reach', async () => {
    const { url } = await start(shared);
    expect(await sql(url, "select current_database() as name, current_setting('TimeZone') as zone")).toEqual([
      { name: 'slipway', zone: 'UTC' },
    ]);
    expect(await sql(url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
    expect(await sql(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    const wrong = url.replace(/:[0-9a-f]{64}@/, ':guess@');
    await expect(sql(wrong, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  it('keeps its data and URL after a restart', async () => {
    const first = await start(shared);
    await sql(first.url, 'create table if not exists numbers as select 7 as n');
    await first.stop();
    expect(startMark(first.pid)).toBeUndefined();
    const second = await start(shared);
    expect(second.url).toBe(first.url);
    expect(second.adopted).toBe(false);
    expect(await sql(second.url, 'select n from numbers')).toEqual([{ n: 7 }]);
  });

  it('is shared by starts in the same folder, and stops with the last of them', async () => {
    const [one, two] = await Promise.all([start(shared), start(shared)]);
    expect(one?.pid).toBe(two?.pid);
    expect([one?.adopted, two?.adopted].toSorted()).toEqual([false, true]);
    await one?.stop();
    expect(await sql(two?.url ?? '', 'select 1 as n')).toEqual([{ n: 1 }]);
    await two?.stop();
    await Promise.all([one?.exited, two?.exited]);
    expect(startMark(one?.pid ?? 0)).toBeUndefined();
  });

  it('recovers after kill -9 on the same port', async () => {
    const first = await start(shared, true);
    await sql(first.url, 'create table survived as select 1 as n');
    // A busy backend outlives its server and holds its memory until its query is done.
    const busy = new pg.Client({ connectionString: first.url });
    busy.on('error', () => undefined);
    await busy.connect();
    const query = busy.query('select count(*) from generate_series(1, 10000000000)').catch(() => undefined);
    await kill(first);
    const second = await start(shared);
    expect(second.url).toBe(first.url);
    expect(await sql(second.url, 'select n from survived')).toEqual([{ n: 1 }]);
    await query;
  });

  it('ignores a pid file whose pid belongs to another process', async () => {
    const first = await start(shared);
    await kill(first);
    const file = join(shared, 'postgres', 'postmaster.pid');
    const stale = (await readFile(file, 'utf8')).replace(/^\d+/, String(process.pid));
    await writeFile(file, stale);
    const second = await start(shared);
    expect(second.pid).not.toBe(process.pid);
    expect(await sql(second.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('takes over the server of a killed start, and stops it', async () => {
    const owner = await startInOwner('startPostgres', shared);
    await killOwner(owner);
    const service = await start(shared);
    expect(service).toMatchObject({ adopted: true, pid: owner.serverPid, url: owner.url });
    await service.stop();
    expect(startMark(owner.serverPid)).toBeUndefined();
  });

  it('moves to another port when its previous one is in use', async () => {
    const first = await start(shared);
    await first.stop();
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(first.port, '127.0.0.1', resolve));
    const second = await start(shared);
    expect(second.port).not.toBe(first.port);
    expect(await sql(second.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    await new Promise((resolve) => squatter.close(resolve));
  });

  it('starts over after an interrupted initdb', async () => {
    const home = newHome();
    await mkdir(join(home, 'postgres.new'), { recursive: true });
    await writeFile(join(home, 'postgres.new', 'PG_VERSION'), '18\n');
    const { url } = await start(home);
    expect(await sql(url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  // Only root runs the server as another user, which may be unable to enter the folder.
  if (process.getuid?.() === 0) {
    it('runs as the owner of its data', async () => {
      const first = await start(shared);
      await first.stop();
      const owner = 47_114;
      await promisify(execFile)('chown', ['-R', `${owner}:${owner}`, join(shared, 'postgres')]);
      const second = await start(shared);
      expect(await sql(second.url, 'select 1 as n')).toEqual([{ n: 1 }]);
      expect((await stat(join(shared, 'postgres', 'postmaster.pid'))).uid).toBe(owner);
    });

    it('moves its data out of a folder its user cannot enter', async () => {
      const first = await start(shared);
      await sql(first.url, 'create table moved as select 3 as n');
      await first.stop();
      await chmod(shared, 0o700);
      const second = await start(shared);
      const place = (await readFile(join(shared, 'postgres.path'), 'utf8')).trim();
      expect(place).toMatch(/^\/var\/lib\/slipway\/[0-9a-f]{16}$/);
      expect(await sql(second.url, 'select n from moved')).toEqual([{ n: 3 }]);
      await second.stop();
      await chmod(shared, 0o755);
      const third = await start(shared);
      expect(await sql(third.url, 'select n from moved')).toEqual([{ n: 3 }]);
      await third.stop();
      await rm(place, { recursive: true });
    });
  }
});
