import { appendFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { startMark } from '../process-lock.mjs';
import { callRedis, pingRedis } from './call-redis.js';
import { signal } from './processes.js';
import { type RedisOptions, startRedis } from './redis.js';
import type { LocalService } from './service.js';
import { killOwner, newHome, removeHomes, startInOwner } from './test-homes.fixture.js';

const started: LocalService[] = [];
async function start(home: string, options: Partial<RedisOptions> = {}): Promise<LocalService> {
  const service = await startRedis({ home, ...options });
  started.push(service);
  return service;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.stop()));
});
afterAll(removeHomes);

function redis(url: string, command: string, ...args: string[]): Promise<unknown> {
  return callRedis(url, command, ...args);
}

async function kill(service: LocalService): Promise<void> {
  signal(service.pid, 'SIGKILL');
  await service.exited;
}

describe('startRedis', () => {
  const shared = newHome();

  it('is configured to keep every acknowledged write and to evict nothing', async () => {
    const { url } = await start(shared);
    for (const [name, value] of [
      ['appendonly', 'yes'],
      ['maxmemory-policy', 'noeviction'],
    ] as const) {
      expect(await redis(url, 'CONFIG', 'GET', name)).toEqual([name, value]);
    }
    expect(await redis(url, 'CONFIG', 'GET', 'appendfsync')).toEqual(['appendfsync', 'always']);
    expect(await redis(url, 'CONFIG', 'GET', 'databases')).toEqual(['databases', '64']);
  });

  it('requires its password, which only the owner can read', async () => {
    const { port } = await start(shared);
    await expect(pingRedis(`redis://127.0.0.1:${port}`)).rejects.toThrow(/NOAUTH/);
    await expect(pingRedis(`redis://:guess@127.0.0.1:${port}`)).rejects.toThrow(/WRONGPASS/);
    for (const name of ['redis.password', 'redis.conf']) {
      expect((await stat(join(shared, name))).mode & 0o077).toBe(0);
    }
  });

  it('keeps its data and URL after a clean restart and after kill -9', async () => {
    const first = await start(shared);
    await redis(first.url, 'SET', 'key', 'value');
    await first.stop();
    const second = await start(shared);
    expect(second.url).toBe(first.url);
    expect(await redis(second.url, 'GET', 'key')).toBe('value');
    await redis(second.url, 'SET', 'acknowledged', 'yes');
    await kill(second);
    const third = await start(shared);
    expect(third.url).toBe(first.url);
    expect(await redis(third.url, 'GET', 'acknowledged')).toBe('yes');
  });

  it('loads an append-only file whose last entry is incomplete', async () => {
    const first = await start(shared);
    await redis(first.url, 'SET', 'whole', 'yes');
    await first.stop();
    const folder = join(shared, 'redis', 'appendonlydir');
    const log = (await readdir(folder)).find((name) => name.endsWith('.incr.aof'));
    await appendFile(join(folder, log ?? ''), '*3\r\n$3\r\nSET\r\n$5\r\ncut-o');
    const second = await start(shared);
    expect(await redis(second.url, 'GET', 'whole')).toBe('yes');
  });

  it('is shared by starts in the same folder, and stops with the last of them', async () => {
    const [one, two] = await Promise.all([start(shared), start(shared)]);
    expect(one?.pid).toBe(two?.pid);
    await one?.stop();
    await pingRedis(two?.url ?? '');
    await two?.stop();
    expect(startMark(one?.pid ?? 0)).toBeUndefined();
  });

  it('takes over the server of a killed start, and stops it', async () => {
    const owner = await startInOwner('startRedis', shared);
    await killOwner(owner);
    const service = await start(shared);
    expect(service).toMatchObject({ adopted: true, pid: owner.serverPid, url: owner.url });
    await service.stop();
    expect(startMark(owner.serverPid)).toBeUndefined();
  });

  it('writes nothing to disk when it is not durable', async () => {
    const { url } = await start(newHome(), { durable: false, databases: 200 });
    expect(await redis(url, 'CONFIG', 'GET', 'appendonly')).toEqual(['appendonly', 'no']);
    expect(await redis(url, 'SELECT', '199')).toBe('OK');
  });
});
