import type { JobName, JobPayload } from '@slipway/contracts';
import type { Database } from '@slipway/db';
import type { Clock, HistoryRetention, LogLimits, ProjectRedactors } from '@slipway/domain';
import type { JobPublisher, LogBuffer, QueuedDeliveries, SeenKeys } from '@slipway/queue';
import type { Logger, Tracing } from '@slipway/runtime';
import type { BaselineRequests } from './investigation/baseline-requests.js';
import type { Engine } from './investigation/engine.js';
import type { FailureQueue } from './investigation/failure-queue.js';
import type { LanguageModel } from './investigation/language-model.js';
import type { Mailer } from './mail/mailer.js';
import type { Outbox } from './outgoing/outbox.js';
import type { JenkinsPoller } from './polling/jenkins-poller.js';
import type { Reruns } from './rerun/start-rerunning.js';
import type { WorkerMetrics } from './worker-metrics.js';

/** What a job can use. */
export interface JobContext {
  readonly database: Database;
  readonly queue: JobPublisher;
  /** The keys by which ingest recognizes duplicates. */
  readonly seenKeys: SeenKeys;
  /** The base URL of the web app. */
  readonly baseUrl: string;
  readonly mailer: Mailer;
  readonly jenkins: JenkinsPoller;
  readonly outbox: Outbox;
  readonly reruns: Reruns;
  /** Diagnoses build logs. */
  readonly engine: Engine;
  /** Rewords findings; null if none is configured. */
  readonly languageModel: LanguageModel | null;
  readonly baselines: BaselineRequests;
  /** The logs that are being uploaded. */
  readonly logs: LogBuffer;
  readonly logLimits: LogLimits;
  readonly failures: FailureQueue;
  /** The credits that an investigation costs. */
  readonly creditCost: number;
  /** Masks the credentials in logs before they are stored. */
  readonly redactors: ProjectRedactors;
  /** How long the delivery log is retained. */
  readonly retentionDays: number;
  /** How long builds, logs, changes and deployments are retained. */
  readonly history: HistoryRetention;
  readonly clock: Clock;
  /** When the deliveries were queued, and how many attempts were made. */
  readonly queued?: QueuedDeliveries;
  readonly logger: Logger;
  readonly metrics: WorkerMetrics;
  /** Null unless traces are exported. */
  readonly tracing: Tracing | null;
  /** Aborted at the job's time limit, after which the job should begin no more work. */
  readonly signal: AbortSignal;
  /** Aborted when the worker shuts down. A job that may run for long should then leave its work to another worker. */
  readonly closing: AbortSignal;
}

/** The part of the context that all runs share. */
export type SharedContext = Omit<JobContext, 'signal' | 'closing' | 'queued'>;

/** Returned by a timer job that left work for its next run, which then begins immediately. */
export const UNFINISHED = 'unfinished';

/** One job: its name in the catalog, and its work. If `run` throws, the job is retried. */
export interface JobDefinition<N extends JobName = JobName, Result = unknown> {
  readonly name: N;
  run(payload: JobPayload<N>, context: JobContext): Promise<Result>;
}

/** Declares a job of the catalog. */
export function defineJob<N extends JobName, Result>(
  definition: JobDefinition<N, Result>,
): JobDefinition<N, Result> {
  return definition;
}
