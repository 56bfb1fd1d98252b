import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { Stack } from '@slipway/standalone';
import { eventually, openTestDatabase } from '@slipway/testing';

/** Counts what happened while something was lost or replaced. */
export interface Counts {
  accepted: number;
  /** Webhooks that were cut off or refused, and that the sender repeated. */
  repeated: number;
  /** Reads from the api and the console. */
  reads: number;
  failedReads: number;
}

/** Webhooks and reads through nginx, and a ledger of what was accepted. */
export interface Load {
  /** Sends webhooks and reads until `event` is over, and for a moment longer. */
  during(what: string, event: () => Promise<void>): Promise<Counts>;
  /** Waits until everything accepted so far is applied, and expects that it was applied exactly once. */
  expectAppliedOnce(): Promise<void>;
  /** Prints the counts of each event and why reads failed, and closes the connection to the database. */
  close(): Promise<void>;
}

/** The tokens and paths for webhooks and reads. */
export interface Sender {
  /** Tokens of Jenkins integrations, used in turn. */
  readonly webhookTokens: readonly string[];
  readonly reads: readonly { readonly path: string; readonly headers: Readonly<Record<string, string>> }[];
}

const JOB = 'Load';
const PAUSE_MS = 30;

/** Await it at the top level of a test file. */
export async function startLoad(stack: Stack, { webhookTokens, reads }: Sender): Promise<Load> {
  const { url } = stack.nginx;
  const database = openTestDatabase(stack.databases.primary.url);
  const deadLettersBefore = await database.prisma.deadLetter.count();
  const accepted = new Set<string>();
  const table: Record<string, Counts> = {};
  const failures: string[] = [];
  let sent = 0;

  /** Reports a build, and repeats the report until it is accepted, as senders do. */
  async function report(counts: Counts): Promise<void> {
    sent += 1;
    const buildNumber = String(sent);
    const body = JSON.stringify({ job_name: JOB, build_number: buildNumber, status: 'SUCCESS' });
    const headers = {
      'content-type': 'application/json',
      'x-webhook-token': webhookTokens[sent % webhookTokens.length] as string,
    };
    await eventually('the report is accepted', async () => {
      const answer = await fetch(`${url}/webhooks/ci`, { method: 'POST', headers, body }).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.status === 200) return true;
      counts.repeated += 1;
      return undefined;
    });
    counts.accepted += 1;
    accepted.add(buildNumber);
  }

  async function read({ path, headers }: Sender['reads'][number], counts: Counts): Promise<void> {
    const answer = await fetch(`${url}${path}`, { headers }).catch((error: Error) => error);
    if (!(answer instanceof Error)) await answer.body?.cancel();
    counts.reads += 1;
    if (!(answer instanceof Error) && answer.status === 200) return;
    counts.failedReads += 1;
    failures.push(`${path}: ${answer instanceof Error ? `${answer.message} (${answer.cause})` : answer.status}`);
  }

  return {
    async during(what, event) {
      const counts: Counts = { accepted: 0, repeated: 0, reads: 0, failedReads: 0 };
      table[what] = counts;
      let isOver = false;
      const lane = async (work: (counts: Counts) => Promise<void>) => {
        while (!isOver) await Promise.all([work(counts), delay(PAUSE_MS)]);
      };
      const readers = reads.map((each) => (of: Counts) => read(each, of));
      const lanes = [report, report, ...readers].map(lane);
      await delay(200);
      await event().finally(() => {
        isOver = true;
      });
      await Promise.all(lanes);
      return counts;
    },
    async expectAppliedOnce() {
      const builds = await eventually('everything accepted is applied', async () => {
        const rows = await database.prisma.buildRun.findMany({
          where: { jobName: JOB },
          select: { buildNumber: true },
        });
        const numbers = new Set(rows.map(({ buildNumber }) => buildNumber));
        return [...accepted].every((number) => numbers.has(number)) ? rows : undefined;
      });
      expect(builds).toHaveLength(accepted.size);
      expect(await database.prisma.deadLetter.count()).toBe(deadLettersBefore);
    },
    async close() {
      const rows = Object.entries(table).map(([what, { accepted: count, repeated, reads, failedReads }]) =>
        [what.padEnd(34), count, repeated, reads, failedReads].join('\t'),
      );
      const header = ['lost or replaced'.padEnd(34), 'accepted', 'repeated', 'reads', 'failed'].join('\t');
      process.stdout.write(`${[header, ...rows, ...failures].join('\n')}\n`);
      await database.close();
    },
  };
}
