import { getBuildLog } from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { type BuildPath, type LogExcerpt, logPages } from '../build-log.js';
import { defineTool, type ToolContext } from '../define-tool.js';
import { argumentsOf, buildId, project } from '../fields.js';
import { findProject } from '../find-project.js';

/** Bounds the requests of one call: 20 pages are 40,000 lines. */
const MAX_PAGES = 20;
const MAX_MATCHES = 40;
const DEFAULT_MATCHES = 15;
const MAX_CONTEXT = 5;
const DEFAULT_CONTEXT = 1;

const LogMatch = Type.Object({
  line: Type.Integer(),
  text: Type.String(),
  before: Type.Array(Type.String()),
  after: Type.Array(Type.String()),
});

const Matches = Type.Object({
  total_lines: Type.Integer(),
  matches: Type.Array(LogMatch),
  searched_to_line: Type.Integer({ description: 'The last line that was searched.' }),
  is_complete: Type.Boolean({ description: 'False if the search stopped before the end of the log.' }),
});

interface Search {
  readonly words: readonly string[];
  readonly fromLine: number;
  readonly maxMatches: number;
  readonly context: number;
}

type Found = Static<typeof Matches>;

async function search(params: BuildPath, wanted: Search, context: ToolContext): Promise<Found> {
  const matches: Found['matches'] = [];
  let seen = { total: 0, to: wanted.fromLine - 1 };
  for await (const page of logPages(params, { fromLine: wanted.fromLine, maxPages: MAX_PAGES }, context)) {
    matches.push(...matchesIn(page, wanted));
    seen = { total: page.total_lines, to: page.to_line };
    if (matches.length >= wanted.maxMatches) break;
  }
  const kept = matches.slice(0, wanted.maxMatches);
  const searchedTo = matches.length > kept.length ? (kept.at(-1)?.line ?? seen.to) : seen.to;
  return {
    total_lines: seen.total,
    matches: kept,
    searched_to_line: searchedTo,
    is_complete: searchedTo >= seen.total,
  };
}

function matchesIn({ from_line, lines }: LogExcerpt, { words, context }: Search): Found['matches'] {
  return lines.flatMap((text, index) => {
    const lower = text.toLowerCase();
    if (!words.some((word) => lower.includes(word))) return [];
    const before = lines.slice(Math.max(0, index - context), index);
    return [{ line: from_line + index, text, before, after: lines.slice(index + 1, index + 1 + context) }];
  });
}

function render({ matches }: Found): string {
  const blocks = matches.map(({ line, text, before, after }) => {
    const first = line - before.length;
    const rows = [...before, text, ...after].map((row, index) => {
      const number = first + index;
      return `${number === line ? '>' : ' '} ${number}: ${row}`;
    });
    return rows.join('\n');
  });
  return blocks.length === 0 ? '(no line matches)' : blocks.join('\n--\n');
}

export const searchBuildLogTool = defineTool({
  name: 'search_build_log',
  title: 'Search a build log',
  description:
    'Finds the build log lines that contain any of the given words, ignoring case, with a few lines around each. Plain ' +
    'text, no patterns. Use it for a file name, an error code or a symbol; for the cause of a failure use ' +
    'get_build_failure.',
  toolset: 'builds',
  endpoints: [getBuildLog],
  input: argumentsOf({
    project,
    build_id: buildId,
    words: Type.Array(Type.String({ minLength: 2, maxLength: 200 }), {
      minItems: 1,
      maxItems: 5,
      description: 'A line matches if it contains any of these.',
    }),
    from_line: Type.Optional(Type.Integer({ minimum: 1, description: 'Where to start; 1 unless set.' })),
    max_matches: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_MATCHES, description: `${DEFAULT_MATCHES} unless set.` }),
    ),
    context: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_CONTEXT, description: 'Lines before and after each match.' }),
    ),
  }),
  output: Matches,
  async run(input, context) {
    const { project_id } = await findProject(input.project, context);
    const params = { project_id, build_run_id: input.build_id };
    const wanted = {
      words: input.words.map((word) => word.toLowerCase()),
      fromLine: input.from_line ?? 1,
      maxMatches: input.max_matches ?? DEFAULT_MATCHES,
      context: input.context ?? DEFAULT_CONTEXT,
    };
    const data = await search(params, wanted, context);
    return {
      summary: `${describeCount(data.matches.length)} matching lines among ${describeCount(data.total_lines)}.`,
      data,
      render,
      next: data.is_complete
        ? []
        : [`The search stopped there: call again with from_line ${data.searched_to_line + 1}.`],
    };
  },
});
