import { describe, expect, it } from '@jest/globals';
import type { BuildPage, WorkspaceEventPage } from '@slipway/contracts';
import { startMcp } from './mcp-service.js';

const mcp = await startMcp();
const { make, database } = mcp.service;
const { accountId, userId } = await make.studio();
const project = await make.project(accountId);
const { token } = await make.apiToken(userId);
const client = await mcp.connect(token);

async function call<Data>(name: string, args: object): Promise<Data> {
  const { structuredContent } = await client.callTool({ name, arguments: { ...args } });
  return structuredContent as unknown as Data;
}

describe('list_builds', () => {
  it('filters by job, number and time, and pages with cursors', async () => {
    for (let n = 1; n <= 5; n += 1)
      await make.buildRun(project, {
        jobName: n === 5 ? 'Reef-PS5' : 'Reef-Win64',
        buildNumber: String(n),
        createdAt: new Date(Date.UTC(2026, 10, 1, n)),
      });
    const list = (args: object) => call<BuildPage>('list_builds', { project: String(project.id), ...args });
    const numbers = ({ builds }: BuildPage) => builds.map(({ build_number }) => build_number);
    const first = await list({ job: 'Reef-Win64', limit: 3 });
    expect(numbers(first)).toEqual(['4', '3', '2']);
    const rest = await list({ job: 'Reef-Win64', limit: 3, cursor: first.pagination.next_cursor });
    expect([numbers(rest), rest.pagination.has_more]).toEqual([['1'], false]);
    expect(numbers(await list({ number: '5' }))).toEqual(['5']);
    expect(numbers(await list({ since: '2026-11-01T02:00:00Z', until: '2026-11-01T04:00:00Z' }))).toEqual([
      '3',
      '2',
    ]);
  });
});

describe('get_build_failure without a build, job or branch', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 2, hour));

  /** A project whose main job is `Tide-Win64`, with builds of jobs in this order. */
  async function projectWith(...builds: readonly (readonly [job: string, status: string])[]) {
    const made = await make.project(accountId, { mainJobName: 'Tide-Win64' });
    const ids: number[] = [];
    for (const [index, [jobName, status]] of builds.entries()) {
      const times = {
        createdAt: at(index),
        startedAt: at(index),
        finishedAt: status === 'building' ? null : at(index),
      };
      ids.push((await make.buildRun(made, { jobName, status, ...times })).id);
    }
    const { build } = await call<{ build: { id: string } }>('get_build_failure', { project: String(made.id) });
    return ids.indexOf(Number(build.id));
  }

  it('explains the main job if it is broken, even if another job failed later', async () => {
    expect(await projectWith(['Tide-Win64', 'failed'], ['Nightly', 'failed'])).toBe(0);
    expect(await projectWith(['Tide-Win64', 'failed'], ['Nightly', 'failed'], ['Tide-Win64', 'building'])).toBe(0);
  });

  it('explains the newest failed build of any job if the main job has passed since, or never failed', async () => {
    expect(await projectWith(['Tide-Win64', 'failed'], ['Nightly', 'failed'], ['Tide-Win64', 'completed'])).toBe(
      1,
    );
    const passed = ['Tide-Win64', 'passed_pending_approval'] as const;
    const running = ['Tide-Win64', 'building'] as const;
    expect(await projectWith(['Tide-Win64', 'failed'], ['Nightly', 'failed'], passed, running)).toBe(1);
    expect(await projectWith(['Tide-Win64', 'completed'], ['Nightly', 'failed'])).toBe(1);
  });
});

describe('the account of a project', () => {
  it('is the one that list_events reads, and whoami lists it', async () => {
    const second = await make.studio();
    const theirs = await make.project(second.accountId);
    await database.prisma.accountMembership.create({ data: { accountId: second.accountId, userId } });
    await make.buildRun(theirs, { status: 'failed', jobName: 'Elsewhere', finishedAt: new Date() });
    const { events } = await call<WorkspaceEventPage>('list_events', { project: String(theirs.id) });
    expect(events.map(({ target_ref }) => target_ref)).toEqual([expect.stringMatching(/^Elsewhere #/)]);
    const { accounts } = await call<{ accounts: readonly object[] }>('whoami', {});
    expect(accounts).toMatchObject([
      { id: accountId, role: 'owner', is_default: true },
      { id: second.accountId, role: 'member', is_default: false },
    ]);
  });
});
