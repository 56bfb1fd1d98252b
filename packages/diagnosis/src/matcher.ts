import type { InvestigationCategory } from '@slipway/contracts';

/**
 * How much a line explains about the cause, from 0 to 100.
 * - wrapper: reports that something failed, but not what (`make: *** [all] Error 2`)
 * - word: an error word in running text
 * - general: an error of unknown kind, at the start of its line
 * - tool: a known tool's error in general form
 * - specific: names the thing that is wrong
 * - decisive: names it in a form that occurs only in failures
 * - exact: a decisive form of one particular cause, narrower than the tool's other forms
 */
export const WEIGHT = {
  wrapper: 12,
  word: 30,
  general: 45,
  tool: 60,
  specific: 76,
  decisive: 86,
  exact: 91,
} as const;

/** What to do about a failure: a fix for this one, or advice that fits any of its kind, such as where to read on. */
type Remedy =
  | { readonly fix: string; readonly advice?: never }
  | { readonly advice: string; readonly fix?: never };

/** One form in which a tool reports a failure. */
export type Matcher = Remedy & Form;

interface Form {
  /** Unique; also the name of its sample. */
  readonly id: string;
  /** Lowercase texts. The pattern is tried on lines that contain one of them; without hints, `level` decides. */
  readonly hints: readonly string[];
  /** The pattern is tried on every line that the CI system gives this level. */
  readonly level?: 'error';
  /** May contain the groups file, line, symbol and test. No nested quantifiers: lines are untrusted. */
  readonly pattern: RegExp;
  readonly category: InvestigationCategory;
  readonly weight: (typeof WEIGHT)[keyof typeof WEIGHT];
  /** The line counts only if one of the `within` lines before it matches this pattern. */
  readonly after?: { readonly pattern: RegExp; readonly within: number };
  /** The line ends a step, so near the end of a step it counts more than any error before it. */
  readonly ending?: true;
  /** The file to look at if the log names none. */
  readonly declaredIn?: string;
  /** What happened, as the beginning of a sentence that ends with the quoted line. */
  readonly message: string;
}

export interface Family {
  readonly name: string;
  readonly matchers: readonly Matcher[];
}

export function defineFamily(family: Family): Family {
  return family;
}
