import { setTimeout as delay } from 'node:timers/promises';
import type { IntegrationChange, IntegrationRecord } from '@slipway/db';
import type { Mirror } from './integration-mirror.js';

export interface MirrorKeeperOptions {
  readonly mirror: Mirror;
  /** Reads the database. */
  load(tokenHash: string): Promise<IntegrationRecord | null>;
}

/** Keeps the mirror true to the database. */
export interface MirrorKeeper {
  /** Forgets what a change concerns, also what this process never looked up, and asks the database anew. */
  noteChange(change: IntegrationChange): void;
  /** Changes may have gone unheard before listening began, so all records are then confirmed, and again every hour. */
  noteListening(listening: boolean): void;
  close(): void;
}

const RETRY_MS = 500;
const CONFIRM_EVERY_MS = 60 * 60_000;

const nameOf = (change: IntegrationChange) =>
  'integrationId' in change ? `integration ${change.integrationId}` : `project ${change.projectId}`;

export function keepMirror({ mirror, load }: MirrorKeeperOptions): MirrorKeeper {
  const closing = new AbortController();
  const forgetting = new Map<string, IntegrationChange>();
  let confirming: string[] = [];
  let listDue = false;
  let listening = false;
  let working = false;
  let changes = 0;

  /** What was read before a change was heard of may be outdated, and is read again. */
  async function confirm(tokenHash: string): Promise<void> {
    const changesThen = changes;
    const record = await load(tokenHash);
    if (changesThen !== changes) confirming.push(tokenHash);
    else await (record === null ? mirror.remove(tokenHash) : mirror.write(tokenHash, record));
  }

  async function forget(change: IntegrationChange): Promise<void> {
    const name = nameOf(change);
    forgetting.delete(name);
    try {
      confirming.push(...(await mirror.forget(change)));
    } catch (error) {
      forgetting.set(name, change);
      throw error;
    }
  }

  /** Whatever must be forgotten goes first. False when nothing is left to do. */
  async function step(): Promise<boolean> {
    const [change] = forgetting.values();
    if (change !== undefined) {
      await forget(change);
      return true;
    }
    if (listDue) {
      confirming = await mirror.list();
      listDue = false;
      return true;
    }
    const tokenHash = confirming.pop();
    if (tokenHash === undefined) return false;
    // While the database is away there is nothing to confirm by; listening begins anew when it is back.
    await confirm(tokenHash).catch(() => {
      confirming = [];
    });
    return true;
  }

  async function work(): Promise<void> {
    if (working) return;
    working = true;
    for (let more = true; more && !closing.signal.aborted; ) {
      more = await step().catch(() =>
        delay(RETRY_MS, true, { signal: closing.signal, ref: false }).catch(() => false),
      );
    }
    working = false;
  }

  function confirmAll(): void {
    if (!listening) return;
    listDue = true;
    void work();
  }

  const timer = setInterval(confirmAll, CONFIRM_EVERY_MS);
  timer.unref();
  return {
    noteChange(change) {
      changes += 1;
      forgetting.set(nameOf(change), change);
      void work();
    },
    noteListening(now) {
      listening = now;
      confirmAll();
    },
    close() {
      clearInterval(timer);
      closing.abort();
    },
  };
}
