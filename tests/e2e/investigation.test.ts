import { describe, expect, it } from '@jest/globals';
import { createClient } from '@slipway/client';
import { getBuildRun, type Investigation, investigateBuildRun, listBuildRuns } from '@slipway/contracts';
import { eventually } from '@slipway/testing';
import { conformingFetch } from '../contract/openapi-conformance.js';
import { postWebhook, startService } from './service.js';

const service = await startService();
const { prisma } = service.database;
const { accountId, userId: owner } = await service.make.studio();
const { token } = await service.make.apiToken(owner);
const client = createClient({ baseUrl: service.apiUrl, token, fetch: conformingFetch });

let people = 0;

/** A member of the studio with a connected account. */
async function member(provider: string, uid: string): Promise<number> {
  people += 1;
  const { id } = await prisma.user.create({
    data: {
      email: `member${people}@studio.test`,
      name: `Member ${people}`,
      passwordHash: '!',
      memberships: { create: { accountId, connectedAccounts: { create: { provider, uid } } } },
    },
  });
  return id;
}

async function startProject() {
  const project = await service.make.project(accountId);
  const tokens = {
    ci: (await service.make.integration(project, 'jenkins')).token,
    perforce: (await service.make.integration(project, 'perforce')).token,
    github: (await service.make.integration(project, 'github')).token,
  };
  const params = { project_id: project.id };
  const runOf = async (number: string) => {
    const { build_runs } = await client.call(listBuildRuns, { params });
    return build_runs.find(({ build_number }) => build_number === number);
  };
  return {
    id: project.id,
    async submit(endpoint: keyof typeof tokens, body: object, headers: Record<string, string> = {}) {
      const response = await postWebhook(`${service.ingestUrl}/webhooks/${endpoint}?token=${tokens[endpoint]}`, {
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      expect(response.status).toBeLessThan(300);
    },
    async build(number: string, status: 'SUCCESS' | 'FAILURE', fields: object = {}) {
      await this.submit('ci', { job_name: 'Harbor-Win64', build_number: number, status, ...fields });
      return eventually(`build ${number} exists`, () => runOf(number));
    },
    async changeCount(count: number) {
      await eventually(`${count} changes exist`, async () =>
        (await prisma.change.count({ where: { projectId: project.id } })) === count ? true : undefined,
      );
    },
    investigate(run: { id: string }): Promise<Investigation> {
      const request = { params: { ...params, build_run_id: run.id } };
      return eventually('the investigation ends', async () => {
        const found = await client.call(investigateBuildRun, request);
        return found.status === 'completed' || found.status === 'failed' ? found : undefined;
      });
    },
  };
}

const credits = async () => (await prisma.account.findUniqueOrThrow({ where: { id: accountId } })).credits;

const failingLog = [
  'Building HarborEditor...',
  '[12/40] Compile Crane.cpp',
  "D:\\jenkins\\workspace\\Harbor\\Source\\Harbor\\Private\\Crane.cpp(214): error C2065: 'LiftSpeed': undeclared identifier",
  'Error executing cl.exe (tool returned code: 2)',
  'Total execution time: 92.20 seconds',
  'BUILD FAILED',
].join('\r\n');

const crane = 'Source/Harbor/Private/Crane.cpp';

describe('an investigation', () => {
  it('names the cause, the changelist that caused it and its author, and is charged once', async () => {
    const project = await startProject();
    const ana = await member('perforce', 'asousa');
    await member('perforce', 'bkoch');
    const submit = (changelist: number, user: string, path: string) =>
      project.submit('perforce', {
        changelist,
        user,
        description: 'Work',
        files: [{ path: `//depot/main/${path}`, action: 'edit' }],
      });
    await submit(500, 'bkoch', crane);
    await project.changeCount(1);
    await project.build('1', 'SUCCESS', {
      changelist: '500',
      log: 'Building HarborEditor...\nBUILD SUCCESSFUL\n',
    });
    await submit(501, 'bkoch', 'Source/Harbor/Private/Rope.cpp');
    await submit(502, 'asousa', crane);
    await submit(503, 'bkoch', 'Content/Maps/Quay.umap');
    await project.changeCount(4);
    const run = await project.build('2', 'FAILURE', { changelist: '503', log: failingLog });
    const before = await credits();
    const finding = await project.investigate(run);
    expect(finding).toMatchObject({ status: 'completed', category: 'compile', attributed_user_id: ana });
    expect(finding.confidence).toBeGreaterThan(0.5);
    expect(finding.diagnosis).toContain('CL 502');
    expect(finding.evidence.map(({ text }) => text).join('\n')).toContain('C2065');
    expect(finding.steps.map(({ name, status }) => [name, status])).toEqual([
      ['read_log', 'completed'],
      ['compare_with_passing', 'completed'],
      ['find_cause', 'completed'],
      ['attribute', 'completed'],
    ]);
    expect(finding.steps.at(-1)?.detail).toContain('CL 502');
    expect(await credits()).toBe(before - 1);
    const detail = await client.call(getBuildRun, { params: { project_id: project.id, build_run_id: run.id } });
    expect(detail.investigation).toEqual(finding);
  });

  it('follows git pushes, whatever the commit times', async () => {
    const project = await startProject();
    const kim = await member('github', 'kim-dev');
    await member('github', 'lee-dev');
    const sha = (letter: string) => letter.repeat(40);
    const push = (before: string, after: string, login: string, path: string) =>
      project.submit(
        'github',
        {
          ref: 'refs/heads/main',
          before: sha(before),
          after: sha(after),
          forced: false,
          repository: { full_name: 'studio/harbor', html_url: 'https://github.com/studio/harbor' },
          pusher: { name: login },
          commits: [
            {
              id: sha(after),
              message: 'Work',
              timestamp: '2024-03-01T10:00:00Z',
              url: `https://github.com/studio/harbor/commit/${sha(after)}`,
              author: { name: login, username: login },
              added: [],
              removed: [],
              modified: [path],
            },
          ],
        },
        { 'x-github-event': 'push' },
      );
    await push('a', 'b', 'lee-dev', crane);
    await project.changeCount(1);
    await project.build('1', 'SUCCESS', { commit: sha('b'), branch: 'main' });
    await push('b', 'c', 'kim-dev', crane);
    await push('c', 'd', 'lee-dev', 'README.md');
    await project.changeCount(3);
    const run = await project.build('2', 'FAILURE', { commit: sha('d'), branch: 'main', log: failingLog });
    const finding = await project.investigate(run);
    expect(finding).toMatchObject({ category: 'compile', attributed_user_id: kim });
    expect(finding.steps.at(-1)?.detail).toContain('cccccccc');
  });

  it('names no one when two people touched the file, or when the revision passed before', async () => {
    const project = await startProject();
    await project.build('1', 'SUCCESS', { changelist: '600' });
    for (const [changelist, user] of [
      [601, 'asousa'],
      [602, 'bkoch'],
    ] as const)
      await project.submit('perforce', {
        changelist,
        user,
        files: [{ path: `//depot/main/${crane}`, action: 'edit' }],
      });
    await project.changeCount(2);
    const tied = await project.investigate(
      await project.build('2', 'FAILURE', { changelist: '602', log: failingLog }),
    );
    expect(tied).toMatchObject({ category: 'compile', attributed_user_id: null });
    const again = await project.build('3', 'FAILURE', { changelist: '600', log: failingLog });
    const flaky = await project.investigate(again);
    expect(flaky.attributed_user_id).toBeNull();
    expect(flaky.steps.at(-1)?.detail).toContain('same revision has passed');
  });

  it('does not blame the author of a later attempt to fix the build', async () => {
    const project = await startProject();
    const zoe = await member('perforce', 'zkhan');
    await project.build('1', 'SUCCESS', { changelist: '700' });
    const submit = (changelist: number, user: string) =>
      project.submit('perforce', { changelist, user, files: [{ path: `//depot/main/${crane}`, action: 'edit' }] });
    await submit(701, 'zkhan');
    await project.changeCount(1);
    await project.build('2', 'FAILURE', { changelist: '701', log: failingLog });
    await submit(702, 'bkoch');
    await project.changeCount(2);
    const run = await project.build('3', 'FAILURE', { changelist: '702', log: failingLog });
    expect((await project.investigate(run)).attributed_user_id).toBe(zoe);
  });

  it('prefers a changed file to the one in which the compiler stopped', async () => {
    const project = await startProject();
    const ida = await member('perforce', 'ilund');
    await project.build('1', 'SUCCESS', { changelist: '800' });
    for (const [changelist, user, path] of [
      [801, 'bkoch', 'README.md'],
      [802, 'ilund', 'Source/Harbor/Hook.h'],
    ] as const)
      await project.submit('perforce', {
        changelist,
        user,
        files: [{ path: `//depot/main/${path}`, action: 'edit' }],
      });
    await project.changeCount(2);
    const log = [
      "/home/ci/ws/Source/Harbor/Crane.cpp:9:3: error: no member named 'Lift' in 'FHook'",
      '/home/ci/ws/Source/Harbor/Hook.h:4:8: note: FHook is declared here',
      'make: *** [Crane.o] Error 1',
    ].join('\n');
    const run = await project.build('2', 'FAILURE', { changelist: '802', log });
    const finding = await project.investigate(run);
    expect(finding.attributed_user_id).toBe(ida);
    expect(finding.diagnosis).toContain('/Source/Harbor/Hook.h:4');
    expect(finding.diagnosis).toContain('CL 802');
  });

  it('of a build without a log is an infrastructure finding with low confidence', async () => {
    const project = await startProject();
    const finding = await project.investigate(await project.build('1', 'FAILURE'));
    expect(finding).toMatchObject({
      status: 'completed',
      category: 'infra',
      attributed_user_id: null,
      evidence: [],
    });
    expect(finding.confidence).toBeLessThan(0.5);
    expect(finding.diagnosis).toMatch(/without a log/);
  });

  it('of a truncated log mentions the truncation', async () => {
    const project = await startProject();
    const log = `${'Compiling a file that is fine\n'.repeat(10_000)}${failingLog}`;
    const finding = await project.investigate(await project.build('1', 'FAILURE', { log }));
    expect(finding).toMatchObject({ status: 'completed', category: 'compile' });
    expect(finding.steps[0]?.detail).toContain('cut off');
    expect(finding.diagnosis).toMatch(/cut/);
  });

  it('uses a baseline that contains no text from passing builds', async () => {
    const project = await startProject();
    await project.build('1', 'SUCCESS', { log: 'warning: the harbor master is asleep\n'.repeat(3) });
    const stored = await eventually('the baseline is stored', async () => {
      const found = await prisma.buildBaseline.findFirst({ where: { projectId: project.id } });
      return found ?? undefined;
    });
    expect(JSON.stringify(stored.baseline)).not.toContain('harbor');
  });
});
