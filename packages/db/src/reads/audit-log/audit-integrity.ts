import { columnsOf, computed, narrowed } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { type Queryable, sql } from '../../sql.js';

/**
 * What is wrong at a position of an audit log. `changed`: the entry does not match its hash. `missing`: the entry was
 * deleted. `unchained`: the entry has no position, so it was written while the triggers were off; its position is 0.
 */
export interface AuditProblem {
  readonly kind: 'changed' | 'missing' | 'unchained';
  /** The first and the last position concerned. */
  readonly from: number;
  readonly to: number;
}

export interface AuditIntegrity {
  /** How many entries the log should have. */
  readonly entries: number;
  /** The first problems, in the order of the log. */
  readonly problems: readonly AuditProblem[];
}

const BATCH = 5_000;
/** Enough to see the extent of the damage. */
const MAX_PROBLEMS = 20;

/**
 * Checks every entry of an account's audit log against the hash of the entry before it. The end is read first, in one
 * statement, and limits what is checked, because entries are added in the meantime.
 */
async function checkAuditLog({ pool }: DatabaseHandle, accountId: number): Promise<AuditIntegrity> {
  const end = await chainEnd.first(pool, accountId);
  const { length = 0, last = 0, unchained = 0, endsWithChain = true } = end ?? {};
  const problems = unchained === 0 ? [] : [{ kind: 'unchained', from: 0, to: 0 } as const];
  const found = [
    ...problems,
    ...(await checkEntries(pool, accountId, last)),
    ...checkEnd(length, last, endsWithChain),
  ];
  return { entries: Math.max(length, last), problems: found.slice(0, MAX_PROBLEMS) };
}

function checkEnd(length: number, last: number, endsWithChain: boolean): AuditProblem[] {
  if (last < length) return [{ kind: 'missing', from: last + 1, to: length }];
  return last > length || !endsWithChain ? [{ kind: 'changed', from: last, to: last }] : [];
}

async function checkEntries(pool: Queryable, accountId: number, last: number): Promise<AuditProblem[]> {
  const problems: AuditProblem[] = [];
  let previous = 0;
  while (previous < last && problems.length < MAX_PROBLEMS) {
    const rows = await chainBatch.all(pool, { accountId, after: previous, last, count: BATCH });
    if (rows.length === 0) return problems;
    for (const { position, isIntact } of rows) {
      // The hash of an entry after a gap cannot be checked: the entry before it is missing.
      if (position !== previous + 1) problems.push({ kind: 'missing', from: previous + 1, to: position - 1 });
      else if (!isIntact) problems.push({ kind: 'changed', from: position, to: position });
      previous = position;
    }
  }
  return problems;
}

const chainEnd = defineQuery({
  name: 'find end of audit log',
  columns: {
    length: computed('int8', sql`COALESCE(c.length, 0)`),
    last: computed('int8', sql`COALESCE(e.position, 0)`),
    /** False if the last entry's hash is not the one that the chain ends with. */
    endsWithChain: computed('bool', sql`COALESCE(e.hash = c.hash, true)`),
    unchained: computed(
      'int8',
      sql`(SELECT count(*) FROM audit_entries WHERE account_id = a.id AND position IS NULL)`,
    ),
  },
  examples: [1],
  build: (accountId: number, select) =>
    sql`SELECT ${select} FROM accounts a
        LEFT JOIN audit_chains c ON c.account_id = a.id
        LEFT JOIN LATERAL (SELECT position, hash FROM audit_entries
          WHERE account_id = a.id AND position IS NOT NULL ORDER BY position DESC LIMIT 1) e ON true
        WHERE a.id = ${accountId}`,
});

interface Batch {
  readonly accountId: number;
  readonly after: number;
  readonly last: number;
  readonly count: number;
}

/** The first row of a batch needs the hash of the row before it, which `lag` only sees if it is read too. */
const chainBatch = defineQuery({
  name: 'check batch of audit log',
  columns: {
    position: narrowed<number>(columnsOf('AuditEntry', 'b').position),
    isIntact: computed('bool', sql`b.hash = b.expected`),
  },
  examples: [{ accountId: 1, after: 0, last: 1, count: 1 }],
  build: ({ accountId, after, last, count }: Batch, select) =>
    sql`SELECT ${select} FROM (
          SELECT e.position, e.hash, audit_entry_hash(COALESCE(lag(e.hash) OVER (ORDER BY e.position), ''), e) AS expected
          FROM audit_entries e WHERE e.account_id = ${accountId}
            AND e.position BETWEEN ${after}::bigint AND ${last}::bigint
          ORDER BY e.position LIMIT ${count + 1}
        ) b WHERE b.position > ${after}::bigint ORDER BY b.position`,
});

/** The accounts that have an audit log, or should have one. */
async function listAuditedAccounts({ pool }: DatabaseHandle): Promise<number[]> {
  return (await auditedAccounts.all(pool, {})).map(({ id }) => id);
}

const auditedAccounts = defineQuery({
  name: 'list audited accounts',
  columns: { id: columnsOf('Account', 'a').id },
  examples: [{}],
  build: (_: object, select) => sql`SELECT ${select} FROM accounts a ORDER BY a.id`,
});

export const reads = { checkAuditLog, listAuditedAccounts };
