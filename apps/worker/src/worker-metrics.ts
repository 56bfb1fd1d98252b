import type { Counter, Gauge, Histogram, Latency, Metrics } from '@slipway/runtime';

/** The metrics of a worker; infra/docs/operate/operations.md describes them. */
export interface WorkerMetrics {
  readonly applied: Counter<'provider' | 'outcome'>;
  readonly applySeconds: Latency;
  readonly applyDelay: Latency;
  readonly envelopeDeliveries: Histogram;
  readonly envelopeBytes: Histogram;
  readonly envelopeRetries: Counter;
  readonly envelopesStalled: Counter;
  readonly deadLetters: Counter<'provider'>;
  readonly deadLettersOpen: Gauge;
  readonly queueDepth: Gauge<'shard' | 'lane' | 'state'>;
  readonly queueAge: Gauge<'shard' | 'lane'>;
  /** Reports how many transactions are running, and how many may. */
  watchSlots(slots: { used(): number; readonly limit: number }): void;
  readonly dependencyUp: Gauge<'dependency'>;
  readonly archiveFailing: Gauge;
  readonly transactionAge: Gauge<'state'>;
  readonly xidAge: Gauge;
  readonly diskSize: Gauge<'source'>;
  readonly diskFree: Gauge<'source'>;
  readonly jobFailures: Counter<'name'>;
  readonly timerRuns: Counter<'name' | 'outcome'>;
  readonly timerLastSuccess: Gauge<'name'>;
  readonly diagnoses: Counter<'outcome'>;
  readonly investigations: Counter<'outcome'>;
  readonly investigationSeconds: Latency;
  readonly wordings: Counter<'outcome'>;
  readonly mail: Counter<'outcome'>;
  readonly mailWaiting: Gauge;
  readonly mailAge: Gauge;
  readonly notifications: Counter<'channel' | 'outcome'>;
  readonly notificationDelay: Latency;
  readonly notificationsWaiting: Gauge;
  readonly notificationAge: Gauge;
  readonly polls: Counter<'outcome'>;
  readonly pollSeconds: Histogram;
  readonly pollLag: Histogram;
  readonly retentionDeleted: Counter<'table'>;
  readonly retentionOverdue: Gauge<'table'>;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const DELAY_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const COUNTS = [1, 2, 5, 10, 50, 100, 500];
const BYTES = [1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216];

export function createWorkerMetrics(metrics: Metrics): WorkerMetrics {
  const { counter, gauge, histogram, latency } = metrics;
  return {
    applied: counter('deliveries_applied_total', 'Settled deliveries by provider and outcome', [
      'provider',
      'outcome',
    ]),
    applySeconds: latency('apply_seconds', 'Time to apply an envelope', SECONDS),
    applyDelay: latency('apply_delay_seconds', 'Time from receipt of a delivery to its outcome', DELAY_SECONDS),
    envelopeDeliveries: histogram('apply_envelope_deliveries', 'Deliveries per applied envelope', COUNTS),
    envelopeBytes: histogram('apply_envelope_bytes', 'Total body size of an applied envelope', BYTES),
    envelopeRetries: counter('envelope_retries_total', 'Envelopes that failed and will be retried'),
    envelopesStalled: counter('envelopes_stalled_total', 'Envelopes taken over from a worker that died'),
    deadLetters: counter('dead_letters_total', 'Deliveries that could not be applied', ['provider']),
    deadLettersOpen: gauge(
      'dead_letters_open',
      'Deliveries in the log that could not be applied and that no replay or retry has settled yet',
    ),
    queueDepth: gauge('queue_depth', 'Envelopes by shard, lane and state', ['shard', 'lane', 'state']),
    queueAge: gauge('queue_age_seconds', 'Age of the oldest envelope not applied yet', ['shard', 'lane']),
    watchSlots: slotGauges(metrics),
    ...serverMetrics(metrics),
    jobFailures: counter('job_failures_total', 'Failed runs of single jobs', ['name']),
    timerRuns: counter('timer_runs_total', 'Runs of repeating jobs by outcome', ['name', 'outcome']),
    timerLastSuccess: gauge(
      'timer_last_success_timestamp_seconds',
      'When a repeating job last succeeded in this process',
      ['name'],
    ),
    ...investigationMetrics(metrics),
    mail: counter('mail_total', 'Attempts to send an email by outcome', ['outcome']),
    mailWaiting: gauge('mail_waiting', 'Emails not sent yet'),
    mailAge: gauge('mail_age_seconds', 'Age of the oldest email not sent yet'),
    ...notificationMetrics(metrics),
    polls: counter('jenkins_polls_total', 'Polls of Jenkins servers by outcome', ['outcome']),
    pollSeconds: histogram('jenkins_poll_seconds', 'Time to poll a Jenkins server', SECONDS),
    pollLag: histogram('jenkins_poll_lag_seconds', 'How late the poll of a Jenkins server begins', SECONDS),
    retentionDeleted: counter('retention_deleted_total', 'Rows deleted after their retention time', ['table']),
    retentionOverdue: gauge('retention_overdue_seconds', 'Time since the oldest expired row expired', ['table']),
  };
}

type InvestigationMetrics = Pick<
  WorkerMetrics,
  'diagnoses' | 'investigations' | 'investigationSeconds' | 'wordings'
>;

function investigationMetrics({ counter, latency }: Metrics): InvestigationMetrics {
  return {
    diagnoses: counter('diagnoses_total', 'Diagnosed builds by outcome', ['outcome']),
    investigations: counter('investigations_total', 'Finished investigations by outcome', ['outcome']),
    investigationSeconds: latency('investigation_seconds', 'Time to investigate a build', SECONDS),
    wordings: counter('investigation_wordings_total', 'Language model responses by outcome', ['outcome']),
  };
}

type ServerMetrics = Pick<
  WorkerMetrics,
  'dependencyUp' | 'archiveFailing' | 'transactionAge' | 'xidAge' | 'diskSize' | 'diskFree'
>;

function serverMetrics({ gauge }: Metrics): ServerMetrics {
  return {
    dependencyUp: gauge('dependency_up', 'Whether the worker reaches it: 1 or 0', ['dependency']),
    archiveFailing: gauge(
      'database_archive_failing_seconds',
      'Time since PostgreSQL last archived its log, while archiving fails',
    ),
    transactionAge: gauge('database_transaction_age_seconds', 'Age of the oldest open transaction by its state', [
      'state',
    ]),
    xidAge: gauge('database_xid_age', 'Transactions since the oldest one that is not frozen'),
    diskSize: gauge('database_disk_size_bytes', 'Space for the database, by where it is known from', ['source']),
    diskFree: gauge('database_disk_free_bytes', 'Free space for the database, by where it is known from', [
      'source',
    ]),
  };
}

type NotificationMetrics = Pick<
  WorkerMetrics,
  'notifications' | 'notificationDelay' | 'notificationsWaiting' | 'notificationAge'
>;

function notificationMetrics({ counter, gauge, latency }: Metrics): NotificationMetrics {
  return {
    notifications: counter(
      'notifications_total',
      'Attempts to send a notification by kind of channel and outcome',
      ['channel', 'outcome'],
    ),
    notificationDelay: latency(
      'notification_delay_seconds',
      'Time from an event to its message in a channel',
      DELAY_SECONDS,
    ),
    notificationsWaiting: gauge('notifications_waiting', 'Notifications that are due and not sent yet'),
    notificationAge: gauge('notification_age_seconds', 'For how long the oldest unsent notification has been due'),
  };
}

function slotGauges({ gauge, readGauge }: Metrics): WorkerMetrics['watchSlots'] {
  return ({ used, limit }) => {
    readGauge('worker_slots_used', 'Transactions that apply deliveries', used);
    gauge('worker_slots_limit', 'Transactions that may apply deliveries at once').set(limit);
  };
}
