import { type Database, type RequestSource, recordPersonalAudit } from '@slipway/db';
import type { ProcessContext } from '@slipway/runtime';

/**
 * Why a sign-in or a confirmation failed. `passkey_copied`: its counter went back. `throttled`: too many attempts came
 * before, so that nothing was verified, or only a passkey.
 */
export type SignInFailure = 'password' | 'second_factor' | 'passkey' | 'passkey_copied' | 'throttled';

export interface SignInFailures {
  /**
   * Records the failure in the audit log of each of the user's accounts. It happens after the response, because its
   * duration would reveal that the address belongs to a user. For an unknown address (`userId` is undefined), only the
   * service's log and metrics say so, and never the address.
   */
  record(reason: SignInFailure, userId: number | undefined, source: RequestSource): void;
}

export function createSignInFailures(
  { logger, metrics, onClose }: Pick<ProcessContext, 'logger' | 'metrics' | 'onClose'>,
  database: Database,
): SignInFailures {
  const counter = metrics.counter('sign_in_failures_total', 'Failed sign-ins', ['reason']);
  const writing = new Set<Promise<void>>();
  onClose('sign-in failures', async () => {
    await Promise.all(writing);
  });
  async function write(reason: SignInFailure, userId: number, source: RequestSource): Promise<void> {
    const entry = { userId, action: 'session.refuse', target: '', detail: { reason }, ...source };
    try {
      await database.modelTransaction((tx) => recordPersonalAudit(tx, entry));
    } catch (error) {
      logger.warn({ err: error, userId }, 'failed sign-in not recorded in the audit log');
    }
  }
  return {
    record(reason, userId, source) {
      counter.inc({ reason });
      if (userId === undefined)
        return logger.info({ reason, ip: source.ipAddress }, 'sign-in with unknown address');
      // A throttled attempt is not audited: anyone can make any number of these.
      if (reason === 'throttled') return;
      const written = write(reason, userId, source).finally(() => writing.delete(written));
      writing.add(written);
    },
  };
}
