import { postWebhook } from '../sending/post-webhook.js';
import type { KeptReport, Outbox } from './outbox.js';
import { withQueueLock } from './queue-lock.js';

/** What a flush did. */
export interface Flushed {
  readonly sent: string[];
  /** Reports that the service refused for good; they are removed. */
  readonly refused: string[];
  /** Why reports are still waiting; null if none is. */
  problem: string | null;
}

/** A build must not wait long for its report: one attempt, the next report tries again. */
const POLICY = { timeoutMs: 5_000, attempts: 1, maxWaitMs: 0 };
const LOCK_PATIENCE_MS = 5_000;
/** No request begins later, so that many reports that wait do not hold up a build either. */
const TOTAL_MS = 15_000;

/** Sends what waits in some queues, oldest first. A queue stops at the first report that the service cannot take now. */
export async function flush(outbox: Outbox, queues: readonly string[]): Promise<Flushed> {
  const flushed: Flushed = { sent: [], refused: [], problem: null };
  const end = Date.now() + TOTAL_MS;
  for (const queue of queues) {
    const patienceMs = Math.min(LOCK_PATIENCE_MS, end - Date.now());
    const isDone = await withQueueLock(queue, patienceMs, () => flushQueue(outbox, queue, flushed, end));
    if (!isDone) flushed.problem ??= 'another process is sending';
  }
  return flushed;
}

async function flushQueue(outbox: Outbox, queue: string, flushed: Flushed, end: number): Promise<void> {
  for (;;) {
    const report = await outbox.first(queue);
    if (report === null) return;
    if (Date.now() > end) {
      flushed.problem ??= 'there was not enough time';
      return;
    }
    if (!(await sendReport(outbox, report, flushed))) return;
  }
}

/** False if the report has to wait. */
async function sendReport(outbox: Outbox, report: KeptReport, flushed: Flushed): Promise<boolean> {
  const answer = await postWebhook(report.request, POLICY);
  if (answer.kind === 'unavailable') {
    flushed.problem ??= `${new URL(report.request.url).origin} did not take it: ${answer.reason}`;
    return false;
  }
  await outbox.remove(report);
  if (answer.kind === 'accepted') flushed.sent.push(report.title);
  else flushed.refused.push(`${report.title}: ${answer.status} ${answer.message}`);
  return true;
}
