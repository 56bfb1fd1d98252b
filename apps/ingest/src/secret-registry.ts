import { type Database, isDatabaseOutage, registerHandshake } from '@slipway/db';
import { type AppSecrets, type Clock, redactText, sealSecret, TimeoutError, withTimeout } from '@slipway/domain';
import { MAX_AGENT_LENGTH, MIRROR_TIMEOUT_MS, STORE_SECRET_TIMEOUT_MS } from './limits.js';
import type { Mirror } from './mirror.js';
import type { ReceiveDeps } from './receive.js';

export interface SecretRegistryDeps extends Pick<ReceiveDeps, 'directory' | 'clientAddress'> {
  readonly appSecrets: AppSecrets;
  readonly clock: Clock;
  readonly database: Database;
  readonly mirror: Pick<Mirror, 'forget'>;
}

/** Registers the secrets of handshakes, if the database answers in time. */
export function createSecretRegistry(deps: SecretRegistryDeps): ReceiveDeps['registerSecret'] {
  const { appSecrets, clock, database, directory, mirror, clientAddress } = deps;
  const inTurn = createTurns();

  /** Requests after the handshake must not meet a copy of the integration without its secret. */
  async function forget(integrationId: number): Promise<void> {
    directory.noteChange({ integrationId });
    const forgetMirrored = () => mirror.forget({ integrationId });
    await withTimeout(MIRROR_TIMEOUT_MS, 'updating the mirror', forgetMirrored).catch(() => undefined);
  }

  return async (integrationId, secret, { incoming, headers }) => {
    const handshake = {
      secret: sealSecret(appSecrets, integrationId, secret),
      ipAddress: clientAddress(incoming),
      userAgent: redactText(headers['user-agent'] ?? '').slice(0, MAX_AGENT_LENGTH),
    };
    const deadline = clock.now() + STORE_SECRET_TIMEOUT_MS;
    const register = () => database.modelTransaction((tx) => registerHandshake(tx, handshake));
    // Nobody waits for a turn that comes too late.
    const turn = () => inTurn(integrationId, async () => (clock.now() < deadline ? register() : null));
    try {
      const outcome = await withTimeout(STORE_SECRET_TIMEOUT_MS, 'registering a signing secret', turn);
      if (outcome === 'registered' || outcome === 'known') await forget(integrationId);
      return outcome;
    } catch (error) {
      if (error instanceof TimeoutError || isDatabaseOutage(error)) return null;
      throw error;
    }
  };
}

/**
 * Runs the work of one integration one after the other: its transactions wait for each other anyway, and would hold the
 * connections that lookups need.
 */
function createTurns() {
  const last = new Map<number, Promise<unknown>>();
  return async <T>(id: number, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(id) ?? Promise.resolve()).then(work, work);
    last.set(id, turn);
    try {
      return await turn;
    } finally {
      if (last.get(id) === turn) last.delete(id);
    }
  };
}
