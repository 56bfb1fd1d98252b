import type { Database } from '@slipway/db';
import type { AppSecrets, Clock } from '@slipway/domain';
import type { Passkeys } from './passkeys/passkeys.js';
import type { SignInFailures } from './sign-in-failures.js';
import type { Throttle } from './throttle.js';

/** What verifies that users are who they say. */
export interface ProofDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly appSecrets: AppSecrets;
  readonly passkeys: Passkeys;
  readonly throttle: Throttle;
  readonly failures: SignInFailures;
}
