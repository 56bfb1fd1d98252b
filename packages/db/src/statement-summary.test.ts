import { afterAll, describe, expect, it } from '@jest/globals';
import { testDatabase } from '@slipway/testing';
import pg from 'pg';
import { definedQueries } from './define-query.js';
import './index.js';
import { operationOf, tableOf } from './statement-summary.js';

const { url } = await testDatabase();
const client = new pg.Client({ connectionString: url });
await client.connect();
afterAll(() => client.end());
const { rows } = await client.query<{ relname: string }>('SELECT relname FROM pg_class');
const relations = new Set(rows.map(({ relname }) => relname));

const variants = definedQueries.flatMap((query) => query.examples.map((params) => query.build(params).text));

describe('the summary of a statement', () => {
  it.each([
    ['SELECT "public"."users"."id" FROM "public"."users" WHERE ("public"."users"."id" = $1)', 'SELECT users'],
    ['INSERT INTO "public"."tasks" ("id") VALUES ($1) RETURNING "id"', 'INSERT tasks'],
    ['\n  UPDATE projects SET name = $1', 'UPDATE projects'],
    ['DELETE FROM ONLY sessions', 'DELETE sessions'],
    ['SELECT id FROM mail_outbox FOR UPDATE SKIP LOCKED', 'SELECT mail_outbox'],
    ['SELECT a IS DISTINCT FROM b, extract(epoch FROM t.at) FROM builds t', 'SELECT builds'],
    ['SELECT id FROM unnest($1::bigint[]) AS id JOIN changes USING (id)', 'SELECT changes'],
    ['SELECT (SELECT count(*) FROM approvals a WHERE a.sha = c.sha) FROM changes c', 'SELECT changes'],
    ['WITH recent AS (SELECT id FROM builds) SELECT id FROM recent', 'SELECT builds'],
    ['WITH recent AS (SELECT id FROM builds) UPDATE projects SET at = now()', 'UPDATE projects'],
    ['BEGIN; SET LOCAL statement_timeout = 5', 'BEGIN'],
    ['SELECT 1', 'SELECT'],
  ])('of %s', (text, summary) => {
    expect([operationOf(text), tableOf(text)].filter(Boolean).join(' ')).toBe(summary);
  });

  it('names an existing table, or none, for every statement of the code', () => {
    expect(variants.length).toBeGreaterThan(100);
    const wrong = variants.map(tableOf).filter((table) => table !== undefined && !relations.has(table));
    expect(wrong).toEqual([]);
  });

  it('names a table for nearly every statement of the code', () => {
    const named = variants.filter((text) => tableOf(text) !== undefined);
    expect(named.length / variants.length).toBeGreaterThan(0.9);
  });
});
