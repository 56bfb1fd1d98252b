import { maskLine } from '@slipway/diagnosis/lines';
import { readLogText } from '../../log/log-text.js';

/** A line of a log that another log does not have. */
export interface NewLine {
  readonly line: number;
  readonly text: string;
  readonly isError: boolean;
}

/** Finds the lines that only the later build printed, each text once. Times, numbers and hashes are ignored. */
export function findNewLines(before: readonly string[], after: readonly string[]): NewLine[] {
  const known = new Set(readLogText(before).messages.map(maskLine));
  const { messages, errors } = readLogText(after);
  const isError = new Set(errors);
  return messages.flatMap((text, index) => {
    const masked = maskLine(text);
    if (masked === '' || known.has(masked)) return [];
    known.add(masked);
    return [{ line: index + 1, text: text.trimEnd(), isError: isError.has(index + 1) }];
  });
}
