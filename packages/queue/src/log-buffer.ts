import { hash } from 'node:crypto';
import type { Redis } from './connection.js';
import { LOG_MEMORY_MS, MAX_LOG_BYTES, MAX_SHARD_LOG_BYTES, REPLICATION_TIMEOUT_MS } from './limits.js';
import { execReplicated } from './replicated.js';
import { DEFAULT_NAMESPACE, shardOf, shardPrefix, shardPrefixes } from './shards.js';

/** A log that is being uploaded. */
export interface BufferedLog {
  readonly projectId: number;
  readonly integrationId: number;
  /** In hexadecimal. */
  readonly log: string;
}

/** A piece of a log. Offsets and lengths count its bytes without compression. */
export interface LogPiece {
  readonly offset: number;
  readonly bytes: Buffer;
  /** As it is stored: compressed, if the sender did that. */
  readonly packed: Buffer;
  readonly encoding: string;
}

export type AppendOutcome =
  | 'accepted'
  /** The same bytes are there already. */
  | 'duplicate'
  /** Other bytes are there already. */
  | 'conflict'
  /** Bytes before it are missing. */
  | 'gap'
  /** The log ended before it. */
  | 'closed'
  /** Workers do not keep up, so it has to be sent again later. */
  | 'full';

export interface PackedPiece {
  readonly packed: Buffer;
  readonly encoding: string;
}

/** What is buffered of a log. */
export interface BufferedPieces {
  /** The offset of the first of these pieces. */
  readonly offset: number;
  readonly pieces: readonly PackedPiece[];
  /** The end of everything that was received, of which there may be more than these pieces. */
  readonly next: number;
  /** When the log was opened, in milliseconds. */
  readonly openedAt: number;
}

/**
 * The pieces of logs that are being uploaded, until a worker has masked and stored them. Each change is atomic, so that
 * senders may repeat anything and workers may die at any time. The size is bounded, for each log and for all of a shard.
 */
export interface LogBuffer {
  /** Opens a log, or finds it open; returns the offset at which to go on. */
  open(log: BufferedLog): Promise<number>;
  /** The offset at which to go on; null for an unknown log. */
  next(log: BufferedLog): Promise<number | null>;
  append(
    log: BufferedLog,
    piece: LogPiece,
  ): Promise<{ readonly outcome: AppendOutcome; readonly next: number } | null>;
  /** Ends a log at a size, by default at what was received; returns the size. The first end counts. */
  close(log: BufferedLog, size: number | null): Promise<number | null>;
  /**
   * The pieces that end after `stored`, until they have at least `limitBytes` after it; null for an unknown log. What is
   * stored of the first piece does not count: the rest may be an unfinished line, whose end is in the next piece.
   */
  read(log: BufferedLog, stored: number, limitBytes: number): Promise<BufferedPieces | null>;
  /** Removes the pieces that end at an offset or before it. If nothing arrived after `seen`, the log no longer waits. */
  trim(log: BufferedLog, stored: number, seen: number): Promise<void>;
  /** Forgets a log that nobody reads any more. */
  drop(log: BufferedLog): Promise<void>;
  /** The logs with pieces that no worker has read. */
  waiting(): Promise<BufferedLog[]>;
}

interface Options {
  readonly redis: Redis;
  readonly namespace?: string;
  /** Replicas that must have a piece before it counts as received. */
  readonly waitReplicas?: number;
  readonly maxLogBytes?: number;
  readonly maxShardBytes?: number;
}

// KEYS: the state of the log, the bytes of the shard, the logs of the shard by the time at which
// a worker should look at them. The other keys of the log share their
// hash tag. A piece is stored by its offset, as `<encoding>:<length>:` and its packed bytes; `:sent` has the latest pieces
// as `<offset>:<length>:<digest>`, also those that are stored by now.

const OPEN = `redis.call('HSETNX', KEYS[1], 'next', 0)
redis.call('HSETNX', KEYS[1], 'first', 0)
redis.call('HSETNX', KEYS[1], 'opened', ARGV[2])
if tonumber(redis.call('HGET', KEYS[1], 'bytes') or '0') == 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return redis.call('HGET', KEYS[1], 'next')`;

