import type { OwnedKind } from '@slipway/contracts';

/** Who owns what a pattern matches. The last rule that matches counts. */
export interface OwnershipRule {
  /** In the text, from 1. */
  readonly line: number;
  readonly kind: OwnedKind;
  readonly pattern: string;
  /** As they are written, without `@`. Without any, nobody owns what matches. */
  readonly owners: readonly string[];
}

/** What is wrong with a line of ownership rules. */
export interface OwnershipFlaw {
  readonly line: number;
  readonly message: string;
}

export interface ParsedOwners {
  readonly rules: readonly OwnershipRule[];
  readonly flaws: readonly OwnershipFlaw[];
}

const MAX_RULES = 5_000;
const MAX_PATTERN = 500;
/** Matching takes time with the power of the wildcards in one folder or name, so these are few. */
const MAX_WILDCARDS = 3;
const MAX_DEEP_WILDCARDS = 4;

/** GitLab divides its files into sections, whose owners count for lines without any. */
const SECTION = /^\^?\[[^\]]*\](?:\[\d+\])?(?<owners>\s.*)?$/;
const KIND = /^(?<kind>asset|job|test):(?<pattern>.*)$/s;

/** Reads a CODEOWNERS file, in which patterns may also begin with `asset:`, `job:` or `test:`. */
export function parseOwners(text: string): ParsedOwners {
  const rules: OwnershipRule[] = [];
  const flaws: OwnershipFlaw[] = [];
  let sectionOwners: readonly string[] = [];
  for (const [index, row] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = index + 1;
    const { isSection, pattern, owners } = readRow(row);
    const flaw = flawOf(pattern, owners, rules.length);
    if (flaw !== null) flaws.push({ line, message: flaw });
    else if (isSection) sectionOwners = owners.map(withoutSign);
    else if (pattern !== '') {
      const named = owners.length === 0 ? sectionOwners : owners.map(withoutSign);
      rules.push({ line, ...splitKind(pattern), owners: named });
    }
  }
  return { rules, flaws };
}

function readRow(row: string) {
  const section = SECTION.exec(row.trim());
  if (section !== null) return { isSection: true, pattern: '', owners: wordsOf(section.groups?.['owners'] ?? '') };
  const [pattern = '', ...owners] = wordsOf(row);
  return { isSection: false, pattern, owners };
}

/** The words of a line up to its comment. A space after a backslash belongs to its word. */
function wordsOf(row: string): string[] {
  const words = row.match(/(?:\\.|[^\s\\])+/g) ?? [];
  const comment = words.findIndex((word) => word.startsWith('#'));
  return words.slice(0, comment < 0 ? words.length : comment).map((word) => word.replaceAll(/\\(.)/g, '$1'));
}

const withoutSign = (owner: string) => owner.replace(/^@/, '');

function splitKind(written: string): Pick<OwnershipRule, 'kind' | 'pattern'> {
  const { kind, pattern } = KIND.exec(written)?.groups ?? {};
  return kind === undefined || pattern === undefined
    ? { kind: 'path', pattern: written }
    : { kind: kind as OwnedKind, pattern };
}

function flawOf(pattern: string, owners: readonly string[], rules: number): string | null {
  if (pattern !== '' && rules >= MAX_RULES) return `There may be at most ${MAX_RULES} rules.`;
  if (pattern.startsWith('!'))
    return 'Patterns that exclude files with ! are not supported. Write a later rule instead.';
  if (pattern.length > MAX_PATTERN) return `A pattern may have at most ${MAX_PATTERN} characters.`;
  if (pattern !== '' && splitKind(pattern).pattern === '') return `“${pattern}” has no pattern.`;
  if (isTooWild(pattern)) return 'A pattern may have at most 3 * in each folder or name, and 4 ** or ....';
  const other = owners.find((owner) => !/^@[^@\s]+$|^[^@\s]+@[^@\s]+$/.test(owner));
  return other === undefined
    ? null
    : `“${other}” is not an owner. Owners are written @name or as an email address.`;
}

function isTooWild(pattern: string): boolean {
  const deep = pattern.match(/\*\*|\.\.\./g)?.length ?? 0;
  return (
    deep > MAX_DEEP_WILDCARDS || pattern.split('/').some((part) => part.split('*').length - 1 > MAX_WILDCARDS)
  );
}
