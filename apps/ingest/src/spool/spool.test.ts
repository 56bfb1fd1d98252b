import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { eventually } from '@slipway/testing';
import { openSpool, type Spool, SpoolFullError } from './spool.js';

const root = await mkdtemp(join(tmpdir(), 'slipway-spool-'));
afterAll(() => rm(root, { recursive: true }));
let folders = 0;
const newDir = () => {
  folders += 1;
  return join(root, String(folders));
};

function delivery(n: number, body = '{}'): Delivery {
  return {
    id: `delivery-${n}`,
    accountId: 1,
    projectId: 1,
    integrationId: 1,
    provider: 'jenkins',
    path: '/webhooks/ci',
    event: 'build_report',
    key: `key-${n}`,
    keyWindowMs: null,
    receivedAt: n,
    body,
  };
}

const many = (count: number) => Array.from({ length: count }, (_, n) => delivery(n));

/** Everything in the spool, in the order it is handed on. */
async function drained(spool: Awaited<ReturnType<typeof openSpool>>): Promise<Delivery[]> {
  const out: Delivery[] = [];
  await spool.drain(async (items) => out.push(...items));
  return out;
}

async function foldersOf(dir: string): Promise<string[]> {
  const names = await readdir(dir);
  return names.filter((name) => !name.startsWith('.')).map((name) => join(dir, name));
}

/** Makes a folder's owner another one than it is. */
async function rewriteOwner(folder: string, change: object): Promise<void> {
  const path = join(folder, 'alive');
  const owner = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...owner, ...change }));
}

/** As if the process that owns these folders had ended, and its number were another's now. */
async function endOwners(dir: string): Promise<string[]> {
  const folders = await foldersOf(dir);
  for (const folder of folders) await rewriteOwner(folder, { started: 'long ago' });
  return folders;
}

/** Takes a folder over as a process on another machine does that has long heard nothing of its owner. */
async function adoptFromAfar(heir: Spool, folder: string): Promise<void> {
  await rewriteOwner(folder, { place: 'elsewhere' });
  await eventually('it is taken over', async () => {
    await heir.adoptOrphans();
    return (await readdir(folder).catch(() => null)) === null ? true : undefined;
  });
}

