import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { Stack } from '@slipway/standalone';
import { eventually, factories, openTestDatabase } from '@slipway/testing';
import { newSessionCookie } from '../e2e/console/session-cookie.js';

/** What happened while something was lost or replaced. */
export interface Counts {
  accepted: number;
  /** Webhooks that were cut off or refused, which the sender repeated. */
  repeated: number;
  /** Reads of the api and of the console. */
  reads: number;
  failedReads: number;
}

/** Webhooks and reads through nginx, and a ledger of what was accepted. */
export interface Load {
  /** Sends webhooks and reads until `event` is over, and a moment longer. */
  during(what: string, event: () => Promise<void>): Promise<Counts>;
  /** Waits until everything accepted so far is applied, and expects that it was applied once. */
  expectAppliedOnce(): Promise<void>;
  /** Prints the counts of each event, and closes the connection to the database. */
  close(): Promise<void>;
}

const SHARDS = 8;
const PAUSE_MS = 10;

async function studio(stack: Stack) {
  const database = openTestDatabase(stack.databases.primary.url);
  const make = factories(database);
  const { accountId, userId } = await make.studio();
  const tokens: string[] = [];
  const projects: number[] = [];
  // One project for each shard, so that every server of the cluster has deliveries.
  for (let shard = 0; shard < SHARDS; shard += 1) {
    const project = await make.project(accountId);
    projects.push(project.id);
    tokens.push((await make.integration(project, 'jenkins')).token);
  }
  const { token } = await make.apiToken(userId);
  const cookie = await newSessionCookie(database, userId);
  return { database, tokens, projectId: projects[0], token, cookie };
}

/** Await it at the top of a test file. */
export async function startLoad(stack: Stack): Promise<Load> {
  const { database, tokens, projectId, token, cookie } = await studio(stack);
  const { url } = stack.nginx;
  const accepted = new Set<string>();
  const table: Record<string, Counts> = {};
  let sent = 0;

  /** Reports a build, and repeats the report until it is accepted, as senders do. */
  async function report(counts: Counts): Promise<void> {
    sent += 1;
    const buildNumber = String(sent);
    const body = JSON.stringify({ job_name: 'Harbor', build_number: buildNumber, status: 'SUCCESS' });
    const headers = {
      'content-type': 'application/json',
      'x-webhook-token': tokens[sent % tokens.length] as string,
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

  function read(path: string, headers: Record<string, string>) {
    return async (counts: Counts): Promise<void> => {
      const answer = await fetch(`${url}${path}`, { headers }).catch(() => null);
      await answer?.body?.cancel();
      counts.reads += 1;
      if (answer?.status !== 200) counts.failedReads += 1;
    };
  }
  const readApi = read(`/api/v1/projects/${projectId}/build_runs`, { authorization: `Bearer ${token}` });
  const readConsole = read('/console/api/session', { cookie });

  return {
    async during(what, event) {
      const counts: Counts = { accepted: 0, repeated: 0, reads: 0, failedReads: 0 };
      table[what] = counts;
      let isOver = false;
      const lane = async (work: (counts: Counts) => Promise<void>) => {
        while (!isOver) await Promise.all([work(counts), delay(PAUSE_MS)]);
      };
      const lanes = [report, report, readApi, readConsole].map(lane);
      await delay(200);
      await event().finally(() => {
        isOver = true;
      });
      await Promise.all(lanes);
      return counts;
    },
    async expectAppliedOnce() {
      const builds = await eventually('everything accepted is applied', async () => {
        const rows = await database.prisma.buildRun.findMany({ select: { buildNumber: true } });
        const numbers = new Set(rows.map(({ buildNumber }) => buildNumber));
        return [...accepted].every((number) => numbers.has(number)) ? rows : undefined;
      });
      expect(builds).toHaveLength(accepted.size);
      expect(await database.prisma.deadLetter.count()).toBe(0);
    },
    async close() {
      const rows = Object.entries(table).map(([what, { accepted: count, repeated, reads, failedReads }]) =>
        [what.padEnd(34), count, repeated, reads, failedReads].join('\t'),
      );
      const header = ['lost or replaced'.padEnd(34), 'accepted', 'repeated', 'reads', 'failed'].join('\t');
      process.stdout.write(`${[header, ...rows].join('\n')}\n`);
      await database.close();
    },
  };
}
