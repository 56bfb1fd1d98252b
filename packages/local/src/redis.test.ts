import { appendFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { startMark } from '../process-lock.mjs';
import { signal } from './processes.js';
import { type RedisOptions, startRedis } from './redis.js';
import { askRedis, pingRedis } from './redis-probe.js';
import type { LocalService } from './service.js';
import { killOwner, newHome, removeHomes, startInOwner } from './test-homes.js';

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
  return askRedis(url, command, ...args);
}

async function kill(service: LocalService): Promise<void> {
  signal(service.pid, 'SIGKILL');
  await service.exited;
}

describe('startRedis', () => {
  const shared = newHome();

  it('keeps every acknowledged write and evicts nothing', async () => {
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

  it('lets nobody in without its password, which only the owner can read', async () => {
    const { port } = await start(shared);
    await expect(pingRedis(`redis://127.0.0.1:${port}`)).rejects.toThrow(/NOAUTH/);
    await expect(pingRedis(`redis://:guess@127.0.0.1:${port}`)).rejects.toThrow(/WRONGPASS/);
    for (const name of ['redis.password', 'redis.conf']) {
      expect((await stat(join(shared, name))).mode & 0o077).toBe(0);
    }
  });

  it('keeps data and address over a clean restart and over kill -9', async () => {
    const first = await start(shared);
    await redis(first.url, 'SET', 'kept', 'yes');
    await first.stop();
    const second = await start(shared);
    expect(second.url).toBe(first.url);
    expect(await redis(second.url, 'GET', 'kept')).toBe('yes');
    await redis(second.url, 'SET', 'acknowledged', 'yes');
    await kill(second);
    const third = await start(shared);
    expect(third.url).toBe(first.url);
    expect(await redis(third.url, 'GET', 'acknowledged')).toBe('yes');
  });

  it('loads a log whose last entry was cut off', async () => {
    const first = await start(shared);
    await redis(first.url, 'SET', 'whole', 'yes');
    await first.stop();
    const folder = join(shared, 'redis', 'appendonlydir');
    const log = (await readdir(folder)).find((name) => name.endsWith('.incr.aof'));
    await appendFile(join(folder, log ?? ''), '*3\r\n$3\r\nSET\r\n$5\r\ncut-o');
    const second = await start(shared);
    expect(await redis(second.url, 'GET', 'whole')).toBe('yes');
  });

  it('is shared by starts of the same folder, and ends with the last of them', async () => {
    const [one, two] = await Promise.all([start(shared), start(shared)]);
    expect(one?.pid).toBe(two?.pid);
    await one?.stop();
    await pingRedis(two?.url ?? '');
    await two?.stop();
    expect(startMark(one?.pid ?? 0)).toBeUndefined();
  });

  it('takes over the server of a start that was killed, and stops it', async () => {
    const owner = await startInOwner('startRedis', shared);
    await killOwner(owner);
    const service = await start(shared);
    expect(service).toMatchObject({ adopted: true, pid: owner.serverPid, url: owner.url });
    await service.stop();
    expect(startMark(owner.serverPid)).toBeUndefined();
  });

  it('keeps nothing on disk when told so', async () => {
    const { url } = await start(newHome(), { durable: false, databases: 200 });
    expect(await redis(url, 'CONFIG', 'GET', 'appendonly')).toEqual(['appendonly', 'no']);
    expect(await redis(url, 'SELECT', '199')).toBe('OK');
  });
});