describe('the spool', () => {
  it('hands on what was appended, in order and unchanged, and is empty then', async () => {
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

  it('goes on where a failed drain stopped, losing nothing', async () => {
    const spool = await openSpool({ dir: newDir(), limitBytes: 1e9 });
    await Promise.all(many(500).map((item) => spool.append({ ...item, body: 'x'.repeat(10_000) })));
    const seen = new Set<string>();
    const failing = spool.drain(async (items) => {
      if (seen.size > 0) throw new Error('away again');
      for (const { id } of items) seen.add(id);
    });
    await expect(failing).rejects.toThrow('away again');
    const before = seen.size;
    await spool.append(delivery(500));
    const after = await drained(spool);
    for (const { id } of after) seen.add(id);
    expect([seen.size, after.length]).toEqual([501, 501 - before]);
    expect(spool.bytes()).toBe(0);
    await spool.close();
  });

  it('refuses what does not fit and takes it when there is room again', async () => {
    const spool = await openSpool({ dir: newDir(), limitBytes: 65_536 });
    const large = delivery(1, 'x'.repeat(40_000));
    await spool.append(large);
    await expect(spool.append({ ...large, id: 'second' })).rejects.toThrow(SpoolFullError);
    expect(await drained(spool)).toHaveLength(1);
    await spool.append({ ...large, id: 'second' });
    expect((await drained(spool)).map(({ id }) => id)).toEqual(['second']);
    await spool.close();
  });

  it('takes over what a dead process left, a record cut off by its death excepted, and leaves the living alone', async () => {
    const dir = newDir();
    const dead = await openSpool({ dir, limitBytes: 1e9 });
    await Promise.all(many(3).map((item) => dead.append(item)));
    const [folder = ''] = await endOwners(dir);
    const [segment = ''] = (await readdir(folder)).filter((file) => file.endsWith('.log'));
    await appendFile(join(folder, segment), '999 0123456789abcdef\n{"id":"cut');
    const living = await openSpool({ dir, limitBytes: 1e9 });
    await living.append(delivery(7));
    const heir = await openSpool({ dir, limitBytes: 1e9 });
    await heir.adoptOrphans();
    expect((await drained(heir)).map(({ id }) => id)).toEqual(['delivery-0', 'delivery-1', 'delivery-2']);
    expect(heir.bytes()).toBe(0);
    expect((await drained(living)).map(({ id }) => id)).toEqual(['delivery-7']);
    await Promise.all([living.close(), heir.close()]);
  });

  it('leaves what it could not hand on to the next process at once', async () => {
    const dir = newDir();
    const first = await openSpool({ dir, limitBytes: 1e9 });
    await first.append(delivery(1));
    await first.close();
    const second = await openSpool({ dir, limitBytes: 1e9 });
    await second.adoptOrphans();
    expect((await drained(second)).map(({ id }) => id)).toEqual(['delivery-1']);
    await second.close();
    expect(await readdir(dir)).toEqual([]);
  });

  it('hands on about a megabyte at a time, or one delivery that is larger', async () => {
    const spool = await openSpool({ dir: newDir(), limitBytes: 1e9 });
    const kilobytes = [300, 300, 300, 300, 20_000, 1, 1];
    const bodies = kilobytes.map((size) => 'x'.repeat(size * 1024));
    await Promise.all(bodies.map((body, n) => spool.append(delivery(n, body))));
    const lots: number[][] = [];
    await spool.drain(async (items) => lots.push(items.map(({ body }) => body.length / 1024)));
    expect(lots).toEqual([[300, 300, 300], [300], [20_000], [1, 1]]);
    await spool.close();
  });

  it('counts what waits to be written, whatever comes at once', async () => {
    const spool = await openSpool({ dir: newDir(), limitBytes: 100_000 });
    const appends = await Promise.allSettled(
      many(5).map((item) => spool.append({ ...item, body: 'x'.repeat(40_000) })),
    );
    expect(appends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(spool.bytes()).toBeLessThanOrEqual(100_000);
    await spool.close();
  });
});

describe('a spool whose folder is taken over while its owner was paused', () => {
  it('keeps what it is given then elsewhere, and no longer counts what was taken', async () => {
    const dir = newDir();
    const paused = await openSpool({ dir, limitBytes: 1e9 });
    await paused.append(delivery(1));
    const [folder = ''] = await foldersOf(dir);
    const heir = await openSpool({ dir, limitBytes: 1e9 });
    await adoptFromAfar(heir, folder);
    expect((await drained(heir)).map(({ id }) => id)).toEqual(['delivery-1']);
    await paused.append(delivery(2));
    expect((await drained(paused)).map(({ id }) => id)).toEqual(['delivery-2']);
    expect([paused.bytes(), heir.bytes()]).toEqual([0, 0]);
    await Promise.all([paused.close(), heir.close()]);
    expect(await readdir(dir)).toEqual([]);
  });

  it('makes itself another one, also when nothing comes', async () => {
    const dir = newDir();
    const spool = await openSpool({ dir, limitBytes: 1e9 });
    await spool.append(delivery(1));
    const [folder = ''] = await foldersOf(dir);
    await rm(folder, { recursive: true });
    await eventually('there is a folder again', async () => ((await readdir(dir)).length > 0 ? true : undefined));
    await eventually('it counts nothing', async () => (spool.bytes() === 0 ? true : undefined));
    await spool.append(delivery(2));
    expect((await drained(spool)).map(({ id }) => id)).toEqual(['delivery-2']);
    await spool.close();
  });

  it('loses nothing it acknowledged, whenever it happens', async () => {
    const dir = newDir();
    const heir = await openSpool({ dir, limitBytes: 1e9 });
    const [heirs = ''] = await foldersOf(dir);
    const owner = await openSpool({ dir, limitBytes: 1e9 });
    const kept = new Set<string>();
    const found = new Set<string>();
    const takeOver = async () => {
      for (const folder of await foldersOf(dir)) if (folder !== heirs) await rewriteOwner(folder, { started: '' });
      await heir.adoptOrphans();
      for (const { id } of await drained(heir)) found.add(id);
    };
    let taking = true;
    const sending = Array.from({ length: 4 }, async (_, sender) => {
      for (let n = 0; taking; n += 1) {
        const item = delivery(n * 4 + sender);
        // Refused is not lost: the sender is told.
        const isKept = await owner.append(item).then(
          () => true,
          () => false,
        );
        if (isKept) kept.add(item.id);
      }
    });
    for (let times = 0; times < 50; times += 1) {
      const before = kept.size;
      await eventually('more is kept', async () => (kept.size > before ? true : undefined));
      await takeOver();
    }
    taking = false;
    await Promise.all(sending);
    for (const { id } of [...(await drained(heir)), ...(await drained(owner))]) found.add(id);
    expect([...kept].filter((id) => !found.has(id))).toEqual([]);
    expect(kept.size).toBeGreaterThan(50);
    await Promise.all([owner.close(), heir.close()]);
  });
});
