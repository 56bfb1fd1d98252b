import type { BuildReport, Operation } from '../deliveries/operations.js';
import type { Redactor } from '../redaction/redactor.js';

type Log = NonNullable<BuildReport['log']>;

/** Masks a log and cuts it to the stored length. */
export function redactLog({ content, truncated, ...rest }: Log, redactor: Redactor): Log {
  const kept = logTail(content);
  const masked = redactor.text(content, content.length - kept.content.length);
  // Masks may be longer than the text they replace.
  const stored = logTail(masked);
  return { ...rest, content: stored.content, truncated: truncated || kept.truncated || stored.truncated };
}

/** Masks what an operation quotes from a build's output: its log and the details of its steps. */
export function redactOperation(operation: Operation, redactor: Redactor): Operation {
  if (operation.kind !== 'build_report' && operation.kind !== 'build_steps') return operation;
  const { steps } = operation;
  const masked = steps?.map((step) =>
    step.detail === undefined ? step : { ...step, detail: redactor.text(step.detail) },
  );
  const log = operation.kind === 'build_report' ? operation.log : undefined;
  return {
    ...operation,
    ...(masked === undefined ? {} : { steps: masked }),
    ...(log === undefined ? {} : { log: redactLog(log, redactor) }),
  } as Operation;
}

const LOG_CAP = 256_000;
/** Extra characters kept until the log is masked, because a credential split by the cut could not be recognized. */
const LOG_CONTEXT = 8_192;

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** The last `cap` characters (code points) of a log, and whether earlier ones were dropped. */
export function logTail(text: string, cap: number = LOG_CAP): { content: string; truncated: boolean } {
  if (text.length <= cap) return { content: text, truncated: false };
  let start = text.length;
  for (let count = 0; count < cap && start > 0; count += 1) {
    start -= 1;
    const splitsPair =
      start > 0 && isLowSurrogate(text.charCodeAt(start)) && isHighSurrogate(text.charCodeAt(start - 1));
    if (splitsPair) start -= 1;
  }
  return { content: text.slice(start), truncated: start > 0 };
}

/** The end of a log that has not been masked yet, with as much context as `redactLog` needs. */
export function unmaskedLogTail(text: string): { content: string; truncated: boolean } {
  return logTail(text, LOG_CAP + LOG_CONTEXT);
}
