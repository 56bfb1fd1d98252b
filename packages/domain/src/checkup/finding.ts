export interface CheckFinding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly text: string;
  /** What to do about it; empty if nothing is wrong. */
  readonly remedy: string;
}

export const finding = {
  ok: (check: string, text: string): CheckFinding => ({ check, state: 'ok', text, remedy: '' }),
  warning: (check: string, text: string, remedy: string): CheckFinding => ({
    check,
    state: 'warning',
    text,
    remedy,
  }),
  problem: (check: string, text: string, remedy: string): CheckFinding => ({
    check,
    state: 'problem',
    text,
    remedy,
  }),
};

const STATE_WIDTH = 9;

/** The findings as human-readable lines. `paint` colors the states. */
export function describeFindings(
  findings: readonly CheckFinding[],
  paint: (state: CheckFinding['state'], text: string) => string = (_state, text) => text,
): string[] {
  const width = Math.max(0, ...findings.map(({ check }) => check.length)) + 2;
  const indent = ' '.repeat(STATE_WIDTH + width);
  return findings.flatMap(({ check, state, text, remedy }) => {
    const head = `${paint(state, state.padEnd(STATE_WIDTH))}${check.padEnd(width)}${text}`;
    return remedy === '' ? [head] : [head, `${indent}${remedy}`];
  });
}
