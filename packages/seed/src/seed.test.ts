import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '@slipway/contracts';
import { decryptSecret, hashToken, isTokenUsable } from '@slipway/domain';
import { testDatabase } from '@slipway/testing';
import pg from 'pg';
import { isPassword } from './credentials.js';
import type { DemoFile } from './demo-file.js';
import { seedDemo } from './seed-demo.js';
import { tellStory } from './story.js';

const story = await tellStory(new Date('2026-11-15T10:20:30.456Z'));
const appSecret = 'seed-test-secret-0123456789abcdef';
const folder = mkdtempSync(join(tmpdir(), 'slipway-seed-'));

interface Studio {
  client: pg.Client;
  url: string;
  demoFile: string;
}

const opened: Studio[] = [];

async function open(): Promise<Studio> {
  const { url, name } = await testDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const studio = { client, url, demoFile: join(folder, `${name}.json`) };
  opened.push(studio);
  return studio;
}

interface SeedEdit {
  baseUrl?: string;
  secret?: string;
  receiverUrl?: string;
}

function seed({ url, demoFile }: Studio, options: SeedEdit = {}) {
  const { baseUrl = 'http://127.0.0.1:8080', secret = appSecret, ...rest } = options;
  return seedDemo({ databaseUrl: url, appSecret: secret, baseUrl, demoFile, story, ...rest });
}

const readDemo = ({ demoFile }: Studio) => JSON.parse(readFileSync(demoFile, 'utf8')) as DemoFile;

let studio: Studio;

async function rows<Row = Record<string, unknown>>(text: string, from = studio): Promise<Row[]> {
  return (await from.client.query(text)).rows as Row[];
}

async function values(text: string): Promise<unknown[]> {
  return (await rows(text)).map((row) => Object.values(row)[0]);
}

async function count(text: string): Promise<number> {
  return Number((await values(`SELECT count(*) FROM ${text}`))[0]);
}

beforeAll(async () => {
  studio = await open();
  expect(await seed(studio)).toEqual({ seeded: true });
});

afterAll(async () => {
  for (const { client } of opened) await client.end();
  rmSync(folder, { recursive: true });
});

describe('people and access', () => {
  it('have the ids that demo.json lists', async () => {
    const demo = readDemo(studio);
    for (const { id, email, password } of Object.values(demo.users)) {
      const [user] = await rows<{ email: string; password_hash: string }>(`SELECT * FROM users WHERE id = ${id}`);
      expect(user?.email).toBe(email);
      expect(await isPassword(user!.password_hash, password)).toBe(true);
    }
    for (const { id, prefixed_id, plan } of Object.values(demo.accounts))
      expect(await rows(`SELECT prefixed_id, plan FROM accounts WHERE id = ${id}`)).toEqual([
        { prefixed_id, plan },
      ]);
    for (const { id, token } of Object.values(demo.integrations))
      expect(await rows(`SELECT token_hash FROM integrations WHERE id = ${id}`)).toEqual([
        { token_hash: hashToken(token) },
      ]);
  });

  it('store tokens hashed, in the state that their name describes', async () => {
    const { tokens } = readDemo(studio);
    const usable: string[] = [];
    for (const [name, token] of Object.entries(tokens)) {
      const [row] = await rows<Record<string, never>>(
        `SELECT * FROM api_tokens WHERE token_hash = '${hashToken(token)}'`,
      );
      expect(row).toMatchObject({ prefix: token.slice(0, 8), user_id: name === 'rival' ? 3 : 1 });
      const record = { legacy: row!.legacy!, expiresAt: row!.expires_at!, revokedAt: row!.revoked_at! };
      if (isTokenUsable(record, story.now.getTime())) usable.push(name);
    }
    expect(usable).toEqual(['full', 'cli', 'ping', 'read_tasks', 'rival']);
    const [cli] = await rows<{ scopes: string[]; life: string; origin: string }>(
      `SELECT scopes, origin, (expires_at - created_at)::text AS life FROM api_tokens WHERE id = 2`,
    );
    expect(cli).toMatchObject({ origin: 'cli', life: '90 days' });
    expect(cli!.scopes).toHaveLength(10);
    expect(cli!.scopes).not.toContain('read:members');
    expect(await values('SELECT cardinality(scopes) FROM api_tokens WHERE id IN (1, 8)')).toEqual([
      SCOPES.length,
      SCOPES.length,
    ]);
  });

  it('have the memberships that the contract of the demo describes', async () => {
    expect(await values('SELECT account_id FROM account_memberships WHERE user_id = 1 ORDER BY 1')).toEqual([
      1, 2, 3, 4,
    ]);
    expect(await values('SELECT account_id FROM account_memberships WHERE user_id = 2')).toEqual([1]);
    expect(await values('SELECT account_id FROM account_memberships WHERE user_id = 3')).toEqual([5]);
    expect(await values('SELECT user_id FROM account_memberships WHERE account_id = 5')).toEqual([3]);
    expect(await values('SELECT default_account_id FROM users WHERE id = 1')).toEqual([2]);
    expect(await count('project_memberships WHERE project_id = 1')).toBe(3);
    expect(
      await rows('SELECT id, read_only_reason FROM accounts WHERE read_only_reason IS NOT NULL ORDER BY id'),
    ).toEqual([
      { id: 3, read_only_reason: 'trial_expired' },
      { id: 4, read_only_reason: 'demo' },
    ]);
    expect(
      await count(
        `connected_accounts c JOIN project_memberships m USING (user_id) WHERE project_id = 1 AND uid LIKE '%@%'`,
      ),
    ).toBeGreaterThan(0);
  });

  it('have encrypted secrets for jenkins, buildkite and github only', async () => {
    const demo = readDemo(studio);
    const secrets = await rows<{ integration_id: number; ciphertext: Buffer }>(
      'SELECT integration_id, ciphertext FROM integration_secrets ORDER BY 1',
    );
    expect(secrets.map(({ integration_id }) => integration_id)).toEqual([2, 3, 11]);
    const named = [demo.integrations.jenkins, demo.integrations.buildkite, demo.integrations.github];
    expect(secrets.map((row) => decryptSecret([appSecret], row.integration_id, row.ciphertext))).toEqual(
      named.map((entry) => entry?.secret),
    );
    expect(Object.values(demo.integrations).filter(({ secret }) => secret)).toHaveLength(3);
  });

  it('include a paused and an archived project and an inactive integration', async () => {
    expect(await values('SELECT id FROM projects WHERE paused_at IS NOT NULL')).toEqual([3]);
    expect(await values('SELECT id FROM projects WHERE archived_at IS NOT NULL')).toEqual([4]);
    expect(await values('SELECT id FROM integrations WHERE NOT active')).toEqual([18]);
    expect(await count('mail_outbox')).toBe(0);
  });
});

