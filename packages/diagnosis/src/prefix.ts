import { withoutClock } from './lines.js';

const TAGS: readonly RegExp[] = [
  // Jenkins and TeamCity: [windows-debug], [Step 2/5]
  /^\[(?! |Pipeline\]|command\])[^\]\s](?:[^\]]{0,58}[^\]\s])?\] ?/,
  // docker compose: game-server-1  |
  /^[\w.@-]{1,40} {0,16}\| ?/,
  // the Unreal editor on behalf of its automation tool: UATHelper: Packaging (Windows):
  /^\w{3,24}: [\w ]{1,40} \([\w ,.-]{1,40}\): /,
  /^(?!Log[A-Z])[\w./-]{2,40}> /,
];
/** Words that make a tag part of the message, as a line's level, a test's result or a tool's name. */
const MEANINGFUL =
  /\b(?:errors?|err|warn(?:ing)?|info|debug|trace|fatal|fail(?:ed|ure|ures)?|pass(?:ed)?|ok|ko|skip(?:ped)?|notice|severe|critical|exception|todo|done|success|x|javac|exec|java|junit|testng|groovyc|scalac)\b/i;
const HAS_WORD = /[A-Za-z]{2}/;
const NUMBERS = /\d+/g;

const MIN_LINES = 8;
const LEAST_COVER = 0.6;
/** How many rounds to try: a tag may follow a clock, and another tag may follow it. */
const ROUNDS = 3;

/**
 * Removes what a log repeats at the start of its lines: the names of parallel branches, stages or containers. A tag
 * counts as a prefix if most lines between its first and its last use have it.
 */
export function withoutPrefixes(texts: readonly string[]): string[] {
  let rest = texts.map(withoutClock);
  for (let round = 0; round < ROUNDS; round += 1) {
    const repeated = repeatedTags(rest);
    if (repeated.size === 0) break;
    rest = rest.map((text) => {
      const tag = tagOf(text);
      return tag !== null && repeated.has(tag.name) ? withoutClock(text.slice(tag.length)) : text;
    });
  }
  return rest;
}

interface Tag {
  /** The tag, with its numbers masked. */
  readonly name: string;
  readonly kind: number;
  readonly length: number;
}

const MAY_START_TAG = /^(?:\[|[\w.@-]{1,40} {0,16}\||\w{3,24}: [\w ]{1,40} \(|[\w./-]{2,40}> )/;

function tagOf(text: string): Tag | null {
  if (!MAY_START_TAG.test(text)) return null;
  for (const [kind, pattern] of TAGS.entries()) {
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    if (!HAS_WORD.test(found) || MEANINGFUL.test(found)) return null;
    return { name: found.trimEnd().replace(NUMBERS, '#'), kind, length: found.length };
  }
  return null;
}

function repeatedTags(texts: readonly string[]): Set<string> {
  const uses = new Map<string, { kind: number; count: number; first: number; last: number }>();
  const tags = texts.map(tagOf);
  for (const [index, tag] of tags.entries()) {
    if (tag === null) continue;
    const use = uses.get(tag.name);
    if (use) {
      use.count += 1;
      use.last = index;
    } else uses.set(tag.name, { kind: tag.kind, count: 1, first: index, last: index });
  }
  // Usually no tag is repeated, and the rest is not needed.
  const frequent = [...uses].filter(([, { count }]) => count >= MIN_LINES);
  if (frequent.length === 0) return new Set();
  const covers = TAGS.map((_, kind) =>
    coverOf(texts, tags, new Set(frequent.filter(([, use]) => use.kind === kind).map(([name]) => name))),
  );
  return new Set(
    frequent
      .filter(([, { kind, first, last }]) => (covers[kind]?.(first, last) ?? 0) >= LEAST_COVER)
      .map(([name]) => name),
  );
}

/** The share of nonblank lines in a range that start with one of the tags. */
function coverOf(texts: readonly string[], tags: readonly (Tag | null)[], names: ReadonlySet<string>) {
  const tagged = new Int32Array(texts.length + 1);
  const printed = new Int32Array(texts.length + 1);
  for (const [index, text] of texts.entries()) {
    const name = tags[index]?.name;
    tagged[index + 1] = (tagged[index] ?? 0) + (name !== undefined && names.has(name) ? 1 : 0);
    printed[index + 1] = (printed[index] ?? 0) + (text.trim() === '' ? 0 : 1);
  }
  return (first: number, last: number): number => {
    const lines = (printed[last + 1] ?? 0) - (printed[first] ?? 0);
    return ((tagged[last + 1] ?? 0) - (tagged[first] ?? 0)) / Math.max(1, lines);
  };
}
