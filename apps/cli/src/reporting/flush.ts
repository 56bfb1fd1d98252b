import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PostPolicy, postWebhook } from '../sending/post-webhook.js';
import type { KeptReport, Outbox, WaitingFile } from './outbox.js';

export interface Flushed {
  /** Accepted reports, by file. */
  readonly sent: Map<string, { readonly title: string; readonly deliveryId: string }>;
  /** Reports that the service refused permanently, by file; they are removed. */
  readonly refused: Map<string, string>;
  /** Why reports are still waiting; null if none are. */
  problem: string | null;
}

export interface FlushOptions {
  readonly policy: PostPolicy;
  /** The files of the caller's own reports; absent if all reports must be sent. */
  readonly own?: ReadonlySet<string>;
  /** The address to send to, if the service has moved; by default the one that the report was written for. */
  readonly to?: string | undefined;
}

interface Flush extends FlushOptions {
  readonly outbox: Outbox;
  readonly flushed: Flushed;
  /** No request starts after this time, so that neither a long queue nor a slow service holds up a build. */
  readonly end: number;
}

const LOCK_PATIENCE_MS = 5_000;
/** For a flush of all reports, which no build waits for. */
const TOTAL_MS = 15_000;
/** Small reports do not wait for one that is larger than this. */
const LARGE_BYTES = 64 * 1024;
/** A large report that timed out this often is skipped for a while, so that it does not hold up every build. */
const MAX_TIMEOUTS = 3;
const PAUSE_MS = 10 * 60 * 1_000;
const MIN_TIMEOUT_MS = 100;

const isLarge = ({ bytes }: WaitingFile) => bytes > LARGE_BYTES;

/**
 * Sends the reports waiting in some queues, small ones first and in order. If a small one gets no response, the service
 * is unreachable. A large one may only be slow, so the next one is tried.
 */
export async function flush(outbox: Outbox, queues: readonly string[], options: FlushOptions): Promise<Flushed> {
  const flushed: Flushed = { sent: new Map(), refused: new Map(), problem: null };
  const work = {
    ...options,
    outbox,
    flushed,
    end: Date.now() + (options.own === undefined ? TOTAL_MS : options.policy.timeoutMs),
  };
  for (const queue of queues) if (await flushSmall(queue, work)) await flushLarge(queue, work);
  return flushed;
}

/** Returns false if the service is unreachable. */
async function flushSmall(queue: string, work: Flush): Promise<boolean> {
  const { outbox, flushed, end } = work;
  const isReached = await withLock(join(queue, 'lock'), timeUntil(end), async () => {
    for await (const file of untried(
      () => outbox.waiting(queue),
      (waiting) => !isLarge(waiting),
    ))
      if (!isInTime(work) || !(await sendFile(file, work))) return false;
    return true;
  });
  if (isReached === null) flushed.problem ??= 'another process is sending';
  return isReached ?? false;
}

async function flushLarge(queue: string, work: Flush): Promise<void> {
  const { outbox, flushed, end, own } = work;
  const large = (await outbox.waiting(queue)).filter(isLarge);
  if (large.length === 0) return;
  // A process that has no large report of its own does not wait for another one that is sending them.
  const mayWait = own === undefined || large.some(({ file }) => own.has(file));
  const isDone = await withLock(join(queue, 'lock-large'), mayWait ? timeUntil(end) : 0, async () => {
    for await (const file of untried(() => outbox.waiting(queue), isLarge)) {
      if (!isInTime(work)) break;
      await sendFile(file, work);
    }
    return true;
  });
  if (isDone === null) flushed.problem ??= 'another process is sending';
}

function timeUntil(end: number): number {
  return Math.min(LOCK_PATIENCE_MS, end - Date.now());
}

/** Yields each file once, including those added meanwhile: their processes may have given up waiting for the lock. */
async function* untried(
  list: () => Promise<WaitingFile[]>,
  isMeant: (file: WaitingFile) => boolean,
): AsyncGenerator<WaitingFile> {
  const tried = new Set<string>();
  for (;;) {
    const files = (await list()).filter((waiting) => isMeant(waiting) && !tried.has(waiting.file));
    if (files.length === 0) return;
    for (const waiting of files) {
      tried.add(waiting.file);
      yield waiting;
    }
  }
}

function isInTime({ end, flushed }: Flush): boolean {
  if (Date.now() <= end) return true;
  flushed.problem ??= 'ran out of time';
  return false;
}

/** Returns false if the report must wait. */
async function sendFile(waiting: WaitingFile, work: Flush): Promise<boolean> {
  const { outbox, flushed, policy, to } = work;
  const { file } = waiting;
  const report = await outbox.read(file);
  if (report === null) return true;
  if (isPaused(report, waiting, work)) {
    flushed.problem ??= `${report.title} was too slow; it will be sent again later`;
    return false;
  }
  const request = to === undefined ? report.request : { ...report.request, url: movedTo(to, report.request.url) };
  const answer = await postWebhook(request, { ...policy, timeoutMs: timeLeft(work) });
  if (answer.kind === 'unavailable') {
    flushed.problem ??= `${new URL(request.url).origin} did not accept it: ${answer.reason}`;
    if (answer.isTooSlow && isLarge(waiting)) await outbox.noteTimeout(file, report);
    return false;
  }
  await outbox.remove(file);
  if (answer.kind === 'accepted') flushed.sent.set(file, { title: report.title, deliveryId: answer.deliveryId });
  else flushed.refused.set(file, `${report.title}: ${answer.status} ${answer.message}`);
  return true;
}

/** A caller's own reports share one time limit. */
function timeLeft({ own, policy, end }: Flush): number {
  return own === undefined ? policy.timeoutMs : Math.max(MIN_TIMEOUT_MS, end - Date.now());
}

function movedTo(host: string, url: string): string {
  const { pathname } = new URL(url);
  return `${host}${pathname.slice(pathname.indexOf('/webhooks/'))}`;
}

/** A flush of all reports skips none. */
function isPaused({ timeouts = 0 }: KeptReport, { writtenAt }: WaitingFile, { own }: Flush): boolean {
  return own !== undefined && timeouts >= MAX_TIMEOUTS && Date.now() - writtenAt < PAUSE_MS;
}

/** A process that holds the lock longer has died, because sending has a time limit. */
const STALE_MS = 120_000;
const RETRY_MS = 50;

/**
 * Runs a function while holding a lock between processes. Returns null if another process holds it for too
 * long; that process, or the next one, sends our report.
 */
async function withLock<T>(path: string, maxWaitMs: number, run: () => Promise<T>): Promise<T | null> {
  for (const end = Date.now() + maxWaitMs; !(await take(path)); await sleep(RETRY_MS)) {
    if (Date.now() >= end) return null;
  }
  try {
    return await run();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > STALE_MS) await rm(path, { force: true });
    return false;
  }
}