describe('demo.json', () => {
  it('has exactly the agreed shape and is readable to its owner only', () => {
    const demo = readDemo(studio);
    expect(statSync(studio.demoFile).mode & 0o777).toBe(0o600);
    expect(Object.keys(demo)).toEqual(['base_url', 'users', 'accounts', 'tokens', 'projects', 'integrations']);
    expect(Object.keys(demo.users)).toEqual(['owner', 'member', 'outsider']);
    expect(Object.keys(demo.accounts)).toEqual(['studio', 'personal', 'lapsed', 'demo', 'rival']);
    expect(Object.keys(demo.tokens)).toEqual([
      'full',
      'cli',
      'ping',
      'read_tasks',
      'revoked',
      'expired',
      'legacy',
      'rival',
    ]);
    expect(demo.projects).toEqual({ main: 1, second: 2, paused: 3, archived: 4, lapsed: 5, demo: 6, rival: 7 });
    expect(Object.entries(demo.integrations).map(([name, { id }]) => `${id} ${name}`)).toEqual(
      `1 perforce,2 jenkins,3 buildkite,4 game_engine,5 deployment,6 jira,7 linear,8 trello,9 monday,10 asana,11 github,
       12 github_unsigned,13 diversion,14 lore,15 second,16 paused,17 archived,18 disabled`.split(/,\s*/),
    );
    for (const token of Object.values(demo.tokens)) expect(token).toMatch(/^[\w-]{43}$/);
    for (const { token } of Object.values(demo.integrations)) expect(token).toMatch(/^[0-9a-f]{64}$/);
    for (const { prefixed_id } of Object.values(demo.accounts)) expect(prefixed_id).toMatch(/^acct_[0-9a-z]+$/);
  });
});

it('lets an Asana webhook register its secret at any time', async () => {
  expect(await values(`SELECT handshake_open_until FROM integrations WHERE provider = 'asana'`)).toEqual([
    new Date('2100-01-01T00:00:00Z'),
  ]);
});

