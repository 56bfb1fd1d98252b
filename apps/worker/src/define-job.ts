import type { JobName, JobPayload } from '@slipway/contracts';
import type { Database } from '@slipway/db';
import type { Clock } from '@slipway/domain';
import type { JobPublisher, QueuedDeliveries, SeenKeys } from '@slipway/queue';
import type { Logger } from '@slipway/runtime';
import type { BaselineRequests } from './investigation/baseline-requests.js';
import type { Engine } from './investigation/engine.js';
import type { LanguageModel } from './investigation/language-model.js';
import type { Mailer } from './mail/mailer.js';
import type { JenkinsPoller } from './polling/jenkins-poller.js';
import type { WorkerMetrics } from './worker-metrics.js';

/** What every job can reach. */
export interface JobContext {
  readonly database: Database;
  readonly queue: JobPublisher;
  /** What ingest remembers of deliveries. */
  readonly seenKeys: SeenKeys;
  /** Where the web app is reached. */
  readonly baseUrl: string;
  readonly mailer: Mailer;
  readonly jenkins: JenkinsPoller;
  /** Reads the logs of builds. */
  readonly engine: Engine;
  /** Puts findings into words; null where none is set. */
  readonly languageModel: LanguageModel | null;
  readonly baselines: BaselineRequests;
  /** How long the delivery log is kept. */
  readonly retentionDays: number;
  readonly clock: Clock;
  /** When deliveries were queued, and how often they were begun. */
  readonly queued?: QueuedDeliveries;
  readonly logger: Logger;
  readonly metrics: WorkerMetrics;
  /** Aborted when the job's time is up: what has not begun by then should not. */
  readonly signal: AbortSignal;
}

/** A job's context but for what each run of it brings. */
export type SharedContext = Omit<JobContext, 'signal' | 'queued'>;

/** One job: the catalog's name for it, and what it does. A throw means that it is tried again. */
export interface JobDefinition<N extends JobName = JobName> {
  readonly name: N;
  run(payload: JobPayload<N>, context: JobContext): Promise<void>;
}

/** Declares a job of the catalog. */
export function defineJob<N extends JobName>(definition: JobDefinition<N>): JobDefinition<N> {
  return definition;
}
