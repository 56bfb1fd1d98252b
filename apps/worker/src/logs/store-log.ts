import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import {
  countLogBytesToday,
  discardLog,
  dropMiddle,
  findLastChunk,
  findLog,
  findMaskingProjects,
  listChunks,
  type StoredLog,
  storePart,
} from '@slipway/db';
import {
  commonRedactor,
  divideLines,
  ENOUGH_PART_BYTES,
  findMiddle,
  logLimit,
  type Redactor,
  type TakenLines,
  takeLines,
} from '@slipway/domain';
import type { BufferedLog, BufferedPieces, PackedPiece } from '@slipway/queue';
import type { JobContext } from '../define-job.js';
import { settleLog } from './settle-log.js';

/** How much is masked and stored at once. */
const PART_BYTES = 1024 * 1024;
/** A log of which nothing arrives for this long has ended. */
const SILENT_MS = 24 * 60 * 60_000;
/** Longer than a delivery that opens a log may wait to be applied. */
const ABANDONED_MS = 24 * 60 * 60_000;

type StoreContext = Pick<
  JobContext,
  'database' | 'logs' | 'redactors' | 'signal' | 'closing' | 'clock' | 'logLimits' | 'failures' | 'baselines'
>;

/**
 * Moves what has arrived of a log from its buffer to its rows, masked. What is in the rows is removed from the buffer only
 * afterwards, so a worker that dies loses nothing, and of two workers with the same log only one stores each part.
 */
export async function storeLog(of: BufferedLog, context: StoreContext): Promise<void> {
  const { database, logs, signal, closing } = context;
  for (let isLeft = true; isLeft && !signal.aborted && !closing.aborted; ) {
    const log = await findLog(database, { integrationId: of.integrationId, digest: of.log });
    const buffered = await logs.read(of, log?.sentBytes ?? 0, PART_BYTES);
    if (log === null) return dropAbandoned(of, buffered, context);
    if (log.purgedAt !== null || log.completedAt !== null) return dropUnwanted(of, { log, buffered }, context);
    isLeft = await storeNext(of, { log, buffered }, context);
  }
}

interface BufferedPart {
  readonly log: StoredLog;
  readonly buffered: BufferedPieces | null;
}

/** Stores what was read from the buffer; whether there is more. */
async function storeNext(
  of: BufferedLog,
  { log, buffered }: BufferedPart,
  context: StoreContext,
): Promise<boolean> {
  const { logs, clock } = context;
  const isSilent = clock.now() - log.storedAt.getTime() >= SILENT_MS;
  const part = await unpackPart(log, buffered, isSilent || log.closedAt !== null);
  const taken = takeLines(part.bytes, { isEnd: part.isEnd, redactor: await redactorOf(log, context) });
  if (taken.bytes > 0 && !(await store(log, taken, context))) return false;
  if (buffered !== null) await logs.trim(of, log.sentBytes + taken.bytes, part.isAll ? buffered.next : -1);
  if (part.isAll) await settleLog(log, { isEnd: part.isEnd || isSilent }, context);
  return !part.isAll;
}

/** What is sent of a log after its end, or after it was purged, is not stored. */
async function dropUnwanted(
  of: BufferedLog,
  { log, buffered }: BufferedPart,
  { logs, database }: StoreContext,
): Promise<void> {
  if (buffered !== null) await logs.trim(of, buffered.next, buffered.next);
  if (log.completedAt === null) await discardLog(database, log.id);
}

/** A log whose opening is still to be applied waits; one whose row was deleted, with its project or build, does not. */
async function dropAbandoned(
  of: BufferedLog,
  buffered: BufferedPieces | null,
  { logs, clock }: StoreContext,
): Promise<void> {
  if (buffered !== null && clock.now() - buffered.openedAt > ABANDONED_MS) await logs.drop(of);
}

interface Part {
  /** What is not stored yet. */
  readonly bytes: Buffer;
  /** Whether nothing more has arrived, and whether nothing more will. */
  readonly isAll: boolean;
  readonly isEnd: boolean;
}

async function unpackPart(
  { sentBytes, size }: StoredLog,
  buffered: BufferedPieces | null,
  isClosed: boolean,
): Promise<Part> {
  if (buffered === null) return { bytes: Buffer.alloc(0), isAll: true, isEnd: isClosed };
  const { offset, pieces, next } = buffered;
  const whole = Buffer.concat(await Promise.all(pieces.map(unpackPiece)));
  const end = offset + whole.length;
  const isAll = end >= next;
  return {
    bytes: whole.subarray(Math.max(0, sentBytes - offset)),
    isAll,
    isEnd: isAll && isClosed && end >= (size ?? next),
  };
}

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/** Ingest has decoded it before, so it can be decoded. */
function unpackPiece({ packed, encoding }: PackedPiece): Promise<Buffer> | Buffer {
  return Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding as keyof typeof DECODERS](packed) : packed;
}

async function redactorOf(
  { projectId }: StoredLog,
  { database, redactors }: Pick<JobContext, 'database' | 'redactors'>,
): Promise<Redactor> {
  const masking = (await findMaskingProjects(database, [projectId])).get(projectId);
  return masking === undefined ? commonRedactor : redactors.of(masking);
}

/** Stores lines, together with those of a small last chunk. False if another worker has stored them. */
async function store(log: StoredLog, { lines, bytes }: TakenLines, context: StoreContext): Promise<boolean> {
  const { database } = context;
  const replaced = log.lines === 0 ? null : await findLastChunk(database, log.id, ENOUGH_PART_BYTES);
  const chunks = divideLines([...(replaced?.lines ?? []), ...lines]);
  const part = { sentBytes: log.sentBytes + bytes, replaced, chunks };
  if (!(await storePart(database, log, part))) return false;
  await keepWithinLimit(log, context);
  return true;
}

async function keepWithinLimit(before: StoredLog, { database, logLimits }: StoreContext): Promise<void> {
  const log = await findLog(database, before);
  if (log === null || log.bytes - log.droppedBytes <= logLimits.leastBytes) return;
  const limitBytes = logLimit(logLimits, await countLogBytesToday(database, log));
  if (log.bytes - log.droppedBytes <= limitBytes) return;
  const { headLines } = log;
  const middle = findMiddle(await listChunks(database, log.id), { limitBytes, headLines });
  if (middle !== null) await dropMiddle(database, log.id, middle);
}
