import { type BuildReport, unmaskedLogTail } from '@slipway/domain';
import Type from 'typebox';
import { TextDetail } from './fields.js';

type Fields = Readonly<Record<string, unknown>>;

/** The possible field names of a log; the first that is not empty wins. */
export const LOG_NAMES = ['logs_tail', 'log', 'console'] as const;

/** The log of a build report, and the mark that `trimLog` adds. */
export const logFields = {
  logs_tail: TextDetail,
  log: TextDetail,
  console: TextDetail,
  log_truncated: Type.Optional(Type.Unknown()),
};

function present(fields: Fields, names: readonly string[]): string[] {
  return names.filter((name) => typeof fields[name] === 'string' && fields[name] !== '');
}

/** Forms have no types, and PowerShell writes `True`. */
function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true');
}

/** The end of the log, not masked yet; null if there is none. */
export function readLog(fields: Fields, names: readonly string[] = LOG_NAMES): BuildReport['log'] | null {
  const [name] = present(fields, names);
  if (name === undefined) return null;
  const { content, truncated } = unmaskedLogTail(String(fields[name]));
  return { content, truncated: truncated || isTrue(fields.log_truncated) };
}

/** Cuts the log to its end, marks the cut, and drops logs with names that do not win. */
export function trimLog(fields: Fields, names: readonly string[] = LOG_NAMES): Fields {
  const [winner, ...others] = present(fields, names);
  if (winner === undefined) return fields;
  const { content, truncated } = unmaskedLogTail(String(fields[winner]));
  if (!truncated && others.length === 0) return fields;
  const rest = Object.entries(fields).filter(([name]) => !others.includes(name));
  return { ...Object.fromEntries(rest), [winner]: content, ...(truncated ? { log_truncated: true } : {}) };
}

/** Removes logs and the mark that `trimLog` adds. */
export function dropLog(fields: Fields, names: readonly string[] = LOG_NAMES): Fields {
  const rest = Object.entries(fields).filter(([name]) => !names.includes(name) && name !== 'log_truncated');
  return Object.fromEntries(rest);
}
