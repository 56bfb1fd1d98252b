import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { trackerKeys } from '@slipway/domain';
import { testDatabase } from '@slipway/testing';
import pg from 'pg';
import { seedDemo } from './seed-demo.js';
import { tellStory } from './story.js';

const moment = new Date('2026-11-15T10:20:00Z');
const story = await tellStory(moment);
const folder = mkdtempSync(join(tmpdir(), 'slipway-content-'));
let client: pg.Client;

async function rows<Row = Record<string, unknown>>(text: string): Promise<Row[]> {
  return (await client.query(text)).rows as Row[];
}

async function values(text: string): Promise<unknown[]> {
  return (await rows(text)).map((row) => Object.values(row)[0]);
}

async function count(text: string): Promise<number> {
  return Number((await values(`SELECT count(*) FROM ${text}`))[0]);
}

beforeAll(async () => {
  const { url } = await testDatabase();
  client = new pg.Client({ connectionString: url });
  await client.connect();
  const demoFile = join(folder, 'demo.json');
  await seedDemo({ databaseUrl: url, appSecret: 'content', baseUrl: 'http://127.0.0.1', demoFile, story });
});

afterAll(async () => {
  await client.end();
  rmSync(folder, { recursive: true });
});

describe('the content of main', () => {
  const everyValue: [string, string][] = [
    ['tasks', 'state'],
    ['tasks', 'task_type'],
    ['tasks', 'priority'],
    ['changes', 'source_type'],
    ['build_runs', 'status'],
    ['build_runs', 'build_type'],
    ['build_runs', 'target_type'],
    ['assets', 'asset_type'],
    ['assets', 'approval_status'],
    ['approvals', 'status'],
    ['deployments', 'platform'],
    ['deployments', 'status'],
  ];
  it.each(everyValue)('%s have every %s', async (table, column) => {
    const missing = await values(
      `SELECT unnest(enum_range(NULL::public."${await columnType(table, column)}"))::text
       EXCEPT SELECT ${column}::text FROM ${table} WHERE project_id = 1`,
    );
    expect(missing).toEqual([]);
  });

  async function columnType(table: string, column: string): Promise<unknown> {
    return (
      await values(
        `SELECT udt_name FROM information_schema.columns WHERE table_name = '${table}' AND column_name = '${column}'`,
      )
    )[0];
  }

  const atLeast: [string, number][] = [
    ['tasks WHERE project_id = 1', 140],
    ['tasks WHERE project_id = 1 AND assignee_handle IS NOT NULL', 20],
    ['tasks WHERE project_id = 1 AND user_id IN (1, 2, 4)', 20],
    [`tasks WHERE project_id = 1 AND labels <> '{}'`, 50],
    ['changes WHERE project_id = 1', 180],
    ['changes WHERE project_id = 1 AND orphaned_at IS NOT NULL', 5],
    [`changes WHERE project_id = 1 AND file_count IS NULL AND source_type = 'GitCommit'`, 5],
    ['changes WHERE project_id = 1 AND file_count = 0', 3],
    [`changes WHERE project_id = 1 AND author LIKE '%@%'`, 10],
    [`changes WHERE project_id = 1 AND description LIKE '%@%'`, 10],
    ['build_runs WHERE project_id = 1', 96],
    ['build_steps', 200],
    ['build_artifacts', 100],
    ['assets WHERE project_id = 1', 70],
    ['asset_events WHERE project_id = 1', 100],
    ['deployments WHERE project_id = 1', 36],
    ['external_references WHERE project_id = 1', 30],
    ['reference_keys k JOIN change_mentions m USING (project_id, key) WHERE project_id = 1', 20],
    ['reference_keys k JOIN task_mentions m USING (project_id, key) WHERE project_id = 1', 10],
    ['task_links WHERE project_id = 1', 30],
    [`investigations WHERE project_id = 1 AND status = 'completed' AND attributed_user_id IS NOT NULL`, 3],
  ];
  it.each(atLeast)('%s: at least %i', async (from, least) => {
    expect(await count(from)).toBeGreaterThanOrEqual(least);
  });

  it('has exactly the mentions that are in the texts of tasks and changes', async () => {
    const named = await rows<{ key: string; text: string }>(
      `SELECT m.key, c.description AS text FROM change_mentions m JOIN changes c ON c.id = m.change_id
       UNION ALL SELECT m.key, t.description FROM task_mentions m JOIN tasks t ON t.id = m.task_id`,
    );
    expect(named.length).toBeGreaterThan(30);
    for (const { key, text } of named) expect(trackerKeys(text)).toEqual([key]);
    const providers = await values(
      `SELECT DISTINCT r.provider FROM external_references r JOIN reference_keys k ON k.reference_id = r.id
       JOIN change_mentions m ON m.project_id = k.project_id AND m.key = k.key ORDER BY 1`,
    );
    expect(providers).toEqual(['asana', 'jira', 'linear', 'monday', 'trello']);
  });

  it('has assets without, with one and with several approvals, and a status that follows the newest', async () => {
    const counts = await values(
      `SELECT DISTINCT least(2, (SELECT count(*) FROM approvals a WHERE a.asset_id = s.id))::int AS n
         FROM assets s WHERE project_id = 1 ORDER BY n`,
    );
    expect(counts).toEqual([0, 1, 2]);
    expect(
      await count(
        `assets s WHERE approval_status::text <> coalesce((SELECT a.status::text FROM approvals a
           WHERE a.asset_id = s.id ORDER BY created_at DESC, id DESC LIMIT 1), 'none')`,
      ),
    ).toBe(0);
  });

  it('has as many files per change as it counts, and no count only for git', async () => {
    expect(
      await count(
        `changes c WHERE file_count IS DISTINCT FROM (SELECT count(*) FROM change_files f WHERE f.change_id = c.id)
           AND NOT (file_count IS NULL AND source_type = 'GitCommit')`,
      ),
    ).toBe(0);
  });
});

