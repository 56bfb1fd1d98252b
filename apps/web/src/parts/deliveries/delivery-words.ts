import { plural } from '../../words/format.js';

const KINDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  build_run: ['build', 'builds'],
  change: ['change', 'changes'],
  asset: ['asset', 'assets'],
  approval: ['approval', 'approvals'],
  deployment: ['deployment', 'deployments'],
  reference: ['tracker item', 'tracker items'],
  task: ['task', 'tasks'],
};

export function kindWord(kind: string): string {
  return KINDS[kind]?.[0] ?? kind;
}

interface Touched {
  readonly kind: string;
  readonly id: string;
}

/** Describes what a delivery changed: `1 build, 3 changes`. Of many rows, lists contain only the first ones. */
export function touchedWords(touched: readonly Touched[], total: number): string {
  if (total === 0) return '';
  const kinds = [...new Set(touched.map(({ kind }) => kind))];
  const words = kinds.map((kind) => {
    const [one, many] = KINDS[kind] ?? [kind, kind];
    return plural(touched.filter((row) => row.kind === kind).length, one, many);
  });
  const rest = total - touched.length;
  return [...words, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
