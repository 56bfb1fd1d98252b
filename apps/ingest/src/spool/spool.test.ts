import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { testDelivery } from '@slipway/testing';
import { isDiskOutage } from './disk-outage.js';
import { openSpool, Spool, SpoolFullError, SpoolUnavailableError } from './spool.js';
import { openSpoolFolder } from './spool-folder.js';

const root = await mkdtemp(join(tmpdir(), 'slipway-spool-'));
afterAll(() => rm(root, { recursive: true }));
let folders = 0;
const newDir = () => {
  folders += 1;
  return join(root, String(folders));
};

const delivery = (n: number, body = '{}') => testDelivery({ id: `delivery-${n}`, body });
const many = (count: number) => Array.from({ length: count }, (_, n) => delivery(n));

/** Drains the spool, and returns its deliveries in order. */
async function drained(spool: Spool): Promise<Delivery[]> {
  const out: Delivery[] = [];
  await spool.drain(async (items) => out.push(...items));
  return out;
}

const drainedIds = async (spool: Spool) => (await drained(spool)).map(({ id }) => id);

async function foldersIn(dir: string): Promise<string[]> {
  return (await readdir(dir)).map((name) => join(dir, name));
}

/** Rewrites the lock as if the holder had ended and its process id were reused. */
async function endHolder(folder: string): Promise<void> {
  const path = join(folder, 'lock');
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), started: 'long ago' }));
}

describe('the spool', () => {
  it('drains deliveries in order and unchanged, and is then empty', async () => {
    const spool = await openSpool({ dir: newDir(), limitBytes: 1e9 });
    const deliveries = [
      ...many(1000),
      delivery(1000, JSON.stringify({ text: '\u2028 ümlaut 😀 \n'.repeat(100) })),
    ];
    await Promise.all(deliveries.map((item) => spool.append(item)));
    expect(spool.bytes()).toBeGreaterThan(0);
    expect(await drained(spool)).toEqual(deliveries);
    expect(spool.bytes()).toBe(0);
    expect(await drained(spool)).toEqual([]);
    await spool.close();
  });

  it('resumes where a failed drain stopped, and loses nothing', async () => {
    const spool = await openSpool({ dir: newDir(), limitBytes: 1e9 });
    await Promise.all(many(500).map((item) => spool.append({ ...item, body: 'x'.repeat(10_000) })));
    const seen = new Set<string>();
    const failing = spool.drain(async (items) => {
      if (seen.size > 0) throw new Error('down again');
      for (const { id } of items) seen.add(id);
    });
    await expect(failing).rejects.toThrow('down again');
    const before = seen.size;
    await spool.append(delivery(500));
    const after = await drained(spool);
    for (const { id } of after) seen.add(id);
    expect([seen.size, after.length]).toEqual([501, 501 - before]);
    expect(spool.bytes()).toBe(0);
    await spool.close();
  });

  it('refuses a delivery that does not fit, and accepts it once there is room', async () => {
    const spool = await openSpool({ dir: newDir(), limitBytes: 65_536 });
    const large = delivery(1, 'x'.repeat(40_000));
    await spool.append(large);
    await expect(spool.append({ ...large, id: 'second' })).rejects.toThrow(SpoolFullError);
    expect(await drained(spool)).toHaveLength(1);
    await spool.append({ ...large, id: 'second' });
    expect(await drainedIds(spool)).toEqual(['second']);
    await spool.close();
  });

  it('counts deliveries waiting to be written toward its limit', async () => {
    const spool = await openSpool({ dir: newDir(), limitBytes: 100_000 });
    const appends = await Promise.allSettled(
      many(5).map((item) => spool.append({ ...item, body: 'x'.repeat(40_000) })),
    );
    expect(appends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(spool.bytes()).toBeLessThanOrEqual(100_000);
    await spool.close();
  });

  it('drains about a megabyte at a time, or one larger delivery', async () => {
    const spool = await openSpool({ dir: newDir(), limitBytes: 1e9 });
    const kilobytes = [300, 300, 300, 300, 20_000, 1, 1];
    const bodies = kilobytes.map((size) => 'x'.repeat(size * 1024));
    for (const [n, body] of bodies.entries()) await spool.append(delivery(n, body));
    const batches: number[] = [];
    await spool.drain(async (items) => {
      batches.push(Math.round(items.reduce((sum, { body }) => sum + body.length, 0) / 1024));
    });
    expect(batches.reduce((sum, size) => sum + size, 0)).toBe(21_202);
    expect(batches.filter((size) => size > 1024)).toEqual([20_000]);
    await spool.close();
  });

  it('recreates its folder after someone deleted it', async () => {
    const dir = newDir();
    const spool = await openSpool({ dir, limitBytes: 1e9 });
    for (const folder of await foldersIn(dir)) await rm(folder, { recursive: true });
    await spool.append(delivery(1));
    expect(await drainedIds(spool)).toEqual(['delivery-1']);
    await spool.close();
  });
});

describe('a disk that fails', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])(
    '%s: nothing is spooled until the disk works again',
    async (code) => {
      const dir = newDir();
      const folder = await openSpoolFolder(dir);
      const states: unknown[] = [];
      let failure: Error | null = Object.assign(new Error(code), { code });
      const failing = { ...folder, probe: () => (failure === null ? folder.probe() : Promise.reject(failure)) };
      const options = {
        dir,
        limitBytes: 1e9,
        onState: (problem: Error | null) => void states.push(problem?.message),
      };
      const spool = new Spool(options, failing, { records: 0, bytes: 0 });
      for (const _check of [1, 2]) await spool.check();
      expect(isDiskOutage(spool.problem())).toBe(true);
      await expect(spool.append(delivery(1))).rejects.toThrow(SpoolUnavailableError);
      failure = null;
      for (const _check of [1, 2]) await spool.check();
      await spool.append(delivery(2));
      expect(await drainedIds(spool)).toEqual(['delivery-2']);
      expect(states).toEqual([code, undefined]);
      await spool.close();
    },
  );
});

