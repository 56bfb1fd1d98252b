import { expect } from '@jest/globals';
import { eventually, factories, openTestDatabase, type TestProcess } from '@slipway/testing';
import type { IngestProcess } from '../faults/ingest-process.js';

/** As many as there are shards. Project ids are consecutive, so each shard gets one. */
const PROJECTS = 8;
const PAUSE_MS = 20;

/** Sends build reports to projects in all shards, and keeps a ledger of the accepted ones. */
export interface BuildReports {
  /** Sends a report to each project until it is accepted, so that ingest knows all tokens. */
  warmUp(to: IngestProcess): Promise<void>;
  /** Sends reports concurrently; expects all of them to be accepted. */
  send(to: IngestProcess, count: number): Promise<void>;
  /** Sends reports one by one while `goOn` returns true; returns their number. */
  sendWhile(to: IngestProcess, goOn: () => boolean): Promise<number>;
  /** Sends a report twice; returns the status of the second response. */
  sendTwice(to: IngestProcess): Promise<string>;
  /** Waits until every accepted report is applied, and expects that each took effect exactly once. */
  expectAppliedOnce(): Promise<void>;
}

/** Await it at the top level of a test file. */
export async function buildReports({ settings, onClose }: TestProcess): Promise<BuildReports> {
  const database = openTestDatabase(settings.DATABASE_URL);
  onClose('test database', () => database.close());
  const make = factories(database);
  const { accountId } = await make.studio();
  const tokens: string[] = [];
  for (let count = 0; count < PROJECTS; count++) {
    tokens.push((await make.integration(await make.project(accountId), 'jenkins')).token);
  }
  const accepted = new Set<string>();

  async function attempt(to: IngestProcess, number: number) {
    const body = JSON.stringify({ job_name: 'Harbor', build_number: String(number), status: 'SUCCESS' });
    const answer = await to.report(tokens[number % PROJECTS] as string, body);
    if (answer.status === 200) accepted.add(String(number));
    return answer;
  }

  async function report(to: IngestProcess, number: number) {
    const answer = await attempt(to, number);
    expect(answer.status).toBe(200);
    return answer;
  }

  // The first numbers are used by the warm-up.
  let numbers = PROJECTS;
  const next = (to: IngestProcess) => {
    numbers += 1;
    return report(to, numbers);
  };
  return {
    async warmUp(to) {
      const known = async (place: number) => ((await attempt(to, place)).status === 200 ? true : undefined);
      for (const place of tokens.keys()) await eventually('the token is known', () => known(place));
    },
    async send(to, count) {
      await Promise.all(Array.from({ length: count }, () => next(to)));
    },
    async sendWhile(to, goOn) {
      const before = numbers;
      while (goOn()) {
        await Promise.all([next(to), next(to), new Promise((resolve) => setTimeout(resolve, PAUSE_MS))]);
      }
      return numbers - before;
    },
    async sendTwice(to) {
      await next(to);
      return (await report(to, numbers)).outcome;
    },
    async expectAppliedOnce() {
      const applied = await eventually('every accepted report is applied', async () => {
        const found = await database.prisma.buildRun.findMany({ select: { buildNumber: true } });
        const builds = new Set(found.map(({ buildNumber }) => buildNumber));
        return [...accepted].every((number) => builds.has(number)) ? found : undefined;
      });
      expect(applied.map(({ buildNumber }) => buildNumber).toSorted()).toEqual([...accepted].toSorted());
      expect(await database.prisma.delivery.count({ where: { outcome: 'applied' } })).toBe(accepted.size);
      expect(await database.prisma.deadLetter.count()).toBe(0);
    },
  };
}
