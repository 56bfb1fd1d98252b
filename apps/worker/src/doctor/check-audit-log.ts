import { type AuditProblem, apiReads, type Database } from '@slipway/db';
import { type CheckFinding, finding } from '@slipway/domain';

const CHECK = 'audit log';
/** How many logs are checked at once; other checks use the same connections. */
const AT_ONCE = 3;
const REMEDY =
  'Find out who wrote to the database, and compare the log with an export (infra/docs/use/audit-log.md).';

/** Whether every account's audit log is complete and unchanged. */
export async function checkAuditLogs(database: Database): Promise<CheckFinding[]> {
  const reads = apiReads(database);
  const findings: CheckFinding[] = [];
  let entries = 0;
  async function check(accountId: number): Promise<void> {
    const checked = await reads.checkAuditLog(accountId);
    entries += checked.entries;
    if (checked.problems.length === 0) return;
    const found = checked.problems.map(describeProblem).join(', ');
    findings.push(
      finding.problem(CHECK, `The audit log of account ${accountId} was tampered with: ${found}.`, REMEDY),
    );
  }
  const accountIds = await reads.listAuditedAccounts();
  for (let start = 0; start < accountIds.length; start += AT_ONCE)
    await Promise.all(accountIds.slice(start, start + AT_ONCE).map(check));
  if (findings.length > 0) return findings;
  return [finding.ok(CHECK, `No entry was changed or deleted, of ${entries.toLocaleString('en-US')} in total.`)];
}

function describeProblem({ kind, from, to }: AuditProblem): string {
  if (kind === 'unchained') return 'entries were added outside the chain';
  const where = from === to ? `entry ${from}` : `entries ${from} to ${to}`;
  return `${where} ${from === to ? 'is' : 'are'} ${kind}`;
}
