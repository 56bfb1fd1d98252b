import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Delivery } from '@slipway/contracts';
import { createSegmentWriter } from './segment-writer.js';
import { decodeRecord, encodeRecord } from './spool-record.js';

/** Thrown when a delivery does not fit any more. */
export class SpoolFullError extends Error {
  constructor() {
    super('the spool is full');
    this.name = 'SpoolFullError';
  }
}

/** A bounded queue on disk for the time that Redis is away. */
export interface Spool {
  /** Resolves once the delivery is on disk. */
  append(delivery: Delivery): Promise<void>;
  /** Bytes waiting to be drained. */
  bytes(): number;
  /** Hands everything on, oldest first, until it is empty or `publish` fails; what was handed on is deleted. */
  drain(publish: (delivery: Delivery) => Promise<unknown>): Promise<void>;
  /** Takes over what processes left that have died. */
  adoptOrphans(): Promise<void>;
  close(): Promise<void>;
}

export interface SpoolOptions {
  readonly dir: string;
  readonly limitBytes: number;
}

const ALIVE = 'alive';
const HEARTBEAT_MS = 1_000;
/** A process that has not touched its folder for so long is gone. */
const DEAD_AFTER_MS = 6_000;
const DRAIN_BATCH = 200;

/** Opens a spool in a folder of its own below `dir`: processes may share `dir`. */
export async function openSpool({ dir, limitBytes }: SpoolOptions): Promise<Spool> {
  const own = join(dir, randomUUID());
  await makeFolder(own);
  await writeFile(join(own, ALIVE), '');
  const writer = createSegmentWriter(own, 1_000_000);
  /** Where draining a file has come to; files not named here start at 0. */
  const drainedTo = new Map<string, number>();
  let bytes = 0;
  let adopted = 0;
  let draining: Promise<void> | undefined;

  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(join(own, ALIVE), now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  async function drainFile(path: string, publish: (delivery: Delivery) => Promise<unknown>): Promise<void> {
    const content = await readFile(path);
    let offset = drainedTo.get(path) ?? 0;
    for (;;) {
      const { deliveries, next } = readBatch(content, offset);
      if (deliveries.length === 0) break;
      await Promise.all(deliveries.map((delivery) => publish(delivery)));
      bytes -= next - offset;
      offset = next;
      drainedTo.set(path, offset);
    }
    // What is left behind the last whole record was never acknowledged.
    bytes -= content.length - offset;
    drainedTo.delete(path);
    await unlink(path);
  }

  async function drainAll(publish: (delivery: Delivery) => Promise<unknown>): Promise<void> {
    await writer.rotate();
    for (const name of await segmentsOf(own)) await drainFile(join(own, name), publish);
  }

  return {
    async append(delivery) {
      const record = encodeRecord(delivery);
      if (bytes + record.length > limitBytes) throw new SpoolFullError();
      bytes += record.length;
      try {
        await writer.append(record);
      } catch (error) {
        bytes -= record.length;
        throw error;
      }
    },
    bytes: () => bytes,
    drain(publish) {
      draining ??= drainAll(publish).finally(() => {
        draining = undefined;
      });
      return draining;
    },
    async adoptOrphans() {
      for (const orphan of await orphansIn(dir, own)) {
        for (const name of await segmentsOf(orphan)) {
          adopted += 1;
          const target = join(own, `${String(adopted).padStart(12, '0')}.log`);
          await rename(join(orphan, name), target);
          bytes += (await stat(target)).size;
        }
        await unlink(join(orphan, ALIVE)).catch(() => undefined);
        await rmdir(orphan).catch(() => undefined);
      }
    },
    async close() {
      clearInterval(heartbeat);
      await writer.rotate();
      if ((await segmentsOf(own)).length === 0) return rm(own, { recursive: true, force: true });
      // Left for the next process, which need not wait until this one counts as dead.
      await unlink(join(own, ALIVE)).catch(() => undefined);
    },
  };
}

function readBatch(content: Buffer, start: number): { deliveries: Delivery[]; next: number } {
  const deliveries: Delivery[] = [];
  let next = start;
  while (deliveries.length < DRAIN_BATCH) {
    const record = decodeRecord(content, next);
    if (record === null) break;
    deliveries.push(record.delivery);
    next = record.next;
  }
  return { deliveries, next };
}

async function segmentsOf(dir: string): Promise<string[]> {
  return (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.log')).toSorted();
}

async function orphansIn(dir: string, own: string): Promise<string[]> {
  const folders = (await readdir(dir)).map((name) => join(dir, name)).filter((folder) => folder !== own);
  const dead = await Promise.all(
    folders.map(async (folder) => {
      const alive = await stat(join(folder, ALIVE)).catch(() => null);
      return alive === null || Date.now() - alive.mtimeMs > DEAD_AFTER_MS;
    }),
  );
  return folders.filter((_, index) => dead[index]);
}

/** One level at a time: asked for all at once, Node never gives up on a folder that cannot hold folders. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 });
  }
}
