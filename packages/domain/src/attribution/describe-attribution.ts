import type { Attribution, AttributionReason } from './attribute.js';

/** Why no change can be suspected. */
export type SuspectExclusion = 'revision_passed' | 'no_passing_build' | 'too_many_changes';

/** The user attributed with a failure, or null, and the reason in either case. */
export interface BuildAttribution extends Omit<Attribution, 'reason'> {
  readonly reason: AttributionReason | SuspectExclusion;
}

const NOBODY: Readonly<Record<Exclude<BuildAttribution['reason'], 'attributed'>, string>> = {
  not_a_change: 'Failures of this kind are not caused by a change.',
  low_confidence: 'Confidence in the finding is too low to name anyone.',
  no_changes: 'No changes are known since the last passing build.',
  no_file: 'The log does not name a file.',
  no_match: 'No change since the last passing build touched what failed.',
  several_authors: 'The candidates have more than one author.',
  merged: 'It arrived in a merge whose author did not write the change.',
  automation: 'The author of the change is an automated account.',
  unresolved_author: 'The author of the change is not a member of this account.',
  unknown_files: 'The files of some changes are unknown.',
  revision_passed: 'The same revision has passed, so no change caused the failure.',
  no_passing_build: 'No earlier passing build of this job on this branch.',
  too_many_changes: 'Too many changes were made since the last passing build.',
};

const MAX_SHOWN = 3;

function namesOf({ changes }: BuildAttribution): string {
  const names = changes.slice(-MAX_SHOWN).map(({ displayIdentifier }) => displayIdentifier);
  return changes.length > MAX_SHOWN ? `${names.join(', ')} and earlier ones` : names.join(', ');
}

/** The detail of the investigation step: the candidate changes, and why a user is named, or none. */
export function describeAttribution(attribution: BuildAttribution): string {
  const { reason, changes, file } = attribution;
  if (reason === 'attributed') return `${namesOf(attribution)} touched ${file ?? 'what failed'}.`;
  return changes.length === 0 ? NOBODY[reason] : `${NOBODY[reason]} Changes: ${namesOf(attribution)}.`;
}

/** The sentence that ends the diagnosis if a change is known to have caused the failure. */
export function nameChange(attribution: BuildAttribution): string {
  if (attribution.reason !== 'attributed') return '';
  const verb = attribution.changes.length === 1 ? 'touched' : 'all touched';
  return ` Since the last passing build, ${namesOf(attribution)} ${verb} ${attribution.file ?? 'what failed'}.`;
}

/** The sentence that takes its place once runs have proved which change it was; null if they showed that none was. */
export function nameProven(change: string | null): string {
  return change === null
    ? ' Runs showed that no change is to blame.'
    : ` Runs proved that ${change} is the culprit.`;
}

/** What makes a change that runs proved to be the culprit a suspect. */
export const PROVEN_REASON = 'Proven by runs: the revision with it failed, and the one without it passed.';
/** How sure the suspicion is then. */
export const PROVEN_SUSPICION = 1;
