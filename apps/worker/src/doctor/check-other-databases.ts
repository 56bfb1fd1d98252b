import { type Database, type DatabaseFacts, probeSession, watchReplica } from '@slipway/db';
import { type CheckFinding, finding } from '@slipway/domain';
import type { Settings } from '@slipway/runtime';
import { type InspectedDatabase, inspectServer, NAME } from './inspected-database.js';
import { checkSpeed, LIMIT_MS, reasonOf } from './judge.js';

/** How long a replica may take to replay what the primary has. */
const CATCH_UP_MS = 5_000;
const DIRECT = 'postgresql direct';
const REPLICA = 'postgresql replica';

/** Whether DATABASE_DIRECT_URL and DATABASE_REPLICA_URL lead to servers that can do what they are for. */
export async function checkOtherDatabases(
  settings: Settings,
  inspected: Promise<InspectedDatabase>,
): Promise<CheckFinding[]> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_REPLICA_URL: replica } = settings;
  // `checkDatabase` reports that the primary cannot be used.
  const primary = inspected.catch(() => null);
  const found = await Promise.all([
    ...(direct === url ? [] : [checkDirect(direct, primary)]),
    ...(replica === '' ? [] : [checkReplica(settings, primary)]),
  ]);
  return found.flat();
}

async function checkDirect(url: string, primary: Promise<InspectedDatabase | null>): Promise<CheckFinding[]> {
  const direct = inspectServer(url);
  try {
    const { facts, tookMs } = await direct.inspected;
    const expected = (await primary)?.facts;
    const remedy = 'Set DATABASE_DIRECT_URL to the server and database of DATABASE_URL, bypassing any pooler.';
    if (facts.isReplica) return [finding.problem(DIRECT, 'It is a replica and refuses writes.', remedy)];
    if (expected !== undefined && !isSame(facts, expected))
      return [finding.problem(DIRECT, 'It is not the database of DATABASE_URL.', remedy)];
    await probeSession({ url, name: NAME, timeoutMs: LIMIT_MS });
    const text = 'It leads to the primary, for migrations and notifications.';
    return [finding.ok(DIRECT, text), ...checkSpeed(DIRECT, tookMs)];
  } catch (error) {
    const remedy = 'Check DATABASE_DIRECT_URL: migrations, notifications and exports need it.';
    return [finding.problem(DIRECT, `PostgreSQL cannot be used: ${reasonOf(error, url)}.`, remedy)];
  } finally {
    await direct.close();
  }
}

const isSame = (one: DatabaseFacts, other: DatabaseFacts) =>
  one.systemId === other.systemId && one.database === other.database;

async function checkReplica(
  { DATABASE_REPLICA_URL: url, DATABASE_REPLICA_MAX_LAG_MS: maxLagMs }: Settings,
  primary: Promise<InspectedDatabase | null>,
): Promise<CheckFinding[]> {
  const replica = inspectServer(url);
  try {
    const { facts, database, tookMs } = await replica.inspected;
    const expected = await primary;
    const mistake = replicaMistake(facts, expected?.facts);
    const remedy = 'Set DATABASE_REPLICA_URL to a streaming replica of DATABASE_URL, or to nothing.';
    if (mistake !== null) return [finding.problem(REPLICA, mistake, remedy)];
    const speed = checkSpeed(REPLICA, tookMs);
    if (expected === null) return [finding.ok(REPLICA, 'It answers.'), ...speed];
    const problem = await replayProblem(expected.database, database, maxLagMs);
    if (problem === null) return [finding.ok(REPLICA, 'It has replayed what the primary has.'), ...speed];
    const fix =
      'Check its network, disk and long queries (infra/docs/operate/postgresql.md). The API reads from the primary.';
    return [finding.warning(REPLICA, `It is not in use: ${reasonOf(problem, url)}.`, fix), ...speed];
  } catch (error) {
    const remedy = 'Check that the replica is running and DATABASE_REPLICA_URL is correct.';
    return [finding.problem(REPLICA, `PostgreSQL cannot be used: ${reasonOf(error, url)}.`, remedy)];
  } finally {
    await replica.close();
  }
}

/** Why a server can never be used as the replica; null if it can. */
function replicaMistake(facts: DatabaseFacts, primary: DatabaseFacts | undefined): string | null {
  const isPrimary =
    facts.systemId === primary?.systemId && facts.startedAt.getTime() === primary.startedAt.getTime();
  if (isPrimary)
    return facts.database === primary.database
      ? 'It is the primary itself, not a replica, so no read uses it.'
      : 'It is the server of DATABASE_URL, with another database, not a replica.';
  if (!facts.isReplica) return 'It is not a replica, so no read uses it.';
  if (primary !== undefined && !isSame(facts, primary))
    return 'It replicates another server than that of DATABASE_URL.';
  return null;
}

/** Why the API would not use the replica; null if it would. Closes the connections to the replica. */
async function replayProblem(primary: Database, replica: Database, maxLagMs: number): Promise<Error | null> {
  let finish: () => void = () => undefined;
  const judged = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const timers = [setTimeout(finish, LIMIT_MS)];
  const watched = watchReplica({
    primary,
    replica,
    maxLagMs,
    onState(problem) {
      if (problem === null) finish();
      else timers.push(setTimeout(finish, CATCH_UP_MS));
    },
  });
  await judged;
  for (const timer of timers) clearTimeout(timer);
  const problem = watched.problem();
  await watched.close();
  return problem;
}
