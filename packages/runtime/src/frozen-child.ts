import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const PING_EVERY_MS = 1_000;
/**
 * How many pings in a row may stay unanswered. A process that the kernel reports as stopped will not answer any more. One
 * that is only busy gets more time than any work blocks its event loop, even on an overloaded machine.
 */
const MAX_UNANSWERED = { stopped: 3, silent: 20 };

/** What a process sends when it serves. Processes of earlier releases send the type alone, and do not answer pings. */
export const READY = { type: 'ready', answersPings: true };

/** Lets a process that has children ask this one whether it still responds. */
export function answerPings(): void {
  process.on('message', (message: { type?: unknown }) => {
    if (message.type === 'ping') process.send?.({ type: 'pong' }, undefined, undefined, () => undefined);
  });
}

/**
 * Calls back once when a child that serves stops responding. Pings are counted instead of seconds, so that the time in
 * which the machine slept does not count.
 */
export function onFrozen(child: ChildProcess, callback: () => void): void {
  let unanswered = 0;
  child.on('message', (message: { type?: unknown }) => {
    if (message.type === 'pong') unanswered = 0;
  });
  const timer = setInterval(async () => {
    child.send({ type: 'ping' }, () => undefined);
    unanswered += 1;
    const limit = (await isStopped(child.pid)) ? MAX_UNANSWERED.stopped : MAX_UNANSWERED.silent;
    if (unanswered <= limit) return;
    clearInterval(timer);
    callback();
  }, PING_EVERY_MS);
  child.once('exit', () => clearInterval(timer));
}

/** Whether a signal has stopped the process; false where the system does not say. */
async function isStopped(pid: number | undefined): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name in parentheses may contain anything; the state follows it.
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
}
