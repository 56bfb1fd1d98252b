import { join, type Sql, sql } from './sql.js';

/** What is typed beyond this is ignored: PostgreSQL prepares the patterns again for every row. */
const MAX_TYPED = 200;

/** Each typed word as a pattern that matches it anywhere. */
function wordPatterns(typed: string): string[] {
  const considered = typed.slice(0, MAX_TYPED).replace(/\p{Cs}$/u, '');
  const words = considered.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
}

/** Whether a text contains every typed word, in any order and case. */
export function containsWords(column: Sql, typed: string): Sql {
  const patterns = wordPatterns(typed);
  if (patterns.length === 0) return sql`true`;
  return join(
    patterns.map((pattern) => sql`${column} ILIKE ${pattern}`),
    ' AND ',
  );
}
