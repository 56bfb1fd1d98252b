import { parseRowId } from './row-id.js';

/** Further keys in one text are left out: nobody names so many on purpose. */
const MAX_KEYS = 50;

/**
 * How each tracker's items are named in text; the groups joined make the key as its tool tells it. Every repetition is
 * bounded, so that time stays linear in the text.
 */
const PATTERNS: readonly RegExp[] = [
  // Jira and Linear: ABC-123, bare or inside a web address or branch name.
  /(?<![\p{L}\p{N}_-])([A-Z][A-Z0-9_]{1,9}-[1-9][0-9]{0,9})(?![\p{L}\p{N}_])/gu,
  // GitHub: owner/repo#12. An owner may hold hyphens, a repository dots and underscores too.
  /(?<![\p{L}\p{N}_./-])([A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9_.-]{1,100}#[1-9][0-9]{0,9})(?![\p{L}\p{N}_])/gu,
  /https:\/\/trello\.com\/c\/([A-Za-z0-9]{8,24})(?![A-Za-z0-9])/g,
  /https:\/\/[a-z0-9-]{1,63}\.monday\.com\/boards\/[0-9]{1,20}(?:\/views\/[0-9]{1,20})?\/pulses\/([0-9]{1,20})(?![0-9])/g,
  // Asana: /0/<project>/<task>, or since 2025 /1/<workspace>[/project/<project>]/task/<task>.
  /https:\/\/app\.asana\.com\/0\/[a-z0-9]{1,20}\/([0-9]{1,20})(?![0-9])/g,
  /https:\/\/app\.asana\.com\/1\/[0-9]{1,20}(?:\/project\/[0-9]{1,20})?\/task\/([0-9]{1,20})(?![0-9])/g,
];

const GITHUB_ADDRESS =
  /https:\/\/github\.com\/([A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9_.-]{1,100})\/(?:issues|pull)\/([1-9][0-9]{0,9})(?![0-9])/g;

/** `#12`, which means an item of the repository that the text belongs to. */
const OWN_NUMBER = /(?<![\p{L}\p{N}_/#&.-])#([1-9][0-9]{0,9})(?![\p{L}\p{N}_])/gu;
const REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9_.-]{1,100}$/;

/** The keys of tracker items that a text names, maybe one about a repository of GitHub, each once, at most 50. */
export function trackerKeys(text: string, repository = ''): string[] {
  const keys = new Set<string>();
  for (const key of allKeys(text, REPOSITORY.test(repository) ? repository : null)) {
    keys.add(key);
    if (keys.size === MAX_KEYS) break;
  }
  return [...keys];
}

function* allKeys(text: string, about: string | null): Generator<string> {
  for (const pattern of PATTERNS) for (const [, key = ''] of text.matchAll(pattern)) yield key;
  for (const [, repository, number] of text.matchAll(GITHUB_ADDRESS)) yield `${repository}#${number}`;
  if (about !== null) for (const [, number] of text.matchAll(OWN_NUMBER)) yield `${about}#${number}`;
}

/** `TASK-12` is left to trackers: it may be the key of a Jira project named TASK. */
const NATIVE_KEY = /(?<![\p{L}\p{N}_-])[tT]ask-([0-9]{1,10})(?![\p{L}\p{N}_])/gu;
const PATH_OF_TASK = /^\/projects\/[0-9]{1,10}\/tasks\/([0-9]{1,10})(?![\p{L}\p{N}_])/u;

/** The ids of our own tasks that a text names, as `task-12` or by their web address, each once, at most 50. */
export function nativeTaskIds(text: string, baseUrl: string): number[] {
  const ids = new Set<number>();
  for (const digits of nativeDigits(text, baseUrl)) {
    const id = parseRowId(digits);
    if (id !== null) ids.add(id);
    if (ids.size === MAX_KEYS) break;
  }
  return [...ids];
}

function* nativeDigits(text: string, baseUrl: string): Generator<string> {
  for (const [, digits = ''] of text.matchAll(NATIVE_KEY)) yield digits;
  for (const rest of text.split(baseUrl).slice(1)) {
    const digits = PATH_OF_TASK.exec(rest)?.[1];
    if (digits !== undefined) yield digits;
  }
}
