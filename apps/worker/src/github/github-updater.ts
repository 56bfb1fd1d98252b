import { claimConnection } from '@slipway/db';
import { appSecretsOf, newId, systemClock } from '@slipway/domain';
import { addressRulesOf, type ProcessContext } from '@slipway/runtime';
import { createJsonPoster } from '../outgoing/post-json.js';
import { createInstallationTokens } from './app-token.js';
import type { GithubDeps } from './github-deps.js';
import { LEASE_SECONDS, updateConnection } from './update-connection.js';

/** How many connections one process serves concurrently. */
const MAX_CONNECTIONS = 8;

/** Writes commit statuses and comments to GitHub. */
export interface GithubUpdater {
  /** Starts sending what is due, up to the limit; returns without waiting for GitHub. */
  tick(): Promise<void>;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  /** Sends no more. Other workers send the rest. */
  close(): Promise<void>;
}

export function createGithubUpdater(deps: GithubDeps): GithubUpdater {
  const running = new Set<Promise<void>>();
  const closing = new AbortController();

  async function startNext(): Promise<boolean> {
    const claimed = await claimConnection(deps.database, { leaseId: newId(), seconds: LEASE_SECONDS });
    if (claimed === null) return false;
    const { integrationId } = claimed;
    const sending: Promise<void> = updateConnection(claimed, deps, closing.signal)
      // The lease expires, and a later run tries again.
      .catch((error: unknown) => deps.logger.error({ err: error, integrationId }, 'updating GitHub failed'))
      .finally(() => running.delete(sending));
    running.add(sending);
    return true;
  }

  return {
    async tick() {
      while (running.size < MAX_CONNECTIONS && !closing.signal.aborted && (await startNext()));
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
    async close() {
      closing.abort();
      await Promise.all(running);
      await deps.poster.close();
    },
  };
}

/** Creates the updater of a worker process and closes it with the process. */
export function startUpdatingGithub(
  { settings, logger, onClose }: ProcessContext,
  { database, metrics }: Pick<GithubDeps, 'database' | 'metrics'>,
): GithubUpdater {
  const updater = createGithubUpdater({
    ...{ database, metrics, logger, clock: systemClock, baseUrl: settings.BASE_URL },
    appSecrets: appSecretsOf(settings),
    poster: createJsonPoster({ rules: addressRulesOf(settings, 'NOTIFICATION_ALLOWED_NETWORKS') }),
    tokens: createInstallationTokens(() => systemClock.now()),
  });
  onClose('updates of GitHub', () => updater.close());
  return updater;
}
