import type { Database } from '@slipway/db';
import type { AppSecrets, Clock } from '@slipway/domain';
import type { Logger } from '@slipway/runtime';
import type { InstallationTokens } from '../github/app-token.js';
import type { Mailer } from '../mail/mailer.js';
import type { WorkerMetrics } from '../worker-metrics.js';
import type { JsonPoster } from './post-json.js';

/** What sending requires. */
export interface OutboxDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<WorkerMetrics, 'mail' | 'notifications' | 'notificationDelay'>;
  /** The base URL of the web app. */
  readonly baseUrl: string;
  readonly appSecrets: AppSecrets;
  readonly mailer: Mailer;
  readonly poster: JsonPoster;
  readonly tokens: InstallationTokens;
}
