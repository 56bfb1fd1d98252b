import { claimConnection } from '@slipway/db';
import { appSecretsOf, newId } from '@slipway/domain';
import { addressRulesOf, type ProcessContext } from '@slipway/runtime';
import { createLeasePool } from '../outgoing/lease-pool.js';
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
  const { database, logger, poster } = deps;
  const pool = createLeasePool({
    limit: MAX_CONNECTIONS,
    claim: () => claimConnection(database, { leaseId: newId(), seconds: LEASE_SECONDS }),
    work: (claimed, signal) => updateConnection(claimed, deps, signal),
    onError: (error, { integrationId }) => logger.error({ err: error, integrationId }, 'updating GitHub failed'),
  });
  return {
    tick: pool.startDue,
    idle: pool.idle,
    async close() {
      await pool.close();
      await poster.close();
    },
  };
}

/** Creates the updater of a worker process and closes it with the process. */
export function startUpdatingGithub(
  { settings, logger, clock, onClose }: ProcessContext,
  { database, metrics }: Pick<GithubDeps, 'database' | 'metrics'>,
): GithubUpdater {
  const updater = createGithubUpdater({
    ...{ database, metrics, logger, clock, baseUrl: settings.BASE_URL },
    appSecrets: appSecretsOf(settings),
    poster: createJsonPoster({ rules: addressRulesOf(settings, 'NOTIFICATION_ALLOWED_NETWORKS') }),
    tokens: createInstallationTokens(() => clock.now()),
  });
  onClose('updates of GitHub', () => updater.close());
  return updater;
}
