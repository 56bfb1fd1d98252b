import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { beginInvestigation, startInvestigation } from '@slipway/db';
import { accountDay } from '@slipway/domain';
import { createEngine, type Engine } from '../investigation/engine.js';
import { job } from './investigate-build.js';
import { testJobContext } from './job-context.fixture.js';

const { process, database, prisma, make, context } = await testJobContext({ creditCost: 3 });
const folder = await mkdtemp(join(tmpdir(), 'slipway-engine-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** An engine whose thread runs the given source. */
async function engineOf(name: string, source: string, limitMs = 20_000): Promise<Engine> {
  const module = join(folder, `${name}.mjs`);
  await writeFile(module, source);
  const engine = createEngine({ threads: 1, limitMs, module });
  process.onClose('engine', () => engine.close());
  return engine;
}

function investigate(investigationId: string, engine: Engine = context.engine, signal = context.signal) {
  return job.run({ investigationId }, { ...context, engine, signal });
}

/** A failed build with a log, and a paid investigation of it. */
async function paidInvestigation(log: string | null = 'src/crane.c:3:1: error: expected ;\n') {
  const { accountId, userId } = await make.studio();
  const project = await make.project(accountId);
  const build = await make.buildRun(project, { status: 'failed', finishedAt: new Date(), hasLog: log !== null });
  if (log !== null)
    await prisma.buildLog.create({ data: { buildRunId: build.id, content: log, receivedAt: new Date() } });
  const id = randomUUID();
  const day = accountDay(Date.now()).date;
  const request = { id, accountId, projectId: project.id, buildRunId: build.id, userId };
  await database.modelTransaction((tx) =>
    startInvestigation(tx, { ...request, creditCost: 3, dailyLimit: 10, day }),
  );
  return {
    id,
    row: () => prisma.investigation.findUniqueOrThrow({ where: { id } }),
    credits: async () => (await prisma.account.findUniqueOrThrow({ where: { id: accountId } })).credits,
    ledger: () => prisma.creditLedgerEntry.findMany({ where: { accountId }, orderBy: { id: 'asc' } }),
    /** Lets the heartbeat expire, as if the worker had died. */
    goesStale: () =>
      prisma.investigation.update({ where: { id }, data: { heartbeatAt: new Date(0), updatedAt: new Date(0) } }),
  };
}

describe('a log stored with credentials, before logs were masked', () => {
  it('is quoted without the credentials', async () => {
    const line = 'src/crane.c:3:1: error: upload with ghp_abcdefghijklmnopqrstuvwxyz0123456789 failed';
    const { id } = await paidInvestigation(`${line}\n`);
    await investigate(id);
    const { status, diagnosis, evidence } = await prisma.investigation.findUniqueOrThrow({ where: { id } });
    expect(status).toBe('completed');
    expect(JSON.stringify([diagnosis, evidence])).toContain('[redacted: GitHub token]');
    expect(JSON.stringify([diagnosis, evidence])).not.toContain('ghp_');
  });
});

describe('an investigation', () => {
  it('runs once however often it is queued', async () => {
    const investigation = await paidInvestigation();
    await Promise.all(Array.from({ length: 5 }, () => investigate(investigation.id)));
    const row = await investigation.row();
    expect(row).toMatchObject({ status: 'completed', attempts: 1 });
    await investigate(investigation.id);
    expect(await investigation.row()).toEqual(row);
    expect(await investigation.credits()).toBe(97);
  });

  const endless = 'export function diagnoseLog() { for (;;); }';
  const broken: Readonly<Record<string, [source: string, limitMs?: number]>> = {
    throws: ['export function diagnoseLog() { throw new Error("no such rule"); }'],
    'never ends': [endless, 200],
    'takes all memory': [
      'export function diagnoseLog() { const all = []; for (;;) all.push(new Array(1e6).fill(1)); }',
    ],
    'ends its thread': ['export function diagnoseLog() { process.exit(1); }'],
    'answers nothing': ['export function diagnoseLog() { return null; }'],
  };

  it.each(Object.keys(broken))('fails and refunds its credits once when its engine %s', async (name) => {
    const [source, limitMs] = broken[name] ?? [''];
    const engine = await engineOf(name.replaceAll(' ', '-'), source, limitMs);
    const investigation = await paidInvestigation();
    for (let times = 0; times < 3; times += 1) await investigate(investigation.id, engine);
    const row = await investigation.row();
    expect(row).toMatchObject({ status: 'failed', attempts: 1, diagnosis: null });
    expect(row.failureReason).not.toBe('');
    expect(row.steps).toMatchObject([
      { name: 'read_log', status: 'completed' },
      { name: 'compare_with_passing', status: 'skipped' },
      { name: 'find_cause', status: 'failed' },
    ]);
    expect(await investigation.credits()).toBe(100);
    expect((await investigation.ledger()).map(({ delta, reason }) => [delta, reason])).toEqual([
      [-3, 'investigation'],
      [3, 'refund'],
    ]);
  });

  it('fails at its time limit', async () => {
    const engine = await engineOf('endless', endless);
    const investigation = await paidInvestigation();
    await investigate(investigation.id, engine, AbortSignal.timeout(200));
    expect((await investigation.row()).status).toBe('failed');
    expect(await investigation.credits()).toBe(100);
  });

  it('is taken over when its worker seems dead; the first worker then changes nothing', async () => {
    const investigation = await paidInvestigation();
    // The first worker is still reading the log when its heartbeat expires and another one takes over.
    const slow: Engine = {
      ...context.engine,
      async diagnose(...task) {
        await investigation.goesStale();
        await investigate(investigation.id);
        return { ...(await context.engine.diagnose(...task)), diagnosis: 'from the first' };
      },
    };
    await investigate(investigation.id, slow);
    const row = await investigation.row();
    expect(row).toMatchObject({ status: 'completed', attempts: 2 });
    expect(row.diagnosis).not.toContain('from the first');
    expect(await investigation.credits()).toBe(97);
  });

  it('is abandoned after it has crashed several workers', async () => {
    const investigation = await paidInvestigation();
    for (let deaths = 0; deaths < 5; deaths += 1) {
      expect(await beginInvestigation(database, investigation.id)).not.toBeNull();
      await investigation.goesStale();
    }
    await investigate(investigation.id);
    expect(await investigation.row()).toMatchObject({ status: 'failed', attempts: 6 });
    expect(await investigation.credits()).toBe(100);
  });

  it('is started by only one of two workers', async () => {
    const { id } = await paidInvestigation();
    const begun = await Promise.all(Array.from({ length: 10 }, () => beginInvestigation(database, id)));
    expect(begun.filter((held) => held !== null)).toHaveLength(1);
  });

  it('replaces text that PostgreSQL cannot store', async () => {
    const source = `export const diagnoseLog = () => ({ diagnosis: 'a\\0b \\ud83d', suggestedFix: 'x', category: 'compile',
      confidence: 7, evidence: [{ line: 1, text: '\\ud83d' }], file: null, symbol: null, test: null, tool: 'cpp',
      keyLine: { line: 1, text: '\\ud83d' }, title: 'a\\0b', fingerprint: 'a'.repeat(64), lesson: null });`;
    const investigation = await paidInvestigation();
    await investigate(investigation.id, await engineOf('odd', source));
    const row = await investigation.row();
    expect(row).toMatchObject({ status: 'completed', confidence: 1, evidence: [{ line: 1, text: '\uFFFD' }] });
  });
});
