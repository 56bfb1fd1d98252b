import { commonRedactor, type Redactor } from '../redaction/redactor.js';
import { wordsOf } from '../redaction/secret-names.js';
import { sanitizeAuthor, sanitizeText } from './sanitize-text.js';

/** Replaces the names of people who must not be shown. */
export interface HiddenPeople {
  hide(text: string): string;
}

/** Replaces nothing. */
export const NOBODY: HiddenPeople = { hide: (text) => text };

const MIN_NAME = 3;
const SPECIAL = /[\\^$.*+?()[\]{}|/-]/g;

/** Replaces members' names with `user:<id>`. */
export function hidePeople(people: readonly { readonly id: number; readonly name: string }[]): HiddenPeople {
  const ids = new Map(people.map(({ id, name }) => [name.trim().toLowerCase(), id]));
  const names = [...ids.keys()].filter((name) => name.length >= MIN_NAME);
  if (names.length === 0) return NOBODY;
  const spelled = names.toSorted((a, b) => b.length - a.length).map((name) => name.replaceAll(SPECIAL, '\\$&'));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${spelled.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return { hide: (text) => text.replace(pattern, (name) => `user:${ids.get(name.toLowerCase()) ?? ''}`) };
}

/** Masks credentials, and removes email addresses and members' names from a text. */
export function redactText(
  text: string,
  people: HiddenPeople = NOBODY,
  redactor: Redactor = commonRedactor,
): string {
  return people.hide(sanitizeText(redactor.text(text)));
}

/** The name of a job, branch or step without email addresses and the project's masked values. */
export function redactName(name: string, redactor: Redactor): string {
  return sanitizeText(redactor.name(name));
}

/** What a tool calls an author, without the email address and the project's masked values. */
export function redactAuthor(author: string, redactor: Redactor): string {
  return sanitizeAuthor(redactor.name(author));
}

const PERSON_KEY =
  /^(?:author|committer|pusher|sender|user|creator|created_by|assignee|reporter|actor|triggering_actor|member|member_creator|owner|culprit|requested_reviewer|reviewer|updated_from)s?$/;
const PERSON_MARK = /^(?:e?_?mail|email_address|avatar_url|avatar|login|username|account_id)$/;
const PERSON_NAME = /^(?:name|full_?name|display_?name|real_?name|first_?name|last_?name|nick_?name)$/;

/** Whether an object describes a person, judging by its own name or its fields' names. */
export function isPerson(key: string, value: Readonly<Record<string, unknown>>): boolean {
  return PERSON_KEY.test(wordsOf(key)) || Object.keys(value).some((own) => PERSON_MARK.test(wordsOf(own)));
}

/** Whether a person's field with this name contains their name. */
export function isPersonName(key: string): boolean {
  return PERSON_NAME.test(wordsOf(key));
}
