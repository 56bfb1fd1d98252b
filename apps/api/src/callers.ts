import type { ApiReads, ProjectRecord } from '@slipway/db';
import { type Clock, hashToken, isTokenUsable, parseRowId } from '@slipway/domain';
import { bearerCallers, type Caller, type CallerOf, oncePerRequest, shareLookups } from '@slipway/http';

export interface CallersDeps {
  readonly reads: ApiReads;
  readonly clock: Clock;
  /** Called for every valid token. */
  recordUse(tokenId: number): void;
}

/** The callers of the API, and the projects that they may see. */
export interface Callers {
  /** The caller behind a bearer token; null if the token is unknown, revoked, expired or legacy. */
  readonly callerOf: CallerOf;
  findProject(caller: Caller, projectId: number): Promise<ProjectRecord | null>;
}

/** Reads a token together with the project in the path, in one round trip. */
export function openCallers({ reads, clock, recordUse }: CallersDeps): Callers {
  const share = shareLookups();
  const projects = new WeakMap<Caller, { readonly id: number; readonly project: ProjectRecord | null }>();

  async function authenticate(token: string, projectId: number | null): Promise<Caller | null> {
    const tokenHash = hashToken(token);
    const record = await share(`${tokenHash} ${projectId}`, () => reads.findApiToken(tokenHash, projectId));
    if (record === null || !isTokenUsable(record, clock.now())) return null;
    const { id, userId, name, prefix, scopes, expiresAt, project } = record;
    recordUse(id);
    const caller = { tokenId: id, limitKey: String(id), userId, name, prefix, scopes, expiresAt };
    if (projectId !== null) projects.set(caller, { id: projectId, project });
    return caller;
  }

  return {
    callerOf: oncePerRequest(
      bearerCallers((token, { params }) => authenticate(token, parseRowId(String(params['project_id'])))),
    ),
    async findProject(caller, projectId) {
      const known = projects.get(caller);
      return known?.id === projectId ? known.project : reads.findProject(caller.userId, projectId);
    },
  };
}