describe('builds', () => {
  it('have a log of 100 to 600 lines if they failed, but for one', async () => {
    expect(await count(`build_runs WHERE project_id = 1 AND status = 'failed' AND NOT has_log`)).toBe(1);
    const lines = await values(
      `SELECT array_length(string_to_array(content, E'\\n'), 1) FROM build_logs JOIN build_runs ON id = build_run_id
        WHERE status = 'failed'`,
    );
    expect(Math.min(...(lines as number[]))).toBeGreaterThanOrEqual(100);
    expect(Math.max(...(lines as number[]))).toBeLessThanOrEqual(600);
    expect(
      await count(`build_runs WHERE has_log <> EXISTS (SELECT FROM build_logs WHERE build_run_id = id)`),
    ).toBe(0);
    expect(await count(`(SELECT DISTINCT content FROM build_logs) c`)).toBe(await count('build_logs'));
  });

  it('fail only after a passing build of their job with a log', async () => {
    expect(
      await count(
        `build_runs f WHERE status = 'failed' AND NOT EXISTS (SELECT FROM build_runs p
          WHERE p.project_id = f.project_id AND p.job_key = f.job_key AND p.status = 'completed' AND p.has_log
            AND p.finished_at < f.finished_at)`,
      ),
    ).toBe(0);
  });

  it('are of existing changes, and fail because of files changed since the last passing build', async () => {
    expect(
      await count(
        `build_runs b WHERE NOT EXISTS (SELECT FROM changes c
          WHERE c.project_id = b.project_id AND c.identifier IN (b.commit_hash, b.changelist))`,
      ),
    ).toBe(0);
    const [found] = await rows<{ blamed: number }>(
      `SELECT count(DISTINCT b.id)::int AS blamed FROM build_runs b JOIN build_logs l ON l.build_run_id = b.id
         JOIN LATERAL (SELECT max(head.timestamp) AS at FROM build_runs p JOIN changes head
                 ON head.project_id = p.project_id AND head.identifier IN (p.commit_hash, p.changelist)
                WHERE p.job_key = b.job_key AND p.status = 'completed' AND p.finished_at < b.finished_at) passed ON true
         JOIN changes c ON c.project_id = b.project_id AND c.timestamp > passed.at AND c.timestamp <= b.created_at
         JOIN change_files f ON f.change_id = c.id
        WHERE b.project_id = 1 AND b.status = 'failed'
          AND strpos(replace(l.content, '\\', '/'), regexp_replace(f.path, '^.*/', '')) > 0`,
    );
    expect(found!.blamed).toBeGreaterThanOrEqual(12);
  });

  it('have investigations whose evidence is in the log at the given line', async () => {
    const wrong = await count(
      `investigations i JOIN build_logs l USING (build_run_id), jsonb_array_elements(evidence) e
        WHERE strpos((string_to_array(content, E'\\n'))[(e->>'line')::int], e->>'text') = 0`,
    );
    expect(wrong).toBe(0);
    expect(await count(`investigations WHERE status = 'completed' AND evidence = '[]'`)).toBe(0);
  });

  it('have a diagnosis of their log and a problem, also without an investigation', async () => {
    const failed = `build_runs b WHERE status = 'failed' AND has_log AND NOT EXISTS (SELECT FROM`;
    expect(await count(`${failed} problem_builds p WHERE p.build_run_id = b.id)`)).toBe(0);
    expect(await count(`${failed} build_diagnoses d WHERE d.build_run_id = b.id AND d.line IS NOT NULL)`)).toBe(0);
  });

  it('leave every account with the balance of its ledger', async () => {
    expect(
      await count(
        `accounts a WHERE credits <> coalesce((SELECT sum(delta) FROM credit_ledger l WHERE l.account_id = a.id), 0)`,
      ),
    ).toBe(0);
    expect(await values('SELECT credits FROM accounts WHERE id = 1')).toEqual([200]);
  });
});

