import { type Database, type DatabaseFacts, inspectDatabase, openDatabase } from '@slipway/db';
import { type CheckFinding, describeBytes, finding } from '@slipway/domain';
import { requireMigrations } from '@slipway/prisma';
import type { Settings } from '@slipway/runtime';
import { checkAppSecret } from './check-app-secret.js';
import { checkAuditLogs } from './check-audit-log.js';
import { checkDisk } from './check-disk.js';
import { checkClock, reasonOf } from './judge.js';

const TIMEOUT_MS = 5_000;
/** Ingest, api, console and worker. */
const TIERS = 4;
/** For the listeners of ingest and console, and the checks of `npm start`. */
const EXTRA_CONNECTIONS = 4;
const OLDEST_VERSION = 150_000;

/** Whether PostgreSQL is usable and configured as Slipway needs it. */
export async function checkDatabase(settings: Settings): Promise<CheckFinding[]> {
  const { DATABASE_URL: url } = settings;
  const database = openDatabase({ url, name: 'slipway-doctor', poolSize: 2, statementTimeoutMs: TIMEOUT_MS });
  try {
    const startedAt = Date.now();
    const facts = await inspectDatabase(database);
    return [
      ...judgeDatabase(facts, (startedAt + Date.now()) / 2, settings),
      ...(await checkSchema(database, settings)),
    ];
  } catch (error) {
    const remedy =
      'Check that PostgreSQL is running, DATABASE_URL is correct, and this machine may connect (pg_hba.conf).';
    return [finding.problem('postgresql', `PostgreSQL cannot be used: ${reasonOf(error, url)}.`, remedy)];
  } finally {
    await database.close();
  }
}

/** What the facts that a server reports mean for Slipway; `local` is this machine's time. */
export function judgeDatabase(
  facts: DatabaseFacts,
  local: number,
  settings: Pick<Settings, 'DATABASE_POOL_SIZE'>,
): CheckFinding[] {
  const { version, versionNumber, sizeBytes, isReplica, fsync, timeZone } = facts;
  const findings = [
    finding.ok('postgresql', `Version ${version} answers; the database has ${describeBytes(sizeBytes)}.`),
  ];
  if (versionNumber < OLDEST_VERSION)
    findings.push(
      finding.problem(
        'postgresql version',
        `Version ${version} is too old.`,
        'Upgrade to PostgreSQL 15 or later.',
      ),
    );
  if (isReplica)
    findings.push(
      finding.problem(
        'postgresql role',
        'It is a replica and refuses writes.',
        'Set DATABASE_URL to the primary.',
      ),
    );
  if (fsync !== 'on')
    findings.push(
      finding.problem('postgresql fsync', 'fsync is off: a crash loses or corrupts data.', 'Set fsync = on.'),
    );
  if (timeZone !== 'UTC') {
    const remedy = 'A pooler drops the startup parameter `options`: see infra/docs/postgresql.md.';
    findings.push(
      finding.problem('postgresql time zone', `Connections use the time zone ${timeZone}, not UTC.`, remedy),
    );
  }
  return [
    ...findings,
    checkConnections(facts, settings),
    checkClock('postgresql clock', facts.now.getTime(), local),
  ];
}

function checkConnections(
  facts: DatabaseFacts,
  { DATABASE_POOL_SIZE: poolSize }: Pick<Settings, 'DATABASE_POOL_SIZE'>,
): CheckFinding {
  const { maxConnections, reservedConnections, connections } = facts;
  const usable = maxConnections - reservedConnections;
  const needed = TIERS * poolSize + EXTRA_CONNECTIONS;
  const text = `${connections} of ${usable} connections are in use; one process of each tier may open ${needed}.`;
  const remedy =
    'Raise max_connections, lower DATABASE_POOL_SIZE, or put a pooler in between (infra/docs/postgresql.md).';
  if (usable < poolSize + EXTRA_CONNECTIONS) return finding.problem('postgresql connections', text, remedy);
  const isTight = usable < needed || usable - connections < poolSize;
  return isTight
    ? finding.warning('postgresql connections', text, remedy)
    : finding.ok('postgresql connections', text);
}

async function checkSchema(database: Database, settings: Settings): Promise<CheckFinding[]> {
  try {
    await requireMigrations(database.pool);
  } catch (error) {
    const remedy =
      'Apply the migrations of this release: `npm start` does so on every start; otherwise see infra/docs/deploy.md.';
    return [finding.problem('migrations', `${(error as Error).message}.`, remedy)];
  }
  return [
    finding.ok('migrations', 'All migrations are applied.'),
    await checkAppSecret(database, settings),
    ...(await checkAuditLogs(database)),
    ...(await checkDisk(database, settings)),
  ];
}
