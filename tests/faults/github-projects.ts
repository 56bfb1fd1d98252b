import { randomBytes } from 'node:crypto';
import { completeInvestigation, type Database, saveGithubSettings } from '@slipway/db';
import { type AppSecrets, newId, sealSecret } from '@slipway/domain';
import {
  buildReport,
  changeReport,
  type factories,
  GITHUB_TOKEN,
  projectApplier,
  type testGithub,
} from '@slipway/testing';

const PULLS = 3;
const REPOSITORY = 'studio/harbor';
/** The first fails in every pull request, the second passes. */
export const JOBS = ['Harbor-Win64', 'Harbor-Linux'] as const;

interface GithubPlace {
  readonly database: Database;
  readonly make: ReturnType<typeof factories>;
  readonly github: Awaited<ReturnType<typeof testGithub>>;
  readonly appSecrets: AppSecrets;
}

/** A project with open pull requests, which both jobs have built: the first failed, and its cause is known. */
export async function connectedProject({ database, make, github, appSecrets }: GithubPlace, place: number) {
  const { prisma } = database;
  github.repositories.add(REPOSITORY);
  const { accountId } = await make.studio();
  const project = await make.project(accountId);
  const { id: integrationId } = await make.integration(project, 'github');
  const jenkins = { integrationId: (await make.integration(project, 'jenkins')).id, provider: 'jenkins' };
  await saveGithubSettings(
    database,
    { integrationId, projectId: project.id },
    {
      statuses: true,
      comments: true,
      appId: null,
      apiUrl: github.url,
      credential: sealSecret(appSecrets, integrationId, GITHUB_TOKEN),
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
    await find(database, { accountId, projectId: project.id, buildRunId: Number(id) });
  return {
    shas,
    /** Builds the failed job of a commit again, successfully. */
    fix: (sha: string) => build(sha, JOBS[0], 'completed'),
  };
}

/** Stores the finding of a build, as an investigation does. */
async function find(
  database: Database,
  build: { accountId: number; projectId: number; buildRunId: number },
): Promise<void> {
  const held = { ...build, id: newId(), automatic: true, attempt: 1 };
  const { attempt: attempts, ...row } = held;
  await database.prisma.investigation.create({
    data: { ...row, attempts, status: 'running', creditsCharged: 0, chargedOn: new Date() },
  });
  await database.modelTransaction((tx) =>
    completeInvestigation(tx, held, {
      diagnosis: 'Boat.cpp does not compile.',
      attribution: '',
      suggestedFix: '',
      fixKind: 'general',
      category: 'compile',
      confidence: 0.9,
      hasLog: true,
      evidence: [{ line: 12, text: 'error C2039' }],
      attributedUserId: null,
      suspects: [],
      fingerprint: null,
      steps: [],
    }),
  );
}
