import { type BuildReport, logTail } from '@slipway/domain';
import Type from 'typebox';
import { OptionalText } from '../fields.js';

type Fields = Readonly<Record<string, unknown>>;

/** The names a log may come under; the first that says something wins. */
export const LOG_NAMES = ['logs_tail', 'log', 'console'] as const;

/** The log of a report that carries it along, and the mark that `trimLog` leaves. */
export const logFields = {
  logs_tail: OptionalText,
  log: OptionalText,
  console: OptionalText,
  log_truncated: Type.Optional(Type.Unknown()),
};

function present(fields: Fields, names: readonly string[]): string[] {
  return names.filter((name) => typeof fields[name] === 'string' && fields[name] !== '');
}

/** The end of the log, as much of it as is kept; null when there is none. */
export function readLog(fields: Fields, names: readonly string[] = LOG_NAMES): BuildReport['log'] | null {
  const [name] = present(fields, names);
  if (name === undefined) return null;
  const { content, truncated } = logTail(String(fields[name]));
  return { content, truncated: truncated || fields.log_truncated === true };
}

/** Cuts the log down to what is kept, marks the cut, and drops the logs under names that do not win. */
export function trimLog(fields: Fields, names: readonly string[] = LOG_NAMES): Fields {
  const [kept, ...losing] = present(fields, names);
  if (kept === undefined) return fields;
  const { content, truncated } = logTail(String(fields[kept]));
  if (!truncated && losing.length === 0) return fields;
  const others = Object.entries(fields).filter(([name]) => !losing.includes(name));
  return { ...Object.fromEntries(others), [kept]: content, ...(truncated ? { log_truncated: true } : {}) };
}
