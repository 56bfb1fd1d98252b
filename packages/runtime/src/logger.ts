import { redactText } from '@slipway/domain';
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Fields that may contain a credential, wherever a caller logs them. */
const REDACTED = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'headers.authorization',
  'headers.cookie',
  'headers["x-service-token"]',
  'headers["x-webhook-token"]',
  'headers["x-buildkite-token"]',
  'headers["x-hook-secret"]',
];

/** The fields of an error that are logged. PostgreSQL's `detail` and `where` are not: they quote rows with personal data. */
const LOGGED_ERROR_FIELDS = [
  'code',
  'errno',
  'syscall',
  'address',
  'port',
  'table',
  'column',
  'constraint',
] as const;

const FRAME = /^\s+at /;

function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, ...rest } = pino.stdSerializers.err(error);
  const fields = LOGGED_ERROR_FIELDS.flatMap((name) => (rest[name] === undefined ? [] : [[name, rest[name]]]));
  const lines = stack.split('\n').map((line) => (FRAME.test(line) ? line : redactText(line)));
  return { type, message: redactText(message), stack: lines.join('\n'), ...Object.fromEntries(fields) };
}

/**
 * Writes JSON lines to stdout. Each line names its process, and credentials are redacted by field name. `lineFields`
 * are added to every line.
 */
export function createLogger(
  options: { service: string; level: string; lineFields?: () => object },
  destination?: DestinationStream,
): Logger {
  return pino(
    {
      level: options.level,
      base: { service: options.service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
      ...(options.lineFields === undefined ? {} : { mixin: options.lineFields }),
      redact: { paths: REDACTED, censor: '[redacted]' },
    },
    destination ?? openStdout(),
  );
}

/** If the terminal is closed, the process continues without a log. */
function openStdout(): DestinationStream {
  return pino.destination({ dest: 1, sync: true }).on('error', () => undefined);
}