const APPEND = `local state = redis.call('HMGET', KEYS[1], 'next', 'bytes', 'size')
if not state[1] then return false end
local offset, length, packed = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[5]
local next, bytes, size = tonumber(state[1]), tonumber(state[2] or '0'), tonumber(state[3] or '-1')
if length == 0 or offset < next then
  local sent = KEYS[1] .. ':sent'
  local known = redis.call('ZRANGEBYSCORE', sent, offset, offset)[1]
  local oldest = redis.call('ZRANGE', sent, 0, 0, 'WITHSCORES')[2]
  local isForgotten = not known and offset + length <= next and (not oldest or offset < tonumber(oldest))
  if length == 0 or isForgotten or known == ARGV[1] .. ':' .. ARGV[2] .. ':' .. ARGV[3] then
    return {'duplicate', state[1]}
  end
  return {'conflict', state[1]}
end
if offset > next then return {'gap', state[1]} end
if size >= 0 and offset + length > size then return {'closed', state[1]} end
local total = tonumber(redis.call('GET', KEYS[2]) or '0')
local value = ARGV[4] .. ':' .. ARGV[2] .. ':' .. packed
if bytes + #value > tonumber(ARGV[6]) or total + #value > tonumber(ARGV[7]) then return {'full', state[1]} end
local after = string.format('%.0f', offset + length)
redis.call('HSET', KEYS[1], 'next', after, 'bytes', bytes + #value)
redis.call('HSET', KEYS[1] .. ':pieces', ARGV[1], value)
redis.call('ZADD', KEYS[1] .. ':sent', offset, ARGV[1] .. ':' .. ARGV[2] .. ':' .. ARGV[3])
redis.call('ZREMRANGEBYRANK', KEYS[1] .. ':sent', 0, -tonumber(ARGV[8]) - 1)
redis.call('INCRBY', KEYS[2], #value)
redis.call('ZADD', KEYS[3], ARGV[10], ARGV[9])
for _, key in ipairs({KEYS[1], KEYS[1] .. ':sent'}) do redis.call('PERSIST', key) end
return {'accepted', after}`;

const CLOSE = `local next = redis.call('HGET', KEYS[1], 'next')
if not next then return false end
local size = ARGV[1]
if size == '' or tonumber(size) < tonumber(next) then size = next end
redis.call('HSETNX', KEYS[1], 'size', size)
return redis.call('HGET', KEYS[1], 'size')`;

const READ = `local state = redis.call('HMGET', KEYS[1], 'first', 'next', 'opened')
if not state[1] then return false end
local found, at, stored = {state[1], state[2], state[3]}, tonumber(state[1]), tonumber(ARGV[1])
while at < stored + tonumber(ARGV[2]) do
  local piece = redis.call('HGET', KEYS[1] .. ':pieces', string.format('%.0f', at))
  if not piece then break end
  at = at + tonumber(string.match(piece, '^[^:]*:(%d+):'))
  if at > stored then found[#found + 1] = piece else found[1] = string.format('%.0f', at) end
end
return found`;

const TRIM = `local state = redis.call('HMGET', KEYS[1], 'first', 'next', 'bytes')
if not state[1] then return 0 end
local at, stored, bytes, freed = tonumber(state[1]), tonumber(ARGV[1]), tonumber(state[3] or '0'), 0
while true do
  local field = string.format('%.0f', at)
  local piece = redis.call('HGET', KEYS[1] .. ':pieces', field)
  local length = piece and tonumber(string.match(piece, '^[^:]*:(%d+):'))
  if not piece or at + length > stored then break end
  redis.call('HDEL', KEYS[1] .. ':pieces', field)
  freed = freed + #piece
  at = at + length
end
redis.call('HSET', KEYS[1], 'first', string.format('%.0f', at), 'bytes', bytes - freed)
if freed > 0 then redis.call('DECRBY', KEYS[2], freed) end
if bytes == freed then
  if state[2] == ARGV[2] then redis.call('ZREM', KEYS[3], ARGV[4]) end
  for _, key in ipairs({KEYS[1], KEYS[1] .. ':sent'}) do redis.call('PEXPIRE', key, ARGV[3]) end
elseif state[2] == ARGV[2] then redis.call('ZADD', KEYS[3], ARGV[5], ARGV[4]) end
return freed`;

