import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { Stack } from '@slipway/standalone';
import { eventually, openTestDatabase } from '@slipway/testing';

/** Counts what happened while something was lost or replaced. */
export interface Counts {
  accepted: number;
  /** Webhooks that were cut off or refused, and that the sender repeated. */
  repeated: number;
  /** Reads from the api, the console and mcp. */
  reads: number;
  /** Reads from the api and mcp that failed. */
  failedReads: number;
  /** Pages of the console that failed. */
  failedPages: number;
  /** Reads that a replica answered because the primary could not. */
  staleReads: number;
  /** The longest time between two REST writes that succeeded. */
  writeGapMs: number;
  /** Why requests failed. */
  readonly failures: Set<string>;
}

/** Webhooks and reads through nginx, and a ledger of what was accepted. */
export interface Load {
  /** Sends webhooks, reads and writes until `event` is over and a write has succeeded after it. */
  during(what: string, event: () => Promise<void>): Promise<Counts>;
  /** Waits until everything accepted so far is applied, and expects that it was applied exactly once. */
  expectAppliedOnce(): Promise<void>;
  /** Prints the counts of each event and why requests failed, and closes the connection to the database. */
  close(): Promise<void>;
}

/** The tokens and paths for webhooks and reads. */
export interface Sender {
  /** Tokens of Jenkins integrations, used in turn. */
  readonly webhookTokens: readonly string[];
  readonly reads: readonly LoadRequest[];
  /** The REST write after `count` others. */
  readonly writeOf: (count: number) => LoadRequest;
}

/** A request through nginx. */
export interface LoadRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** GET by default. */
  readonly method?: 'GET' | 'PATCH' | 'POST';
  readonly body?: unknown;
  /** Whether the console answers it, which needs the primary. */
  readonly isPage?: boolean;
}

const JOB = 'Load';
const PAUSE_MS = 30;

async function send(url: string, { path, headers, method = 'GET', body }: LoadRequest) {
  const sent = { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${url}${path}`, { method, headers: sent, body: JSON.stringify(body) });
  const text = await answer.text();
  // An assistant's call that fails is a 200 with an error in it.
  const isAnswered = answer.ok && !text.includes('"isError":true');
  const isStale = answer.headers.has('x-slipway-stale');
  return {
    status: answer.status,
    isAnswered,
    isStale,
    problem: `${path}: ${answer.status} ${text.slice(0, 200)}`,
  };
}

const notAnswered = (error: Error) => ({
  status: 0,
  isAnswered: false,
  isStale: false,
  problem: `${error.message} (${error.cause})`,
});

/** Await it at the top level of a test file. */
export async function startLoad(stack: Stack, { webhookTokens, reads, writeOf }: Sender): Promise<Load> {
  const { url } = stack.nginx;
  const database = openTestDatabase(stack.pgBouncer.url);
  const deadLettersBefore = await database.prisma.deadLetter.count();
  const accepted = new Set<string>();
  const table: Record<string, Counts> = {};
  let sent = 0;
  let written = 0;

  /** Reports a build, and repeats the report until it is accepted, as senders do. */
  async function report(counts: Counts): Promise<void> {
    sent += 1;
    const buildNumber = String(sent);
    const build = { job_name: JOB, build_number: buildNumber, status: 'SUCCESS' };
    const headers = { 'x-webhook-token': webhookTokens[sent % webhookTokens.length] as string };
    await eventually('the report is accepted', async () => {
      const request = { method: 'POST', path: '/webhooks/ci', headers, body: build } as const;
      const { status, problem } = await send(url, request).catch(notAnswered);
      if (status === 200) return true;
      counts.repeated += 1;
      counts.failures.add(problem);
      return undefined;
    });
    counts.accepted += 1;
    accepted.add(buildNumber);
  }

  async function read(request: LoadRequest, counts: Counts): Promise<void> {
    const { isAnswered, isStale, problem } = await send(url, request).catch(notAnswered);
    counts.reads += 1;
    if (isStale) counts.staleReads += 1;
    if (isAnswered) return;
    if (request.isPage) counts.failedPages += 1;
    else counts.failedReads += 1;
    counts.failures.add(problem);
  }

  /** Writes until it is stopped, and then until one more write has succeeded. */
  async function keepWriting(counts: Counts, isOver: () => boolean): Promise<void> {
    let last = performance.now();
    for (;;) {
      written += 1;
      const isLast = isOver();
      const [answer] = await Promise.all([send(url, writeOf(written)).catch(() => null), delay(PAUSE_MS)]);
      if (!answer?.isAnswered) continue;
      counts.writeGapMs = Math.max(counts.writeGapMs, performance.now() - last);
      last = performance.now();
      if (isLast) return;
    }
  }

  return {
    async during(what, event) {
      const counts: Counts = {
        accepted: 0,
        repeated: 0,
        reads: 0,
        failedReads: 0,
        failedPages: 0,
        staleReads: 0,
        writeGapMs: 0,
        failures: new Set(),
      };
      table[what] = counts;
      let isOver = false;
      let isWritable = false;
      const lane = async (work: (counts: Counts) => Promise<void>) => {
        while (!isWritable) await Promise.all([work(counts), delay(PAUSE_MS)]);
      };
      const readers = reads.map((each) => (of: Counts) => read(each, of));
      const lanes = [report, report, ...readers].map(lane);
      const writing = keepWriting(counts, () => isOver).finally(() => {
        isWritable = true;
      });
      await delay(200);
      await event().finally(() => {
        isOver = true;
      });
      await Promise.all([writing, ...lanes]);
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
      const rows = Object.entries(table).map(([what, counts]) =>
        [
          what.padEnd(38),
          counts.accepted,
          counts.repeated,
          counts.reads,
          counts.failedReads,
          counts.failedPages,
          counts.staleReads,
          (counts.writeGapMs / 1000).toFixed(1),
        ].join('\t'),
      );
      const columns = ['accepted', 'repeated', 'reads', 'failed', 'pages', 'stale', 'writes paused (s)'];
      const header = ['lost or replaced'.padEnd(38), ...columns].join('\t');
      const reasons = new Set(Object.values(table).flatMap(({ failures }) => [...failures]));
      process.stdout.write(`${[header, ...rows, ...reasons].join('\n')}\n`);
      await database.close();
    },
  };
}
