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
