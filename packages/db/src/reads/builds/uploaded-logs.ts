import { type LogPart, type LogWindow, middleMark } from '@slipway/domain';
import { columnsOf, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { unpackLines } from '../../stores/logs/packed-lines.js';

const log = columnsOf('Log', 'l');
const columns = pick(log, 'id', 'lines', 'droppedLines', 'droppedBytes', 'headLines');

interface LogOfBuild extends RowOf<typeof columns> {}

const logsOfBuild = defineQuery({
  name: 'list uploaded logs of build',
  columns,
  examples: [{ projectId: 1, buildRunId: 1 }],
  build: ({ projectId, buildRunId }: BuildKey, select) => sql`SELECT ${select} FROM logs l
    WHERE l.build_run_id = ${buildRunId} AND l.project_id = ${projectId} AND l.lines > 0
    ORDER BY l.opened_at, l.id`,
});

interface BuildKey {
  readonly projectId: number;
  readonly buildRunId: number;
}

const chunk = columnsOf('LogChunk', 'c');

const chunksOfLog = defineQuery({
  name: 'list lines of log',
  columns: pick(chunk, 'firstLine', 'content'),
  examples: [{ id: 1, from: 1, to: 1 }],
  build: ({ id, from, to }: { readonly id: number; readonly from: number; readonly to: number }, select) =>
    sql`SELECT ${select} FROM log_chunks c WHERE c.log_id = ${id} AND c.first_line <= ${to} AND c.first_line >= COALESCE(
      (SELECT max(p.first_line) FROM log_chunks p WHERE p.log_id = ${id} AND p.first_line <= ${from}), 1)
    ORDER BY c.first_line`,
});

/** How many lines are shown of a log: one in place of all that were dropped. */
const shownLines = ({ lines, droppedLines }: LogOfBuild) => lines - droppedLines + (droppedLines > 0 ? 1 : 0);

/** The lines of a log from one to another, as they are shown. */
async function readLines(on: DatabaseHandle, log: LogOfBuild, from: number, to: number): Promise<string[]> {
  const { id, headLines, droppedLines, droppedBytes } = log;
  if (droppedLines === 0) return readStored(on, id, from, to);
  const mark = headLines + 1;
  const hidden = droppedLines - 1;
  return [
    ...(from < mark ? await readStored(on, id, from, Math.min(to, headLines)) : []),
    ...(from <= mark && to >= mark ? [middleMark(droppedLines, droppedBytes)] : []),
    ...(to > mark ? await readStored(on, id, Math.max(from, mark + 1) + hidden, to + hidden) : []),
  ];
}

/** The lines of a log from one to another, as they are numbered in its chunks; reads only the chunks that have them. */
async function readStored({ pool }: DatabaseHandle, id: number, from: number, to: number): Promise<string[]> {
  const chunks = await chunksOfLog.all(pool, { id, from, to });
  const parts = await Promise.all(
    chunks.map(async ({ firstLine, content }) => {
      const lines = await unpackLines(content);
      return lines.slice(Math.max(0, from - firstLine), Math.max(0, to - firstLine + 1));
    }),
  );
  return parts.flat();
}

/** The logs that were uploaded for a build, one after the other. */
export interface UploadedOutput {
  readonly totalLines: number;
  /** Whether something was dropped because a log was too long. */
  readonly truncated: boolean;
  /** Reads some lines; the cost does not depend on how many others there are. */
  read(window: LogWindow): Promise<LogPart>;
}

/** Null for a build for which no log was uploaded. */
export async function findUploadedOutput(on: DatabaseHandle, build: BuildKey): Promise<UploadedOutput | null> {
  const logs = await logsOfBuild.all(on.pool, build);
  if (logs.length === 0) return null;
  const totalLines = logs.reduce((sum, each) => sum + shownLines(each), 0);
  return {
    totalLines,
    truncated: logs.some(({ droppedLines }) => droppedLines > 0),
    async read(window) {
      const fromLine = 'tail' in window ? Math.max(1, totalLines - window.tail + 1) : window.fromLine;
      const toLine = 'tail' in window ? totalLines : Math.min(totalLines, fromLine + window.lines - 1);
      const lines: string[] = [];
      let before = 0;
      for (const each of logs) {
        const shown = shownLines(each);
        const [from, to] = [Math.max(1, fromLine - before), Math.min(shown, toLine - before)];
        if (from <= to) lines.push(...(await readLines(on, each, from, to)));
        before += shown;
      }
      return { totalLines, fromLine, lines };
    },
  };
}
