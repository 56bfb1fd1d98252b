import { createLogger, type Logger } from './logger.js';
import { createMetrics, type Internals, type Metrics, serveInternals } from './metrics.js';
import { loadSettings, type Settings, SettingsError } from './settings.js';

/** Below the grace a supervisor or cluster gives, so that a stuck part is named before the process is killed. */
const DRAIN_LIMIT_MS = 25_000;
/** Tells a supervisor that starting again would fail the same way. */
const EXIT_CONFIG = 78;

/** What a process is started with. */
export interface ProcessContext {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Registers something to close when the process drains; the last registered closes first. */
  onClose(name: string, close: () => Promise<void> | void): void;
  /** Registers what a process without a `/readyz` of its own needs; the check throws when it is not there. */
  onReadyCheck(name: string, check: () => Promise<void>): void;
}

/** One process of the service: its name in the process list, and how it starts. */
export interface ProcessDefinition {
  readonly title: string;
  start(context: ProcessContext): Promise<void>;
}

/**
 * Runs a process to its end: settings, logs, metrics, readiness towards the supervisor, and an orderly drain on
 * SIGINT, SIGTERM or the supervisor's death.
 */
export async function runProcess(definition: ProcessDefinition): Promise<void> {
  process.title = definition.title;
  const closers: { name: string; close: () => Promise<void> | void }[] = [];
  let logger: Logger | undefined;
  try {
    const settings = loadSettings();
    logger = createLogger({ service: definition.title, level: settings.LOG_LEVEL });
    const metrics = createMetrics();
    const checks: Record<string, () => Promise<void>> = {};
    let draining = false;
    const closeAll = drainOnce(logger, closers);
    const drain = () => {
      draining = true;
      closeAll();
    };
    process.once('SIGINT', drain).once('SIGTERM', drain).once('disconnect', drain);
    process.on('unhandledRejection', (error) => die(logger, error));
    process.on('uncaughtException', (error) => die(logger, error));
    await definition.start({
      settings,
      logger,
      metrics,
      onClose: (name, close) => closers.push({ name, close }),
      onReadyCheck(name, check) {
        checks[name] = check;
      },
    });
    const { server, port } = await listen({ metrics, checks, isDraining: () => draining }, settings);
    // The last to close: whoever watches can see the process drain.
    closers.unshift({ name: 'metrics', close: () => void server.close() });
    logger.debug({ port }, 'metrics served');
    process.send?.({ type: 'ready' });
  } catch (error) {
    stopStart(error, logger);
  }
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

function drainOnce(logger: Logger, closers: { name: string; close: () => Promise<void> | void }[]): () => void {
  let draining = false;
  return () => {
    if (draining) return;
    draining = true;
    setTimeout(() => {
      logger.error({ limitMs: DRAIN_LIMIT_MS }, 'drain took too long');
      process.exit(1);
    }, DRAIN_LIMIT_MS).unref();
    void (async () => {
      for (const { name, close } of closers.toReversed()) {
        try {
          await close();
        } catch (error) {
          logger.error({ err: error, part: name }, 'close failed');
        }
      }
      process.exit(0);
    })();
  };
}

function die(logger: Logger | undefined, error: unknown): never {
  logger?.fatal({ err: error }, 'unexpected failure');
  process.exit(1);
}

/** One line per problem, no stack, for what an operator can mend; everything else is a bug and shows itself whole. */
function stopStart(error: unknown, logger: Logger | undefined): never {
  if (error instanceof SettingsError) {
    for (const problem of error.problems) process.stderr.write(`${problem}\n`);
    process.exit(process.send === undefined ? 1 : EXIT_CONFIG);
  }
  if (logger === undefined) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  die(logger, error);
}
