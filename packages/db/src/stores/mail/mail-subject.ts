import type { MailedDigest, MailedNotification, MailedPause } from '@slipway/domain';
import { fromJson } from '../../json.js';
import type {
  MailedDevice,
  MailedGuesses,
  MailedOwner,
  MailedSecret,
  MailedSuspension,
} from './security-notices.js';

/** What an email is about. */
export type MailSubject =
  | { readonly kind: 'token_created'; readonly token: MailedToken }
  | { readonly kind: 'password_reset'; readonly resetId: string }
  | { readonly kind: 'password_changed'; readonly change: MailedPasswordChange }
  | { readonly kind: 'second_factor_removed'; readonly removal: MailedFactorRemoval }
  | { readonly kind: 'new_device'; readonly device: MailedDevice }
  | { readonly kind: 'guessed_codes'; readonly guesses: MailedGuesses }
  | { readonly kind: 'suspended'; readonly suspension: MailedSuspension }
  | { readonly kind: 'new_owner'; readonly owner: MailedOwner }
  | { readonly kind: 'new_secret'; readonly secret: MailedSecret }
  | { readonly kind: 'invitation'; readonly invitation: MailedInvitation }
  | { readonly kind: 'sign_up'; readonly signUpId: string }
  | { readonly kind: 'handshake'; readonly handshake: MailedHandshake }
  | { readonly kind: 'notification'; readonly notification: MailedNotification }
  | { readonly kind: 'notification_digest'; readonly digest: MailedDigest }
  | { readonly kind: 'channel_paused'; readonly pause: MailedPause }
  /** What the email was about no longer exists. */
  | { readonly kind: 'void' };

/** A new API token as its notice shows it. */
export interface MailedToken {
  readonly name: string;
  readonly prefix: string;
  readonly origin: 'web' | 'cli' | 'mcp';
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

/** A password change as its notice shows it. */
export interface MailedPasswordChange {
  /** Through an emailed link, or in the settings. */
  readonly how: 'reset' | 'settings';
  /** An ISO 8601 time. */
  readonly changedAt: string;
  readonly ipAddress: string;
}

/** The removal of a second factor as its notice shows it. */
export interface MailedFactorRemoval {
  readonly by: 'you' | 'owner' | 'operator';
  /** An ISO 8601 time. */
  readonly removedAt: string;
  readonly ipAddress: string;
}

/** An invitation as its email shows it. */
export interface MailedInvitation {
  readonly id: string;
  readonly accountName: string;
  readonly invitedBy: string;
  readonly role: 'owner' | 'member';
  readonly expiresAt: Date;
}

/** A signing secret that a handshake registered, as the notice shows it: never the secret itself. */
export interface MailedHandshake {
  readonly integrationId: number;
  readonly name: string;
  readonly projectId: number;
  readonly projectName: string;
  readonly ipAddress: string;
  readonly registeredAt: Date;
}

type TokenRow = MailedToken & { readonly oauthGrant: { readonly expiresAt: Date } | null };

/** Reads what an email is about from its row; invitations are read with their own row. */
export function subjectOf(kind: string, payload: unknown, token: TokenRow | null): MailSubject {
  // An OAuth client refreshes its token until the grant ends.
  if (kind === 'token_created' && token !== null)
    return { kind, token: { ...token, expiresAt: token.oauthGrant?.expiresAt ?? token.expiresAt } };
  return READERS[kind]?.(payload) ?? { kind: 'void' };
}

const READERS: Readonly<Record<string, (payload: unknown) => MailSubject>> = {
  password_reset: (payload) => ({ kind: 'password_reset', ...fromJson<{ resetId: string }>(payload) }),
  password_changed: (payload) => ({ kind: 'password_changed', change: fromJson(payload) }),
  second_factor_removed: (payload) => ({ kind: 'second_factor_removed', removal: fromJson(payload) }),
  new_device: (payload) => ({ kind: 'new_device', device: fromJson(payload) }),
  guessed_codes: (payload) => ({ kind: 'guessed_codes', guesses: fromJson(payload) }),
  suspended: (payload) => ({ kind: 'suspended', suspension: fromJson(payload) }),
  new_owner: (payload) => ({ kind: 'new_owner', owner: fromJson(payload) }),
  new_secret: (payload) => ({ kind: 'new_secret', secret: fromJson(payload) }),
  handshake(payload) {
    const handshake = fromJson<MailedHandshake>(payload);
    return { kind: 'handshake', handshake: { ...handshake, registeredAt: new Date(handshake.registeredAt) } };
  },
  notification: (payload) => ({ kind: 'notification', notification: fromJson(payload) }),
  notification_digest: (payload) => ({ kind: 'notification_digest', digest: fromJson(payload) }),
  channel_paused: (payload) => ({ kind: 'channel_paused', pause: fromJson(payload) }),
};
