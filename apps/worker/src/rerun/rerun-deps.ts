import type { RerunBuildRecord } from '@slipway/db';
import type { AppSecrets, Clock } from '@slipway/domain';
import type { AddressRules, Logger } from '@slipway/runtime';
import type { InstallationTokens } from '../github/app-token.js';
import type { JsonPoster } from '../outgoing/post-json.js';

/** A rerun takes up to three requests, while a person waits. */
export const REQUEST_TIMEOUT_MS = 5_000;

export interface RerunDeps {
  readonly appSecrets: AppSecrets;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info'>;
  readonly jenkinsRules: AddressRules;
  /** Sends requests to GitHub and Buildkite. */
  readonly poster: JsonPoster;
  readonly tokens: InstallationTokens;
  /** Instead of Buildkite's own address. */
  readonly buildkiteUrl?: string;
}

/** A build, and the decrypted credential of its integration. */
export interface OpenedBuild extends RerunBuildRecord {
  readonly secret: string;
}

/** Where a tool has a run that it accepted, as far as it says. */
export interface StartedRun {
  /** The number of the build. */
  readonly buildNumber: string | null;
  /** Where Jenkins keeps it until it has a number. */
  readonly queueItem: number | null;
}

/** The job cannot be run at another revision, however often it is tried. */
export class NoRevisionError extends Error {
  override name = 'NoRevisionError';
}

/** A build, and the commit or changelist at which its job is to be run. */
export interface RunAtRevision {
  readonly build: OpenedBuild;
  readonly identifier: string;
}
