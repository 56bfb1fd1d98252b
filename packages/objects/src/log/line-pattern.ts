import { RE2JS, RE2JSException } from 're2js';

/** What to search for in a log. */
export interface LinePattern {
  readonly text: string;
  /** Whether the text is a regular expression. */
  readonly isExpression: boolean;
  readonly isCaseSensitive: boolean;
}

export type LineMatcher = (line: string) => boolean;

const MAX_LENGTH = 500;

/** The pattern cannot be used; the message is for the person who wrote it. */
class LinePatternError extends Error {
  override readonly name = 'LinePatternError';
}

/** Expressions are those of RE2: each character of a line is looked at once, whatever the expression. */
export function compilePattern({ text, isExpression, isCaseSensitive }: LinePattern): LineMatcher {
  if (text === '' || text.length > MAX_LENGTH)
    throw new LinePatternError(`A search needs 1 to ${MAX_LENGTH} characters.`);
  if (!isExpression) return matchText(text, isCaseSensitive);
  try {
    const compiled = RE2JS.compile(text, isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
    return (line) => compiled.test(line);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new LinePatternError(`The regular expression cannot be used: ${error.message}.`, { cause: error });
  }
}

function matchText(text: string, isCaseSensitive: boolean): LineMatcher {
  if (isCaseSensitive) return (line) => line.includes(text);
  const lower = text.toLowerCase();
  return (line) => line.toLowerCase().includes(lower);
}
