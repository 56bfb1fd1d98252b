import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { apiReads, closeAccount, deleteAccountRow, recordAudit, recordPersonalAudit } from '@slipway/db';
import { factories, openTestDatabase, testDatabase } from '@slipway/testing';
import pg from 'pg';

const { url } = await testDatabase();
const database = openTestDatabase(url);
/** Someone who changes the database directly. */
const intruder = new pg.Client({ connectionString: url });
await intruder.connect();
afterAll(() => Promise.all([database.close(), intruder.end()]));
const { prisma } = database;
const { checkAuditLog } = apiReads(database);
const make = factories(database);

let accountId: number;
let userId: number;
beforeEach(async () => {
  ({ accountId, userId } = await make.studio());
});

const record = (target: string) =>
  recordAudit(database, {
    accountId,
    projectId: null,
    userId,
    action: 'account.update',
    target,
    detail: { quote: '"', nested: { b: [1, 2.5, null], a: 'é' } },
    ipAddress: '10.0.0.1',
    userAgent: 'test',
  });

const positions = async () => {
  const rows = await prisma.auditEntry.findMany({ where: { accountId }, orderBy: { position: 'asc' } });
  return rows.map(({ position }) => Number(position));
};

/** Runs statements with every trigger off, as a superuser can. */
async function tamper(statement: string): Promise<void> {
  await intruder.query(`SET session_replication_role = replica; ${statement}; RESET session_replication_role`);
}

describe('the audit log', () => {
  it('refuses to change, delete or truncate entries and the end of the chain', async () => {
    await record('one');
    const refused = [
      `UPDATE audit_entries SET target = 'other' WHERE account_id = ${accountId}`,
      `UPDATE audit_entries SET position = 9 WHERE account_id = ${accountId}`,
      `DELETE FROM audit_entries WHERE account_id = ${accountId}`,
      'TRUNCATE audit_entries',
      `UPDATE audit_chains SET length = 0 WHERE account_id = ${accountId}`,
      `DELETE FROM audit_chains WHERE account_id = ${accountId}`,
      'TRUNCATE audit_chains',
      `DELETE FROM accounts WHERE id = ${accountId}`,
    ];
    for (const statement of refused) await expect(intruder.query(statement)).rejects.toThrow('append-only');
    expect(await checkAuditLog(accountId)).toEqual({ entries: 1, problems: [] });
  });

  it('numbers the entries of simultaneous transactions without gaps, in a chain per account', async () => {
    const other = await make.studio();
    await prisma.accountMembership.create({ data: { accountId: other.accountId, userId } });
    const personal = { userId, action: 'session.start', target: '', ipAddress: '', userAgent: '' };
    const both = () => database.modelTransaction((tx) => recordPersonalAudit(tx, personal));
    await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? record(String(n)) : both())));
    expect(await positions()).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(await checkAuditLog(accountId)).toEqual({ entries: 20, problems: [] });
    expect(await checkAuditLog(other.accountId)).toEqual({ entries: 10, problems: [] });
  });

  it('has no gap where a transaction was rolled back', async () => {
    const failing = database.modelTransaction(async (tx) => {
      await recordPersonalAudit(tx, { userId, action: 'x', target: '', ipAddress: '', userAgent: '' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await record('after');
    expect(await positions()).toEqual([1]);
  });

  it('is deleted whole, and only with an account without members', async () => {
    await record('one');
    await expect(deleteAccountRow(database, accountId)).rejects.toThrow('still has members');
    await database.modelTransaction((tx) => closeAccount(tx, accountId, new Date()));
    await deleteAccountRow(database, accountId);
    expect(await prisma.auditEntry.count({ where: { accountId } })).toBe(0);
    expect(await prisma.auditChain.count({ where: { accountId } })).toBe(0);
    expect(await prisma.account.count({ where: { id: accountId } })).toBe(0);
  });
});

describe('a release before the audit chains', () => {
  it('can delete an account without members, as it does after a rollback', async () => {
    await record('one');
    await prisma.accountMembership.deleteMany({ where: { accountId } });
    await intruder.query(`DELETE FROM accounts WHERE id = ${accountId}`);
    expect(await prisma.auditEntry.count({ where: { accountId } })).toBe(0);
    expect(await prisma.auditChain.count({ where: { accountId } })).toBe(0);
  });
});

describe('the check of an audit log', () => {
  const at = (position: number) => `account_id = ${accountId} AND position = ${position}`;
  const cases: [string, (statement: typeof at) => string, object[]][] = [
    [
      'a changed target',
      (where) => `UPDATE audit_entries SET target = 'forged' WHERE ${where(2)}`,
      [{ kind: 'changed', from: 2, to: 2 }],
    ],
    [
      'a changed detail',
      (where) => `UPDATE audit_entries SET detail = '{}' WHERE ${where(2)}`,
      [{ kind: 'changed', from: 2, to: 2 }],
    ],
    [
      'a changed time',
      (where) => `UPDATE audit_entries SET created_at = created_at - interval '1 ms' WHERE ${where(1)}`,
      [{ kind: 'changed', from: 1, to: 1 }],
    ],
    [
      'a changed hash, by the entry after it too',
      (where) => `UPDATE audit_entries SET hash = '\\x00' WHERE ${where(2)}`,
      [
        { kind: 'changed', from: 2, to: 2 },
        { kind: 'changed', from: 3, to: 3 },
      ],
    ],
    [
      'deleted entries',
      (where) => `DELETE FROM audit_entries WHERE ${where(1)} OR ${where(2)}`,
      [{ kind: 'missing', from: 1, to: 2 }],
    ],
    [
      'deleted newest entries',
      (where) => `DELETE FROM audit_entries WHERE ${where(3)} OR ${where(4)}`,
      [{ kind: 'missing', from: 3, to: 4 }],
    ],
    [
      'a log of which nothing is left',
      () => `DELETE FROM audit_entries WHERE account_id = ${accountId}`,
      [{ kind: 'missing', from: 1, to: 4 }],
    ],
    [
      'an end that was moved back',
      () => `UPDATE audit_chains SET length = 2 WHERE account_id = ${accountId}`,
      [{ kind: 'changed', from: 4, to: 4 }],
    ],
    [
      'an entry written while the triggers were off',
      () => `INSERT INTO audit_entries (account_id, action) VALUES (${accountId}, 'x')`,
      [{ kind: 'unchained', from: 0, to: 0 }],
    ],
  ];

  it.each(cases)('finds %s', async (_, statement, problems) => {
    for (const target of ['one', 'two', 'three', 'four']) await record(target);
    await tamper(statement(at));
    expect(await checkAuditLog(accountId)).toEqual({ entries: 4, problems });
  });

  it('finds nothing in an account without entries', async () => {
    expect(await checkAuditLog(accountId)).toEqual({ entries: 0, problems: [] });
  });
});
