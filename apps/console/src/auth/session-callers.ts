import { SCOPES } from '@slipway/contracts';
import type { ApiReads, ProjectRecord, SessionRecord } from '@slipway/db';
import { ApiError, type Caller, type CallerOf, isReading, type Request } from '@slipway/http';
import { type ReadSources, requireKnown } from '@slipway/rest';
import type { ConsoleCaller } from '../console-endpoint.js';
import { isSameOrigin } from './csrf.js';
import { sourceOf } from './form.js';
import type { Sessions } from './sessions.js';

/** Browsers let another site set this header only if this site allows it, and it never does. */
const PAGE_HEADER = 'x-slipway-console';

export interface SessionCallersDeps {
  readonly sessions: Sessions;
  readonly origin: string;
  /** For requests that write. */
  readonly reads: ApiReads;
  /** For requests that only read. */
  readonly sources: ReadSources;
}

export interface SessionCallers {
  readonly callerOf: CallerOf;
  findProject(caller: Caller, projectId: number): Promise<ProjectRecord | null>;
}

export function sessionCallers({ sessions, origin, reads, sources }: SessionCallersDeps): SessionCallers {
  const readers = new WeakSet<Caller>();
  return {
    async callerOf(request) {
      const session = await sessions.find(request);
      if (session === null) return null;
      if (request.method !== 'GET') requirePage(request, origin);
      const caller = toCaller(session, request);
      if (isReading(request)) readers.add(caller);
      return caller;
    },
    async findProject(caller, projectId) {
      if (!readers.has(caller)) return reads.findProject(caller.userId, projectId);
      return sources.run(async (source) =>
        requireKnown(source, await source.reads.findProject(caller.userId, projectId)),
      );
    },
  };
}

function toCaller(session: SessionRecord, request: Request): ConsoleCaller {
  const { id, userId, accountId, confirmedAt, user } = session;
  return {
    tokenId: null,
    limitKey: `session:${id}`,
    userId,
    name: user.name,
    prefix: '',
    scopes: SCOPES,
    projectIds: null,
    isOutsideNetworks: false,
    expiresAt: null,
    sessionId: id,
    accountId,
    confirmedAt,
    user,
    ...sourceOf(request),
  };
}

function requirePage(request: Request, origin: string): void {
  if (request.get(PAGE_HEADER) === undefined || !isSameOrigin(request, origin))
    throw new ApiError('insufficient_scope', { message: 'Only console pages can send this request.' });
}
