import { useDeferredValue, useMemo, useState } from 'react';
import { parseSearch, searchLines } from './log-rows.js';

/** The contents of a log's search field. */
export interface LogSearch {
  readonly text: string;
  readonly isPattern: boolean;
}

const NOTHING = { found: [] as readonly number[], isComplete: true };

/** Searches the lines of a log while the user types. */
export function useLogSearch(lines: readonly string[]) {
  const [search, setSearch] = useState<LogSearch>({ text: '', isPattern: false });
  const typed = useDeferredValue(search);
  const pattern = useMemo(() => (typed.text === '' ? null : parseSearch(typed.text, typed.isPattern)), [typed]);
  const result = useMemo(() => (pattern === null ? NOTHING : searchLines(lines, pattern)), [lines, pattern]);
  return { search, setSearch, pattern, isInvalid: typed.text !== '' && pattern === null, ...result };
}
