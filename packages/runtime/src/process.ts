import cluster from 'node:cluster';
import type { RequestListener } from 'node:http';
import { Primary } from './cluster/primary.js';
import { createDrain, type OnClose } from './drain.js';
import { EXIT_CONFIG } from './exit-codes.js';
import { answerPings, READY } from './frozen-child.js';
import type { ReportFailure } from './handle-requests.js';
import { createLogger, type Logger } from './logger.js';
import { createMetrics, type Internals, type Metrics, serveInternals } from './metrics.js';
import { ProcessClock } from './process-clock.js';
import { loadSettings, type Settings, SettingsError } from './settings.js';
import { throttledLog } from './throttled-log.js';
import type { Tracing } from './tracing/tracing.js';

/** Valid values for settings that a process never uses. */
const PLACEHOLDERS = {
  DATABASE_URL: 'postgres://unused',
  REDIS_URL: 'redis://unused',
  APP_SECRET: '-'.repeat(16),
};

export interface ProcessContext {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Null unless the process exports traces. */
  readonly tracing: Tracing | null;
  /** The time that is stored, and compared with stored times. */
  readonly clock: ProcessClock;
  /** What `/readyz` warns of: problems that an operator should fix even though the process works. */
  readonly warnings: ProcessWarnings;
  /** Registers a part to close when the process drains; the last one registered closes first. */
  readonly onClose: OnClose;
  /** Registers a readiness check, for a process without its own `/readyz`. A check throws if it fails. */
  onReadyCheck(name: string, check: () => Promise<void>): void;
  /** Serves pages for operators on the internal port, below a path such as `/queues`. */
  onInternalPath(path: string, listener: RequestListener): void;
}

/** Sentences for an operator. */
export interface ProcessWarnings {
  add(read: () => readonly string[]): void;
  list(): string[];
}

export function createWarnings(): ProcessWarnings {
  const reads: (() => readonly string[])[] = [];
  return { add: (read) => void reads.push(read), list: () => reads.flatMap((read) => read()) };
}

/** One process of the service: its title in the process list, and how it starts. */
export interface ProcessDefinition {
  readonly title: string;
  /** How many such processes share one port; one by default. */
  processes?(settings: Settings): number;
  /** Required settings that this process does not need, because it has no database or queue. */
  readonly unneeded?: readonly (keyof typeof PLACEHOLDERS)[];
  start(context: ProcessContext): Promise<void>;
}

/** A command that ends by itself. */
export interface TaskDefinition extends Pick<ProcessDefinition, 'title' | 'unneeded'> {
  run(context: Pick<ProcessContext, 'settings' | 'logger'>): Promise<void>;
}

/** Runs a command with the settings and logs of a process. */
export async function runTask({ title, unneeded, run }: TaskDefinition): Promise<void> {
  process.title = title;
  // The first process in a container has no default action for signals.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  let logger: Logger | undefined;
  try {
    const settings = readSettings(unneeded);
    logger = createLogger({ service: title, level: settings.LOG_LEVEL });
    await run({ settings, logger });
  } catch (error) {
    stopStart(error, logger);
  }
}

function readSettings(unneeded: ProcessDefinition['unneeded'] = []): Settings {
  const placeholders = Object.fromEntries(unneeded.map((name) => [name, PLACEHOLDERS[name]]));
  return loadSettings({ ...placeholders, ...process.env });
}

/**
 * Runs a process to its end: settings, logs, metrics, readiness for the supervisor, and an orderly drain on SIGINT,
 * SIGTERM or the supervisor's death.
 */
export async function runProcess(definition: ProcessDefinition): Promise<void> {
  process.title = definition.title;
  let logger: Logger | undefined;
  try {
    const settings = readSettings(definition.unneeded);
    let tracing: Tracing | null = null;
    logger = createLogger({
      service: definition.title,
      level: settings.LOG_LEVEL,
      ...(isTracing(settings) && { lineFields: () => traceFields(tracing) }),
    });
    dieOnUnexpected(logger);
    answerPings();
    const processes = definition.processes?.(settings) ?? 1;
    if (processes > 1 && cluster.isPrimary)
      return new Primary(processes, logger, settings.LISTEN_FD !== undefined).run();
    tracing = await openTracing(settings, definition.title, logger);
    await start(definition, { settings, logger, tracing });
    process.send?.(READY);
  } catch (error) {
    stopStart(error, logger);
  }
}

