import type { Database } from '@slipway/db';
import type { Clock, SignedLinks } from '@slipway/domain';
import type { FormGuard } from './csrf.js';

import type { Sessions } from './sessions.js';
import type { SignInThrottle } from './throttle.js';

/** What signing in needs. */
export interface AuthDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly guard: FormGuard;
  readonly throttle: SignInThrottle;
  readonly resetLinks: SignedLinks;
  readonly invitationLinks: SignedLinks;
  /** The service's own address, without a path. */
  readonly origin: string;
}