describe('seeding again', () => {
  it('moves every sequence past the seeded ids', async () => {
    await studio.client.query('BEGIN');
    const { rows: made } = await studio.client.query(
      `INSERT INTO tasks (account_id, project_id, title) VALUES (1, 1, 'new') RETURNING id`,
    );
    expect(made[0].id).toBeGreaterThan(140);
    await studio.client.query(`INSERT INTO accounts (prefixed_id, name) VALUES ('acct_x', 'x')`);
    await studio.client.query(`INSERT INTO users (email, name, password_hash) VALUES ('x@example.com', 'x', '')`);
    await studio.client.query(
      `INSERT INTO projects (account_id, name) VALUES (1, 'x');
       INSERT INTO integrations (account_id, project_id, provider, name, token_hash, token_prefix) VALUES (1, 1, 'x', 'x', 'x', 'x');
       INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at, build_type)
         VALUES (1, 1, 1, 'x', 'x', '1', 'queued', now(), 'custom');
       INSERT INTO deployments (id, account_id, project_id, integration_id, platform, status, status_at)
         VALUES (gen_random_uuid(), 1, 1, 1, 'custom', 'pending', now())`,
    );
    await studio.client.query('ROLLBACK');
  });

  it('writes only the new address', async () => {
    const before = readDemo(studio);
    const counted = await fingerprint(studio);
    expect(await seed(studio, { baseUrl: 'http://127.0.0.1:9999' })).toEqual({ seeded: false });
    expect(readDemo(studio)).toEqual({ ...before, base_url: 'http://127.0.0.1:9999' });
    expect(statSync(studio.demoFile).mode & 0o777).toBe(0o600);
    expect(await fingerprint(studio)).toEqual(counted);
  });

  it('writes a lost file again while its credentials are valid, and not otherwise', async () => {
    const before = readDemo(studio);
    rmSync(studio.demoFile);
    await seed(studio, { secret: 'another-secret' });
    expect(() => readDemo(studio)).toThrow('ENOENT');
    await seed(studio, { baseUrl: before.base_url });
    expect(readDemo(studio)).toEqual(before);
    writeFileSync(studio.demoFile, '{"half');
    await seed(studio, { baseUrl: before.base_url });
    expect(readDemo(studio)).toEqual(before);
  });

  it('seeds once when two start together, with the same rows as any other time', async () => {
    const twin = await open();
    const results = await Promise.all([seed(twin), seed(twin)]);
    expect(results.map(({ seeded }) => seeded).sort()).toEqual([false, true]);
    expect(await fingerprint(twin)).toEqual(await fingerprint(studio));
    expect(readDemo(twin)).toEqual({ ...readDemo(studio), base_url: 'http://127.0.0.1:8080' });
  });

  it('sends notifications of a project to the receiver, wherever it listens, until the channel is removed', async () => {
    const own = await open();
    const channels = () => rows('SELECT project_id, kind, target FROM notification_channels', own);
    await seed(own, { receiverUrl: 'http://127.77.77.77:8080/' });
    const channel = { project_id: 2, kind: 'slack_webhook' };
    expect(await channels()).toEqual([{ ...channel, target: '127.77.77.77:8080' }]);
    expect(await rows('SELECT event FROM notification_rules WHERE enabled ORDER BY event', own)).toEqual([
      { event: 'main_job.broke' },
      { event: 'main_job.recovered' },
    ]);
    await seed(own, { receiverUrl: 'http://127.77.77.77:9999/' });
    expect(await channels()).toEqual([{ ...channel, target: '127.77.77.77:9999' }]);
    await own.client.query('DELETE FROM notification_channels');
    await seed(own, { receiverUrl: 'http://127.77.77.77:8080/' });
    expect(await channels()).toEqual([]);
  });

  it('changes nothing in a database with other accounts', async () => {
    const own = await open();
    await own.client.query(`INSERT INTO accounts (prefixed_id, name) VALUES ('acct_own', 'Own')`);
    expect(await seed(own)).toEqual({ seeded: false });
    expect(await rows('SELECT name FROM accounts', own)).toEqual([{ name: 'Own' }]);
    expect(() => readDemo(own)).toThrow('ENOENT');
  });
});

/** A digest of every row of every table, without ciphertexts, slots of counts and new ids, which differ by design. */
async function fingerprint(of: Studio): Promise<Record<string, string>> {
  const tables = await rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE relnamespace = 'public'::regnamespace
        AND relkind = 'r' AND relname !~ '^(_prisma|deliveries)' ORDER BY 1`,
    of,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await rows<{ digest: string }>(
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(t, '' ORDER BY t), '')) AS digest
         FROM (SELECT regexp_replace((to_jsonb(r) - 'ciphertext' - 'slot')::text, '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', '', 'g') AS t FROM "${name}" r) rows`,
      of,
    );
    digests[name] = row!.digest;
  }
  return digests;
}
