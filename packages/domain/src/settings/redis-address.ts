export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

interface RedisAccess {
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
}

/** Where Redis is: one server, the master of a Sentinel group, or a cluster. */
export type RedisAddress = RedisAccess &
  (
    | { readonly kind: 'server'; readonly node: RedisNode; readonly database: number }
    | {
        readonly kind: 'sentinel';
        readonly sentinels: readonly RedisNode[];
        readonly group: string;
        readonly database: number;
      }
    | { readonly kind: 'cluster'; readonly nodes: readonly RedisNode[] }
  );

/** An unusable address. The message contains no part of it, because it may hold a password. */
class RedisAddressError extends Error {
  override readonly name = 'RedisAddressError';
}

const SHAPE =
  /^redis(?<tls>s?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<access>[^/?#]*)@)?(?<hosts>[^/?#@]*)(?<path>\/[^?#]*)?$/;

const NODE = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/;

/**
 * Reads `redis://user:password@host:port/database`, `redis+sentinel://…@host:port,host:port/group/database` or
 * `redis+cluster://…@host:port,host:port`; `rediss` in place of `redis` means TLS.
 */
export function parseRedisAddress(url: string): RedisAddress {
  const parts = SHAPE.exec(url)?.groups;
  if (parts === undefined) {
    throw new RedisAddressError(
      'must look like redis://host:port, redis+sentinel://host:port,host:port/group or redis+cluster://host:port,host:port (rediss for TLS)',
    );
  }
  const { kind = 'server', hosts = '' } = parts;
  const access = { tls: parts['tls'] === 's', ...parseAccess(parts['access']) };
  const path = (parts['path'] ?? '').split('/').slice(1).filter(Boolean).map(decode);
  if (kind === 'cluster') {
    if (path.length > 0 && path.join('/') !== '0') {
      throw new RedisAddressError('names a database, but a cluster has no numbered databases');
    }
    return { ...access, kind, nodes: parseNodes(hosts, 6379) };
  }
  if (kind === 'sentinel') {
    const [group, ...rest] = path;
    if (group === undefined) {
      throw new RedisAddressError('must include the master group, as in redis+sentinel://host:port/mymaster');
    }
    return { ...access, kind, sentinels: parseNodes(hosts, 26379), group, database: parseDatabase(rest) };
  }
  const [node, ...others] = parseNodes(hosts || '127.0.0.1', 6379);
  if (node === undefined || others.length > 0) {
    throw new RedisAddressError('names several servers: use redis+sentinel:// or redis+cluster://');
  }
  return { ...access, kind: 'server', node, database: parseDatabase(path) };
}

function parseAccess(text: string | undefined): Pick<RedisAccess, 'username' | 'password'> {
  if (text === undefined) return { username: undefined, password: undefined };
  const colon = text.indexOf(':');
  const [username, password] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
  return { username: decode(username) || undefined, password: decode(password) || undefined };
}

function parseNodes(text: string, defaultPort: number): RedisNode[] {
  return text.split(',').map((node) => {
    const [, ipv6, name, port = defaultPort] = NODE.exec(node.trim()) ?? [];
    const host = ipv6 ?? name;
    if (host === undefined || Number(port) < 1 || Number(port) > 65_535) {
      throw new RedisAddressError('has a server that is not host:port');
    }
    return { host, port: Number(port) };
  });
}

function parseDatabase(path: readonly string[]): number {
  const [number = '0', ...rest] = path;
  if (!/^\d{1,5}$/.test(number) || rest.length > 0) {
    throw new RedisAddressError('must end with the number of a database, or without one');
  }
  return Number(number);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new RedisAddressError('has a % that must be written %25', { cause });
  }
}
