import { type Redactor, redactName } from '@slipway/domain';
import { makeBadge } from 'badge-maker';

export interface BadgeBuild {
  readonly jobName: string;
  readonly status: string;
  readonly isStale: boolean;
}

const MAX_LABEL = 40;
const PASSED = { message: 'passing', color: '#2f7d4f' };
const RUNNING = { message: 'running', color: '#5b6472' };
const LOOKS: Readonly<Record<string, { readonly message: string; readonly color: string }>> = {
  completed: PASSED,
  passed_pending_approval: PASSED,
  failed: { message: 'failing', color: '#b3382c' },
  queued: RUNNING,
  preparing: RUNNING,
  building: RUNNING,
};
const STALE = { message: 'stale', color: '#5b6472' };
const NONE = { message: 'no builds', color: '#5b6472' };

/** Draws the state of a job. The text is shortened and contains no addresses; the library escapes it. */
export function drawBadge(
  build: BadgeBuild | null,
  filter: { readonly job: string | undefined },
  redactor: Redactor,
): string {
  const name = redactName(build?.jobName ?? filter.job ?? 'build', redactor)
    .replace(/\p{C}+/gu, ' ')
    .trim();
  const characters = [...name];
  const label = characters.length > MAX_LABEL ? `${characters.slice(0, MAX_LABEL - 1).join('')}…` : name;
  return makeBadge({ label: label || 'build', ...lookOf(build) });
}

function lookOf(build: BadgeBuild | null) {
  return build?.isStale ? STALE : (LOOKS[build?.status ?? ''] ?? NONE);
}
