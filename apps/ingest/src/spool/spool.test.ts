import { appendFile, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { openSpool, SpoolFullError } from './spool.js';

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
  await spool.drain(async (item) => out.push(item));
  return out;
}

async function agedOwners(dir: string): Promise<string[]> {
  const names = await readdir(dir);
  const long = new Date(Date.now() - 60_000);
  await Promise.all(names.map((name) => utimes(join(dir, name, 'alive'), long, long)));
  return names;
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
    await Promise.all(many(500).map((item) => spool.append(item)));
    const seen = new Set<string>();
    let left = 250;
    const failing = spool.drain(async (item) => {
      left -= 1;
      if (left < 0) throw new Error('away again');
      seen.add(item.id);
    });
    await expect(failing).rejects.toThrow('away again');
    await spool.append(delivery(500));
    for (const { id } of await drained(spool)) seen.add(id);
    expect(seen.size).toBe(501);
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
    const [name = ''] = await agedOwners(dir);
    const [segment = ''] = (await readdir(join(dir, name))).filter((file) => file.endsWith('.log'));
    await appendFile(join(dir, name, segment), '999 0123456789abcdef\n{"id":"cut');
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
});
