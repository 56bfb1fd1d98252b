import type { Random } from './random.js';
import type { Scope } from './scope.js';
import { isSpokenKey, type TrackerItem } from './trackers.js';

export type ChangeKind = 'code' | 'art';

const subjects: Record<ChangeKind, ((random: Random, scope: Scope) => string)[]> = {
  code: [
    (r, { theme }) => `Fix ${r.pick(theme.systems)} jitter when the host migrates`,
    (r, { theme }) => `Clamp ${r.pick(theme.systems)} input before it reaches the server`,
    (r, { theme }) => `Add counters for ${r.pick(theme.systems)} to the telemetry stream`,
    (r, { theme }) => `Tick ${r.pick(theme.classes)} on fixed steps`,
    (r, { theme }) => `Handle a missing ${r.pick(theme.props)} in ${r.pick(theme.classes)}`,
    (r, { theme }) => `Cache ${r.pick(theme.classes)} lookups for the frame`,
    (r, { theme }) =>
      `Do not spawn ${r.pick(theme.creatures)} outside the loaded cells of ${r.pick(theme.places)}`,
    (r, { theme }) => `Read ${r.pick(theme.systems)} tuning from the data table`,
    (r, { theme }) => `Remove the old ${r.pick(theme.systems)} path`,
    (r, { theme }) => `Test ${r.pick(theme.classes)} against out-of-range input`,
  ],
  art: [
    (r, { theme }) => `Update the ${r.pick(theme.props)} after review`,
    (r, { theme }) => `${r.pick(theme.places)}: relight the entrance`,
    (r, { theme }) => `New turn animation for the ${r.pick(theme.creatures)}`,
    (r, { theme }) => `${r.pick(theme.places)}: set dressing, second pass`,
    (r, { theme }) => `Reduce texture size of the ${r.pick(theme.props)}`,
    (r, { theme }) => `Ambience and one-shots for ${r.pick(theme.places)}`,
    (r, { theme }) => `Fix seams on the ${r.pick(theme.creatures)}`,
    (r, { theme }) => `Material variants for the ${r.pick(theme.props)}`,
  ],
};

const automated = ['Bump the build version', 'Update localisation exports', 'Refresh generated documentation'];

export function changeSubject(random: Random, scope: Scope, kind: ChangeKind, byBot: boolean): string {
  return byBot ? random.pick(automated) : random.pick(subjects[kind])(random, scope);
}

export interface Trailers {
  taskId: number | undefined;
  reference: TrackerItem | undefined;
  withAddress: boolean;
}

/** The whole text of a change: its subject, and what people write below it. */
export function changeDescription(random: Random, scope: Scope, subject: string, trailers: Trailers): string {
  const { taskId, reference, withAddress } = trailers;
  const lines: string[] = [];
  const spoken = reference !== undefined && isSpokenKey(reference.key);
  if (reference && !spoken) lines.push(`See ${reference.url}`);
  if (taskId !== undefined) lines.push(random.pick([`Closes task-${taskId}`, `Part of task-${taskId}`]));
  if (withAddress)
    lines.push(
      random.pick([
        `Co-authored-by: Ana Sousa <ana.sousa@contract.example.com>`,
        `Reported-by: qa-lead@${scope.theme.host}`,
        `Asked for by producer@${scope.theme.host}, see the thread there.`,
      ]),
    );
  const head = spoken ? `${reference.key}: ${subject}` : subject;
  return [head, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}
