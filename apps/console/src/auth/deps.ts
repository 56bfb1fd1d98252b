import type { SignedLinks } from '@slipway/domain';
import type { Settings } from '@slipway/runtime';
import type { Confirmations } from './confirmation/confirmations.js';
import type { FormGuard } from './csrf.js';
import type { KnownDevices } from './known-devices.js';
import type { ProofDeps } from './second-factor/attempt-factor.js';
import type { PendingSignIns } from './second-factor/pending-sign-in.js';
import type { Sessions } from './sessions.js';
import type { SetupCode } from './setup-code.js';

export interface AuthDeps extends ProofDeps {
  readonly sessions: Sessions;
  readonly pending: PendingSignIns;
  readonly confirmations: Confirmations;
  readonly guard: FormGuard;
  readonly devices: KnownDevices;
  readonly setupCode: SetupCode;
  /** Queues an email to the owner of the address; false if the queue cannot be reached. */
  queueResetLink(email: string): Promise<boolean>;
  queueSignUpLink(email: string): Promise<boolean>;
  readonly signUp: Settings['SIGN_UP'];
  readonly resetLinks: SignedLinks;
  readonly signUpLinks: SignedLinks;
  readonly invitationLinks: SignedLinks;
  readonly copiedInvitationLinks: SignedLinks;
  readonly unsubscribeLinks: SignedLinks;
  /** The service's own URL, without a path. */
  readonly origin: string;
}
