/** The lines of a log, whichever way they end. A newline at the very end closes the last line and opens none. */
export function splitLogLines(content: string): string[] {
  const lines = content.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Which part of a log to show: so many lines from one on (the first is 1), or the last ones. */
export type LogWindow = { readonly fromLine: number; readonly lines: number } | { readonly tail: number };

/** A part of a log and where it lies. */
export interface LogPart {
  readonly totalLines: number;
  readonly fromLine: number;
  readonly lines: readonly string[];
}

/** Cuts the window out of a log; a window behind the end is empty. */
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
