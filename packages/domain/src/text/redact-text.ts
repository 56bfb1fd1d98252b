import { sanitizeText } from './sanitize-text.js';

/** Replaces what must not be shown. */
export const REDACTED = '[redacted]';

/** Credentials that can be recognised by their form, and their replacements. */
const CREDENTIALS: readonly (readonly [pattern: RegExp, left: string])[] = [
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]{0,8192}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g, REDACTED],
  [/\b(?:gh[oprsu]|github_pat|glpat|npm|bkua|lin_api|lin_wh|whsec|xox[abeoprs])[_-][\w+/=-]{12,255}/g, REDACTED],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, REDACTED],
  [/\beyJ[\w-]{8,4096}\.[\w-]{8,8192}\.[\w-]{0,4096}/g, REDACTED],
  [/\b(Bearer|Basic) {1,4}[\w.~+/=-]{8,4096}/gi, `$1 ${REDACTED}`],
  [/([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@]{1,255}@/gi, '$1'],
  [/([?&][\w-]{0,40}(?:token|secret|key|password|signature|sig)=)[^&\s#"'<>]{1,4096}/gi, `$1${REDACTED}`],
];

/** Replaces the names of people that must not be shown. */
export interface HiddenPeople {
  hide(text: string): string;
}

/** Replaces nothing. */
export const NOBODY: HiddenPeople = { hide: (text) => text };

const MIN_NAME = 3;
const SPECIAL = /[\\^$.*+?()[\]{}|/-]/g;

/** Replaces the names of members by `user:<id>`. */
export function hidePeople(people: readonly { readonly id: number; readonly name: string }[]): HiddenPeople {
  const ids = new Map(people.map(({ id, name }) => [name.trim().toLowerCase(), id]));
  const names = [...ids.keys()].filter((name) => name.length >= MIN_NAME);
  if (names.length === 0) return NOBODY;
  const spelled = names.toSorted((a, b) => b.length - a.length).map((name) => name.replaceAll(SPECIAL, '\\$&'));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${spelled.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return { hide: (text) => text.replace(pattern, (name) => `user:${ids.get(name.toLowerCase()) ?? ''}`) };
}

/** Removes credentials, e-mail addresses and names of members from a text. */
export function redactText(text: string, people: HiddenPeople = NOBODY): string {
  let redacted = text;
  for (const [pattern, left] of CREDENTIALS) redacted = redacted.replace(pattern, left);
  return people.hide(sanitizeText(redacted));
}

/** Converts `apiKey`, `API-Key` and `api_key` to `api_key`. */
function wordsOf(key: string): string {
  return key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}

const SECRET_KEY =
  /(?:^|_)(?:token|secret|password|passwd|passphrase|authorization|api_?key|access_?key|private_?key|signature|cookie|credentials?)s?(?:_id)?$/;

/** Whether a field of this name contains a credential. */
export function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(wordsOf(key));
}

const PERSON_KEY =
  /^(?:author|committer|pusher|sender|user|creator|created_by|assignee|reporter|actor|triggering_actor|member|member_creator|owner|culprit|requested_reviewer|reviewer|updated_from)s?$/;
const PERSON_MARK = /^(?:e?_?mail|email_address|avatar_url|avatar|login|username|account_id)$/;
const PERSON_NAME = /^(?:name|full_?name|display_?name|real_?name|first_?name|last_?name|nick_?name)$/;

/** Whether an object describes a person, by its own name or those of its fields. */
export function isPerson(key: string, value: Readonly<Record<string, unknown>>): boolean {
  return PERSON_KEY.test(wordsOf(key)) || Object.keys(value).some((own) => PERSON_MARK.test(wordsOf(own)));
}

/** Whether a person's field of this name contains their name. */
export function isPersonName(key: string): boolean {
  return PERSON_NAME.test(wordsOf(key));
}
