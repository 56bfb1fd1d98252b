/** Labels seen on tasks during this visit, for the picker to offer. */
export const LABELS = new Set<string>();

/** Remembers the labels of loaded tasks. */
export function rememberLabels(tasks: readonly { readonly labels: readonly string[] }[]): void {
  for (const { labels } of tasks) for (const label of labels) LABELS.add(label);
}

/** Each label once, in alphabetical order. */
export function knownLabels(labels: Iterable<string>): string[] {
  return [...new Set(labels)].toSorted((a, b) => a.localeCompare(b));
}
