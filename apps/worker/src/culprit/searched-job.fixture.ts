import { startCulpritSearch } from '@slipway/db';
import { appSecretsOf, sealSecret } from '@slipway/domain';
import { connectRetrying } from '@slipway/queue';
import { TEST_APP_SECRET, testJenkins } from '@slipway/testing';
import { job as diagnose } from '../jobs/diagnose-build.js';
import { ERROR, HOUR_MS, logWith, testJobContext } from '../jobs/job-context.fixture.js';
import { startRerunning } from '../rerun/start-rerunning.js';
import { driveCulpritSearch } from './drive-search.js';

const ACCESS = { username: 'slipway', apiToken: 'canary-api-token' };
const appSecrets = appSecretsOf({ APP_SECRET: TEST_APP_SECRET, APP_SECRET_ALSO_ACCEPTED: '' });

/** The hash of a commit that is number `place` in its range; 0 is the last pass. */
const commitAt = (place: number) => String(place).padStart(2, '0').repeat(20);
const placeOf = (commit: string) => Number(commit.slice(0, 2));

/** Jobs of a Jenkins server that passed at a commit and fail some commits later. Await it at the top level. */
export async function searchedJobs() {
  const fixture = await testJobContext({ creditCost: 1, env: { JENKINS_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  const { process, prisma, make, database } = fixture;
  const jenkins = await testJenkins(ACCESS);
  const redis = connectRetrying(process.settings, () => undefined);
  process.onClose('redis', () => redis.disconnect());
  const context = Object.assign(fixture.context, { reruns: startRerunning(process, redis) });
  let jobs = 0;

  /** A job that passed, and failed `changes` commits later, with an active search for the culprit. */
  async function newSearch({ changes = 8, maxRuns = 30, parameters = ['COMMIT', 'CONFIG'], settings = {} } = {}) {
    jobs += 1;
    const jobName = `Harbor-${jobs}`;
    jenkins.job(jobName, parameters);
    const { accountId, projectId, integrationId, apply } = await fixture.newProject({
      automaticInvestigation: 'every_failure',
      ...settings,
    });
    const config = { server_url: jenkins.url, username: ACCESS.username };
    await prisma.integration.update({ where: { id: integrationId }, data: { config } });
    const { ciphertext, fingerprint } = sealSecret(appSecrets, integrationId, ACCESS.apiToken);
    await prisma.integrationSecret.create({
      data: { integrationId, purpose: 'api', ciphertext, fingerprint },
    });
    const start = Date.now() - 12 * HOUR_MS;

    /** Reports that a build ended, and diagnoses a failed one. */
    async function report(number: number, commitHash: string, hasPassed: boolean, at = Date.now()) {
      const ended = { reportedAt: at, startedAt: at, finishedAt: at };
      const operation = {
        kind: 'build_report' as const,
        jobName,
        buildNumber: String(number),
        attempt: 1,
        status: hasPassed ? ('completed' as const) : ('failed' as const),
        originalStatus: null,
        branch: 'main',
        commitHash,
        ...(hasPassed ? {} : logWith(ERROR)),
        ...ended,
      };
      await apply([{ key: `build ${number}`, receivedAt: at, operations: [operation] }]);
      const row = await prisma.buildRun.findFirstOrThrow({ where: { projectId, buildNumber: String(number) } });
      if (!hasPassed) await diagnose.run({ buildRunId: Number(row.id) }, context);
      return row;
    }

    /** Reports the end of a build of whose log only the beginning has arrived. */
    async function reportBeforeLog(number: number) {
      const build = {
        kind: 'build_report' as const,
        jobName,
        buildNumber: String(number),
        attempt: 1,
        originalStatus: null,
      };
      const [begun, ended] = [Date.now() - 1_000, Date.now()];
      const began = { ...build, status: 'building' as const, reportedAt: begun, startedAt: begun };
      const failed = { ...build, status: 'failed' as const, reportedAt: ended, finishedAt: ended };
      await apply([
        {
          key: `end of ${number}`,
          receivedAt: ended,
          operations: [{ ...began, log: { content: 'Building\n', truncated: false } }, failed],
        },
      ]);
      const row = await prisma.buildRun.findFirstOrThrow({ where: { projectId, buildNumber: String(number) } });
      await diagnose.run({ buildRunId: Number(row.id) }, context);
    }

    jenkins.build(jobName, 1, { running: false });
    await report(1, commitAt(0), true, start);
    for (let place = 1; place <= changes; place += 1) {
      const timestamp = new Date(start + place * 60_000);
      const fields = {
        identifier: commitAt(place),
        displayIdentifier: `change ${place}`,
        branch: 'main',
        repository: jobName,
      };
      await make.change(
        { id: projectId, accountId },
        { ...fields, timestamp, createdAt: timestamp, updatedAt: timestamp },
      );
    }
    const info = { actions: [{ parameters: [{ name: 'CONFIG', value: 'shipping' }] }] };
    jenkins.build(jobName, 2, { running: false, info });
    await report(2, commitAt(changes), false, start + HOUR_MS);
    const problem = await prisma.problem.findFirstOrThrow({ where: { projectId } });
    const place = { accountId, projectId, problemId: Number(problem.id) };
    await database.modelTransaction((tx) =>
      startCulpritSearch(tx, { ...place, runsBy: 'ci', maxRuns, startedById: 1, now: new Date() }),
    );
    const search = () => prisma.culpritSearch.findFirstOrThrow({ where: { projectId } });
    const runs = () => prisma.culpritRun.findMany({ where: { projectId }, orderBy: { id: 'asc' } });
    const drive = async () => driveCulpritSearch(Number((await search()).id), context);

    /** Lets Jenkins start what it was asked for, and reports how those builds ended. */
    async function build(hasPassed: (place: number) => boolean) {
      jenkins.startQueued();
      await drive();
      for (const { identifier, buildNumber, outcome } of await runs())
        if (outcome === 'requested' && buildNumber !== null)
          // Some reports name no commit.
          await report(Number(buildNumber), '', hasPassed(placeOf(identifier)));
    }

    return {
      projectId,
      jobName,
      report,
      reportBeforeLog,
      search,
      runs,
      drive,
      build,
      problem: () => prisma.problem.findFirstOrThrow({ where: { projectId } }),
      /** Runs the search to its end. */
      async finish(hasPassed: (place: number) => boolean) {
        await drive();
        for (let step = 0; step < 60 && (await search()).state === 'active'; step += 1) {
          await build(hasPassed);
          await drive();
        }
        return search();
      },
    };
  }

  return { newSearch, jenkins, prisma, placeOf, commitAt };
}
