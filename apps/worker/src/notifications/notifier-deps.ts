import type { Database } from '@slipway/db';
import type { AppSecrets, Clock } from '@slipway/domain';
import type { Logger } from '@slipway/runtime';
import type { JsonPoster } from '../outgoing/post-json.js';
import type { WorkerMetrics } from '../worker-metrics.js';

/** What sending notifications requires. */
export interface NotifierDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<WorkerMetrics, 'notifications' | 'notificationDelay'>;
  /** The base URL of the web app. */
  readonly baseUrl: string;
  readonly appSecrets: AppSecrets;
  readonly poster: JsonPoster;
}
