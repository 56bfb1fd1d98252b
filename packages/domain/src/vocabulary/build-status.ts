import type { BuildStatus } from '@slipway/contracts';

const WORDS: Readonly<Record<BuildStatus, readonly string[]>> = {
  completed: ['success', 'succeeded', 'passed', 'ok', 'completed', 'neutral'],
  failed: [
    'failure',
    'failed',
    'error',
    'errored',
    'unstable',
    'timed_out',
    'startup_failure',
    'partially_succeeded',
  ],
  cancelled: ['aborted', 'cancelled', 'canceled', 'not_built', 'skipped', 'not_run', 'stale'],
  queued: [
    'queued',
    'pending',
    'scheduled',
    'waiting',
    'created',
    'manual',
    'on_hold',
    'action_required',
    'requested',
  ],
  preparing: ['preparing', 'starting'],
  building: ['started', 'running', 'building', 'in_progress', 'failing', 'restarted'],
  passed_pending_approval: ['blocked', 'passed_pending_approval'],
};

/** Every word that CI systems use for a status, in lower case. */
export const BUILD_STATUS_WORDS: readonly string[] = Object.values(WORDS).flat();

const STATUS_OF_WORD = new Map<string, BuildStatus>(
  Object.entries(WORDS).flatMap(([status, words]) => words.map((word) => [word, status as BuildStatus])),
);

/** The status that a CI system's word means, ignoring case; null for an unknown word. */
export function buildStatusOfWord(word: string): BuildStatus | null {
  return STATUS_OF_WORD.get(word.toLowerCase()) ?? null;
}

const TERMINAL: ReadonlySet<BuildStatus> = new Set(['completed', 'failed', 'cancelled']);

/** True for a status that a later non-terminal report does not replace. */
export function isTerminal(status: BuildStatus): boolean {
  return TERMINAL.has(status);
}

/** True if the build has finished, even if its approval is pending. The feed and the rollup use its finish time. */
export function isOver(status: BuildStatus | null): boolean {
  return status !== null && (isTerminal(status) || status === 'passed_pending_approval');
}
