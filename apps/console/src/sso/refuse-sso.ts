import type { SsoRefusal } from '@slipway/contracts';
import type { SsoProviderRecord } from '@slipway/db';
import type { Request, Response } from '@slipway/http';
import { confirmPath } from '../auth/confirmation/confirmed.js';
import { sourceOf } from '../auth/source-of.js';
import { renderMessage } from '../pages/sign-in.js';
import type { SsoFlow } from './flows.js';
import { REFUSAL_WORDS, recordRefusal } from './refusals.js';
import type { SsoDeps } from './sso-deps.js';

const STATUS: Partial<Record<SsoRefusal, number>> = { provider_unreachable: 503, invalid_response: 502 };

/** What a person wanted from a provider: to sign in, or to confirm who they are and then return to a page. */
export type SsoPurpose = Pick<SsoFlow, 'sessionId' | 'returnTo'>;

const SIGN_IN: SsoPurpose = { sessionId: null, returnTo: '/' };

/** A sign-in or a confirmation that is refused. */
export interface RefusedSso {
  readonly deps: SsoDeps;
  readonly provider: SsoProviderRecord;
  readonly reason: SsoRefusal;
  /** Whom it concerns, if they are known. */
  readonly userId?: number | null;
  readonly purpose?: SsoPurpose;
}

/** Records a refusal in the audit log, and explains it on a page. */
export async function refuseSso(request: Request, response: Response, refused: RefusedSso): Promise<void> {
  const { deps, provider, reason, userId = null, purpose = SIGN_IN } = refused;
  const { accountId } = provider;
  // Anyone can cause refusals of unknown people, and nobody can delete entries of the audit log.
  if (userId === null && (await deps.throttle.unknownSso(accountId, request.ip)) !== null)
    deps.sso.logger.warn({ accountId, reason }, 'single sign-on refused too often to record it in the audit log');
  else await recordRefusal(deps.database, { accountId, userId, reason, source: sourceOf(request) });
  const isOutage = reason === 'provider_unreachable' && purpose.sessionId === null;
  const owners = isOutage ? ' Owners can still sign in with their password.' : '';
  sendSsoProblem(response, STATUS[reason] ?? 403, REFUSAL_WORDS[reason] + owners, purpose);
}

/** Explains why nobody is signed in, or why a confirmation does not count. */
export function sendSsoProblem(response: Response, status: number, text: string, purpose = SIGN_IN): void {
  const isSignIn = purpose.sessionId === null;
  const title = isSignIn ? 'You are not signed in' : 'Confirmation failed';
  const link = isSignIn
    ? { href: '/sign-in', label: 'Back to sign in' }
    : { href: confirmPath(purpose.returnTo), label: 'Confirm in another way' };
  response
    .status(status)
    .type('html')
    .send(renderMessage(title, text, link));
}
