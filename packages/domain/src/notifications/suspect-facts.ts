import type { HiddenPeople } from '../text/redact-text.js';
import { sanitizeAuthor } from '../text/sanitize-text.js';
import { changePath } from '../web/web-paths.js';
import { clean, clip, inline, type MessageFact } from './message.js';

export interface BuildSuspect {
  readonly changeId: number;
  readonly identifier: string;
  readonly displayIdentifier: string;
  readonly description: string;
  readonly author: string;
  /** The author's name in Slipway; null if they are no member. */
  readonly person: string | null;
  readonly authorUserId: number | null;
  /** A sentence. */
  readonly reason: string;
  readonly confidence: number;
}

/** The changes in a failed build since its job last passed. */
export interface NewChanges {
  readonly passedNumber: string;
  readonly count: number;
  /** Whether there are more than counted. */
  readonly isCut: boolean;
  /** The identifiers of the newest ones. */
  readonly newest: readonly string[];
}

const MAX_SHOWN = 2;
const MAX_TITLE = 200;

export function titleOfChange({ description }: { readonly description: string }, people?: HiddenPeople): string {
  return clean(description.split('\n')[0] ?? '', MAX_TITLE, people);
}

interface SuspectOptions {
  readonly projectId: number;
  readonly baseUrl: string;
  /** Whether the message is for the author of the suspects. */
  readonly isPersonal: boolean;
}

/** The suspects with their reasons, newest first. */
export function suspectFacts(
  suspects: readonly BuildSuspect[],
  { projectId, baseUrl, isPersonal }: SuspectOptions,
): MessageFact[] {
  const shown = suspects.slice(0, MAX_SHOWN);
  const more = suspects.length - shown.length;
  const reasons = new Set(shown.map(({ reason }) => clean(reason, 300)));
  if (more > 0)
    reasons.add(`${more === 1 ? '1 earlier change' : `${more} earlier changes`} of the same author fit too.`);
  return [
    ...shown.map((suspect) => ({
      label: isPersonal ? 'Your change' : 'Suspect',
      value: nameSuspect(suspect, isPersonal),
      url: baseUrl + changePath(projectId, suspect.changeId),
    })),
    ...(reasons.size === 0 ? [] : [{ label: 'Why', value: [...reasons].join(' ') }]),
  ];
}

export function suspectName(suspects: readonly BuildSuspect[]): string {
  const [newest, ...others] = suspects;
  if (others.length > 0) return `One of ${suspects.length} changes`;
  return clean(newest?.displayIdentifier ?? '', 60);
}

function nameSuspect(suspect: BuildSuspect, isPersonal: boolean): string {
  const author = clip(inline(sanitizeAuthor(suspect.person ?? suspect.author)), 100);
  const parts = [clean(suspect.displayIdentifier, 60), titleOfChange(suspect), isPersonal ? '' : author];
  return parts.filter((part) => part !== '').join(', ');
}

/** What is new since the job last passed, if no change is suspected. */
export function newChangesFact({ passedNumber, count, isCut, newest }: NewChanges): MessageFact {
  const label = `New since #${clean(passedNumber, 60)} passed`;
  if (count === 0) return { label, value: 'No changes' };
  const names = newest.map((name) => clean(name, 60));
  const rest = isCut || count > names.length ? ', …' : '';
  const total = `${count}${isCut ? '+' : ''} ${count === 1 ? 'change' : 'changes'}`;
  return { label, value: `${total}: ${names.join(', ')}${rest}` };
}

/** The suspects for programs: people as user ids only. */
export function suspectData(suspects: readonly BuildSuspect[], people: HiddenPeople) {
  return suspects.map((suspect) => ({
    change_id: suspect.changeId,
    identifier: clean(suspect.identifier, 100),
    display_identifier: clean(suspect.displayIdentifier, 60),
    author_user_id: suspect.authorUserId,
    reason: clean(suspect.reason, 300, people),
    confidence: suspect.confidence,
  }));
}
