import {
  type Database,
  type DatabaseFacts,
  inspectDatabase,
  openDatabase,
  probeSession,
  watchReplica,
} from '@slipway/db';
import { type CheckFinding, finding } from '@slipway/domain';
import type { Settings } from '@slipway/runtime';
import { reasonOf } from './judge.js';

const TIMEOUT_MS = 5_000;
/** How long a replica may take to replay what the primary has. */
const CATCH_UP_MS = 5_000;
const NAME = 'slipway-doctor';
const DIRECT = 'postgresql direct';
const REPLICA = 'postgresql replica';

const open = (url: string) => openDatabase({ url, name: NAME, poolSize: 2, statementTimeoutMs: TIMEOUT_MS });

/** Whether DATABASE_DIRECT_URL and DATABASE_REPLICA_URL lead to servers that can do what they are for. */
export async function checkOtherDatabases(settings: Settings): Promise<CheckFinding[]> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_REPLICA_URL: replica } = settings;
  if (direct === url && replica === '') return [];
  const primary = open(url);
  try {
    // `checkDatabase` reports that the primary cannot be used.
    const facts = await inspectDatabase(primary).catch(() => null);
    return await Promise.all([
      ...(direct === url ? [] : [checkDirect(direct, facts)]),
      ...(replica === '' ? [] : [checkReplica(settings, primary, facts)]),
    ]);
  } finally {
    await primary.close();
  }
}

async function checkDirect(url: string, primary: DatabaseFacts | null): Promise<CheckFinding> {
  const direct = open(url);
  try {
    const facts = await inspectDatabase(direct);
    const remedy = 'Set DATABASE_DIRECT_URL to the server and database of DATABASE_URL, bypassing any pooler.';
    if (facts.isReplica) return finding.problem(DIRECT, 'It is a replica and refuses writes.', remedy);
    if (primary !== null && !isSame(facts, primary))
      return finding.problem(DIRECT, 'It is not the database of DATABASE_URL.', remedy);
    await probeSession({ url, name: NAME });
    return finding.ok(DIRECT, 'It leads to the primary, for migrations and notifications.');
  } catch (error) {
    const remedy = 'Check DATABASE_DIRECT_URL: migrations, notifications and exports need it.';
    return finding.problem(DIRECT, `PostgreSQL cannot be used: ${reasonOf(error, url)}.`, remedy);
  } finally {
    await direct.close();
  }
}

const isSame = (one: DatabaseFacts, other: DatabaseFacts) =>
  one.systemId === other.systemId && one.database === other.database;

async function checkReplica(
  { DATABASE_REPLICA_URL: url, DATABASE_REPLICA_MAX_LAG_MS: maxLagMs }: Settings,
  primary: Database,
  primaryFacts: DatabaseFacts | null,
): Promise<CheckFinding> {
  const replica = open(url);
  try {
    const facts = await inspectDatabase(replica);
    const remedy = 'Set DATABASE_REPLICA_URL to a streaming replica of DATABASE_URL, or to nothing.';
    if (!facts.isReplica) return finding.problem(REPLICA, 'It is not a replica, so no read uses it.', remedy);
    if (primaryFacts === null) return finding.ok(REPLICA, 'It answers.');
    if (!isSame(facts, primaryFacts))
      return finding.problem(REPLICA, 'It replicates another server than that of DATABASE_URL.', remedy);
    const problem = await replayProblem(primary, replica, maxLagMs);
    if (problem === null) return finding.ok(REPLICA, 'It has replayed what the primary has.');
    const fix =
      'Check its network, disk and long queries (infra/docs/postgresql.md). The API reads from the primary.';
    return finding.warning(REPLICA, `It is not in use: ${reasonOf(problem, url)}.`, fix);
  } catch (error) {
    const remedy = 'Check that the replica is running and DATABASE_REPLICA_URL is correct.';
    return finding.problem(REPLICA, `PostgreSQL cannot be used: ${reasonOf(error, url)}.`, remedy);
  } finally {
    await replica.close();
  }
}

/** Why the API would not use the replica; null if it would. */
async function replayProblem(primary: Database, replica: Database, maxLagMs: number): Promise<Error | null> {
  let hasCaughtUp: () => void = () => undefined;
  const caughtUp = new Promise<void>((resolve) => {
    hasCaughtUp = resolve;
  });
  const watched = watchReplica({
    primary,
    replica,
    maxLagMs,
    onState: (problem) => problem === null && hasCaughtUp(),
  });
  const timer = setTimeout(hasCaughtUp, CATCH_UP_MS);
  await caughtUp;
  clearTimeout(timer);
  const problem = watched.problem();
  await watched.close();
  return problem;
}
