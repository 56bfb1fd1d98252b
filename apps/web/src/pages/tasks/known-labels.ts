/** Labels that were seen on tasks in this visit, so that the picker can offer them. */
export const LABELS = new Set<string>();

/** Remembers the labels of tasks that were read. */
export function rememberLabels(tasks: readonly { readonly labels: readonly string[] }[]): void {
  for (const { labels } of tasks) for (const label of labels) LABELS.add(label);
}

/** Each label once, in the order of the alphabet. */
export function knownLabels(labels: Iterable<string>): string[] {
  return [...new Set(labels)].toSorted((a, b) => a.localeCompare(b));
}
