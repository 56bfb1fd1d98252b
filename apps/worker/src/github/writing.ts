import type { Database } from '@slipway/db';
import type { GithubOptions } from '@slipway/destinations';
import type { GithubApi } from './github-api.js';

/** What writing a status or comment requires. */
export interface Writing {
  readonly database: Database;
  readonly integrationId: number;
  /** Set if Slipway writes as this GitHub App. */
  readonly appId: string | null;
  /** Sends requests about the repository. */
  readonly api: GithubApi;
  readonly options: GithubOptions;
}
