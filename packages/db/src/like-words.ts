import { join, type Sql, sql } from './sql.js';

/** Each typed word as a pattern that matches it anywhere. */
function wordPatterns(typed: string): string[] {
  const words = typed.split(/\s+/).filter((word) => word !== '');
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