const DROP = `local bytes = tonumber(redis.call('HGET', KEYS[1], 'bytes') or '0')
if bytes > 0 then redis.call('DECRBY', KEYS[2], bytes) end
redis.call('ZREM', KEYS[3], ARGV[1])
return redis.call('DEL', KEYS[1], KEYS[1] .. ':pieces', KEYS[1] .. ':sent')`;

/** How long an unfinished line waits for its end before a worker looks whether anybody still wants the log. */
const HELD_LOG_MS = 60 * 60_000;
/** How many pieces are compared with repeated ones. */
const REMEMBERED_PIECES = 1_000;

export function createLogBuffer({
  redis,
  namespace = DEFAULT_NAMESPACE,
  waitReplicas = 0,
  maxLogBytes = MAX_LOG_BYTES,
  maxShardBytes = MAX_SHARD_LOG_BYTES,
}: Options): LogBuffer {
  const nameOf = ({ projectId, integrationId, log }: BufferedLog) => `${projectId}:${integrationId}:${log}`;
  const waitingKey = (prefix: string) => `${prefix}:logs:waiting`;
  function keysOf(log: BufferedLog): [string, string, string] {
    const prefix = shardPrefix(shardOf(redis, log.projectId), namespace);
    return [`${prefix}:log:${nameOf(log)}`, `${prefix}:logs:bytes`, waitingKey(prefix)];
  }

  /** Runs a script that changes something that was promised to a sender. */
  async function evalDurably(script: string, args: readonly (string | number | Buffer)[]): Promise<unknown> {
    if (waitReplicas === 0) return redis.eval(script, 3, ...args);
    const pipeline = redis.pipeline().eval(script, 3, ...args);
    return (await execReplicated(pipeline, { replicas: waitReplicas, timeoutMs: REPLICATION_TIMEOUT_MS }))[0];
  }

  return {
    async open(log) {
      return Number(await evalDurably(OPEN, [...keysOf(log), LOG_MEMORY_MS, Date.now()]));
    },
    async next(log) {
      const next = await redis.hget(keysOf(log)[0], 'next');
      return next === null ? null : Number(next);
    },
    async append(log, { offset, bytes, packed, encoding }) {
      const digest = hash('sha256', bytes, 'base64url');
      const piece = [String(offset), bytes.length, digest, encoding, packed];
      const limits = [maxLogBytes, maxShardBytes, REMEMBERED_PIECES];
      const reply = await evalDurably(APPEND, [...keysOf(log), ...piece, ...limits, nameOf(log), Date.now()]);
      if (reply === null) return null;
      const [outcome, next] = reply as [AppendOutcome, string];
      return { outcome, next: Number(next) };
    },
    async close(log, size) {
      const closed = await evalDurably(CLOSE, [...keysOf(log), size === null ? '' : String(size)]);
      return closed === null ? null : Number(closed);
    },
    async read(log, stored, limitBytes) {
      const found = (await redis.callBuffer('EVAL', READ, 3, ...keysOf(log), String(stored), limitBytes)) as
        | Buffer[]
        | null;
      if (found === null) return null;
      const [offset, next, openedAt, ...pieces] = found;
      return {
        offset: Number(offset),
        next: Number(next),
        openedAt: Number(openedAt),
        pieces: pieces.map(toPiece),
      };
    },
    async trim(log, stored, seen) {
      const offsets = [String(stored), String(seen)];
      const later = Date.now() + HELD_LOG_MS;
      await redis.eval(TRIM, 3, ...keysOf(log), ...offsets, LOG_MEMORY_MS, nameOf(log), later);
    },
    async drop(log) {
      await redis.eval(DROP, 3, ...keysOf(log), nameOf(log));
    },
    async waiting() {
      const prefixes = shardPrefixes(redis, namespace);
      const names = await Promise.all(
        prefixes.map((prefix) => redis.zrangebyscore(waitingKey(prefix), '-inf', Date.now())),
      );
      return names.flat().map(toLog);
    },
  };
}

function toPiece(value: Buffer): PackedPiece {
  const encodingEnd = value.indexOf(':');
  const lengthEnd = value.indexOf(':', encodingEnd + 1);
  return { encoding: value.toString('latin1', 0, encodingEnd), packed: value.subarray(lengthEnd + 1) };
}

function toLog(name: string): BufferedLog {
  const [projectId, integrationId, log = ''] = name.split(':');
  return { projectId: Number(projectId), integrationId: Number(integrationId), log };
}
