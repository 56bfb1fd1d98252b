import type { Diagnosis } from '@slipway/diagnosis';
import { commonRedactor, type HiddenPeople, redactText } from '@slipway/domain';

/** Everything that a language model sees of a failure. */
export interface EvidencePack {
  readonly category: string;
  readonly diagnosis: string;
  readonly suggestedFix: string;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
}

const MAX_LINES = 20;
const MAX_LENGTH = { line: 300, text: 2_000 };
const HIDDEN = '[hidden]';

/**
 * Recognizes what a language model does not need: names and addresses of people, and hashes that may be credentials.
 */
const PRIVATE: readonly [RegExp, string][] = [
  [/\b[A-Fa-f0-9]{32,}\b/g, HIDDEN],
  [/[^\s@<>"']{1,64}@(?:[\w-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/g, HIDDEN],
  [/\b((?:started|triggered|pushed|requested) by(?: user)?|author|committer):? +[^,;|]{1,60}/gi, `$1 ${HIDDEN}`],
  [/([\\/](?:home|users)[\\/])[^\\/\s:"']{1,100}/gi, `$1${HIDDEN}`],
];

/** Hides credentials, email addresses, home folders and the names of the given people. */
export function hideSecrets(text: string, people?: HiddenPeople): string {
  const masked = commonRedactor.text(text);
  const hidden = PRIVATE.reduce((shown, [pattern, replacement]) => shown.replace(pattern, replacement), masked);
  return redactText(hidden, people);
}

/** Redaction extends this far beyond the cut, because a credential that is split by the cut would not be recognized. */
const REDACTED_BEYOND_CUT = 512;

/** Packs a finding, and nothing else about the build, its log or its people. */
export function packEvidence(
  { category, diagnosis, suggestedFix, evidence }: Diagnosis,
  people: HiddenPeople,
): EvidencePack {
  const shown = (text: string, length: number) =>
    hideSecrets(text.slice(0, length + REDACTED_BEYOND_CUT), people).slice(0, length);
  return {
    category,
    diagnosis: shown(diagnosis, MAX_LENGTH.text),
    suggestedFix: shown(suggestedFix, MAX_LENGTH.text),
    lines: evidence.slice(0, MAX_LINES).map(({ line, text }) => ({ line, text: shown(text, MAX_LENGTH.line) })),
  };
}
