import { type CheckFinding, finding } from '@slipway/domain';

const MAX_SKEW_MS = 30_000;
const SMALL_SKEW_MS = 2_000;

/** Compares a server's clock with this machine's, at the midpoint of the request. */
export function checkClock(check: string, server: number, local: number): CheckFinding {
  const skew = Math.abs(server - local);
  const text = `Its clock and the clock of this machine differ by ${(skew / 1000).toFixed(1)} s.`;
  const remedy = 'Synchronize the clocks of both machines (chrony or systemd-timesyncd).';
  if (skew > MAX_SKEW_MS) return finding.problem(check, text, remedy);
  return skew > SMALL_SKEW_MS ? finding.warning(check, text, remedy) : finding.ok(check, text);
}

/** A busy machine answers late. Only a server that does not answer within this time is unusable. */
export const LIMIT_MS = 30_000;
/** The processes that serve requests give up after this time. */
const SLOW_MS = 2_000;

/** Warns about a server that answers late; nothing if it is fast enough. */
export function checkSpeed(check: string, tookMs: number): CheckFinding[] {
  if (tookMs <= SLOW_MS) return [];
  const text = `It answers, but took ${(tookMs / 1000).toFixed(1)} s.`;
  const remedy = 'Look at the load of its machine, of this one, and of the network between them.';
  return [finding.warning(`${check} speed`, text, remedy)];
}

/** The reason for a failed connection, without the password that a library may have put into its message. */
export function reasonOf(error: unknown, url: string): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const { code, message } = first as NodeJS.ErrnoException;
  const text = message || code || String(first);
  const password = URL.canParse(url) ? new URL(url).password : '';
  return password === '' ? text : text.replaceAll(password, '…').replaceAll(decodeURIComponent(password), '…');
}
