import { redactText } from '@slipway/domain';
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Paths that may carry a credential, wherever a caller logs the object that holds them. */
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

/** What an error tells besides its message. PostgreSQL's `detail` and `where` quote whole rows, people's addresses among them. */
const KEPT_OF_ERRORS = ['code', 'errno', 'syscall', 'address', 'port', 'table', 'column', 'constraint'] as const;

const FRAME = /^\s+at /;

function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, ...rest } = pino.stdSerializers.err(error);
  const kept = KEPT_OF_ERRORS.flatMap((name) => (rest[name] === undefined ? [] : [[name, rest[name]]]));
  const lines = stack.split('\n').map((line) => (FRAME.test(line) ? line : redactText(line)));
  return { type, message: redactText(message), stack: lines.join('\n'), ...Object.fromEntries(kept) };
}

/** JSON lines on stdout, each naming its process; credentials are cut out by path. */
export function createLogger(
  options: { service: string; level: string },
  destination?: DestinationStream,
): Logger {
  return pino(
    {
      level: options.level,
      base: { service: options.service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
      redact: { paths: REDACTED, censor: '[redacted]' },
    },
    destination ?? openStdout(),
  );
}

/** A terminal that was closed takes no more lines; the process goes on without them. */
function openStdout(): DestinationStream {
  return pino.destination({ dest: 1, sync: true }).on('error', () => undefined);
}
