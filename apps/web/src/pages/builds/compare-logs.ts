import { maskLine } from '@slipway/diagnosis/lines';
import { readLogText } from '../../log/log-text.js';

/** The error lines of a log that another log does not have. */
export interface NewErrors {
  readonly first: { readonly line: number; readonly text: string } | null;
  /** How many different error lines are new. */
  readonly count: number;
}

/** Finds the errors that only the later build reports. Times, numbers and hashes are ignored. */
export function findNewErrors(before: readonly string[], after: readonly string[]): NewErrors {
  const known = new Set(readLogText(before).messages.map(maskLine));
  const { messages, errors } = readLogText(after);
  const found = new Map<string, number>();
  for (const line of errors) {
    const masked = maskLine(messages[line - 1] ?? '');
    if (!known.has(masked) && !found.has(masked)) found.set(masked, line);
  }
  const line = Math.min(...found.values());
  return {
    first: found.size === 0 ? null : { line, text: messages[line - 1] ?? '' },
    count: found.size,
  };
}
