import type { OwnedKind } from '@slipway/contracts';
import { Minimatch } from 'minimatch';
import { parseFilePath } from '../attribution/file-path.js';
import type { OwnershipRule } from './parse-owners.js';

/** Finds the last rule that matches a path, an asset type, a job or a test; null if none does. */
export type FindRule = (kind: OwnedKind, name: string) => OwnershipRule | null;

/** What is looked up, in the forms that rules compare. */
interface Target {
  readonly name: string;
  readonly folders: ReadonlySet<string>;
  readonly inDepot: readonly string[];
  readonly inRepository: readonly string[];
}

type Matches = (target: Target) => boolean;

export function createFindRule(rules: readonly OwnershipRule[]): FindRule {
  const tried = rules
    .toReversed()
    .map((rule) => ({ rule, matches: rule.kind === 'path' ? pathRule(rule) : nameRule(rule) }));
  return (kind, name) => {
    const target = targetOf(name);
    return tried.find(({ rule, matches }) => rule.kind === kind && matches(target))?.rule ?? null;
  };
}

/** `*` stands for any characters. */
function nameRule({ pattern }: OwnershipRule): Matches {
  const [first = '', ...rest] = pattern.toLowerCase().split('*');
  return ({ name }) => {
    if (!name.startsWith(first)) return false;
    let at = first.length;
    for (const [index, part] of rest.entries()) {
      const isLast = index === rest.length - 1;
      const next = isLast ? Math.max(at, name.length - part.length) : name.indexOf(part, at);
      if (next < 0 || !name.startsWith(part, next)) return false;
      at = next + part.length;
    }
    return at === name.length;
  };
}

const OPTIONS = { dot: true, nocase: true, nobrace: true, noext: true, nonegate: true, nocomment: true } as const;
const WILD = /[*?]|\.{3}/;

function pathRule({ pattern }: OwnershipRule): Matches {
  const plain = pattern
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '' && !WILD.test(part));
  return ({ folders, inDepot, inRepository }) => {
    // Compiling a pattern takes much longer than this, which rules out nearly all of a large file.
    if (!plain.every((part) => folders.has(part))) return false;
    const globs = globsOf(pattern).map((glob) => new Minimatch(glob, OPTIONS));
    const places = pattern.startsWith('//') ? inDepot : inRepository;
    return places.some((place) => globs.some((glob) => glob.match(place)));
  };
}

/** The globs of a pattern as CODEOWNERS and Perforce mean it. */
function globsOf(pattern: string): string[] {
  const body = withoutDots(pattern.replace(/^\/+/, '')).replaceAll('[', '\\[');
  const isRooted = pattern.slice(0, -1).includes('/');
  const glob = isRooted ? body : `**/${body}`;
  if (glob.endsWith('/')) return [`${glob}**`];
  // A pattern that ends with `/*` means the files of that folder, any other one also all that is below.
  return /(?:^|\/)\*{1,2}$/.test(glob) ? [glob] : [glob, `${glob}/**`];
}

/** Perforce writes `...` for any characters, folders included. */
function withoutDots(pattern: string): string {
  const parts = pattern.split('/').map((part) => {
    if (part === '...') return '**';
    return part
      .replace(/^\.\.\./, '**/*')
      .replace(/\.\.\.$/, '*')
      .replaceAll('...', '*/**/*');
  });
  return parts.join('/');
}

/**
 * A path may be in a repository or a depot. An absolute path of a build agent may begin anywhere in it, so each of its
 * ends is tried.
 */
function targetOf(text: string): Target {
  const { segments, rootLength } = parseFilePath(text);
  const own = segments.slice(rootLength);
  const isAbsolute = rootLength === 0 && /^(?:[a-z]:)?[\\/]/i.test(text.trim());
  return {
    name: text.toLowerCase(),
    folders: new Set(segments),
    inDepot: rootLength > 0 ? [segments.join('/')] : [],
    inRepository: isAbsolute ? own.map((_, index) => own.slice(index).join('/')) : [own.join('/')],
  };
}
