import type { Baseline } from './baseline.js';
import type { CapturedLog, Diagnosis } from './diagnosis.js';

const NOTHING_NAMED = { keyLine: null, file: null, fileLine: null, symbol: null, test: null } as const;

const NO_LOG: Diagnosis = {
  diagnosis:
    'The build was reported without a log, so nothing tells why it failed. This is a low-confidence ' +
    'infrastructure finding.',
  suggestedFix:
    'Send the end of the build log with the report, as logs_tail, log or console, and investigate the next failure.',
  category: 'infra',
  confidence: 0.1,
  evidence: [],
  ...NOTHING_NAMED,
};

const SHOWN_LINES = 5;
const SHOWN_CHARACTERS = 500;

/**
 * Reads a failed build's log, with what passing builds of the same job print when that is known. Says so when it does
 * not know the cause. Takes time linear in the log, whatever the log holds.
 */
export function diagnose(log: CapturedLog | null, _baseline: Baseline | null = null): Diagnosis {
  if (log === null) return NO_LOG;
  const lines = log.content.split('\n').map((text, index) => ({ line: index + 1, text: text.trimEnd() }));
  const evidence = lines
    .filter(({ text }) => text !== '')
    .slice(-SHOWN_LINES)
    .map(({ line, text }) => ({ line, text: text.slice(0, SHOWN_CHARACTERS) }));
  const cut = log.truncated ? ' Its beginning was cut off when it was captured.' : '';
  return {
    diagnosis: `The log names no cause that can be told apart with confidence.${cut} Its last lines are shown.`,
    suggestedFix:
      'Read the end of the log, starting with the lines shown, and compare it with the last passing build.',
    category: 'unknown',
    confidence: 0.1,
    evidence,
    ...NOTHING_NAMED,
  };
}
