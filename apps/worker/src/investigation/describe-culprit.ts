import type { Culprit } from './culprit.js';

const NOBODY: Readonly<Record<Exclude<Culprit['reason'], 'attributed'>, string>> = {
  not_a_change: 'Failures of this kind are not caused by a change.',
  low_confidence: 'The finding is not sure enough to name anybody.',
  no_changes: 'No change since the last passing build is known.',
  no_file: 'The log names no file to look for.',
  no_match: 'No change since the last passing build touched what failed.',
  several_authors: 'More than one person may be behind it.',
  merged: 'It came with a merge, whose author did not write it.',
  automation: 'A machine made the change.',
  unresolved_author: 'The author of the change is not known here.',
  unknown_files: 'It is not known what some changes touched.',
  revision_passed: 'The same revision passed, so that no change is behind it.',
  no_passing_build: 'No earlier passing build of the job and branch is known.',
  too_many_changes: 'Too many changes were made since the last passing build.',
};

const MOST_SHOWN = 3;

function namesOf({ changes }: Culprit): string {
  const names = changes.slice(-MOST_SHOWN).map(({ displayIdentifier }) => displayIdentifier);
  return changes.length > MOST_SHOWN ? `${names.join(', ')} and earlier ones` : names.join(', ');
}

/** What the step says: which changes it came upon, and why somebody is named or nobody. */
export function describeCulprit(culprit: Culprit): string {
  const { reason, changes, file } = culprit;
  if (reason === 'attributed') return `${namesOf(culprit)} touched ${file ?? 'what failed'}.`;
  return changes.length === 0 ? NOBODY[reason] : `${NOBODY[reason]} Changes: ${namesOf(culprit)}.`;
}

/** A sentence for the diagnosis when a change is known to be behind it. */
export function nameChange(culprit: Culprit): string {
  if (culprit.reason !== 'attributed') return '';
  const verb = culprit.changes.length === 1 ? 'touched' : 'all touched';
  return ` Since the last passing build, ${namesOf(culprit)} ${verb} ${culprit.file ?? 'what failed'}.`;
}
