import { beforeEach, describe, expect, it } from '@jest/globals';
import { apiReads, purgeBuildLog } from '@slipway/db';
import {
  type BuildReport,
  createProjectRedactors,
  type LogClosed,
  type LogOpened,
  newId,
  type Operation,
} from '@slipway/domain';
import { type BufferedLog, connectRetrying, createLogBuffer } from '@slipway/queue';
import {
  factories,
  openTestDatabase,
  projectApplier,
  TEST_APP_SECRET,
  testClock,
  testProcess,
} from '@slipway/testing';
import { storeLog } from './store-log.js';

const process = await testProcess();
const database = openTestDatabase(process.settings.DATABASE_URL);
process.onClose('test database', () => database.close());
const { prisma } = database;
const make = factories(database);
const { accountId, userId } = await make.studio();
const { id: projectId } = await make.project(accountId);
const { id: integrationId } = await make.integration({ id: projectId, accountId }, 'jenkins');
const project = projectApplier(database, { id: projectId, accountId, integrationId, provider: 'jenkins' });
const redis = connectRetrying(process.settings, () => undefined);
process.onClose('redis', () => redis.disconnect());
const logs = createLogBuffer({ redis });
const reads = apiReads(database);

const requested: string[] = [];
const clock = testClock();
const context = {
  database,
  clock,
  logs,
  redactors: createProjectRedactors([TEST_APP_SECRET]),
  signal: new AbortController().signal,
  closing: new AbortController().signal,
  logLimits: { logBytes: 1_000_000_000, dailyBytes: 1_000_000_000, leastBytes: 0 },
  failures: {
    add: ({ diagnoses }: { diagnoses: readonly unknown[] }) =>
      void requested.push(`${diagnoses.length} diagnoses`),
  },
  baselines: { note: () => undefined, request: (_: unknown, jobKey: string) => void requested.push(jobKey) },
};

let numbers = 0;
let of: BufferedLog;
let buildNumber: string;
beforeEach(() => {
  requested.length = 0;
  numbers += 1;
  buildNumber = String(numbers);
  of = { projectId, integrationId, log: numbers.toString(16).padStart(32, '0') };
  clock.set(Date.now());
});

const apply = (operation: Operation) =>
  project.apply([{ key: newId(), receivedAt: clock.now(), operations: [operation] }]);

const open = (fields: Partial<LogOpened> = {}) =>
  apply({ kind: 'log_opened', log: of.log, jobName: 'Nightly', buildNumber, attempt: 1, step: '', ...fields });
const close = (fields: Partial<LogClosed> = {}) =>
  apply({ kind: 'log_closed', log: of.log, finishedAt: clock.now(), ...fields });

async function send(text: string | Buffer): Promise<void> {
  const bytes = Buffer.from(text);
  const offset = await logs.open(of);
  expect(await logs.append(of, { offset, bytes, packed: bytes, encoding: 'identity' })).toMatchObject({
    outcome: 'accepted',
  });
}

const reportBuild = (fields: Partial<BuildReport> = {}) =>
  apply({
    kind: 'build_report',
    jobName: 'Nightly',
    buildNumber,
    attempt: 1,
    status: 'building',
    originalStatus: null,
    reportedAt: clock.now(),
    ...fields,
  });

const buildOf = () =>
  prisma.buildRun.findFirstOrThrow({
    where: { projectId: of.projectId, buildNumber },
    include: { steps: true, log: true },
  });

async function shown(window: { fromLine: number; lines: number } | { tail: number } = { tail: 100_000 }) {
  const { id } = await buildOf();
  const { uploaded } = (await reads.findBuildLog(of.projectId, Number(id))) ?? { uploaded: null };
  return uploaded === null ? null : uploaded.read(window);
}
const linesShown = async () => (await shown())?.lines ?? null;

