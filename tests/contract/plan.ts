import { expect } from '@jest/globals';
import { type ApiReads, apiReads, type Queryable } from '@slipway/db';

/** How PostgreSQL ran one statement. */
export interface PlanFacts {
  readonly text: string;
  readonly indexes: readonly string[];
  /** Tables read from end to end. */
  readonly scannedTables: readonly string[];
  /** The most rows that one scan looked at, those it dropped included. */
  readonly readRows: number;
  /** The most rows that one sort was given. */
  readonly sortedRows: number;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Runs the statements of a read and tells how each was run, in order. Statistics must be fresh: see `ANALYZE`. */
export function explain(
  on: Queryable,
  read: (reads: ApiReads) => Promise<unknown>,
): Promise<readonly PlanFacts[]> {
  return explainAll(on, (explaining) => read(apiReads(explaining)));
}

/** As above, of statements that are no part of the API's reads. */
export async function explainAll(
  on: Queryable,
  run: (explaining: Queryable) => Promise<unknown>,
): Promise<readonly PlanFacts[]> {
  const facts: PlanFacts[] = [];
  const explaining: Queryable = {
    async query(config) {
      const text = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${config.text}`;
      const { rows } = await on.query({ ...config, text });
      facts.push(factsOf(config.text, rows[0]['QUERY PLAN'][0].Plan as PlanNode));
      return await on.query(config);
    },
  };
  await run(explaining);
  return facts;
}

function factsOf(text: string, plan: PlanNode): PlanFacts {
  const nodes = [...walk(plan)];
  const ofType = (suffix: string) => nodes.filter((node) => node['Node Type'].endsWith(suffix));
  return {
    text,
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    scannedTables: ofType('Seq Scan').flatMap((node) => node['Relation Name'] ?? []),
    readRows: Math.max(0, ...ofType('Scan').map(rowsRead)),
    sortedRows: Math.max(0, ...ofType('Sort').flatMap((node) => (node.Plans ?? []).map(rowsGiven))),
  };
}

function* walk(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* walk(child);
}

/** Rows are told per loop. */
function rowsGiven(node: PlanNode): number {
  return Math.round(node['Actual Rows'] * node['Actual Loops']);
}

function rowsRead(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return rowsGiven(node) + Math.round(removed * node['Actual Loops']);
}

/** Fails unless the statement walked this index in the list's order and stopped at the end of the page. */
export function expectOrderedRead(plan: PlanFacts, { index, count }: { index: string; count: number }): void {
  expect(plan.indexes).toContain(index);
  expectBounded(plan, count);
}

/** Fails when the statement read a table from end to end, or read or sorted more than so many rows. */
export function expectBounded(plan: PlanFacts, rows: number): void {
  expect(plan.scannedTables).toEqual([]);
  expect(plan.readRows).toBeLessThanOrEqual(rows);
  expect(plan.sortedRows).toBeLessThanOrEqual(rows);
}