function isTracing(settings: Settings): boolean {
  return settings.OTEL_EXPORTER_OTLP_ENDPOINT !== '' || settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== '';
}

/** Null without an OTLP endpoint; in that case the OpenTelemetry SDK is not even loaded. */
async function openTracing(settings: Settings, service: string, logger: Logger): Promise<Tracing | null> {
  if (!isTracing(settings)) return null;
  const { startOpenTelemetry } = await import('./tracing/open-telemetry.js');
  return startOpenTelemetry(service, logger);
}

/** The trace that a log line belongs to. */
function traceFields(tracing: Tracing | null): object {
  const span = tracing?.current();
  return span === undefined ? {} : { trace_id: span.traceId };
}

type Started = Pick<ProcessContext, 'settings' | 'logger' | 'tracing'>;

async function start({ start }: ProcessDefinition, { settings, logger, tracing }: Started): Promise<void> {
  const metrics = createMetrics({ exemplars: tracing !== null });
  const checks: Record<string, () => Promise<void>> = {};
  const pages = new Map<string, RequestListener>();
  const { onClose, drain, isDraining } = createDrain(logger);
  process.once('SIGINT', drain).once('SIGTERM', drain).once('disconnect', drain);
  // Registered first and closed last, so that monitoring can watch the process drain.
  let closeInternals: () => void = () => undefined;
  onClose('metrics', () => closeInternals());
  if (tracing !== null) onClose('tracing', () => tracing.close());
  const clock = new ProcessClock({ logger, metrics });
  onClose('clock', () => clock.close());
  const warnings = createWarnings();
  warnings.add(() => clock.warnings());
  await start({
    settings,
    logger,
    metrics,
    tracing,
    clock,
    warnings,
    onClose,
    onReadyCheck(name, check) {
      checks[name] = check;
    },
    onInternalPath(path, listener) {
      pages.set(path, listener);
    },
  });
  const report = failureReporter({ logger, metrics });
  const { server, port } = await listen(
    { metrics, checks, warnings: warnings.list, isDraining, report, pages },
    settings,
  );
  closeInternals = () => void server.close();
  logger.debug({ port }, 'metrics served');
}

async function listen(internals: Internals, { METRICS_HOST: host, METRICS_PORT: port }: Settings) {
  try {
    return await serveInternals(internals, { host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'is taken' : `cannot be used: ${message}`;
    throw new SettingsError([`METRICS_PORT: ${port} on ${host} ${reason}`], { cause: error });
  }
}

function dieOnUnexpected(logger: Logger): void {
  process.on('unhandledRejection', (error) => die(logger, error));
  process.on('uncaughtException', (error) => die(logger, error));
}

function die(logger: Logger | undefined, error: unknown): never {
  logger?.fatal({ err: error }, 'unexpected failure');
  process.exit(1);
}

/**
 * Logs one line per problem that an operator can fix, without a stack. Everything else is a bug and is logged in full.
 */
function stopStart(error: unknown, logger: Logger | undefined): never {
  if (error instanceof SettingsError) {
    for (const problem of error.problems) process.stderr.write(`${problem}\n`);
    process.exit(EXIT_CONFIG);
  }
  if (logger === undefined) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  die(logger, error);
}

/** Logs and counts the failures that `handleRequests` contains. Each is a bug, but must not affect other requests. */
export function failureReporter({ logger, metrics }: { logger: Logger; metrics: Metrics }): ReportFailure {
  const log = throttledLog(logger);
  const failures = metrics.counter('response_failures_total', 'Responses that failed outside of their handlers');
  return (error, response) => {
    failures.inc();
    log.warn({ err: error, requestId: response?.getHeader('x-request-id') }, 'response failed');
  };
}
