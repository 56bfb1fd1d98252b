import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { runWorker } from '@slipway/worker';
import { startApi } from './api.js';

const api = await startApi();
const { database, make, project, process, userId } = api;
await runWorker(process);
const { id: integrationId } = await make.integration(project, 'jenkins');
const CONTENT = 'make all\nsrc/fog.c:3: error: Density is undeclared\nmake: *** [all] Error 1\n';
const verdictOf = (id: string, body: object, token?: string | null) =>
  api.post(`/v1/projects/${project.id}/build_runs/${id}/verdict`, body, token);

async function failedBuild({ isDiagnosed = true } = {}) {
  const now = new Date();
  const log = { create: { content: CONTENT, receivedAt: now } };
  const fields = { integrationId, status: 'failed' as const, hasLog: true, log, finishedAt: now };
  const { id } = await make.buildRun(project, fields);
  const found = { line: 2, category: 'compile', confidence: 0.9, diagnosis: 'It failed.' };
  if (isDiagnosed)
    await database.prisma.buildDiagnosis.create({
      data: { buildRunId: id, projectId: project.id, requestId: crypto.randomUUID(), requestedAt: null, ...found },
    });
  return String(id);
}

const diagnosisOf = (id: string) =>
  database.prisma.buildDiagnosis.findUniqueOrThrow({ where: { buildRunId: BigInt(id) } });

describe('POST …/build_runs/:build_run_id/verdict', () => {
  it('200: the finding follows the verdict', async () => {
    const id = await failedBuild();
    const { status, body } = await verdictOf(id, { verdict: 'other_line', line: 3 });
    expect([status, body]).toEqual([
      200,
      {
        build_run_id: id,
        verdict: 'other_line',
        line: 3,
        judged_line: 2,
        category: 'compile',
        confidence: 0.9,
        user_id: userId,
        judged_at: expect.any(String),
      },
    ]);
    const found = await eventually('the finding has changed', async () => {
      const now = await diagnosisOf(id);
      return now.requestedAt === null && now.line === 3 ? now : undefined;
    });
    expect(found).toMatchObject({ confidence: 1, message: 'make: *** [all] Error 1' });
  });

  it('200: a later verdict replaces the first; a repeated one changes nothing', async () => {
    const id = await failedBuild();
    await verdictOf(id, { verdict: 'not_ours' });
    const [first, again] = [
      await verdictOf(id, { verdict: 'confirmed' }),
      await verdictOf(id, { verdict: 'confirmed' }),
    ];
    expect(first.body).toMatchObject({ verdict: 'confirmed', line: 2, judged_line: 2, confidence: 0.9 });
    expect({ ...again.body, judged_at: '' }).toEqual({ ...first.body, judged_at: '' });
  });

  it('200: a refused line is not named again', async () => {
    const id = await failedBuild();
    const { status, body } = await verdictOf(id, { verdict: 'refused' });
    expect([status, body]).toMatchObject([200, { verdict: 'refused', line: null, judged_line: 2 }]);
    await eventually('the finding names another line', async () => {
      const now = await diagnosisOf(id);
      return now.requestedAt === null && now.line !== 2 ? true : undefined;
    });
  });

  it('200: many at once, while workers store what follows from them', async () => {
    const id = await failedBuild();
    for (let round = 0; round < 8; round += 1) {
      const sent = Array.from({ length: 4 }, (_, at) => (at % 2 === 0 ? 'confirmed' : 'not_ours'));
      const answers = await Promise.all(sent.map((verdict) => verdictOf(id, { verdict })));
      expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200));
    }
  });

  it.each([
    [{}, 'verdict'],
    [{ verdict: 'maybe' }, 'verdict'],
    [{ verdict: 'other_line' }, 'line must be given'],
    [{ verdict: 'confirmed', line: 2 }, 'line must be given'],
    [{ verdict: 'other_line', line: 0 }, 'line'],
    [{ verdict: 'other_line', line: '2' }, 'line'],
    [{ verdict: 'other_line', line: 5 }, 'line must be a line of the log, which has 4.'],
  ])('422: %j', async (sent, message) => {
    const { status, body } = await verdictOf(await failedBuild(), sent);
    expect([status, body]).toMatchObject([
      422,
      { error: expect.any(String), message: expect.stringContaining(message) },
    ]);
  });

  it('422: there is no finding yet', async () => {
    const { status, body } = await verdictOf(await failedBuild({ isDiagnosed: false }), { verdict: 'confirmed' });
    expect([status, body]).toEqual([
      422,
      { error: 'no_finding', message: 'There is no finding about this build to judge.' },
    ]);
  });

  it('422: the finding names no line to confirm; another line may still be named', async () => {
    const id = await failedBuild();
    const where = { buildRunId: BigInt(id) };
    await database.prisma.buildDiagnosis.update({ where, data: { line: null, diagnosis: null } });
    expect((await verdictOf(id, { verdict: 'confirmed' })).body).toMatchObject({ error: 'no_finding' });
    expect((await verdictOf(id, { verdict: 'refused' })).body).toMatchObject({ error: 'no_finding' });
    expect((await verdictOf(id, { verdict: 'other_line', line: 2 })).body).toMatchObject({ judged_line: null });
  });

  it('404: a build of another project, or none', async () => {
    const other = await make.project((await make.studio()).accountId);
    const { id } = await make.buildRun(other, { status: 'failed' });
    for (const target of [String(id), '999999999', 'x'])
      expect((await verdictOf(target, { verdict: 'confirmed' })).status).toBe(404);
  });

  it('403: needs write:problems', async () => {
    const { token } = await make.apiToken(userId, { scopes: ['read:builds', 'write:builds'] });
    expect((await verdictOf(await failedBuild(), { verdict: 'confirmed' }, token)).status).toBe(403);
  });
});
