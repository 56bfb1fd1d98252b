import type { SessionLocks } from '@slipway/db';
import type { AppSecrets, BadgeLinks, SignedLinks } from '@slipway/domain';
import type { RestServices } from '@slipway/rest';
import type { Throttle } from './auth/throttle.js';

/** The services of the console's endpoints. */
export interface ConsoleServices extends RestServices {
  /** Encrypts what the database must not reveal. */
  readonly appSecrets: AppSecrets;
  /** Slows down guessing of passwords, and mails to strangers. */
  readonly throttle: Throttle;
  readonly deliveryRetentionDays: number;
  readonly badgeLinks: BadgeLinks;
  readonly feedLinks: SignedLinks;
  /** One per account while it is exported. */
  readonly exportLocks: Pick<SessionLocks, 'tryHold'>;
  /** Queues what takes too long for a request. Resolves once it is durable. */
  readonly deletions: {
    project(projectId: number): Promise<void>;
    account(accountId: number): Promise<void>;
    /** Of a purged log: the copies in deliveries. */
    log(buildRunId: number): Promise<void>;
  };
}
