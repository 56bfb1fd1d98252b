import type { Diagnosis } from '@slipway/diagnosis';
import { type HiddenPeople, redactText } from '@slipway/domain';

/** All that a language model is shown of a failure. */
export interface EvidencePack {
  readonly category: string;
  readonly diagnosis: string;
  readonly suggestedFix: string;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
}

const MOST_LINES = 20;
const LONGEST = { line: 300, text: 2_000 };
const HIDDEN = '[hidden]';

/** What must not leave: credentials by their form or by the word before them, and people's names and addresses. */
const SECRETS: readonly [RegExp, string][] = [
  [/-----BEGIN [A-Z ]{1,40}-----.*/g, HIDDEN],
  [/\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|sk-|AKIA|ASIA|eyJ)[\w.+/=-]{8,}/g, HIDDEN],
  [/\b(bearer|basic)\s+[\w.+/=~-]{8,}/gi, `$1 ${HIDDEN}`],
  [
    /((?:password|passwd|pwd|secret|token|api[-_]?key|access[-_]?key|auth\w{0,10}|credential\w{0,2})["']?\s{0,3}[=:]\s{0,3})["']?[^\s"',;]{1,200}/gi,
    `$1${HIDDEN}`,
  ],
  [/([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@]{1,200}@/gi, `$1${HIDDEN}@`],
  [/\b[A-Fa-f0-9]{32,}\b/g, HIDDEN],
  [/[^\s@<>"']{1,64}@(?:[\w-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/g, HIDDEN],
  [/\b((?:started|triggered|pushed|requested) by(?: user)?|author|committer):? +[^,;|]{1,60}/gi, `$1 ${HIDDEN}`],
  [/([\\/](?:home|users)[\\/])[^\\/\s:"']{1,100}/gi, `$1${HIDDEN}`],
];

/** Text without credentials, addresses, names of people's folders and of the given people. */
export function hideSecrets(text: string, people?: HiddenPeople): string {
  return redactText(
    SECRETS.reduce((hidden, [pattern, replacement]) => hidden.replace(pattern, replacement), text),
    people,
  );
}

/** A credential or an address that the cut goes through is known for one only with what follows. */
const LOOKED_BEHIND_CUT = 512;

/** Packs a finding; nothing else of the build, its log or its people is in it. */
export function packEvidence(
  { category, diagnosis, suggestedFix, evidence }: Diagnosis,
  people: HiddenPeople,
): EvidencePack {
  const shown = (text: string, length: number) =>
    hideSecrets(text.slice(0, length + LOOKED_BEHIND_CUT), people).slice(0, length);
  return {
    category,
    diagnosis: shown(diagnosis, LONGEST.text),
    suggestedFix: shown(suggestedFix, LONGEST.text),
    lines: evidence.slice(0, MOST_LINES).map(({ line, text }) => ({ line, text: shown(text, LONGEST.line) })),
  };
}
