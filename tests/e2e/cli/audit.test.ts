import { describe, expect, it } from '@jest/globals';
import { commandLine } from './command-line.js';
import { startPipeline } from './pipeline.js';

const { service, host, token, userId, project } = await startPipeline();
const { make, database } = service;
const { slipway } = await commandLine({ SLIPWAY_HOST: host, SLIPWAY_TOKEN: token, SLIPWAY_PROJECT: project.name });
const { accountId } = project;

describe('slipway audit --ndjson', () => {
  const write = (n: number) =>
    database.prisma.auditEntry.create({
      data: { accountId, userId, action: 'project.update', target: `change ${n}`, detail: { line: 'one\ntwo' } },
    });

  it('writes every entry that matches, across pages, one JSON document per line and newest first', async () => {
    for (let n = 1; n <= 120; n += 1) await write(n);
    const { out, code } = await slipway(['audit', '--ndjson', '--action', 'project.update']);
    expect(code).toBe(0);
    const entries = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries.map(({ target }) => target)).toEqual(
      Array.from({ length: 120 }, (_, n) => `change ${120 - n}`),
    );
    const [newest, next] = entries;
    expect(newest).toMatchObject({ user_id: userId, action: 'project.update', detail: { line: 'one\ntwo' } });
    expect([newest.position - 1, next.hash]).toEqual([next.position, expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it('stops at --limit, and writes nothing if nothing matches', async () => {
    const limited = await slipway(['audit', '--ndjson', '--action', 'project.update', '--limit', '60']);
    expect(limited.out.trimEnd().split('\n')).toHaveLength(60);
    expect((await slipway(['audit', '--ndjson', '--action', 'member.leave'])).out).toBe('');
  });
});

describe('a restricted token', () => {
  const withToken = async (fields: { projectIds?: number[]; networks?: string[] }) => ({
    env: { SLIPWAY_TOKEN: (await make.apiToken(userId, fields)).token },
  });

  it('sees only its projects', async () => {
    const other = await make.project(accountId);
    const options = await withToken({ projectIds: [other.id] });
    const listed = await slipway(['project', 'list', '--jq', '.[].id'], options);
    expect(listed.out).toBe(`${other.id}\n`);
    const named = await slipway(['task', 'list', '--project', project.name], options);
    expect([named.code, named.err]).toEqual([1, expect.stringMatching(/Projects that this token can see: /)]);
    const byId = await slipway(['task', 'list', '--project', String(project.id)], options);
    expect([byId.code, byId.err]).toEqual([1, expect.stringMatching(/not found|no project/i)]);
  });

  it('says where it can be changed if it is used from another network, and exits with 4', async () => {
    const options = await withToken({ networks: ['203.0.113.0/24'] });
    const { code, err } = await slipway(['project', 'list'], options);
    expect(code).toBe(4);
    expect(err).toMatch(/restricted to other networks than that of 127\.0\.0\.1/);
    expect(err).toContain(`${host}/settings/tokens`);
  });
});
