import type { SsoRefusal } from '@slipway/contracts';
import { type DatabaseHandle, type findRequiredSso, recordAudit, type SsoProviderRecord } from '@slipway/db';
import type { Request, Response } from '@slipway/http';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { confirmPath } from '../auth/confirmation/routes.js';
import type { AuthDeps } from '../auth/deps.js';
import { sourceOf } from '../auth/form.js';
import { sendMessage } from '../auth/messages.js';
import type { SsoDeps } from './compose-sso.js';
import type { SsoFlow } from './flows.js';
import { ProviderUnreachableError } from './provider-client.js';

export const REFUSAL_WORDS: Readonly<Record<SsoRefusal, string>> = {
  provider_unreachable: 'The identity provider does not respond. Try again in a few minutes.',
  provider_error: 'The identity provider refused to sign you in.',
  invalid_response: 'The response of the identity provider is not valid, so it was ignored.',
  wrong_browser: 'This sign-in was started in another browser or tab, or too long ago. Start again.',
  turned_off: 'Single sign-on was turned off or changed while you signed in. Start again.',
  email_unverified: 'The identity provider does not say that your email address is verified.',
  other_domain: 'Your email address does not belong to the domain of this account.',
  different_subject:
    'Someone else has already signed in with your email address. Ask an owner of the account for help.',
  not_a_member: 'You are not a member of this account. Ask an owner to invite you.',
  password_used: 'This account requires single sign-on.',
  passkey_used: 'This account requires single sign-on.',
  other_person: 'You signed in as someone else at the identity provider. Sign in there as yourself.',
  old_sign_in:
    'The identity provider does not say that it asked you to sign in again. Sign out and in again, or add a second factor to confirm with.',
};

export function refusalOf(error: unknown): SsoRefusal {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderUnreachableError || cause.name === 'TimeoutError') return 'provider_unreachable';
    if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError) return 'provider_error';
  }
  return 'invalid_response';
}

interface RefusedSignIn {
  readonly accountId: number;
  /** Whom it concerns, if the provider or a password identified them. */
  readonly userId: number | null;
  readonly reason: SsoRefusal;
  readonly source: { readonly ipAddress: string; readonly userAgent: string };
}

function recordRefusal(on: DatabaseHandle, { accountId, userId, reason, source }: RefusedSignIn): Promise<void> {
  const entry = { action: 'sso.refuse', target: '', detail: { reason }, projectId: null };
  return recordAudit(on, { ...entry, accountId, userId, ...source });
}

const STATUS: Partial<Record<SsoRefusal, number>> = { provider_unreachable: 503, invalid_response: 502 };

/** What a person wanted from a provider: to sign in, or to confirm who they are and then return to a page. */
export type SsoPurpose = Pick<SsoFlow, 'sessionId' | 'returnTo'>;

const SIGN_IN: SsoPurpose = { sessionId: null, returnTo: '/' };

interface RefusedSso {
  readonly deps: SsoDeps;
  readonly provider: SsoProviderRecord;
  readonly reason: SsoRefusal;
  /** Whom it concerns, if they are known. */
  readonly userId?: number | null;
  readonly purpose?: SsoPurpose;
}

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

export function sendSsoProblem(response: Response, status: number, text: string, purpose = SIGN_IN): void {
  const isSignIn = purpose.sessionId === null;
  const title = isSignIn ? 'You are not signed in' : 'Confirmation failed';
  const link = isSignIn
    ? { href: '/sign-in', label: 'Back to sign in' }
    : { href: confirmPath(purpose.returnTo), label: 'Confirm in another way' };
  sendMessage(response, status, { title, text, ...link });
}

export function ssoPath(prefixedId: string, returnTo: string): string {
  return `/sso/${prefixedId}?${new URLSearchParams({ return_to: returnTo })}`;
}

interface OwnSignIn {
  readonly used: 'password' | 'passkey';
  readonly deps: AuthDeps;
  readonly required: NonNullable<Awaited<ReturnType<typeof findRequiredSso>>>;
  readonly userId: number;
  readonly returnTo: string;
}

/** Leads a member who knows their password, or has a passkey, to the provider that their account requires. */
export async function refuseOwnSignIn(
  request: Request,
  response: Response,
  { used, deps, required, userId, returnTo }: OwnSignIn,
): Promise<void> {
  const { accountId, prefixedId, name } = required;
  await recordRefusal(deps.database, { accountId, userId, reason: `${used}_used`, source: sourceOf(request) });
  const text = `${name} requires single sign-on, so you cannot sign in with a ${used}.`;
  const link = { href: ssoPath(prefixedId, returnTo), label: 'Sign in with single sign-on' };
  sendMessage(response, 403, { title: 'You are not signed in', text, ...link });
}
