import { parseRowId } from '../identifiers/ids.js';

/** Any more keys in one text are ignored: nobody mentions that many on purpose. */
const MAX_KEYS = 50;
/** Bounds the work on a long text that repeats one key. */
const MAX_MATCHES = 1_000;

/** A form in which texts mention tracker items. */
interface Spelling {
  /** A much faster test that every text with a match passes. */
  readonly hint: RegExp;
  /** Every repetition is bounded, so that matching takes linear time. */
  readonly pattern: RegExp;
  /** The keys in a match's groups. `about` is the GitHub repository that the text belongs to, if any. */
  keys(groups: readonly string[], about: string | null): readonly string[];
}

const HYPHEN = /-[1-9]/;
const NUMBER = /#[1-9]/;
const ADDRESS = /:\/\//;
const asSpelled = ([key = '']: readonly string[]) => [key];
const ofOwnRepository = ([number]: readonly string[], about: string | null) =>
  about === null ? [] : [`${about}#${number}`];
const address = (pattern: RegExp): Spelling => ({ hint: ADDRESS, pattern, keys: asSpelled });

/** Each tracker's forms, least ambiguous first. */
const SPELLINGS: readonly Spelling[] = [
  // Jira and Linear: ABC-123, bare or inside a web address or branch name.
  {
    hint: HYPHEN,
    pattern: /(?<![\p{L}\p{N}])([A-Z][A-Z0-9_]{1,9}-[1-9][0-9]{0,9})(?![\p{L}\p{N}])/gu,
    keys: asSpelled,
  },
  // GitHub: owner/repo#12. An owner may contain hyphens, a repository also dots and underscores.
  {
    hint: NUMBER,
    pattern:
      /(?<![\p{L}\p{N}_./-])([A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9_.-]{1,100}#[1-9][0-9]{0,9})(?![\p{L}\p{N}_])/gu,
    keys: asSpelled,
  },
  address(/https?:\/\/(?:www\.)?trello\.com\/c\/([a-z0-9]{8,24})(?![a-z0-9])/gi),
  address(
    /https?:\/\/[a-z0-9-]{1,63}\.monday\.com\/boards\/[0-9]{1,20}(?:\/views\/[0-9]{1,20})?\/pulses\/([0-9]{1,20})(?![0-9])/gi,
  ),
  // Asana: /0/<project>/<task>, or since 2025 /1/<workspace>[/project/<project>]/task/<task>.
  address(/https?:\/\/app\.asana\.com\/0\/[a-z0-9]{1,20}\/([0-9]{1,20})(?![0-9])/gi),
  address(/https?:\/\/app\.asana\.com\/1\/[0-9]{1,20}(?:\/project\/[0-9]{1,20})?\/task\/([0-9]{1,20})(?![0-9])/gi),
  {
    hint: ADDRESS,
    pattern:
      /https?:\/\/(?:www\.)?github\.com\/([a-z0-9][a-z0-9-]{0,38}\/[a-z0-9_.-]{1,100})\/(?:issues|pull)\/([1-9][0-9]{0,9})(?![0-9])/gi,
    keys: ([repository, number]) => [`${repository}#${number}`],
  },
  // #12 and GH-12 mean an item in the repository that the text belongs to.
  {
    hint: NUMBER,
    pattern: /(?<![\p{L}\p{N}_/#&.-])#([1-9][0-9]{0,9})(?![\p{L}\p{N}_])/gu,
    keys: ofOwnRepository,
  },
  {
    hint: HYPHEN,
    pattern: /(?<![\p{L}\p{N}_-])[gG][hH]-([1-9][0-9]{0,9})(?![\p{L}\p{N}_])/gu,
    keys: ofOwnRepository,
  },
  // ABC-123 in any case, as in Linear's branch names. Many other words have this form.
  {
    hint: HYPHEN,
    pattern: /(?<![\p{L}\p{N}])([A-Za-z][A-Za-z0-9_]{1,9})-([1-9][0-9]{0,9})(?![\p{L}\p{N}])/gu,
    keys: ([word = '', number]) => namesIn(word).map((name) => `${name}-${number}`),
  },
];

const REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9_.-]{1,100}$/;

/**
 * The keys of tracker items mentioned in a text, in canonical form, each once, at most 50. `repository` is the GitHub
 * repository that the text belongs to.
 */
export function trackerKeys(text: string, repository = ''): string[] {
  const about = REPOSITORY.test(repository) ? repository : null;
  const keys = new Set<string>();
  for (const spelling of SPELLINGS)
    for (const key of keysSpelled(text, spelling, about)) {
      keys.add(canonicalKey(key));
      if (keys.size === MAX_KEYS) return [...keys];
    }
  return [...keys];
}

function* keysSpelled(text: string, { hint, pattern, keys }: Spelling, about: string | null): Generator<string> {
  if (!hint.test(text)) return;
  let seen = 0;
  for (const [, ...groups] of text.matchAll(pattern)) {
    yield* keys(groups, about);
    seen += 1;
    if (seen === MAX_MATCHES) return;
  }
}

/** `fix_lnr` may be a project name or end in one. `task` mentions our own tasks, not those of a tracker. */
function namesIn(word: string): string[] {
  const last = word.slice(word.lastIndexOf('_') + 1);
  if (last === 'task' || last === 'Task') return [];
  return last !== word && /^[A-Za-z]./.test(last) ? [word, last] : [word];
}

const UPPER_CASE_KEY = /^[A-Za-z][A-Za-z0-9_]*-[0-9]+$/;

/**
 * The form in which keys are compared: Jira and Linear use uppercase, GitHub ignores case, Trello is case-sensitive.
 * Only ASCII letters change.
 */
export function canonicalKey(key: string): string {
  if (key.includes('#')) return key.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return UPPER_CASE_KEY.test(key) ? key.toUpperCase() : key;
}

/** `TASK-12` is excluded: it may be the key of a Jira project named TASK. */
const NATIVE_KEY = /(?<![\p{L}\p{N}_-])[tT]ask-([0-9]{1,10})(?![\p{L}\p{N}_])/gu;
const PATH_OF_TASK = /^\/projects\/[0-9]{1,10}\/tasks\/([0-9]{1,10})(?![\p{L}\p{N}_])/u;

/** The ids of our own tasks mentioned in a text as `task-12` or by web address, each once, at most 50. */
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
