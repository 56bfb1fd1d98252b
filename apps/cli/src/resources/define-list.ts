import type { Client } from '@slipway/client';
import { type EndpointContract, MAX_PAGE_SIZE, type ResponseOf, rowsIn } from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import { CliError } from '../cli-error.js';
import { type AnyCommand, defineCommand } from '../define-command.js';
import type { Column } from '../output/columns.js';
import { fieldsOf } from '../output/json.js';
import { filtersOf, readFilters } from './filters.js';
import { scopeNote } from './scope-note.js';

/** How many rows a list shows unless `--limit` says otherwise. */
const DEFAULT_ROWS = 30;

export interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

interface RowRequest {
  readonly contract: EndpointContract;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly limit: number;
}

interface Pagination {
  readonly has_more: boolean;
  readonly next_cursor?: string | null;
}

/** Lists of tests have the fields of their pagination themselves. */
interface Page extends Pagination {
  readonly pagination?: Pagination;
}

/** Reads rows from as many pages as are needed; lists without a cursor have one page. */
export async function readRows<Row>(client: Client, request: RowRequest): Promise<Rows<Row>> {
  const { contract, params, limit } = request;
  const { field } = rowsIn(contract);
  const rows: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { ...request.query, limit: Math.min(limit - rows.length, MAX_PAGE_SIZE), cursor };
    const page = (await client.call(contract, { params, query } as object)) as Page & Record<string, Row[]>;
    rows.push(...(page[field] ?? []));
    const { has_more: hasMore, next_cursor: next = null } = page.pagination ?? page;
    if (!hasMore || next === null || rows.length >= limit) return { rows: rows.slice(0, limit), hasMore };
    cursor = next;
  }
}

interface ListCommand<Row> {
  readonly summary: string;
  readonly examples: readonly string[];
  /** What people call the rows; by default the name of the field that holds them. */
  readonly noun?: string;
  readonly columns: readonly Column<Row>[];
  /** Filters that are always set, and are no options. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Adds fields that the rows of the API do not have. */
  readonly complete?: {
    readonly fields: readonly string[];
    read(client: Client, projectId: string, rows: readonly Row[]): Promise<readonly Row[]>;
  };
}

type RowOf<C extends EndpointContract> = {
  [K in keyof ResponseOf<C>]: ResponseOf<C>[K] extends readonly (infer Row)[] ? Row : never;
}[keyof ResponseOf<C>];

const limit = {
  kind: 'number',
  short: 'L',
  description: `the maximum number of rows to read (default: ${DEFAULT_ROWS})`,
} as const;

/** Declares a command that lists rows of a project, with every filter of the API as an option. */
export function defineList<const C extends EndpointContract>(
  contract: C,
  list: ListCommand<RowOf<C>>,
): AnyCommand {
  const { field, row } = rowsIn(contract);
  const { columns, fixed = {}, complete, noun = field.replaceAll('_', ' '), ...rest } = list;
  const filters = Object.entries(filtersOf(contract)).filter(([name]) => !(name in fixed));
  const hasCursor = 'cursor' in contract.query;
  return defineCommand({
    ...rest,
    ...scopeNote(contract),
    project: true,
    json: [...fieldsOf(row), ...(complete?.fields ?? [])],
    options: { ...Object.fromEntries(filters), limit },
    async run({ client: open, project, output }, input) {
      const wanted = readLimit(input.limit, hasCursor);
      const { id } = await project();
      const client = await open();
      const { rows, hasMore } = await readRows<RowOf<C>>(client, {
        contract,
        params: { project_id: id },
        query: { ...readFilters(contract, input), ...fixed },
        limit: wanted,
      });
      const shown = (await complete?.read(client, id, rows)) ?? rows;
      await output.list(shown, { columns, empty: `No ${noun} match.` });
      if (hasMore && output.json === null)
        output.note(`\nThere are more ${noun} than the ${describeCount(rows.length)} shown.`);
    },
  });
}

/** A limit of zero would read nothing, and a list without a cursor has only one page. */
export function readLimit(written: number | undefined, hasCursor: boolean): number {
  const wanted = written ?? DEFAULT_ROWS;
  if (wanted < 1) throw new CliError('--limit must be at least 1.');
  if (!hasCursor && wanted > MAX_PAGE_SIZE)
    throw new CliError(`This list returns at most ${MAX_PAGE_SIZE} rows.`, {
      hint: 'Use a smaller --limit and filters.',
    });
  return wanted;
}
