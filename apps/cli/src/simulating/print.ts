import type { CliProcess } from '../terminal.js';
import type { Outcome, Snapshot } from './simulate.js';

const LINE_MS = 5_000;
const ERASE_LINE = '\r\u001B[K';

/** Shows a simulation as one changing line on a terminal, and as a new line every few seconds elsewhere. */
export function progressReporter({ stderr }: Pick<CliProcess, 'stderr'>) {
  let shownAt = -LINE_MS;
  return {
    update(snapshot: Snapshot): void {
      const line = progressLine(snapshot);
      if (stderr.isTerminal) return stderr.write(`${ERASE_LINE}${line.slice(0, (stderr.columns ?? 80) - 1)}`);
      if (performance.now() - shownAt < LINE_MS) return;
      shownAt = performance.now();
      stderr.write(`${line}\n`);
    },
    end(): void {
      if (stderr.isTerminal) stderr.write(ERASE_LINE);
    },
  };
}

function progressLine({ seconds, phase, accepted, visible, refused, lagMs }: Snapshot): string {
  const parts = [
    `${seconds.toFixed(0).padStart(4)} s`,
    phase,
    `accepted ${accepted}`,
    `visible ${visible}`,
    `lag ${inSeconds(lagMs.p50)}`,
  ];
  return [...parts, ...(refused > 0 ? [`refused ${refused}`] : [])].join('  ');
}

function inSeconds(ms: number | null): string {
  return ms === null ? '–' : `${(ms / 1_000).toFixed(2)} s`;
}

/** The result in lines of `label<tab>value`. */
export function describeOutcome({ verdict, sent, sendingSeconds }: Outcome, readMs: number): string[] {
  const { accepted, visible, lost, doubled, unfinished, examples, lagMs } = verdict;
  const rows: [string, string][] = [
    ['sent', `${sent.sent} in ${sendingSeconds.toFixed(1)} s`],
    ['accepted', String(accepted)],
    ['visible', String(visible)],
    ['lost', String(lost)],
    ['doubled', String(doubled)],
    ['lag p50', inSeconds(lagMs.p50)],
    ['lag p99', `${inSeconds(lagMs.p99)} (the feed is read every ${readMs / 1_000} s)`],
  ];
  if (unfinished > 0) rows.push(['unfinished', `${unfinished}, because the last event was not accepted`]);
  if (sent.refused > 0) rows.push(['refused', `${sent.refused}, for example: ${sent.problem}`]);
  if (examples.length > 0) rows.push(['for example', examples.join(', ')]);
  return rows.map(([label, value]) => `${label}\t${value}`);
}
