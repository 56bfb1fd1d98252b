import { buildStatusOfWord, type LogClosed, omitEmpty, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { on, type ProviderEvent } from '../define-provider.js';
import { BuildNumber, JobName } from '../shared/build-fields.js';
import { identifierText, Time } from '../shared/fields.js';

export const LOG_PATH = '/webhooks/log';

/** The names of the events in the delivery log. */
export const LOG_OPENED_EVENT = 'log_opened';
export const LOG_CLOSED_EVENT = 'log_closed';

const MAX_ATTEMPT = 1_000;
const STEP_LENGTH = 200;
const MAX_SIZE = 2 ** 50;

const Log = Type.String({ pattern: '^[0-9a-f]{32}$' });

/** What a sender says about the log that it opens. */
export const LogOpening = Type.Object({
  job_name: JobName,
  build_number: BuildNumber,
  attempt: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ATTEMPT })),
  /** The step of the build, if it has more than one log. */
  step: Type.Optional(Type.String({ maxLength: STEP_LENGTH })),
});
export type LogOpening = Static<typeof LogOpening>;

/** What a sender says about the end of a log. */
export const LogClosing = Type.Object({
  status: Type.Optional(Type.String({ pattern: '\\S' })),
  exit_code: Type.Optional(Type.Integer()),
  /** In bytes, without compression. The end waits for what is missing of them. */
  size: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_SIZE })),
  finished_at: Time,
});
export type LogClosing = Static<typeof LogClosing>;

const opened = on(Type.Interface([LogOpening], { log: Log }), ({ log, ...opening }) => [
  {
    kind: 'log_opened',
    log,
    jobName: opening.job_name,
    buildNumber: identifierText(opening.build_number),
    attempt: opening.attempt ?? 1,
    step: opening.step ?? '',
  },
]);

const closed = on(Type.Interface([LogClosing], { log: Log }), ({ log, ...closing }, { receivedAt }) => [
  {
    kind: 'log_closed',
    log,
    finishedAt: readProviderTime(closing.finished_at) ?? receivedAt,
    ...omitEmpty<Pick<LogClosed, 'status' | 'size'>>({ status: resultOf(closing), size: closing.size ?? null }),
  },
]);

/** The step's result: its status word, otherwise what its exit code means. */
function resultOf({ status, exit_code: exitCode }: LogClosing): LogClosed['status'] | null {
  const known = status === undefined ? null : buildStatusOfWord(status.trim());
  if (known === 'completed' || known === 'failed' || known === 'cancelled') return known;
  if (exitCode === undefined) return null;
  return exitCode === 0 ? 'completed' : 'failed';
}

/** The event of a delivery about a log, whatever the provider. */
export function logEventOf({
  path,
  event,
}: {
  readonly path: string;
  readonly event: string;
}): ProviderEvent | undefined {
  if (path !== LOG_PATH) return undefined;
  return event === LOG_OPENED_EVENT ? opened : closed;
}
