import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { serve } from '@slipway/http';
import { connectRetrying } from '@slipway/queue';
import { eventually, testProcess } from '@slipway/testing';
import { plainBrowser } from './plain-browser.js';
import { serveConsole } from './served-console.js';

const { app, process, database, make, accountId, project, owner, sessionCookie } = await serveConsole();
const path = `/accounts/${accountId}/export`;
const other = await testProcess({ DATABASE_URL: process.settings.DATABASE_URL });
const otherApp = composeConsole(other, () => false);
const server = await serve(app, { host: '127.0.0.1', port: 0 });
process.onClose('server', () => server.close());

/** More assets than an export used to read at once, and several pages of everything else. */
const ASSETS = 100_500;
const ROWS = 450;
const scope = `${accountId}, ${project.id}`;
const series = (rows: number) => `FROM generate_series(1, ${rows}) n`;
const inserts = [
  `INSERT INTO assets (id, account_id, project_id, name, path, asset_type, updated_at)
   SELECT gen_random_uuid(), ${scope}, 'A' || n, 'Content/' || n, 'texture', now() ${series(ASSETS)}`,
  `INSERT INTO approvals (id, account_id, project_id, asset_id, asset_version, status, updated_at)
   SELECT gen_random_uuid(), ${scope}, id, 1, 'pending', now() FROM (SELECT id FROM assets LIMIT ${ROWS}) a`,
  `INSERT INTO tasks (account_id, project_id, title, updated_at) SELECT ${scope}, 'T' || n, now() ${series(ROWS)}`,
  `INSERT INTO changes (account_id, project_id, integration_id, identifier, display_identifier, source_type, timestamp,
     orphaned_at, updated_at)
   SELECT ${scope}, 1, 'c' || n, 'c', 'GitCommit', now(), CASE WHEN n % 3 = 0 THEN now() END, now() ${series(ROWS)}`,
  `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
     build_type, updated_at)
   SELECT ${scope}, 1, 'j', 'j', n::text, 'completed', now(), 'unreal', now() ${series(ROWS)}`,
  `INSERT INTO deployments (id, account_id, project_id, integration_id, platform, status, status_at, build_number,
     updated_at)
   SELECT gen_random_uuid(), ${scope}, 1, 'steam', 'live', now(), n::text, now() ${series(ROWS)}`,
  `INSERT INTO external_references (account_id, project_id, integration_id, provider, external_id, key,
     provider_time, updated_at)
   SELECT ${scope}, (SELECT min(id) FROM integrations), 'jira', n::text, 'HARB-' || n, now(), now() ${series(ROWS)}`,
  `WITH people AS (INSERT INTO users (email, name, password_hash)
     SELECT 'm' || n || '@studio.test', 'M' || n, '' ${series(ROWS)} RETURNING id)
   INSERT INTO account_memberships (account_id, user_id) SELECT ${accountId}, id FROM people`,
];
await make.integration(project, 'jira');
for (const text of [...inserts, 'ANALYZE']) await database.pool.query({ text });

const LISTS = ['tasks', 'changes', 'build_runs', 'assets', 'approvals', 'deployments', 'references'] as const;
type Document = Record<'members', { user_id: number }[]> & {
  projects: Record<(typeof LISTS)[number], { id: unknown }[]>[];
};

/** Starts an export without reading any of it. */
async function beginExport(cookie: string) {
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
  socket.write(`GET /console/api${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

const auditedExports = () => database.prisma.auditEntry.count({ where: { accountId, action: 'account.export' } });

describe('GET /console/api/accounts/:account_id/export', () => {
  it('contains every row of every list once', async () => {
    const { text } = await owner.browser.call('GET', path);
    const { members, projects } = JSON.parse(text) as Document;
    const counts = (ids: unknown[]) => [ids.length, new Set(ids).size];
    expect(counts(members.map((member) => member.user_id))).toEqual([ROWS + 2, ROWS + 2]);
    expect(projects).toHaveLength(1);
    for (const list of LISTS) {
      const rows = list === 'assets' ? ASSETS : ROWS;
      expect([list, ...counts((projects[0]?.[list] ?? []).map(({ id }) => id))]).toEqual([list, rows, rows]);
    }
  }, 120_000);

  it('409: while another export of the account runs, even in another process; other accounts can export', async () => {
    const reader = await beginExport(await sessionCookie(owner.id));
    const before = await auditedExports();
    const elsewhere = plainBrowser(otherApp, await sessionCookie(owner.id));
    for (const browser of [owner.browser, elsewhere])
      for (const target of [path, `${path}/check`]) {
        const { status, body } = await browser.call('GET', target);
        expect([status, body.error]).toEqual([409, 'export_running']);
      }
    expect(await auditedExports()).toBe(before);
    const own = await make.studio();
    const neighbour = plainBrowser(app, await sessionCookie(own.userId));
    expect((await neighbour.call('GET', `/accounts/${own.accountId}/export`)).status).toBe(200);
    reader.destroy();
    await eventually('the next export may begin', async () =>
      (await elsewhere.call('GET', `${path}/check`)).status === 200 ? true : undefined,
    );
  });

  it('stops when its lock is lost, because another export of the account may then start', async () => {
    const reader = await beginExport(await sessionCookie(owner.id));
    const lost = await database.pool.query({
      text: `SELECT pg_terminate_backend(pid) FROM pg_locks
             WHERE locktype = 'advisory' AND objid = $1 AND objsubid = 2
               AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      values: [accountId],
    });
    expect(lost.rowCount).toBe(1);
    let end = '';
    reader.setEncoding('latin1').on('data', (text: string) => {
      end = (end + text).slice(-5);
    });
    await eventually('the answer ends', async () => (reader.closed || end === '0\r\n\r\n' ? true : undefined));
    expect([reader.closed, end === '0\r\n\r\n']).toEqual([true, false]);
    expect(process.logLines.join('')).toContain('export cut short');
  });

  it('answers HEAD without exporting anything', async () => {
    const before = await auditedExports();
    const headers = { cookie: await sessionCookie(owner.id), 'x-slipway-console': '1' };
    const answer = await fetch(`http://127.0.0.1:${server.port}/console/api${path}`, { method: 'HEAD', headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(await auditedExports()).toBe(before);
  });
});

describe('streams and exports', () => {
  it('429: count toward the rate limit of their session', async () => {
    const redis = connectRetrying(process.settings, () => undefined);
    process.onClose('test redis', () => redis.disconnect());
    const browser = plainBrowser(app, await sessionCookie(owner.id));
    const known = new Set((await redis.call('KEYS', '*')) as string[]);
    expect((await browser.call('GET', '/session')).status).toBe(200);
    const [counter = ''] = ((await redis.call('KEYS', '*')) as string[]).filter((key) => !known.has(key));
    await redis.call('SET', counter, '1000000', 'KEEPTTL');
    await eventually('the console asks Redis again', async () =>
      (await browser.call('GET', '/session')).status === 429 ? true : undefined,
    );
    for (const target of ['/stream', path]) {
      const { status, headers, body } = await browser.call('GET', target);
      expect([status, body.error]).toEqual([429, 'rate_limited']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('401: without a session', async () => {
    for (const target of ['/stream', path]) expect((await plainBrowser(app).call('GET', target)).status).toBe(401);
  });
});
