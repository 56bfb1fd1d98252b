/** Stands for a group in parentheses. */
const GROUP = '¤';
const INNERMOST_GROUP = /\([^()]*\)/g;
const KEYWORD = /[a-z]+/i;
const MAIN_KEYWORD = /\b(?:SELECT|INSERT|UPDATE|DELETE|MERGE)\b/i;

/** The names of the subqueries in `WITH`. */
const SUBQUERY = /\b([a-z_]\w*)\s*(?:\([^()]*\)\s*)?\sAS\s+(?:(?:NOT\s+)?MATERIALIZED\s+)?\(/gi;

/**
 * The word after a keyword that a table follows. Excluded are the calls of functions (`FROM unnest(…)`), columns
 * (`extract(epoch FROM created_at)`), comparisons (`IS DISTINCT FROM x`) and locks (`FOR UPDATE SKIP LOCKED`).
 */
const TABLE =
  /(?<!\b(?:DISTINCT|FOR|KEY|DO)\s+|\bEXTRACT\s*\(\w+\s+)\b(?:(?:FROM|JOIN)\s+(?:ONLY\s+)?(?:"?public"?\.)?"?([a-z_]\w*)\b"?(?!\s*[(.¤])|(?:INTO|UPDATE|TABLE)\s+(?:"?public"?\.)?"?([a-z_]\w*)\b"?(?!\.))/gi;

/** What a statement does: its first keyword, or the first after the subqueries of `WITH`. */
export function operationOf(text: string): string {
  const first = KEYWORD.exec(text)?.[0].toUpperCase() ?? 'SQL';
  return first === 'WITH' ? (MAIN_KEYWORD.exec(withoutGroups(text))?.[0].toUpperCase() ?? first) : first;
}

/** The table that a statement names first, outside its subqueries if it can be found there. */
export function tableOf(text: string): string | undefined {
  const subqueries = new Set(Array.from(text.matchAll(SUBQUERY), ([, name = '']) => name));
  const isTable = (name: string) => !subqueries.has(name);
  return tablesIn(withoutGroups(text)).find(isTable) ?? tablesIn(text).find(isTable);
}

const tablesIn = (text: string) => Array.from(text.matchAll(TABLE), ([, read, written]) => read ?? written ?? '');

function withoutGroups(text: string): string {
  const outer = text.replace(INNERMOST_GROUP, GROUP);
  return outer === text ? text : withoutGroups(outer);
}
