import type { RerunBuildRecord } from '@slipway/db';
import { appSecretsOf } from '@slipway/domain';
import { createRerunRequests, type Redis, type RerunAnswer, type RerunRequests } from '@slipway/queue';
import { addressRulesOf, type ProcessContext } from '@slipway/runtime';
import { createInstallationTokens } from '../github/app-token.js';
import { createJsonPoster } from '../outgoing/post-json.js';
import { rerunBuild } from './rerun-build.js';
import { REQUEST_TIMEOUT_MS } from './rerun-deps.js';
import { findNumber, type RevisionAnswer, runAtRevision } from './run-at-revision.js';

/** The requests to run builds again, and what answers them. */
export interface Reruns extends RerunRequests {
  rerun(build: RerunBuildRecord): Promise<RerunAnswer>;
  /** Asks the tool of a build to run its job at another revision. */
  runAt(build: RerunBuildRecord, identifier: string): Promise<RevisionAnswer>;
  /** The number that Jenkins gave to what waited in its queue. */
  findNumber(build: RerunBuildRecord, queueItem: number): Promise<string | null>;
}

/** Opens what asking the tools requires, and closes it with the process. */
export function startRerunning({ settings, logger, clock, onClose }: ProcessContext, redis: Redis): Reruns {
  const deps = {
    logger,
    clock,
    appSecrets: appSecretsOf(settings),
    jenkinsRules: addressRulesOf(settings, 'JENKINS_ALLOWED_NETWORKS'),
    poster: createJsonPoster({
      rules: addressRulesOf(settings, 'NOTIFICATION_ALLOWED_NETWORKS'),
      timeoutMs: REQUEST_TIMEOUT_MS,
    }),
    tokens: createInstallationTokens(() => clock.now()),
  };
  onClose('reruns', () => deps.poster.close());
  return {
    ...createRerunRequests(redis),
    rerun: (build) => rerunBuild(build, deps),
    runAt: (build, identifier) => runAtRevision(build, identifier, deps),
    findNumber: (build, queueItem) => findNumber(build, queueItem, deps),
  };
}