describe('storing an uploaded log', () => {
  it('shows the lines as they arrive, keeps the unfinished one, and ends with the log', async () => {
    await reportBuild();
    await open({ step: 'Cook' });
    await send('one\ntwo\nthr');
    await storeLog(of, context);
    expect(await linesShown()).toEqual(['one', 'two']);
    expect(await buildOf()).toMatchObject({ hasLog: true, steps: [{ name: 'Cook', status: 'running' }] });
    await send('ee\nfour');
    await storeLog(of, context);
    expect(await linesShown()).toEqual(['one', 'two', 'three']);
    await close({ size: 18, status: 'failed' });
    await storeLog(of, context);
    expect(await linesShown()).toEqual(['one', 'two', 'three', 'four']);
    const { steps, log } = await buildOf();
    expect(steps).toMatchObject([{ name: 'Cook', status: 'failed' }]);
    expect(log).toMatchObject({ content: 'one\ntwo\nthree\nfour', truncated: false });
    expect(requested).toEqual(['0 diagnoses', 'Nightly']);
  });

  it('waits for the build, and for the rest of a log that was closed early', async () => {
    await close({ size: 8 });
    await open();
    await send('one\n');
    await storeLog(of, context);
    await reportBuild({ status: 'failed' });
    await storeLog(of, context);
    expect(await linesShown()).toEqual(['one']);
    expect(requested).toEqual([]);
    await send('two\n');
    await storeLog(of, context);
    expect(await linesShown()).toEqual(['one', 'two']);
    expect(requested).toEqual(['1 diagnoses', 'Nightly']);
  });

  it('stores each line once if two workers store the same log, or one died before it emptied the buffer', async () => {
    await reportBuild();
    await open();
    const lines = Array.from({ length: 2_000 }, (_, index) => `line ${index} ${'x'.repeat(400)}`);
    await send(`${lines.slice(0, 1_000).join('\n')}\n`);
    await Promise.all([storeLog(of, context), storeLog(of, context)]);
    const deadAfterCommit = {
      ...context,
      logs: { ...logs, trim: async () => Promise.reject(new Error('killed')) },
    };
    await send(`${lines.slice(1_000).join('\n')}\n`);
    await expect(storeLog(of, deadAfterCommit)).rejects.toThrow('killed');
    await Promise.all([storeLog(of, context), storeLog(of, context)]);
    expect(await linesShown()).toEqual(lines);
    expect(await logs.waiting()).not.toContainEqual(of);
  });

  it('goes on after a piece as large as a part that ends inside a line', async () => {
    await reportBuild();
    await open();
    const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index} ${'x'.repeat(400)}`);
    const text = `${lines.join('\n')}\n`;
    await send(text.slice(0, 1024 * 1024));
    await send(text.slice(1024 * 1024));
    await storeLog(of, context);
    expect(await linesShown()).toEqual(lines);
    expect(await logs.waiting()).not.toContainEqual(of);
  });

  it('masks a credential whose parts arrive one after the other', async () => {
    await reportBuild();
    await open();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    for (const character of `use ${token}\n`) {
      await send(character);
      await storeLog(of, context);
    }
    expect(await linesShown()).toEqual(['use [redacted: GitHub token]']);
  });

  it('reads any part of a long log by its line numbers', async () => {
    await reportBuild();
    await open();
    const lines = Array.from({ length: 30_000 }, (_, index) => `${index + 1} ${'y'.repeat(50)}`);
    await send(`${lines.join('\n')}\n`);
    await storeLog(of, context);
    expect(await shown({ fromLine: 12_345, lines: 3 })).toEqual({
      totalLines: 30_000,
      fromLine: 12_345,
      lines: lines.slice(12_344, 12_347),
    });
    expect((await shown({ fromLine: 5_000, lines: 9_000 }))?.lines).toEqual(lines.slice(4_999, 13_999));
    expect(await shown({ fromLine: 30_001, lines: 5 })).toMatchObject({ lines: [] });
    expect(await prisma.logChunk.count({ where: { log: { digest: of.log } } })).toBeGreaterThan(3);
  });

  it('drops the middle of a log that is too long, and says so', async () => {
    await reportBuild();
    await open();
    const limited = { ...context, logLimits: { logBytes: 1_000_000, dailyBytes: 1_000_000_000, leastBytes: 0 } };
    const lines = Array.from({ length: 30_000 }, (_, index) => `${index + 1} ${'z'.repeat(100)}`);
    for (let at = 0; at < lines.length; at += 5_000) {
      await send(`${lines.slice(at, at + 5_000).join('\n')}\n`);
      await storeLog(of, limited);
    }
    const { lines: kept = [] } = (await shown()) ?? {};
    const mark = kept.findIndex((line) => line.startsWith('[… '));
    expect(kept.slice(0, mark)).toEqual(lines.slice(0, mark));
    expect(kept.slice(mark + 1)).toEqual(lines.slice(mark + 1 - kept.length));
    const dropped = (lines.length - kept.length + 1).toLocaleString('en-US');
    expect(kept[mark]).toMatch(`[… ${dropped} lines with `);
    expect(Buffer.byteLength(kept.join('\n'))).toBeLessThan(1_300_000);
    expect((await shown({ fromLine: mark + 1, lines: 2 }))?.lines).toEqual(kept.slice(mark, mark + 2));
    const { id } = await buildOf();
    expect(await reads.findBuildLog(of.projectId, Number(id))).toMatchObject({ truncated: true });
  });

  it('shows the logs of a build one after the other, in the order in which they were opened', async () => {
    await reportBuild();
    await open({ step: 'Compile' });
    await send('compiled\n');
    await storeLog(of, context);
    const first = of.log;
    of = { ...of, log: first.replace(/^0/, 'f') };
    clock.set(clock.now() + 1_000);
    await open({ step: 'Cook' });
    await send('cooked\n');
    await storeLog(of, context);
    expect(await linesShown()).toEqual(['compiled', 'cooked']);
    expect((await shown({ tail: 1 }))?.lines).toEqual(['cooked']);
  });

  it('is gone once it was purged, and nothing more of it is stored', async () => {
    await reportBuild();
    await open();
    await send('secret\nhalf a li');
    await storeLog(of, context);
    const { id } = await buildOf();
    const purge = { projectId: of.projectId, buildRunId: Number(id), userId, now: new Date() };
    await database.modelTransaction((tx) => purgeBuildLog(tx, purge));
    await send('ne\nmore\n');
    await storeLog(of, context);
    expect([await linesShown(), (await buildOf()).hasLog]).toEqual([null, false]);
    expect(await prisma.logChunk.count({ where: { log: { digest: of.log } } })).toBe(0);
    expect(await logs.read(of, 0, 1)).toMatchObject({ pieces: [] });
  });

  it('is dropped with its attempt, and belongs to no other one', async () => {
    await reportBuild();
    await open();
    await send('old\n');
    await storeLog(of, context);
    await reportBuild({ attempt: 2 });
    expect([await linesShown(), (await buildOf()).hasLog]).toEqual([null, false]);
  });

  it('takes what it has if nothing arrives for a day, and gives up without a build', async () => {
    await reportBuild();
    await open();
    await send('one\nunfin');
    await storeLog(of, context);
    clock.set(clock.now() + 25 * 3_600_000);
    await storeLog(of, context);
    expect(await linesShown()).toEqual(['one', 'unfin']);
    expect(requested).toEqual(['0 diagnoses', 'Nightly']);
    of = { ...of, log: of.log.replace(/^0/, 'e') };
    await open({ jobName: 'Unheard of' });
    clock.set(clock.now() + 25 * 3_600_000);
    await storeLog(of, context);
    expect(await prisma.log.findFirst({ where: { digest: of.log } })).toMatchObject({
      completedAt: expect.any(Date),
    });
  });
});
