import type { BuildReport, Operation } from '../deliveries/operations.js';
import type { Redactor } from '../redaction/redactor.js';
import { logTail } from './log-tail.js';

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
