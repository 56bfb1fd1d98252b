import { readFileSync } from 'node:fs';
import { parseRedisAddress, type RedisAddress } from '@slipway/domain';

const TLS_FILES = ['REDIS_TLS_CA_FILE', 'REDIS_TLS_CERT_FILE', 'REDIS_TLS_KEY_FILE'] as const;
const CERTIFICATE = [
  ['REDIS_TLS_CERT_FILE', 'REDIS_TLS_KEY_FILE'],
  ['REDIS_TLS_KEY_FILE', 'REDIS_TLS_CERT_FILE'],
] as const;
const SENTINEL_ACCESS = ['REDIS_SENTINEL_USERNAME', 'REDIS_SENTINEL_PASSWORD'] as const;

type Given = Readonly<Record<string, string | undefined>>;

/** Sentinel groups and clusters fail over to a replica, which must then have every accepted delivery. */
export function defaultWaitReplicas(url: string | undefined): string {
  const address = parse(url);
  return address instanceof Error || address === undefined || address.kind === 'server' ? '0' : '1';
}

/** The problems in the Redis settings, one line each. */
export function redisProblems(given: Given): string[] {
  const address = parse(given['REDIS_URL']);
  if (address === undefined) return [];
  if (address instanceof Error) return [`REDIS_URL: ${address.message}`];
  const problems: string[] = [];
  for (const [name, other] of CERTIFICATE) {
    if (given[name] !== undefined && given[other] === undefined) problems.push(`${name}: needs ${other} too`);
  }
  for (const name of TLS_FILES) problems.push(...fileProblems(name, given[name], address));
  for (const name of SENTINEL_ACCESS) {
    if (given[name] !== undefined && address.kind !== 'sentinel') {
      problems.push(`${name}: is set, but REDIS_URL does not start with redis+sentinel:// or rediss+sentinel://`);
    }
  }
  return problems;
}

function parse(url: string | undefined): RedisAddress | Error | undefined {
  try {
    return url === undefined ? undefined : parseRedisAddress(url);
  } catch (error) {
    return error as Error;
  }
}

function fileProblems(name: string, file: string | undefined, { tls }: RedisAddress): string[] {
  if (file === undefined) return [];
  if (!tls) return [`${name}: is set, but REDIS_URL does not start with rediss`];
  try {
    readFileSync(file);
    return [];
  } catch (error) {
    return [`${name}: "${file}" cannot be read: ${(error as Error).message}`];
  }
}
