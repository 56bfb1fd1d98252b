import { type BuildLog, getBuildLog, MAX_LOG_LINES } from '@slipway/contracts';
import Type, { type Static } from 'typebox';
import type { ToolContext } from './define-tool.js';
import { withoutHiddenCharacters } from './fence.js';

/** The maximum number of characters of log text in one answer. */
const MAX_EXCERPT_CHARS = 14_000;
/** A longer line is usually a dump of arguments or encoded data. */
const MAX_LINE_CHARS = 800;

export const LogExcerpt = Type.Object({
  total_lines: Type.Integer({ description: 'The lines of the whole log; 0 if the build has none.' }),
  from_line: Type.Integer({ description: 'The number of the first line below; lines count from 1.' }),
  to_line: Type.Integer({
    description: 'The number of the last line below; less than from_line if there is none.',
  }),
  lines: Type.Array(Type.String()),
  log_truncated: Type.Boolean({ description: 'Part of the output was dropped when the log was captured.' }),
});
export type LogExcerpt = Static<typeof LogExcerpt>;

export interface BuildPath {
  readonly project_id: string;
  readonly build_run_id: string;
}

/** Which lines to read: the last ones, or a number of them starting at a line. */
export type LogRange = { readonly tail: number } | { readonly from_line: number; readonly lines: number };

/** Reads lines of a log; long lines are shortened. */
export async function readLog(params: BuildPath, range: LogRange, context: ToolContext): Promise<LogExcerpt> {
  const query = 'tail' in range ? { tail: range.tail } : { from_line: range.from_line, lines: range.lines };
  return toExcerpt(await context.client.call(getBuildLog, { params, query, signal: context.signal }));
}

function toExcerpt({ total_lines, from_line, lines, truncated }: BuildLog): LogExcerpt {
  const shown = lines.map(shortenLine);
  return { total_lines, from_line, to_line: from_line + lines.length - 1, lines: shown, log_truncated: truncated };
}

function shortenLine(line: string): string {
  const clean = withoutHiddenCharacters(line).replaceAll('\n', ' ');
  if (clean.length <= MAX_LINE_CHARS) return clean;
  const dropped = clean.length - MAX_LINE_CHARS;
  return `${clean.slice(0, MAX_LINE_CHARS).toWellFormed()}… [${dropped} more characters]`;
}

/** The start or the end of an excerpt, as much as fits into an answer. */
export function fitExcerpt(excerpt: LogExcerpt, keep: 'start' | 'end'): LogExcerpt {
  const { from_line, lines } = excerpt;
  const count = countFitting(keep === 'start' ? lines : lines.toReversed());
  const first = keep === 'start' ? 0 : lines.length - count;
  return {
    ...excerpt,
    from_line: from_line + first,
    to_line: from_line + first + count - 1,
    lines: lines.slice(first, first + count),
  };
}

function countFitting(lines: readonly string[]): number {
  let size = 0;
  const end = lines.findIndex((line) => {
    size += line.length + NUMBER_CHARS;
    return size > MAX_EXCERPT_CHARS;
  });
  return end === -1 ? lines.length : end;
}

const NUMBER_CHARS = 8;

export function renderExcerpt({ from_line, lines }: Pick<LogExcerpt, 'from_line' | 'lines'>): string {
  return lines.map((line, index) => `${from_line + index}: ${line}`).join('\n');
}

/** Reads a log page by page, starting at a line, for at most `maxPages` pages. */
export async function* logPages(
  params: BuildPath,
  { fromLine, maxPages }: { fromLine: number; maxPages: number },
  context: ToolContext,
): AsyncGenerator<LogExcerpt, void, undefined> {
  let next = fromLine;
  for (let page = 0; page < maxPages; page += 1) {
    const excerpt = await readLog(params, { from_line: next, lines: MAX_LOG_LINES }, context);
    yield excerpt;
    next = excerpt.to_line + 1;
    if (excerpt.lines.length === 0 || next > excerpt.total_lines) return;
  }
}
