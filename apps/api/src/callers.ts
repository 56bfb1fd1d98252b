import type { ApiReads, ApiTokenRecord, ProjectRecord, RequestSource } from '@slipway/db';
import { type AppSecrets, type Clock, hashToken, isTokenUsable, parseRowId } from '@slipway/domain';
import {
  bearerCallers,
  bearerOf,
  type Caller,
  type CallerOf,
  type Expected,
  isReading,
  oncePerRequest,
  type Request,
  readCallerAddress,
  shareLookups,
} from '@slipway/http';
import { isStale, type ReadSources, requireKnown, STALE } from '@slipway/rest';
import { parseNetworks } from '@slipway/runtime';
import { LRUCache } from 'lru-cache';
import type { TokenUsage } from './token-usage.js';

export interface CallersDeps {
  readonly reads: ApiReads;
  readonly sources: ReadSources;
  readonly clock: Clock;
  readonly appSecrets: AppSecrets;
  readonly usage: Pick<TokenUsage, 'record' | 'refuse'>;
}

/** The callers of the API, and the projects that they may see. */
export interface Callers {
  /** The caller behind a bearer token; null if the token is unknown, revoked, expired or legacy. */
  readonly callerOf: CallerOf;
  findProject(caller: Caller, projectId: number): Promise<ProjectRecord | null>;
  /** What the request's token stood for when it was last found to be valid; null if that is not remembered. */
  expect(request: Request): Expected<ProjectRecord> | null;
}

/** How many tokens and projects are remembered. */
const MAX_EXPECTED = 1_000;

/** A token, and whether the server that it was read from may lack the latest changes. */
interface FoundToken {
  readonly record: Awaited<ReturnType<ApiReads['findApiToken']>>;
  readonly isOld: boolean;
}

/** What is known of the request that a caller made. */
interface CallerRequest {
  readonly isRead: boolean;
  /** The project in its path, if that was read together with the token. */
  readonly projectId: number | null;
  readonly project: ProjectRecord | null;
}

/** Reads a token together with the project in the path, in one round trip. */
export function openCallers({ reads, sources, clock, appSecrets, usage }: CallersDeps): Callers {
  const share = shareLookups();
  const requests = new WeakMap<Caller, CallerRequest>();
  const valid = new LRUCache<string, ApiTokenRecord>({ max: MAX_EXPECTED });

  async function find(tokenHash: string, projectId: number | null, isRead: boolean): Promise<FoundToken> {
    if (!isRead) return { record: await reads.findApiToken(tokenHash, projectId), isOld: false };
    return sources.run(async (source) => {
      const record = requireKnown(source, await source.reads.findApiToken(tokenHash, projectId));
      if (record !== null && projectId !== null) requireKnown(source, record.project);
      return { record, isOld: isStale(source) };
    });
  }

  async function authenticate(token: string, request: Request): Promise<Caller | null> {
    const { tokenHash, projectId, isRead, key } = lookupOf(token, request);
    const { record, isOld } = await share(key, () => find(tokenHash, projectId, isRead));
    if (isOld) request.res?.set(STALE);
    const isValid = record !== null && isTokenUsable(record, clock.now());
    if (!isValid) {
      valid.delete(key);
      return null;
    }
    valid.set(key, record);
    const caller = toCaller(record, sourceOf(request));
    usage[caller.isOutsideNetworks ? 'refuse' : 'record'](caller);
    requests.set(caller, { isRead, projectId, project: record.project });
    return caller;
  }

  // The MCP server calls on behalf of many people.
  function sourceOf(request: Request): RequestSource {
    const ipAddress = readCallerAddress(appSecrets, request) ?? request.ip ?? '';
    return { ipAddress, userAgent: request.get('user-agent') ?? '' };
  }

  return {
    callerOf: oncePerRequest(bearerCallers(authenticate)),
    expect(request) {
      const token = bearerOf(request);
      const lookup = token === null ? null : lookupOf(token, request);
      const record = lookup === null ? undefined : valid.get(lookup.key);
      if (record === undefined || (record.project === null && lookup?.projectId !== null)) return null;
      return { caller: toCaller(record, sourceOf(request)), project: record.project ?? undefined };
    },
    async findProject(caller, projectId) {
      const known = requests.get(caller);
      if (known?.projectId === projectId) return known.project;
      if (caller.projectIds?.includes(projectId) === false) return null;
      if (known?.isRead !== true) return reads.findProject(caller.userId, projectId);
      return sources.run(async (source) =>
        requireKnown(source, await source.reads.findProject(caller.userId, projectId)),
      );
    },
  };
}

/** How the token of a request is looked up, together with the project in its path. */
function lookupOf(token: string, request: Request) {
  const projectId = parseRowId(String(request.params['project_id']));
  const tokenHash = hashToken(token);
  const isRead = isReading(request);
  return { tokenHash, projectId, isRead, key: `${tokenHash} ${projectId} ${isRead}` };
}

function toCaller(record: ApiTokenRecord, from: RequestSource) {
  const { id, userId, name, prefix, scopes, expiresAt, projectIds, networks } = record;
  return {
    tokenId: id,
    limitKey: String(id),
    userId,
    name,
    prefix,
    scopes,
    projectIds: projectIds.length === 0 ? null : projectIds,
    isOutsideNetworks: networks.length > 0 && !isWithin(networks, from.ipAddress),
    expiresAt,
    ...from,
  };
}

/** Networks that cannot be read contain no address. */
function isWithin(networks: readonly string[], address: string): boolean {
  return parseNetworks(networks.join(','))?.contains(address) ?? false;
}
