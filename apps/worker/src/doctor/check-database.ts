import type { Database, DatabaseFacts } from '@slipway/db';
import { type CheckFinding, describeBytes, finding } from '@slipway/domain';
import { requireMigrations } from '@slipway/prisma';
import type { Settings } from '@slipway/runtime';
import { checkAppSecret } from './check-app-secret.js';
import { checkAuditLogs } from './check-audit-log.js';
import { checkDisk } from './check-disk.js';
import type { InspectedDatabase } from './inspected-database.js';
import { checkClock, checkSpeed, reasonOf } from './judge.js';

/** Ingest, api, console and worker. */
const TIERS = 4;
/** For the listeners of ingest and console, and the checks of `npm start`. */
const EXTRA_CONNECTIONS = 4;
const OLDEST_VERSION = 150_000;

/** Whether PostgreSQL is usable and configured as Slipway needs it. */
export async function checkDatabase(
  settings: Settings,
  inspected: Promise<InspectedDatabase>,
): Promise<CheckFinding[]> {
  try {
    const { database, facts, localTime, tookMs } = await inspected;
    return [
      ...judgeDatabase(facts, localTime, settings),
      ...checkSpeed('postgresql', tookMs),
      ...(await checkSchema(database, settings)),
    ];
  } catch (error) {
    const remedy =
      'Check that PostgreSQL is running, DATABASE_URL is correct, and this machine may connect (pg_hba.conf).';
    const reason = reasonOf(error, settings.DATABASE_URL);
    return [finding.problem('postgresql', `PostgreSQL cannot be used: ${reason}.`, remedy)];
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
    const remedy = 'A pooler drops the startup parameter `options`: see infra/docs/operate/postgresql.md.';
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
    'Raise max_connections, lower DATABASE_POOL_SIZE, or put a pooler in between (infra/docs/operate/postgresql.md).';
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
      'Apply the migrations of this release: `npm start` does so on every start; otherwise see infra/docs/operate/deploy.md.';
    return [finding.problem('migrations', `${(error as Error).message}.`, remedy)];
  }
  const found = await Promise.all([
    checkAppSecret(database, settings).then((one) => [one]),
    checkAuditLogs(database),
    checkDisk(database, settings),
  ]);
  return [finding.ok('migrations', 'All migrations are applied.'), ...found.flat()];
}
