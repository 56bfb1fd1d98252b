import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import {
  confirmSession,
  type Database,
  findFactorState,
  findPasswordHash,
  findProviderOfUser,
  findRequiredSso,
  type RequestSource,
  type SessionRecord,
} from '@slipway/db';
import { isPasswordHash, verifyPassword } from '../passwords.js';
import { attemptFactor, type ProofDeps, type Refused, refuse } from '../second-factor/attempt-factor.js';
import { minutesOf } from '../throttle.js';

/**
 * How a user can prove again who they are. People with a second factor use it, because their password alone would not
 * sign them in either. Others use their password, or sign in again at their identity provider. A user who has none of
 * these signs in again; everyone can.
 */
export interface ConfirmationWays {
  readonly password: boolean;
  readonly code: boolean;
  readonly passkey: boolean;
  readonly sso: string | null;
}

export type ConfirmedSession = Pick<SessionRecord, 'id' | 'userId'>;

/** What a form or a page sent as proof; what was not sent is empty. */
export interface SentProof {
  readonly password: string;
  readonly code: string;
  readonly passkey: string;
}

export interface Confirmations {
  waysOf(userId: number): Promise<ConfirmationWays>;
  passkeyOptions(session: ConfirmedSession): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Null if the proof was accepted. */
  attempt(session: ConfirmedSession, proof: SentProof, source: RequestSource): Promise<Refused | null>;
}

const bindingOf = ({ id }: ConfirmedSession) => `confirm session ${id}`;

export function createConfirmations(deps: ProofDeps): Confirmations {
  const { database, clock, passkeys } = deps;
  async function waysOf(userId: number): Promise<ConfirmationWays> {
    const { hasFactor, passkeys: count } = await findFactorState(database, userId);
    if (hasFactor) return { password: false, code: true, passkey: count > 0 && passkeys.isAvailable, sso: null };
    const provider = await findProviderOfUser(database, userId);
    const sso = provider && new URL(provider.issuer).host;
    return { password: await canUsePassword(database, userId), code: false, passkey: false, sso };
  }
  return {
    waysOf,
    passkeyOptions: (session) => passkeys.requestOptions(session.userId, bindingOf(session)),
    async attempt(session, proof, source) {
      const { id, userId } = session;
      const ways = await waysOf(userId);
      if (!ways.code && !ways.password)
        return refuse(
          422,
          `Sign in again${ways.sso === null ? '' : ` at ${ways.sso}`} to confirm that it is you.`,
        );
      const attempt = ways.code
        ? await attemptFactor(
            { ...proof, userId, binding: bindingOf(session), browser: `session ${id}`, source },
            deps,
          )
        : await attemptPassword(userId, proof.password, { ...deps, source });
      if ('refused' in attempt) return attempt;
      const { method } = attempt;
      await confirmSession(database, { sessionId: id, userId, method, now: new Date(clock.now()), source });
      return null;
    },
  };
}

/** Not where single sign-on is required: the password would not sign the user in either. */
async function canUsePassword(database: Database, userId: number): Promise<boolean> {
  if ((await findRequiredSso(database, userId)) !== null) return false;
  return isPasswordHash(await findPasswordHash(database, userId));
}

async function attemptPassword(
  userId: number,
  typed: string,
  { database, throttle, failures, source }: ProofDeps & { readonly source: RequestSource },
): Promise<{ readonly method: 'password' } | Refused> {
  const waitSeconds = await throttle.currentPassword(userId);
  if (waitSeconds !== null)
    return refuse(429, `Too many wrong passwords. Try again in ${minutesOf(waitSeconds)}.`, waitSeconds);
  if (!(await verifyPassword(await findPasswordHash(database, userId), typed))) {
    failures.record('password', userId, source);
    return refuse(422, 'Incorrect password.');
  }
  await throttle.currentPasswordGiven(userId);
  return { method: 'password' };
}
