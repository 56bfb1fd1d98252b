/** Splits a log into lines at LF or CRLF. A line break at the end of the log does not start another line. */
function splitLogLines(content: string): string[] {
  const lines = content.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Which part of a log to show: a number of lines from a given line (the first is 1), or the last lines. */
export type LogWindow = { readonly fromLine: number; readonly lines: number } | { readonly tail: number };

export interface LogPart {
  readonly totalLines: number;
  readonly fromLine: number;
  readonly lines: readonly string[];
}

/** A window after the end is empty. */
export function readLogLines(content: string, window: LogWindow): LogPart {
  const all = splitLogLines(content);
  const totalLines = all.length;
  if (totalLines === 0) return { totalLines, fromLine: 1, lines: [] };
  if ('tail' in window) {
    const start = Math.max(0, totalLines - window.tail);
    return { totalLines, fromLine: start + 1, lines: all.slice(start) };
  }
  const start = window.fromLine - 1;
  return { totalLines, fromLine: window.fromLine, lines: all.slice(start, start + window.lines) };
}
