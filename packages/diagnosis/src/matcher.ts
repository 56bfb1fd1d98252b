import type { InvestigationCategory } from '@slipway/contracts';

/**
 * How much a line tells about the cause, from 0 to 100. Names a scale rather than a rule: a matcher may lie between.
 * - wrapper: says that something failed, not what (`make: *** [all] Error 2`)
 * - word: an error word in running text
 * - general: an error of unknown kind, at the beginning of its line
 * - tool: a known tool's error in general form
 * - specific: names the thing that is wrong
 * - decisive: names it in a form that only a failure takes
 */
export const WEIGHT = { wrapper: 12, word: 30, general: 45, tool: 60, specific: 75, decisive: 88 } as const;

/** One form in which a tool reports a failure. */
export interface Matcher {
  /** Unique; also the name of its sample. */
  readonly id: string;
  /** Lower-case texts of which a line holds one before the pattern is tried on it; none: `level` decides. */
  readonly hints: readonly string[];
  /** Tried on every line that the CI system gives this level, whatever it holds. */
  readonly level?: 'error';
  /** Groups it may name: file, line, symbol, test. No nested quantifiers: lines are hostile. */
  readonly pattern: RegExp;
  readonly category: InvestigationCategory;
  readonly weight: number;
  /** The line counts only when one of the lines just before it, as many as `within`, matches. */
  readonly after?: { readonly pattern: RegExp; readonly within: number };
  /** It ends a step by itself, so near the end of one it counts more than any error before it. */
  readonly ending?: true;
  /** The file to look at when the log names none: where the thing is declared. */
  readonly declaredIn?: string;
  /** What happened, as the beginning of a sentence that the quoted line ends. */
  readonly says: string;
  readonly fix: string;
}

/** The matchers of tools that belong together, in one file. */
export interface Family {
  readonly name: string;
  readonly matchers: readonly Matcher[];
}

/** Keeps the type of a family while checking its form. */
export function defineFamily(family: Family): Family {
  return family;
}
