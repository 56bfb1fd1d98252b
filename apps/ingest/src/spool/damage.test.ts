import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { runs, testDelivery } from '@slipway/testing';
import fc from 'fast-check';
import type { QuarantinedRecord } from './drain-segments.js';
import { openSpool, type Spool } from './spool.js';
import { encodeRecord, toRecord } from './spool-record.js';

const root = await mkdtemp(join(tmpdir(), 'slipway-damage-'));
afterAll(() => rm(root, { recursive: true }));
let folders = 0;
const newDir = () => {
  folders += 1;
  return join(root, String(folders));
};

const TEXT = 'a log\nwith lines, ümlaut 😀 and "12 0123456789abcdef 3\n"';
/** Bodies as ingest stores them: JSON, some of it formatted by the sender. */
const bodies = [
  { status: 'ok' },
  { text: TEXT },
  { list: [1, 2, 3], nested: { text: TEXT } },
  { number: 12 },
  { last: true },
].map((body, place) => JSON.stringify(body, null, place % 2 === 0 ? 0 : 2) + (place === 3 ? '\n' : ''));
const deliveries = bodies.map((body, place) => testDelivery({ id: `delivery-${place}`, body, receivedAt: 1 }));
const records = deliveries.map((delivery) => encodeRecord(toRecord(delivery)));
const offsets = records.map((_, place) => Buffer.concat(records.slice(0, place)).length);
const segment = Buffer.concat(records);
const LAST = records.length - 1;

/** The segment, with some bytes of one record changed. */
function damage(place: number, ...flips: readonly (readonly [at: number, mask: number])[]): Buffer {
  const bytes = Buffer.from(segment);
  const record = bytes.subarray(offsets[place], (offsets[place] ?? 0) + (records[place]?.length ?? 0));
  for (const [at, mask] of flips) record[at % record.length] = (record[at % record.length] ?? 0) ^ mask;
  return bytes;
}

const recordOf = (bytes: Buffer, place: number) =>
  bytes.subarray(offsets[place], (offsets[place] ?? 0) + (records[place]?.length ?? 0));

interface Drained {
  readonly deliveries: readonly Delivery[];
  readonly quarantined: readonly QuarantinedRecord[];
  /** The content of the quarantine folder. */
  readonly kept: readonly Buffer[];
  readonly left: readonly string[];
}

