import { describe, expect, it } from '@jest/globals';
import { searchedJobs } from './searched-job.fixture.js';

const { newSearch, jenkins, prisma, placeOf, commitAt } = await searchedJobs();

const starts = (jobName: string) =>
  jenkins.requests.filter(({ method, path }) => method === 'POST' && path.includes(`/${jobName}/`));

describe('a search for a culprit', () => {
  it('asks Jenkins for one revision after another until the culprit is proven', async () => {
    const search = await newSearch();
    const ended = await search.finish((place) => place < 5);
    expect(ended.state).toBe('ended');
    const culprit = await prisma.change.findFirstOrThrow({ where: { id: ended.culpritChangeId ?? 0 } });
    expect(placeOf(culprit.identifier)).toBe(5);
    const runs = await search.runs();
    expect(runs.map(({ outcome }) => outcome)).not.toContain('lost');
    expect(runs.length).toBeLessThanOrEqual(8);
    expect(starts(search.jobName)).toHaveLength(runs.length);
    for (const { body } of starts(search.jobName)) expect(body).toMatch(/CONFIG=shipping/);
    // The failure that began the search is one of the two of the culprit only if it is the last change.
    const proof = runs.slice(-3).map(({ identifier, outcome }) => [placeOf(identifier), outcome]);
    expect(proof).toContainEqual([4, 'passed']);
  });

  it.each([
    ['the culprit', (place: number) => place < 2, ' Runs proved that change 2 is the culprit.'],
    ['nobody', () => true, ' Runs showed that no change is to blame.'],
  ])('makes earlier findings name %s instead of the change that they suspected', async (_, hasPassed, named) => {
    const search = await newSearch({ changes: 3 });
    const attribution = ' Since the last passing build, change 3 touched a.cpp.';
    const diagnosis = `It does not compile.${attribution} Seen in 2 other builds.`;
    const where = { projectId: search.projectId };
    await prisma.investigation.updateMany({ where, data: { status: 'completed', diagnosis, attribution } });
    await search.finish(hasPassed);
    const { diagnosis: corrected } = await prisma.investigation.findFirstOrThrow({ where });
    expect(corrected).toBe(`It does not compile.${named} Seen in 2 other builds.`);
  });

  it('ends without a culprit if the failure does not come back', async () => {
    const search = await newSearch({ changes: 3 });
    const ended = await search.finish(() => true);
    expect([ended.state, ended.culpritChangeId]).toEqual(['ended', null]);
    const { suspectedChangeId } = await search.problem();
    expect(suspectedChangeId).toBeNull();
  });

  it('leaves the state of the job, its problem and its charges alone', async () => {
    const search = await newSearch({ changes: 3 });
    const before = await search.problem();
    await search.finish((place) => place < 2);
    const { seenCount, lastBuildRunId, state } = await search.problem();
    expect([seenCount, lastBuildRunId, state]).toEqual([before.seenCount, before.lastBuildRunId, 'open']);
    const own = { projectId: search.projectId, searchedProblemId: null };
    expect(await prisma.buildRun.count({ where: own })).toBe(2);
    expect(await prisma.problem.count({ where: { projectId: search.projectId } })).toBe(1);
    const { passes } = await prisma.problemJob.findFirstOrThrow({ where: { problemId: before.id } });
    expect(passes).toBe(0);
    const searched = { buildRun: { projectId: search.projectId, searchedProblemId: { not: null } } };
    expect(await prisma.investigation.count({ where: searched })).toBe(0);
  });

  it('requests no more than its runs, and no more than the day allows', async () => {
    const limited = await newSearch({ maxRuns: 2 });
    expect((await limited.finish((place) => place < 5)).culpritChangeId).toBeNull();
    expect(await limited.runs()).toHaveLength(2);
    const tired = await newSearch({ settings: { culpritRunsPerDay: 1 } });
    await tired.drive();
    await tired.build((place) => place < 5);
    await tired.drive();
    expect([(await tired.search()).state, (await tired.runs()).length]).toEqual(['active', 1]);
  });

  it('never builds the newest revision by accident: it ends with the reason', async () => {
    const search = await newSearch({ parameters: ['CONFIG'] });
    await search.drive();
    const { state, unavailable } = await search.search();
    expect([state, unavailable]).toEqual([
      'ended',
      expect.stringContaining('No parameter of the job in Jenkins names the revision'),
    ]);
    expect([starts(search.jobName), await search.runs()]).toEqual([[], []]);
  });

  it('waits for a request that may have started a build before it asks again, and asks once more', async () => {
    const search = await newSearch();
    jenkins.intercept(({ method, url = '' }, response) => {
      const isStart = method === 'POST' && url.includes(`/${search.jobName}/`);
      if (isStart) response.destroy();
      return isStart;
    });
    await search.drive();
    await search.drive();
    expect(starts(search.jobName)).toHaveLength(1);
    for (let asked = 1; asked <= 2; asked += 1) {
      const earlier = new Date(Date.now() - 30 * 60_000);
      const where = { projectId: search.projectId, outcome: 'requested' } as const;
      await prisma.culpritRun.updateMany({ where, data: { askedAt: earlier } });
      await search.drive();
    }
    jenkins.intercept(null);
    const runs = await search.runs();
    const [first] = runs;
    const same = runs.filter(({ identifier }) => identifier === first?.identifier);
    expect(same.map(({ outcome }) => outcome)).toEqual(['lost', 'lost']);
    expect(runs).toHaveLength(3);
  });

  it('finds a build by its revision if the tool did not confirm it', async () => {
    const search = await newSearch();
    jenkins.intercept(({ method }, response) => method === 'POST' && response.destroy() !== undefined);
    await search.drive();
    jenkins.intercept(null);
    const [run] = await search.runs();
    const build = await search.report(17, run?.identifier ?? '', true);
    expect(await search.runs()).toMatchObject([{ buildRunId: build.id, outcome: 'running' }]);
    await search.drive();
    expect((await search.runs())[0]?.outcome).toBe('passed');
  });

  it('does not leave out a revision before the end of its log has arrived', async () => {
    const search = await newSearch();
    await search.drive();
    jenkins.startQueued();
    await search.drive();
    const number = Number((await search.runs())[0]?.buildNumber);
    await search.reportBeforeLog(number);
    await search.drive();
    expect((await search.runs())[0]?.outcome).toBe('running');
    await search.report(number, '', false);
    await search.drive();
    expect((await search.runs())[0]?.outcome).toBe('failed');
  });

  it('does not take a build from before the request, or of another revision, for its own', async () => {
    const search = await newSearch();
    await search.drive();
    const [run] = await search.runs();
    const other = placeOf(run?.identifier ?? '') === 1 ? 2 : 1;
    await search.report(18, commitAt(other), true);
    expect((await search.runs())[0]).toMatchObject({ buildRunId: null, outcome: 'requested' });
  });
});
