import { setTimeout as delay } from 'node:timers/promises';
import { afterAll } from '@jest/globals';
import type { Database } from '@slipway/db';
import { eventually } from '@slipway/testing';

/** What a fault cost. */
export interface FaultCost {
  readonly sent: number;
  readonly accepted: number;
  /** Refused or cut off, and not accepted when sent again. */
  readonly refused: number;
  /** Accepted, but not in the ledger. */
  readonly lost: number;
  /** Accepted once, but more than once in the ledger. */
  readonly doubled: number;
  /** Until everything accepted was in the ledger. */
  readonly seconds: number;
}

/** A build report, sent once, as GitHub would. */
export interface Report {
  readonly url: string;
  readonly token: string;
  readonly buildNumber: string;
  readonly status: string;
}

/** Sends reports, and keeps a separate ledger of what was accepted. */
export interface FaultLedger {
  /** Returns the status of the response; 0 without one. */
  send(report: Report): Promise<number>;
  /** How many reports were accepted so far. */
  accepted(): number;
  /** Sends reports one after the other until the work is done; each again while the queue has no time for it. */
  sendDuring(nextReport: () => Report, work: () => Promise<void>): Promise<void>;
  settle(): Promise<FaultCost>;
}

const table: [string, FaultCost][] = [];
const PAUSE_MS = 20;
/** On a machine that is busy with other work, Redis may be too slow for a moment. */
const TRIES = 5;

/** Prints the costs of all faults after the tests of the file. */
export function printCosts(): void {
  afterAll(() => {
    const columns = ['sent', 'accepted', 'refused', 'lost', 'doubled', 'seconds'] as const;
    const rows = table.map(([what, cost]) => [what.padEnd(48), ...columns.map((each) => cost[each])].join('\t'));
    process.stdout.write(`${[['fault'.padEnd(48), ...columns].join('\t'), ...rows].join('\n')}\n`);
  });
}

export function openFaultLedger(what: string, database: Database): FaultLedger {
  const startedAt = performance.now();
  const accepted: string[] = [];
  let sent = 0;

  function send(report: Report): Promise<number> {
    sent += 1;
    return post(report);
  }

  async function sendAgain(report: Report): Promise<void> {
    sent += 1;
    for (let left = TRIES; left > 0; left -= 1) {
      if ((await post(report)) !== 503) return;
      await delay(PAUSE_MS);
    }
  }

  async function post({ url, token, buildNumber, status }: Report): Promise<number> {
    const answer = await fetch(`${url}/webhooks/ci`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-webhook-token': token },
      body: JSON.stringify({ job_name: 'Faults', build_number: buildNumber, status }),
    }).catch(() => null);
    const body = (await answer?.json().catch(() => ({}))) as { delivery_id?: string } | undefined;
    if (answer?.ok && body?.delivery_id !== undefined) accepted.push(body.delivery_id);
    return answer?.status ?? 0;
  }

  async function countRows(): Promise<Map<string, number>> {
    const rows = await database.prisma.delivery.groupBy({
      by: ['id'],
      _count: true,
      where: { id: { in: accepted } },
    });
    return new Map(rows.map(({ id, _count }) => [id, _count]));
  }

  return {
    send,
    accepted: () => accepted.length,
    async sendDuring(nextReport, work) {
      let isOver = false;
      const working = work().finally(() => {
        isOver = true;
      });
      while (!isOver) await Promise.all([sendAgain(nextReport()), delay(PAUSE_MS)]);
      await working;
    },
    async settle() {
      const rows = await eventually('everything accepted is in the ledger', async () => {
        const found = await countRows();
        return found.size === accepted.length ? found : undefined;
      }).catch(countRows);
      const cost = {
        sent,
        accepted: accepted.length,
        refused: sent - accepted.length,
        lost: accepted.filter((id) => !rows.has(id)).length,
        doubled: [...rows.values()].filter((count) => count > 1).length,
        seconds: Math.round((performance.now() - startedAt) / 100) / 10,
      };
      table.push([what, cost]);
      return cost;
    },
  };
}