async function filesIn(dir: string): Promise<string[]> {
  return (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

async function drainAll(spool: Spool, dir: string, quarantined: readonly QuarantinedRecord[]): Promise<Drained> {
  const out: Delivery[] = [];
  await spool.drain(async (items) => out.push(...items));
  await spool.close();
  const files = await filesIn(dir);
  const kept = files.filter((path) => path.startsWith(join(dir, 'quarantine')));
  return {
    deliveries: out,
    quarantined,
    kept: await Promise.all(kept.map((path) => readFile(path))),
    left: files.filter((path) => !kept.includes(path)),
  };
}

/** Drains a segment that an ended process has left. */
async function drainLeft(bytes: Buffer, dir = newDir()): Promise<Drained> {
  await mkdir(join(dir, 'left'), { recursive: true });
  await writeFile(join(dir, 'left', '000000000001.log'), bytes);
  const quarantined: QuarantinedRecord[] = [];
  const spool = await openSpool({ dir, limitBytes: 1e9, onQuarantine: (record) => quarantined.push(record) });
  await spool.takeOver();
  return drainAll(spool, dir, quarantined);
}

/** Drains a segment that this process has written itself, after its file was changed. */
async function drainOwn(bytes: Buffer): Promise<Drained> {
  const dir = newDir();
  const quarantined: QuarantinedRecord[] = [];
  const spool = await openSpool({ dir, limitBytes: 1e9, onQuarantine: (record) => quarantined.push(record) });
  await Promise.all(deliveries.map((delivery) => spool.append(delivery)));
  const path = (await filesIn(dir)).find((file) => file.endsWith('.log')) ?? '';
  expect(await readFile(path)).toEqual(segment);
  await writeFile(path, bytes);
  return drainAll(spool, dir, quarantined);
}

/** Every record but the damaged one was delivered once, in order; the damaged one was too, or its bytes are kept. */
function expectNothingLost({ deliveries: out, quarantined, kept, left }: Drained, bytes: Buffer, place: number) {
  const others = deliveries.filter((_, other) => other !== place);
  expect(left).toEqual([]);
  if (out.length === deliveries.length) {
    expect(out).toEqual(deliveries);
    expect([quarantined, kept]).toEqual([[], []]);
    return;
  }
  expect(out).toEqual(others);
  expect(kept).toEqual([recordOf(bytes, place)]);
  expect(quarantined).toMatchObject([{ offset: offsets[place], bytes: records[place]?.length }]);
}

describe('a damaged record', () => {
  it.each(records.map((record, place) => [place, record.length]))(
    'does not affect any other record, whichever byte of record %i is wrong',
    async (place, length) => {
      // Every byte of the head and of the end, and some of the content.
      const isTried = (at: number) => at < 28 || at % 29 === 0 || at >= length - 3;
      for (const at of Array.from({ length }, (_, n) => n).filter(isTried)) {
        const bytes = damage(place, [at, 1 << (at % 8)]);
        expectNothingLost(await drainLeft(bytes), bytes, place);
      }
    },
  );

  it('does not affect any other record, whichever of its bytes are wrong, in a segment this process wrote', async () => {
    const flip = fc.tuple(fc.nat(1_000), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.nat(LAST), fc.array(flip, { minLength: 1, maxLength: 40 }), async (place, flips) => {
        const bytes = damage(place, ...flips);
        expectNothingLost(await drainOwn(bytes), bytes, place);
      }),
      runs(60),
    );
  });

  it('does not affect any other record if its length and the byte before the next record are wrong', async () => {
    for (const digit of '0123456789') {
      const bytes = damage(1, [0, 4]);
      recordOf(bytes, 1).write(digit, (records[1]?.length ?? 0) - 1);
      expectNothingLost(await drainLeft(bytes), bytes, 1);
    }
  });

  it('is quarantined with the damaged records next to it, and later records are delivered', async () => {
    const bytes = Buffer.from(segment);
    for (const place of [1, 2]) recordOf(bytes, place).fill(0);
    const { deliveries: out, kept, quarantined } = await drainLeft(bytes);
    expect(out.map(({ id }) => id)).toEqual(['delivery-0', 'delivery-3', 'delivery-4']);
    expect(kept).toEqual([Buffer.concat([recordOf(bytes, 1), recordOf(bytes, 2)])]);
    expect(quarantined).toHaveLength(1);
  });

  it('is quarantined whole even if it is larger than a batch', async () => {
    const large = testDelivery({ body: JSON.stringify({ log: 'x'.repeat(5 * 1024 * 1024) }) });
    const after = [2, 3].map((n) => testDelivery({ body: JSON.stringify({ n, log: 'y'.repeat(900_000) }) }));
    const [first, ...others] = [large, ...after].map((delivery) => encodeRecord(toRecord(delivery)));
    const damaged = Buffer.from(first ?? '');
    damaged.write('!', 1_000_000);
    const { deliveries: out, kept } = await drainLeft(Buffer.concat([damaged, ...others]));
    expect(out).toEqual(after);
    expect(kept.map((bytes) => bytes.equals(damaged))).toEqual([true]);
  });
});

describe('the end of a segment', () => {
  it('is not damage, wherever a crash cut off the last record', async () => {
    // Every byte of the head, and some of the content.
    for (let length = 1; length < (records[LAST]?.length ?? 0) - 1; length += length < 28 ? 1 : 13) {
      const { deliveries: out, quarantined } = await drainLeft(segment.subarray(0, (offsets[LAST] ?? 0) + length));
      expect(out).toEqual(deliveries.slice(0, LAST));
      expect(quarantined).toEqual([]);
    }
  });

  it('is not damage where this process failed to write a whole record', async () => {
    const dir = newDir();
    const quarantined: QuarantinedRecord[] = [];
    const spool = await openSpool({ dir, limitBytes: 1e9, onQuarantine: (record) => quarantined.push(record) });
    await spool.append(deliveries[0] ?? testDelivery());
    const [path = ''] = (await filesIn(dir)).filter((file) => file.endsWith('.log'));
    await appendFile(path, `${records[1]?.toString('utf8', 0, 50)}??????????`);
    expect(await drainAll(spool, dir, quarantined)).toEqual({
      deliveries: [deliveries[0]],
      quarantined: [],
      kept: [],
      left: [],
    });
  });
});

describe('the quarantine', () => {
  const damaged = damage(2, [200, 1]);

  it('keeps a record only once when a crash happens before the segment is deleted', async () => {
    const dir = newDir();
    await drainLeft(damaged, dir);
    const { deliveries: out, kept } = await drainLeft(damaged, dir);
    expect(out).toHaveLength(LAST);
    expect(kept).toEqual([recordOf(damaged, 2)]);
  });

  it('counts toward the spool limit, and is never deleted', async () => {
    const dir = newDir();
    await drainLeft(damaged, dir);
    const limitBytes = 1_000;
    const spool = await openSpool({ dir, limitBytes });
    expect(spool.quarantined()).toEqual({ records: 1, bytes: records[2]?.length });
    const fits = testDelivery({ body: JSON.stringify({ text: 'x'.repeat(500) }) });
    await expect(spool.append(fits)).rejects.toThrow('the spool is full');
    await rm(join(dir, 'quarantine'), { recursive: true });
    await spool.takeOver();
    expect(spool.quarantined()).toEqual({ records: 0, bytes: 0 });
    await spool.append(fits);
    await drainAll(spool, dir, []);
  });

  it('leaves the segment in place if it cannot be written, while records of other processes still drain', async () => {
    const dir = newDir();
    await mkdir(dir);
    await writeFile(join(dir, 'quarantine'), 'in the way');
    await mkdir(join(dir, 'left'));
    await writeFile(join(dir, 'left', '000000000001.log'), damaged);
    await writeFile(join(dir, 'left', '000000000002.log'), records[0] ?? '');
    const spool = await openSpool({ dir, limitBytes: 1e9 });
    await spool.takeOver();
    const out: string[] = [];
    const drain = () => spool.drain(async (items) => out.push(...items.map(({ id }) => id)));
    await expect(drain()).rejects.toThrow();
    expect(out).toEqual(['delivery-0', 'delivery-1', 'delivery-0']);
    await rm(join(dir, 'quarantine'));
    await drain();
    expect(out.slice(3)).toEqual(['delivery-3', 'delivery-4']);
    await spool.close();
    expect(await readdir(dir)).toEqual(['quarantine']);
  });
});
