import { hashToken } from '@slipway/domain';
import { type CounterRedis, createSharedCounter, networkOf, retrySeconds } from '@slipway/http';

export interface SignInAttempt {
  readonly ip: string | undefined;
  readonly email: string;
  /** The browser, if the user has signed in with it before. */
  readonly deviceId: string | null;
}

/** Slows down guessing, and limits emails to strangers. Counting methods return the seconds to wait at the limit. */
export interface Throttle {
  /** Counts an attempt before the password is verified, so that concurrent attempts count too. */
  signIn(attempt: SignInAttempt): Promise<number | null>;
  /** Uncounts an attempt whose password was right. */
  signedIn(attempt: SignInAttempt): Promise<void>;
  currentPassword(userId: number): Promise<number | null>;
  currentPasswordGiven(userId: number): Promise<void>;
  mail(purpose: 'reset' | 'invitation' | 'sign-up', email: string, ip: string | undefined): Promise<number | null>;
  newAccount(userId: number): Promise<number | null>;
  recoveryCode(userId: number, ip: string): Promise<number | null>;
  recoveryCodeGiven(userId: number, ip: string): Promise<void>;
  wrongPasskey(userId: number): Promise<number | null>;
  /** Counts a single sign-on that was refused before anyone was identified, which anyone can cause. */
  unknownSso(accountId: number, ip: string | undefined): Promise<number | null>;
  setupCode(ip: string | undefined): Promise<number | null>;
  setupCodeGiven(ip: string | undefined): Promise<void>;
}

export function minutesOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

const WINDOW_MS = 15 * 60_000;
/**
 * Limits attempts at one address from one network or known device, by a signed-in user, at recovery codes and the setup
 * code from one network, emails to an address, accounts that a user creates, and the audit entries about passkeys of one user that were not accepted.
 */
const LOW_LIMIT = 10;
/**
 * Limits attempts from one network at all addresses, at one address or one user's recovery codes from all networks, and
 * the audit entries about unknown people that one network can cause in an account.
 */
const HIGH_LIMIT = 100;

const NOT_COUNTED = { count: 0, leftMs: 0 };

/**
 * Counts attempts in Redis. Nobody can lock out another user: attempts are counted by address and network together, and
 * a browser that signed in before has a counter of its own. Only guesses from very many networks lock unknown browsers
 * out of that address for a while.
 *
 * While Redis is down, attempts are not counted; a password hash that takes 50 ms still slows down guessing.
 */
export function createThrottle(redis: CounterRedis): Throttle {
  const counter = createSharedCounter({ redis, prefix: 'slipway:', windowMs: WINDOW_MS });
  async function hit(key: string, limit: number): Promise<number | null> {
    const { count, leftMs } = await counter.add(key).catch(() => NOT_COUNTED);
    return count > limit ? retrySeconds(leftMs) : null;
  }
  const takeBack = (key: string) => counter.takeBack(key).catch(() => undefined);
  const forget = (key: string) => counter.reset(key).catch(() => undefined);

  return {
    async signIn({ ip, email, deviceId }) {
      if (deviceId !== null) return hit(deviceKey(deviceId), LOW_LIMIT);
      // A refused attempt is not a guess, and must not use up the attempts of people in other networks.
      const { pair, network, address } = signInKeys(ip, email);
      return (await hit(pair, LOW_LIMIT)) ?? (await hit(network, HIGH_LIMIT)) ?? (await hit(address, HIGH_LIMIT));
    },
    async signedIn({ ip, email, deviceId }) {
      if (deviceId !== null) return forget(deviceKey(deviceId));
      const { pair, network, address } = signInKeys(ip, email);
      await Promise.all([forget(pair), takeBack(network), takeBack(address)]);
    },
    currentPassword: (userId) => hit(passwordKey(userId), LOW_LIMIT),
    currentPasswordGiven: (userId) => forget(passwordKey(userId)),
    async mail(purpose, email, ip) {
      const network = await hit(`mail:network:${networkOf(ip ?? '')}`, HIGH_LIMIT);
      return network ?? (await hit(`mail:${purpose}:${hashOf(email)}`, LOW_LIMIT));
    },
    newAccount: (userId) => hit(`account:${userId}`, LOW_LIMIT),
    // Wrong ones are recorded in the audit log, which guesses from very many networks must not fill.
    recoveryCode: async (userId, ip) =>
      (await hit(recoveryKey(userId, ip), LOW_LIMIT)) ?? (await hit(`recovery:${userId}`, HIGH_LIMIT)),
    async recoveryCodeGiven(userId, ip) {
      await Promise.all([forget(recoveryKey(userId, ip)), takeBack(`recovery:${userId}`)]);
    },
    wrongPasskey: (userId) => hit(`passkey:${userId}`, LOW_LIMIT),
    unknownSso: (accountId, ip) => hit(`sso:${accountId}:${networkOf(ip ?? '')}`, HIGH_LIMIT),
    setupCode: (ip) => hit(setupKey(ip), LOW_LIMIT),
    setupCodeGiven: (ip) => forget(setupKey(ip)),
  };
}

const hashOf = (email: string) => hashToken(email.trim().toLowerCase());
const deviceKey = (deviceId: string) => `sign-in:device:${deviceId}`;
const passwordKey = (userId: number) => `password:${userId}`;
const recoveryKey = (userId: number, ip: string) => `recovery:${userId}:${networkOf(ip)}`;
const setupKey = (ip: string | undefined) => `setup:${networkOf(ip ?? '')}`;

function signInKeys(ip: string | undefined, email: string) {
  const [network, address] = [networkOf(ip ?? ''), hashOf(email)];
  return {
    pair: `sign-in:pair:${address}:${network}`,
    network: `sign-in:network:${network}`,
    address: `sign-in:address:${address}`,
  };
}