describe('times', () => {
  it('reach thirty days back and into the last day, with nothing in the future', async () => {
    const columns = await rows<{ table: string; column: string }>(
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type = 'timestamp with time zone' AND table_name <> '_prisma_migrations'
          AND table_name !~ '^deliveries' AND column_name NOT IN ('expires_at', 'handshake_open_until', 'next_attempt_at')`,
    );
    for (const { table, column } of columns)
      expect([table, column, await count(`${table} WHERE ${column} > '${moment.toISOString()}'`)]).toEqual([
        table,
        column,
        0,
      ]);
  });

  const sources: [string, string][] = [
    ['changes', 'timestamp'],
    ['build_runs', 'created_at'],
    ['tasks', 'created_at'],
    ['asset_events', 'occurred_at'],
    ['deployments', 'created_at'],
  ];
  it.each(sources)('%s of main spread over the window', async (table, column) => {
    const [spread] = await rows<Record<string, number>>(
      `SELECT count(*) FILTER (WHERE ${column} > '${moment.toISOString()}'::timestamptz - interval '1 day')::int AS last_day,
              count(*) FILTER (WHERE ${column} < '2026-11-01')::int AS october,
              count(DISTINCT date_trunc('day', ${column}))::int AS days
         FROM ${table} WHERE project_id = 1`,
    );
    expect(spread!.last_day).toBeGreaterThan(0);
    expect(spread!.october).toBeGreaterThan(5);
    expect(spread!.days).toBeGreaterThan(18);
  });

  it('are in order within each row', async () => {
    expect(await count('tasks WHERE updated_at < created_at')).toBe(0);
    expect(await count('build_runs WHERE finished_at < started_at OR started_at < created_at')).toBe(0);
    expect(await count('approvals WHERE decided_at < created_at')).toBe(0);
    expect(await count('deployments WHERE live_at < submitted_at OR submitted_at < created_at')).toBe(0);
  });
});

describe('the delivery log', () => {
  it('has every outcome in main and rival, and refers to existing rows', async () => {
    for (const project of [1, 7]) {
      const outcomes = await values(
        `SELECT DISTINCT outcome::text FROM deliveries WHERE project_id = ${project} ORDER BY 1`,
      );
      expect(outcomes).toEqual(['applied', 'dead', 'duplicate', 'ignored', 'rejected']);
    }
    expect(await count('deliveries WHERE project_id = 1')).toBeGreaterThan(100);
    expect(
      await count(
        `deliveries d, jsonb_array_elements(touched) t WHERE NOT EXISTS (
           SELECT FROM build_runs b WHERE t->>'kind' = 'build_run' AND b.id::text = t->>'id' AND b.project_id = d.project_id
           UNION ALL SELECT FROM changes c WHERE t->>'kind' = 'change' AND c.id::text = t->>'id' AND c.project_id = d.project_id
           UNION ALL SELECT FROM external_references r
             WHERE t->>'kind' = 'reference' AND r.id::text = t->>'id' AND r.project_id = d.project_id
           UNION ALL SELECT FROM assets a WHERE t->>'kind' = 'asset' AND a.id::text = t->>'id' AND a.project_id = d.project_id
           UNION ALL SELECT FROM approvals a
             WHERE t->>'kind' = 'approval' AND a.id::text = t->>'id' AND a.project_id = d.project_id
           UNION ALL SELECT FROM deployments e
             WHERE t->>'kind' = 'deployment' AND e.id::text = t->>'id' AND e.project_id = d.project_id)`,
      ),
    ).toBe(0);
    expect(await count('dead_letters JOIN deliveries d ON d.id = delivery_id')).toBe(await count('dead_letters'));
  });

  it('has no webhook in the future, or finished before it was received', async () => {
    expect(await count(`deliveries WHERE finished_at > '${moment.toISOString()}'`)).toBe(0);
    expect(
      await count(
        'deliveries WHERE NOT (received_at <= queued_at AND queued_at <= started_at AND started_at <= finished_at)',
      ),
    ).toBe(0);
  });
});

describe('the other projects', () => {
  it('have rows of every kind in rival, and some in lapsed and demo', async () => {
    const kinds = ['tasks', 'changes', 'build_runs', 'assets', 'approvals', 'asset_events', 'deployments'];
    for (const project of [2, 5, 6, 7])
      for (const kind of kinds)
        expect([project, kind, (await count(`${kind} WHERE project_id = ${project}`)) > 0]).toEqual([
          project,
          kind,
          true,
        ]);
    for (const project of [2, 5, 6, 7])
      expect(
        await count(`build_runs WHERE project_id = ${project} AND status = 'failed' AND has_log`),
      ).toBeGreaterThan(0);
    expect(await count('external_references WHERE project_id = 7')).toBeGreaterThan(0);
  });
});
