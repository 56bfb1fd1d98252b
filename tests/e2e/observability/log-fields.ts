import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const docs = join(import.meta.dirname, '..', '..', '..', 'infra', 'docs', 'operate', 'logs.md');

/** The names in the first column of the field table. */
export function documentedFields(): ReadonlySet<string> {
  const rows = readFileSync(docs, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  return new Set(
    rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')),
  );
}

/** The names of all fields in log lines; other lines are ignored. */
export function fieldsOf(lines: readonly string[]): ReadonlySet<string> {
  return new Set(
    lines.filter((line) => line.startsWith('{"level"')).flatMap((line) => Object.keys(JSON.parse(line))),
  );
}
