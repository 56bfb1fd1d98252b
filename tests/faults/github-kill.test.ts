import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { completeInvestigation, saveGithubSettings } from '@slipway/db';
import { appSecretsOf, newId, sealSecret } from '@slipway/domain';
import {
  buildReport,
  changeReport,
  eventually,
  factories,
  GITHUB_TOKEN,
  openTestDatabase,
  projectApplier,
  type ReceivedRequest,
  testGithub,
  testProcess,
} from '@slipway/testing';
import { workerProcesses } from './worker-process.js';

const CONNECTIONS = 20;
const PULLS = 3;
const JOBS = ['Harbor-Win64', 'Harbor-Linux'];
const KILLS = 10;
/** The first kills come after GitHub has set a status, the next after it has created a comment, the rest after either. */
const STATUS_KILLS = 3;
const CREATION_KILLS = 3;
/** A worker serves this many connections at once, each with one request at a time. */
const IN_FLIGHT = 8;
const REPOSITORY = 'studio/harbor';

const { settings, onClose } = await testProcess();
const workers = workerProcesses(settings);
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const { prisma } = database;
const make = factories(database);
const github = await testGithub();
github.repositories.add(REPOSITORY);

const start = () => workers.start({ NOTIFICATION_ALLOWED_NETWORKS: '127.0.0.0/8' });

/** A project with open pull requests, which both jobs have built: the first failed, and its cause is known. */
async function connectedProject(place: number) {
  const { accountId } = await make.studio();
  const project = await make.project(accountId);
  const { id: integrationId } = await make.integration(project, 'github');
  const jenkins = { integrationId: (await make.integration(project, 'jenkins')).id, provider: 'jenkins' };
  await saveGithubSettings(
    database,
    { integrationId, projectId: project.id },
    {
      ...{ statuses: true, comments: true, appId: null, apiUrl: github.url },
      credential: sealSecret(appSecretsOf(settings), integrationId, GITHUB_TOKEN),
    },
  );
  await prisma.githubConnection.update({ where: { integrationId }, data: { testRequestedAt: null } });
  const { apply } = projectApplier(database, { ...project, integrationId, provider: 'github' });
  const now = Date.now();
  let builds = 0;
  const build = async (sha: string, jobName: string, status: 'failed' | 'completed') => {
    builds += 1;
    const fields = { jobName, buildNumber: String(builds), commitHash: sha, status };
    const report = buildReport({ ...fields, startedAt: now + builds, reportedAt: now + builds });
    await apply([{ key: `build ${builds}`, receivedAt: now, operations: [report], via: jenkins }]);
  };
  const shas = Array.from({ length: PULLS }, () => randomBytes(20).toString('hex'));
  for (const [index, sha] of shas.entries()) {
    const commit = changeReport({ identifier: sha, displayIdentifier: sha.slice(0, 7), repository: REPOSITORY });
    await apply([{ key: sha, receivedAt: now, operations: [commit] }]);
    const number = place * PULLS + index + 1;
    github.pulls.push({ repository: REPOSITORY, number, headSha: sha, commits: [sha], state: 'open' });
    for (const job of JOBS) await build(sha, job, job === JOBS[0] ? 'failed' : 'completed');
  }
  for (const { id } of await prisma.buildRun.findMany({ where: { projectId: project.id, status: 'failed' } }))
    await find({ accountId, projectId: project.id, buildRunId: Number(id) });
  return {
    shas,
    /** Builds the failed job of a commit again, successfully. */
    fix: (sha: string) => build(sha, JOBS[0] ?? '', 'completed'),
  };
}

/** Stores the finding of a build, as an investigation does. */
async function find(build: { accountId: number; projectId: number; buildRunId: number }): Promise<void> {
  const held = { ...build, id: newId(), automatic: true, attempt: 1 };
  const { attempt: attempts, ...row } = held;
  await prisma.investigation.create({
    data: { ...row, attempts, status: 'running', creditsCharged: 0, chargedOn: new Date() },
  });
  await database.modelTransaction((tx) =>
    completeInvestigation(tx, held, {
      ...{ diagnosis: 'Boat.cpp does not compile.', suggestedFix: '', fixKind: 'general', category: 'compile' },
      ...{ confidence: 0.9, hasLog: true, evidence: [{ line: 12, text: 'error C2039' }] },
      ...{ attributedUserId: null, suspects: [] },
      ...{ fingerprint: null, steps: [] },
    }),
  );
}

const isStatus = ({ path }: ReceivedRequest) => path.includes('/statuses/');
const isCreation = ({ method, path }: ReceivedRequest) => method === 'POST' && path.endsWith('/comments');
const isWrite = ({ method }: ReceivedRequest) => method !== 'GET';

function lostAt(kill: number): typeof isWrite {
  if (kill <= STATUS_KILLS) return isStatus;
  return kill <= STATUS_KILLS + CREATION_KILLS ? isCreation : isWrite;
}

/**
 * Starts a worker and kills it when GitHub has done what it asked for, but not answered. Returns how often that was so.
 */
async function killUnanswered(isLost: (request: ReceivedRequest) => boolean): Promise<number> {
  let lost = 0;
  github.loseAnswers((request) => {
    if (isLost(request)) lost += 1;
    return isLost(request);
  });
  const worker = await start();
  await eventually(
    'an answer is lost',
    async () => (lost > 0 || (await pending()) === 0 ? true : undefined),
    120_000,
  );
  await worker.kill();
  github.loseAnswers(null);
  return lost;
}

const pending = () => prisma.githubUpdate.count({ where: { pendingSince: { not: null } } });

it('kill -9 of the worker between a request to GitHub and its answer loses and doubles nothing', async () => {
  const projects: Awaited<ReturnType<typeof connectedProject>>[] = [];
  for (let place = 0; place < CONNECTIONS; place += 1) projects.push(await connectedProject(place));
  let lost = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    lost += await killUnanswered(lostAt(kill));
    // Builds go on meanwhile, so comments whose creation was never answered are outdated.
    for (const { shas, fix } of projects.filter((_, place) => place % KILLS === kill - 1))
      for (const sha of shas.slice(1)) await fix(sha);
  }
  const last = await start();
  await eventually('everything is sent', async () => ((await pending()) === 0 ? true : undefined), 120_000);
  expect(await last.end()).toBe(0);

  const states = new Map(github.statuses.map(({ sha, context, state }) => [`${sha} ${context}`, state]));
  const expected = projects.flatMap(({ shas }) =>
    shas.flatMap((sha, index) => [
      [`${sha} slipway/${JOBS[0]}`, index === 0 ? 'failure' : 'success'],
      [`${sha} slipway/${JOBS[1]}`, 'success'],
    ]),
  );
  expect([...states].toSorted()).toEqual(expected.toSorted());
  expect(new Set(github.comments.map(({ pull }) => pull)).size).toBe(github.comments.length);
  for (const { shas } of projects) {
    const shown = shas.map((sha) => github.comments.find(({ body }) => body.includes(sha.slice(0, 10)))?.body);
    expect(shown[0]).toContain('1 build failed');
    for (const body of shown.slice(1)) expect(body ?? 'No build failed').toContain('No build failed');
  }
  const repeats = github.statuses.length - new Set(github.statuses.map((status) => JSON.stringify(status))).size;
  process.stdout.write(
    `${KILLS} kills, ${lost} answers lost: ${states.size} statuses, ${repeats} set twice; ` +
      `${github.comments.length} comments on as many pull requests\n`,
  );
  expect(repeats).toBeLessThanOrEqual(KILLS * IN_FLIGHT);
}, 600_000);
