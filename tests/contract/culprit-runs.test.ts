import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';
import { FIRST_SEEN, failingJobs } from './failing-jobs.js';
import { expectAbsent } from './refusals.js';

const api = await startApi();
const { make } = api;
const { prisma } = api.database;
const failingJob = failingJobs(api);

describe('POST …/problems/:problem_id/culprit_search/runs', () => {
  const result = (identifier: string, outcome: string) => ({ run_id: randomUUID(), identifier, outcome });

  async function startedSearch(fields: Parameters<typeof failingJob>[0] = {}) {
    const job = await failingJob(fields);
    await api.post(job.path, { runs_by: 'client' });
    return { ...job, runs: `${job.path}/runs` };
  }

  it('201: counts the run as evidence; 200 and nothing more for the same run_id', async () => {
    const { path, runs } = await startedSearch();
    const sent = result('105', 'passed');
    const answers = await Promise.all([api.post(runs, sent), api.post(runs, sent)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201]);
    const { body } = await api.get(path);
    expect(body.runs).toEqual([
      {
        id: expect.any(String),
        identifier: '105',
        display_identifier: 'CL 105',
        outcome: 'passed',
        build_run_id: null,
        requested_at: expect.any(String),
        finished_at: expect.any(String),
      },
    ]);
    expect([body.search.runs_used, body.changes[0].passed]).toEqual([1, 1]);
  });

  it('201: finds the culprit, which ends the search', async () => {
    const { path, runs } = await startedSearch();
    const truth = (identifier: string) => (Number(identifier) >= 110 ? 'failed' : 'passed');
    let { body } = await api.get(path);
    while (body.next_run !== null) {
      const { identifier } = body.next_run;
      ({ body } = await api.post(runs, result(identifier, truth(identifier))));
    }
    expect(body).toMatchObject({ state: 'found', search: { state: 'ended' } });
    expect(body.explanation).toMatch(/^CL 110 is the culprit/);
    expect((await api.post(runs, result('110', 'failed'))).body.error).toBe('search_not_active');
  });

  it('201: asks for no revision that cannot be tested', async () => {
    const { runs } = await startedSearch();
    await api.post(runs, result('105', 'untestable'));
    const { body } = await api.post(runs, result('110', 'untestable'));
    expect(['100', '120']).toContain(body.next_run.identifier);
  });

  it('201: the last of its runs ends it unsettled', async () => {
    const { path } = await failingJob();
    await api.post(path, { runs_by: 'client', max_runs: 1 });
    const { body } = await api.post(`${path}/runs`, result('110', 'passed'));
    expect([body.state, body.search.state, body.next_run]).toEqual(['unsettled', 'ended', null]);
  });

  it('runs of before the problem came back do not count', async () => {
    const { path, runs, problemId } = await startedSearch();
    await api.post(runs, result('105', 'passed'));
    await prisma.culpritSearch.updateMany({ where: { problemId }, data: { startedAt: new Date(FIRST_SEEN) } });
    await prisma.problem.update({
      where: { id: problemId },
      data: { reopenedAt: new Date(FIRST_SEEN + 3_600_000) },
    });
    const { body } = await api.get(path);
    expect([body.search, body.runs]).toEqual([null, []]);
  });

  it('422: for another body with the same run_id, and for a revision outside of the range', async () => {
    const { runs } = await startedSearch();
    const sent = result('105', 'passed');
    await api.post(runs, sent);
    for (const other of [{ outcome: 'failed' }, { identifier: '110' }])
      expect((await api.post(runs, { ...sent, ...other })).body.error).toBe('run_id_reused');
    expect((await api.post(runs, result('104', 'passed'))).body.error).toBe('unknown_revision');
    expect((await api.post(runs, result('100', 'passed'))).status).toBe(201);
  });

  it('422: without an active search, and for values of other types', async () => {
    const { path } = await failingJob();
    expect((await api.post(`${path}/runs`, result('105', 'passed'))).body.error).toBe('search_not_active');
    const { runs } = await startedSearch();
    const sent = result('105', 'passed');
    for (const body of [{ ...sent, run_id: 'x' }, { ...sent, identifier: 105 }, { ...sent, outcome: 'lost' }, {}])
      expect((await api.post(runs, body)).status).toBe(422);
  });

  it('403: without run:builds; 404: for a stranger, and for a problem of another project', async () => {
    const { runs } = await startedSearch();
    const sent = result('105', 'passed');
    expect((await api.post(runs, sent, await api.tokenWithout('run:builds'))).status).toBe(403);
    const { userId } = await make.studio();
    const { project } = await failingJob();
    await expectAbsent([
      api.post(runs, sent, (await make.apiToken(userId)).token),
      api.post(runs.replace(/projects\/\d+/, `projects/${project.id}`), sent),
    ]);
  });
});
