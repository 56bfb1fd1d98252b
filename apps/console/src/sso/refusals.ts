import type { SsoRefusal } from '@slipway/contracts';
import { type DatabaseHandle, recordAudit } from '@slipway/db';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { ProviderUnreachableError } from './provider-fetch.js';

/** What each refusal means, for the person who tried to sign in. */
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

/** Why a provider could not identify a person. */
export function refusalOf(error: unknown): SsoRefusal {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderUnreachableError || cause.name === 'TimeoutError') return 'provider_unreachable';
    if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError) return 'provider_error';
  }
  return 'invalid_response';
}

/** A sign-in that was refused. */
export interface RefusedSignIn {
  readonly accountId: number;
  /** Whom it concerns, if the provider or a password identified them. */
  readonly userId: number | null;
  readonly reason: SsoRefusal;
  readonly source: { readonly ipAddress: string; readonly userAgent: string };
}

export function recordRefusal(
  on: DatabaseHandle,
  { accountId, userId, reason, source }: RefusedSignIn,
): Promise<void> {
  const entry = { action: 'sso.refuse', target: '', detail: { reason }, projectId: null };
  return recordAudit(on, { ...entry, accountId, userId, ...source });
}
