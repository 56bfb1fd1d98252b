import { getBuildLog } from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import Type from 'typebox';
import { fitExcerpt, LogExcerpt, type LogRange, readLog, renderExcerpt } from '../build-log.js';
import { defineTool, ToolProblem } from '../define-tool.js';
import { argumentsOf, buildId, project } from '../fields.js';
import { findProject } from '../find-project.js';

const MAX_LINES = 500;
const DEFAULT_LINES = 100;
const DEFAULT_CONTEXT = 30;

const lineCount = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LINES, description }));
const lineNumber = (description: string) => Type.Optional(Type.Integer({ minimum: 1, description }));

interface Wanted {
  readonly tail?: number | undefined;
  readonly from_line?: number | undefined;
  readonly lines?: number | undefined;
  readonly around_line?: number | undefined;
  readonly context?: number | undefined;
}

/** Selects the last lines unless a position is given. */
function toRange({ tail, from_line, lines, around_line, context = DEFAULT_CONTEXT }: Wanted): LogRange {
  const places = [tail, from_line, around_line].filter((place) => place !== undefined);
  if (places.length > 1) throw new ToolProblem('Pass only one of tail, from_line and around_line.');
  if (from_line !== undefined) return { from_line, lines: lines ?? DEFAULT_LINES };
  if (around_line === undefined) return { tail: tail ?? lines ?? DEFAULT_LINES };
  const first = Math.max(1, around_line - context);
  return { from_line: first, lines: around_line + context - first + 1 };
}

export const readBuildLogTool = defineTool({
  name: 'read_build_log',
  title: 'Read lines of a build log',
  description:
    'Returns numbered build log lines: the last ones (tail), from a line on (from_line, lines), or around a line ' +
    '(around_line, context). Use get_build_failure first, and search_build_log to find a place; do not page through a ' +
    'whole log.',
  toolset: 'builds',
  endpoints: [getBuildLog],
  input: argumentsOf({
    project,
    build_id: buildId,
    tail: lineCount(`The last lines; ${DEFAULT_LINES} unless set. The default.`),
    from_line: lineNumber('The first line.'),
    lines: lineCount(`How many lines from from_line on; ${DEFAULT_LINES} unless set.`),
    around_line: lineNumber('A line of interest.'),
    context: lineCount(`How many lines before and after around_line; ${DEFAULT_CONTEXT} unless set.`),
  }),
  output: LogExcerpt,
  async run({ project: reference, build_id, ...wanted }, context) {
    const range = toRange(wanted);
    const { project_id } = await findProject(reference, context);
    const params = { project_id, build_run_id: build_id };
    const read = await readLog(params, range, context);
    const data = fitExcerpt(read, 'tail' in range ? 'end' : 'start');
    const left = [
      ...(data.from_line > read.from_line ? [[read.from_line, data.from_line - 1]] : []),
      ...(data.to_line < read.to_line ? [[data.to_line + 1, read.to_line]] : []),
    ];
    return {
      summary: `Lines ${describeCount(data.from_line)} to ${describeCount(data.to_line)} of ${describeCount(data.total_lines)}.`,
      data,
      render: renderExcerpt,
      next: left.map(([from, to]) => `Lines ${from} to ${to} did not fit: call again with from_line ${from}.`),
    };
  },
});