describe('taking over', () => {
  it('takes the complete records of a dead process, and leaves a running one alone', async () => {
    const dir = newDir();
    const ended = await openSpool({ dir, limitBytes: 1e9 });
    await Promise.all(many(3).map((item) => ended.append(item)));
    const [folder = ''] = await foldersIn(dir);
    const segments = (await readdir(folder)).filter((file) => file.endsWith('.log')).toSorted();
    await appendFile(join(folder, segments.at(-1) ?? ''), '999 0123456789abcdef 2\n{"id":"cut');
    await endHolder(folder);
    const running = await openSpool({ dir, limitBytes: 1e9 });
    await running.append(delivery(7));
    const heir = await openSpool({ dir, limitBytes: 1e9 });
    await heir.takeOver();
    expect(await drainedIds(heir)).toEqual(['delivery-0', 'delivery-1', 'delivery-2']);
    expect(heir.bytes()).toBe(0);
    expect(await drainedIds(running)).toEqual(['delivery-7']);
    await Promise.all([ended.close(), running.close(), heir.close()]);
    expect(await readdir(dir)).toEqual([]);
  });

  it('does not touch a folder locked by a process on another host', async () => {
    const dir = newDir();
    const elsewhere = await openSpool({ dir, limitBytes: 1e9 });
    await elsewhere.append(delivery(1));
    const [folder = ''] = await foldersIn(dir);
    const lock = JSON.stringify({ host: 'elsewhere', pid: 1, started: 'long ago' });
    await writeFile(join(folder, 'lock'), lock);
    const heir = await openSpool({ dir, limitBytes: 1e9 });
    await heir.takeOver();
    expect(await drained(heir)).toEqual([]);
    expect(await drainedIds(elsewhere)).toEqual(['delivery-1']);
    await Promise.all([elsewhere.close(), heir.close()]);
  });

  it('takes the records of a closed process, and those left by a power cut without a readable lock', async () => {
    const dir = newDir();
    for (const n of [1, 2]) {
      const left = await openSpool({ dir, limitBytes: 1e9 });
      await left.append(delivery(n));
      await left.close();
    }
    const [folder = ''] = await foldersIn(dir);
    await writeFile(join(folder, 'lock'), '');
    const heir = await openSpool({ dir, limitBytes: 1e9 });
    await heir.takeOver();
    expect((await drainedIds(heir)).toSorted()).toEqual(['delivery-1', 'delivery-2']);
    await heir.close();
    expect(await readdir(dir)).toEqual([]);
  });

  it('gives each record to exactly one of several processes that take over at once', async () => {
    const dir = newDir();
    const ended = await openSpool({ dir, limitBytes: 1e9 });
    for (const item of many(20)) {
      await ended.append(item);
      // A failed drain closes the current segment.
      await ended.drain(() => Promise.reject(new Error('down'))).catch(() => undefined);
    }
    const [folder = ''] = await foldersIn(dir);
    await endHolder(folder);
    const heirs = await Promise.all([1, 2, 3].map(() => openSpool({ dir, limitBytes: 1e9 })));
    await Promise.all(heirs.map((heir) => heir.takeOver()));
    const ids = (await Promise.all(heirs.map(drainedIds))).flat();
    expect(ids.toSorted()).toEqual(
      many(20)
        .map(({ id }) => id)
        .toSorted(),
    );
    await Promise.all(heirs.map((heir) => heir.close()));
  });
});
