import type { Database } from '@slipway/db';
import type { AppSecrets, Clock, SignedLinks } from '@slipway/domain';
import type { FormGuard } from './csrf.js';
import type { KnownDevices } from './known-devices.js';
import type { PendingSignIns } from './second-factor/pending-sign-in.js';
import type { Sessions } from './sessions.js';
import type { SetupCode } from './setup-code.js';
import type { SignInFailures } from './sign-in-failures.js';
import type { Throttle } from './throttle.js';

/** The dependencies of sign-in. */
export interface AuthDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly pending: PendingSignIns;
  readonly appSecrets: AppSecrets;
  readonly guard: FormGuard;
  readonly devices: KnownDevices;
  readonly throttle: Throttle;
  readonly failures: SignInFailures;
  readonly setupCode: SetupCode;
  /** Queues an email to the owner of the address; false if the queue cannot be reached. */
  queueResetLink(email: string): Promise<boolean>;
  readonly resetLinks: SignedLinks;
  readonly invitationLinks: SignedLinks;
  /** The service's own URL, without a path. */
  readonly origin: string;
}
