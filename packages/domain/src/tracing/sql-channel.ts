/**
 * The diagnostics channel on which the database package reports its statements. Only a process that exports traces
 * subscribes, so the database package need not know about tracing, and reporting costs nothing otherwise.
 */
export const SQL_CHANNEL = 'slipway:sql';

/** What a trace reveals about a statement: never its text, which may contain values, or its parameters. */
export interface TracedStatement {
  /** The name that the code gives the statement; undefined for statements that Prisma writes. */
  readonly name: string | undefined;
  /** The first keyword, such as `SELECT`. */
  readonly operation: string;
  /** The table that the statement names first; undefined if it names none. */
  readonly table: string | undefined;
}
