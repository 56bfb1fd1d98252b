import { type CheckFinding, describeBytes, finding } from '@slipway/domain';
import {
  connectFailFast,
  durabilityWarnings,
  inspectRedis,
  type RedisFacts,
  waitForConnection,
} from '@slipway/queue';
import type { Settings } from '@slipway/runtime';
import { checkClock, checkSpeed, LIMIT_MS, reasonOf } from './judge.js';

const CONNECT_MS = 5_000;

/** The share of memory above which ingest spools. */
const FULL_AT = 0.8;
const OLDEST_VERSION = [6, 2] as const;
/** What a power failure costs, by the value of appendfsync. */
const LOSSES: Readonly<Record<string, string>> = {
  everysec: 'up to a second of accepted deliveries',
  no: 'the accepted deliveries of half a minute or more',
};

/** Whether Redis is usable and keeps what it accepts. */
export async function checkRedis(settings: Settings): Promise<CheckFinding[]> {
  let lastError: unknown = new Error('no answer');
  const began = performance.now();
  const onState = (error: Error | null) => {
    lastError = error ?? lastError;
  };
  const redis = connectFailFast(settings, onState, LIMIT_MS);
  try {
    if (!(await waitForConnection(redis, CONNECT_MS))) throw lastError;
    const startedAt = Date.now();
    const facts = await inspectRedis(redis);
    const local = (startedAt + Date.now()) / 2;
    const warnings = await durabilityWarnings(redis, settings.REDIS_WAIT_REPLICAS);
    return [
      ...facts.flatMap((each) => judge(each, local)),
      ...judgeDurability(warnings),
      ...checkSpeed('redis', performance.now() - began),
    ];
  } catch (error) {
    const remedy = 'Check that Redis is running, and that REDIS_URL has the right host, port and password.';
    return [finding.problem('redis', `Redis cannot be used: ${reasonOf(error, settings.REDIS_URL)}.`, remedy)];
  } finally {
    redis.disconnect();
  }
}

function judge(facts: RedisFacts, local: number): CheckFinding[] {
  const { name, version, isReplica, appendfsync, diskErrors } = facts;
  const findings = [finding.ok('redis', `${name} ${version} answers.`)];
  if (isOld(version))
    findings.push(
      finding.problem(
        'redis version',
        `${name} ${version} is too old.`,
        'Upgrade to Redis 6.2 or later, or to Valkey.',
      ),
    );
  if (isReplica)
    findings.push(
      finding.problem(
        'redis role',
        `${name} is a replica and refuses writes.`,
        'Set REDIS_URL to the primary (infra/docs/operate/redis.md).',
      ),
    );
  if (appendfsync !== null && appendfsync !== 'always') {
    const text = `${name} has appendfsync ${appendfsync}: a power failure loses ${LOSSES[appendfsync] ?? 'accepted deliveries'}.`;
    findings.push(
      finding.warning(
        'redis flush',
        text,
        'Set appendfsync always, unless you accept that (infra/docs/operate/redis.md).',
      ),
    );
  }
  if (diskErrors.length > 0) {
    const remedy = 'Check the Redis log, and the free space and permissions of its data folder.';
    findings.push(
      finding.problem('redis disk', `${name} cannot write to its disk: ${diskErrors.join(', ')}.`, remedy),
    );
  }
  return [...findings, checkMemory(facts), checkClock('redis clock', facts.now, local)];
}

function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldMajor, oldMinor] = OLDEST_VERSION;
  return major < oldMajor || (major === oldMajor && minor < oldMinor);
}

function checkMemory({ name, usedBytes, limitBytes }: RedisFacts): CheckFinding {
  const used = describeBytes(usedBytes);
  if (limitBytes === 0) {
    const remedy = 'Set maxmemory to at most half of the memory of its host, so that the system does not kill it.';
    return finding.warning('redis memory', `${name} uses ${used}, without a limit.`, remedy);
  }
  const text = `${name} uses ${used} of ${describeBytes(limitBytes)}.`;
  if (usedBytes <= limitBytes * FULL_AT) return finding.ok('redis memory', text);
  return finding.problem(
    'redis memory',
    text,
    'Raise maxmemory, or add workers: ingest spools to disk above 80 %.',
  );
}

function judgeDurability(warnings: readonly string[]): CheckFinding[] {
  if (warnings.length === 0)
    return [finding.ok('redis durability', 'The append-only file is on, and nothing is evicted.')];
  return warnings.map((text) => {
    if (text.includes('does not reveal'))
      return finding.warning('redis durability', text, 'Check its settings yourself.');
    if (text.includes('REDIS_WAIT_REPLICAS'))
      return finding.problem('redis replicas', text, 'Start the missing replicas, or lower REDIS_WAIT_REPLICAS.');
    const fix = text.includes('appendonly')
      ? 'appendonly yes and appendfsync always'
      : 'maxmemory-policy noeviction';
    return finding.problem(
      'redis durability',
      text,
      `Set ${fix} in its configuration (infra/docs/operate/redis.md).`,
    );
  });
}
