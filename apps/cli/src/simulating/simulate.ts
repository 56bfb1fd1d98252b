import { setTimeout as sleep } from 'node:timers/promises';
import { createLedger, type Ledger, type Verdict } from './ledger.js';
import type { PlannedEvent } from './plan-day.js';
import { type PlayOptions, playDay, type Sent } from './play-day.js';
import { type FeedScope, type FeedWatch, watchFeed } from './watch-feed.js';

export interface Snapshot extends Verdict {
  readonly sent: number;
  readonly refused: number;
  readonly seconds: number;
  readonly phase: 'sending' | 'waiting' | 'verifying';
}

export interface SimulateOptions extends PlayOptions {
  readonly plan: readonly PlannedEvent[];
  readonly feed: FeedScope;
  /** How long to wait for accepted events to become visible. */
  readonly settleMs: number;
  /** Called about as often as a line on a terminal should change. */
  onProgress(snapshot: Snapshot): void;
}

export interface Outcome {
  readonly verdict: Verdict;
  readonly sent: Readonly<Sent>;
  readonly sendingSeconds: number;
}

/** How often the feed is read: the general limit of the service allows one request a second. */
export const READ_MS = 1_000;
/** One in this many reads also covers trackers, which are not part of the feed, and rows that appeared late. */
const READS_PER_THOROUGH_READ = 5;
const LATE_MS = 3_000;
const ROW_AGE_MS = 2_000;
const PROGRESS_MS = 250;
/** Plays the planned day, watches it become visible, and verifies at the end that each accepted event is there once. */
export async function simulate(options: SimulateOptions): Promise<Outcome> {
  const { plan, feed, onProgress } = options;
  const ledger = createLedger();
  const watch = watchFeed(feed, ledger);
  const sent: Sent = { sent: 0, refused: 0, problem: null };
  const began = performance.now();
  const secondsSince = () => (performance.now() - began) / 1_000;
  let phase: Snapshot['phase'] = 'sending';
  const timer = setInterval(() => {
    onProgress({ ...ledger.verdict(), ...sent, seconds: secondsSince(), phase });
  }, PROGRESS_MS);
  try {
    const reading = new AbortController();
    const reads = readUntil(watch, ledger, reading.signal);
    const playing = playDay(plan, options, ledger, sent);
    await Promise.race([playing, reads]);
    await playing;
    const sendingSeconds = secondsSince();
    phase = 'waiting';
    await waitUntil(() => ledger.waitingSince() === null, options.settleMs);
    reading.abort();
    await reads;
    phase = 'verifying';
    await watch.readAll();
    return { verdict: ledger.verdict(), sent, sendingSeconds };
  } finally {
    clearInterval(timer);
  }
}

/** Polls for new rows. Rejects if the feed cannot be read, so that no event is sent without being verified. */
async function readUntil(watch: FeedWatch, ledger: Ledger, end: AbortSignal): Promise<void> {
  for (let reads = 1; !end.aborted; reads += 1) {
    const isThorough = reads % READS_PER_THOROUGH_READ === 0;
    const since = ledger.waitingSince() ?? Number.POSITIVE_INFINITY;
    const isLate = isThorough && Date.now() - since > LATE_MS;
    // The row of a subject has the sender's time, which is shortly before the response.
    await watch.readNewEvents(isLate ? since - ROW_AGE_MS : undefined);
    if (isThorough) await watch.readNewReferences();
    await sleep(READ_MS, undefined, { signal: end }).catch(() => undefined);
  }
}

async function waitUntil(isDone: () => boolean, timeoutMs: number): Promise<void> {
  for (const end = Date.now() + timeoutMs; !isDone() && Date.now() < end; ) await sleep(PROGRESS_MS);
}
