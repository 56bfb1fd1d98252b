import { SCOPES } from '@slipway/contracts';
import { ApiError, type CallerOf, type Request } from '@slipway/http';
import type { ConsoleCaller } from '../console-endpoint.js';
import { isSameOrigin } from './csrf.js';
import type { Sessions } from './sessions.js';
import { sourceOf } from './source-of.js';

/** Browsers let another site set this header only if this site allows it, and it never does. */
const PAGE_HEADER = 'x-slipway-console';

/** Identifies callers by their session cookie. A console page must have sent the request, not another site. */
export function sessionCallers(sessions: Sessions, origin: string): CallerOf {
  return async (request): Promise<ConsoleCaller | null> => {
    const session = await sessions.find(request);
    if (session === null) return null;
    if (request.method !== 'GET') requirePage(request, origin);
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
  };
}

function requirePage(request: Request, origin: string): void {
  if (request.get(PAGE_HEADER) === undefined || !isSameOrigin(request, origin))
    throw new ApiError('insufficient_scope', { message: 'Only console pages can send this request.' });
}
