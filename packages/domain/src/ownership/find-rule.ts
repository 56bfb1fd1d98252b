import type { OwnedKind } from '@slipway/contracts';
import { Minimatch } from 'minimatch';
import { type FilePath, parseFilePath } from '../attribution/file-path.js';
import type { OwnershipRule } from './parse-owners.js';

/** Finds the last rule that matches a path, an asset type, a job or a test; null if none does. */
export type FindRule = (kind: OwnedKind, name: string) => OwnershipRule | null;

export function createFindRule(rules: readonly OwnershipRule[]): FindRule {
  const compiled = rules
    .toReversed()
    .map((rule) => ({ rule, matches: rule.kind === 'path' ? pathRule(rule) : nameRule(rule) }));
  return (kind, name) => compiled.find(({ rule, matches }) => rule.kind === kind && matches(name))?.rule ?? null;
}

/** `*` stands for any characters. */
function nameRule({ pattern }: OwnershipRule): (name: string) => boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*');
  return (name) => {
    const text = name.toLowerCase();
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const [index, part] of rest.entries()) {
      const isLast = index === rest.length - 1;
      const next = isLast ? Math.max(at, text.length - part.length) : text.indexOf(part, at);
      if (next < 0 || !text.startsWith(part, next)) return false;
      at = next + part.length;
    }
    return at === text.length;
  };
}

const OPTIONS = { dot: true, nocase: true, nobrace: true, noext: true, nonegate: true, nocomment: true } as const;

function pathRule({ pattern }: OwnershipRule): (path: string) => boolean {
  const isDepot = pattern.startsWith('//');
  const globs = globsOf(pattern).map((glob) => new Minimatch(glob, OPTIONS));
  return (path) => placesOf(path, isDepot).some((place) => globs.some((glob) => glob.match(place)));
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
 * Where a path may be in the repository or depot. An absolute path of a build agent may begin anywhere in it, so each of
 * its ends is tried, the longest first.
 */
function placesOf(text: string, isDepot: boolean): string[] {
  const path = parseFilePath(text);
  const { segments, rootLength } = path;
  if (isDepot) return rootLength > 0 ? [joined(path)] : [];
  const own = segments.slice(rootLength);
  const isAbsolute = rootLength === 0 && /^(?:[a-z]:)?[\\/]/i.test(text.trim());
  return isAbsolute ? own.map((_, index) => own.slice(index).join('/')) : [own.join('/')];
}

const joined = ({ segments }: FilePath) => segments.join('/');
