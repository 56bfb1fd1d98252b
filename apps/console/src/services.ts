import type { HistoryKind } from '@slipway/contracts';
import type { SessionLocks } from '@slipway/db';
import type { AppSecrets, BadgeLinks, SignedLinks } from '@slipway/domain';
import type { RefusedDelivery, WaitingDeliveries } from '@slipway/queue';
import type { RestServices } from '@slipway/rest';
import type { AddressRules, Settings } from '@slipway/runtime';
import type { Confirmations } from './auth/confirmation/confirmations.js';
import type { Passkeys } from './auth/passkeys/passkeys.js';
import type { Throttle } from './auth/throttle.js';
import type { Sso } from './sso/compose-sso.js';

export interface ConsoleServices extends RestServices {
  readonly appSecrets: AppSecrets;
  readonly throttle: Throttle;
  readonly sso: Sso;
  readonly confirmations: Confirmations;
  readonly passkeys: Pick<Passkeys, 'isAvailable'>;
  readonly signUp: Settings['SIGN_UP'];
  readonly copiedInvitationLinks: SignedLinks;
  readonly deliveryRetentionDays: number;
  /** How many days the operator keeps each kind of history; a kind that is absent is kept. */
  readonly historyDays: Readonly<Partial<Record<HistoryKind, number>>>;
  readonly notificationAddresses: AddressRules;
  readonly badgeLinks: BadgeLinks;
  readonly feedLinks: SignedLinks;
  /** The accepted deliveries of projects that are not applied yet; none while Redis is down. */
  readWaitingDeliveries(projectIds: readonly number[]): Promise<WaitingDeliveries>;
  /** Why a request to one of these projects was refused; null if nobody remembers it, and while Redis is down. */
  findRefused(id: string, projectIds: readonly number[]): Promise<RefusedDelivery | null>;
  /** Held for an account while it is exported. */
  readonly exportLocks: Pick<SessionLocks, 'tryHold'>;
  /** Queues deletions that take too long for a request. Resolves once the job is durable. */
  readonly deletions: {
    project(projectId: number): Promise<void>;
    account(accountId: number): Promise<void>;
    log(buildRunId: number): Promise<void>;
  };
}
