import { describe, expect, it } from '@jest/globals';
import type { BuildComparison } from '@slipway/contracts';
import { commandLine } from './command-line.js';
import { startPipeline } from './pipeline.js';

const { service, host, token, userId, project } = await startPipeline();
const { make, database } = service;
const { slipway } = await commandLine({ SLIPWAY_HOST: host, SLIPWAY_TOKEN: token });

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute));
const REASON = 'Touched Fog.cpp, where the build fails.';

type Project = Awaited<ReturnType<typeof newProject>>['made'];

interface MadeBuild {
  readonly status: string;
  readonly minute: number;
  readonly log?: string;
  readonly job?: string;
}

async function build(made: Project, number: string, { status, minute, log, job = 'Harbor-Win64' }: MadeBuild) {
  const { id } = await make.buildRun(made, {
    integrationId: made.integrationId,
    jobName: job,
    branch: 'main',
    buildNumber: number,
    status,
    createdAt: at(minute),
    startedAt: at(minute),
    finishedAt: at(minute + 5),
    statusAt: at(minute + 5),
    ...(log !== undefined && { hasLog: true, log: { create: { content: log, receivedAt: at(minute + 5) } } }),
  });
  return id;
}

async function newProject() {
  const made = await make.project(project.accountId);
  const { id: integrationId } = await make.integration(made, 'jenkins');
  const compare = (...args: readonly string[]) =>
    slipway(['build', 'compare', ...args], { env: { SLIPWAY_PROJECT: String(made.id) } });
  return { made: { ...made, integrationId }, compare };
}

/** A job that passed and then failed, with two changes between, one of which is suspected. */
async function brokenJob() {
  const { made, compare } = await newProject();
  const passed = await build(made, '1', {
    status: 'completed',
    minute: 0,
    log: '10:00:01 Compiling\n10:00:02 done',
  });
  const innocent = await make.change(made, {
    branch: 'main',
    timestamp: at(6),
    createdAt: at(6),
    description: 'Tidy',
  });
  const guilty = await make.change(made, {
    branch: 'main',
    timestamp: at(7),
    createdAt: at(7),
    description: 'Thicken the fog\n\nMore of it.',
    author: 'Jonas',
    authorUserId: userId,
  });
  const log = '10:10:01 Compiling\n10:10:02 Fog.cpp(3): error C2065: x\n10:10:03 done';
  const failed = await build(made, '2', { status: 'failed', minute: 10, log });
  await database.prisma.investigation.create({
    data: {
      accountId: made.accountId,
      projectId: made.id,
      buildRunId: failed,
      status: 'completed',
      creditsCharged: 1,
      chargedOn: at(15),
      attributedUserId: userId,
      suspects: [{ changeId: guilty.id, reason: REASON, confidence: 0.9 }],
    },
  });
  const step = (buildRunId: number, name: string, status: string, seconds: number) =>
    database.prisma.buildStep.create({
      data: {
        buildRunId,
        name,
        status,
        position: 0,
        statusAt: at(1),
        detail: '',
        startedAt: at(0),
        finishedAt: new Date(at(0).getTime() + seconds * 1_000),
      },
    });
  for (const id of [passed, failed]) await step(id, 'Sync', 'completed', 10);
  await step(passed, 'Compile', 'completed', 60);
  await step(failed, 'Compile', 'failed', 5);
  return { made, compare, passed, failed, innocent, guilty };
}

describe('slipway build compare', () => {
  it('compares with the last passing build, and marks the suspect with its reason', async () => {
    const { compare, passed, failed, innocent, guilty } = await brokenJob();
    const { code, out } = await compare(String(failed));
    expect(code).toBe(0);
    expect(out).toContain(`CL ${guilty.identifier}  Thicken the fog  user:${userId}  Suspect: ${REASON}\n`);
    expect(out).toContain(`CL ${innocent.identifier}  Tidy\n`);
    expect(out).toContain('     2  Fog.cpp(3): error C2065: x\n');
    expect(out).not.toContain('Compiling');
    expect(out).toContain('Compile  completed 1m 00s → failed 5s\n');
    expect(out).not.toContain('Sync');
    const json = JSON.parse((await compare(String(failed), '--jq', '.')).out) as BuildComparison;
    expect(json).toMatchObject({
      earlier: { id: String(passed) },
      later: { id: String(failed) },
      new_line_count: 1,
      changes: [
        { change_id: guilty.id, author_user_id: userId, suspect_reason: REASON },
        { change_id: innocent.id, suspect_reason: null },
      ],
    });
    expect(JSON.stringify(json)).not.toContain('Jonas');
  });

  it('shows the error even if many other lines are new', async () => {
    const { made, compare } = await newProject();
    const noise = Array.from({ length: 300 }, (_, n) => `Compiling ${'abcdefghij'[n % 10]}${'x'.repeat(n)}.cpp`);
    await build(made, '1', { status: 'completed', minute: 0, log: 'done' });
    const log = [...noise, 'Fog.cpp(3): error C2065: x'].join('\n');
    const failed = await build(made, '2', { status: 'failed', minute: 10, log });
    const { out } = await compare(String(failed));
    expect(out).toContain('New in the later log, 100 of 301 lines:\n');
    expect(out).toContain('   301  Fog.cpp(3): error C2065: x\n');
  });

  it('puts the earlier build first, whichever is named first', async () => {
    const { compare, passed, failed } = await brokenJob();
    const named = await compare(String(failed), String(passed));
    expect((await compare(String(passed), String(failed))).out).toBe(named.out);
    expect((await compare('2', '1', '--job', 'Harbor-Win64')).out).toBe(named.out);
  });

  it('compares builds of two jobs, and says which has no log', async () => {
    const { made, compare, failed } = await brokenJob();
    const other = await build(made, '7', { status: 'completed', minute: 20, job: 'Harbor-PS5' });
    const { code, out } = await compare(String(failed), String(other));
    expect(code).toBe(0);
    expect(out).toMatch(/Harbor-Win64 #2 and Harbor-PS5 #7/);
    expect(out).toContain('No log was sent for Harbor-PS5 #7.\n');
  });

  it('says that no earlier build passed', async () => {
    const { made, compare } = await newProject();
    const first = await build(made, '1', { status: 'failed', minute: 0 });
    expect(await compare(String(first))).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('No earlier passing build of this job on this branch.'),
    });
  });

  it('names the build that does not exist', async () => {
    const { compare, failed } = await brokenJob();
    const unknown = (id: string) => expect.stringContaining(`No build of the project has the id ${id}.`);
    expect(await compare('99009001')).toMatchObject({ code: 1, err: unknown('99009001') });
    expect(await compare(String(failed), '99009002')).toMatchObject({ code: 1, err: unknown('99009002') });
  });
});
