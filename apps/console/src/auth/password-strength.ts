import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** The estimate gets slower with each character, and a password is at least as hard to guess as its beginning. */
const MAX_LENGTH = 32;
/** How many spellings of a word with digits and symbols are tried, such as `p4ssw0rd`. */
const MAX_SPELLINGS = 16;
const MIN_WORD_LENGTH = 3;
/** A lower score means fewer than a million guesses; the sign-in limits allow that many within a few years. */
const MIN_SCORE = 2;

let loading: Promise<ZxcvbnFactory> | undefined;

/** The list of common passwords costs time and memory, so it is loaded when a password is first chosen. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: MAX_SPELLINGS });
}

/**
 * Whether a password can be guessed in a few tries: it is a common one, a sequence or a repetition, or consists of
 * `knownTexts`, which others know about its owner.
 */
export async function isEasilyGuessed(password: string, knownTexts: readonly string[]): Promise<boolean> {
  loading ??= loadEstimator();
  const estimator = await loading;
  const words = ['Slipway', ...knownTexts].flatMap(wordsOf).map((word) => word.slice(0, MAX_LENGTH));
  return estimator.check(password.slice(0, MAX_LENGTH), words).score < MIN_SCORE;
}

/** The whole text, the local part of an address, and each word. */
function wordsOf(text: string): string[] {
  const trimmed = text.trim();
  const [localPart = ''] = trimmed.split('@');
  return [trimmed, localPart, ...trimmed.split(/[^\p{L}\p{N}]+/u)].filter(
    ({ length }) => length >= MIN_WORD_LENGTH,
  );
}
