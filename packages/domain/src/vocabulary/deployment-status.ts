import type { DeploymentStatus } from '@slipway/contracts';

const WORDS: Readonly<Record<DeploymentStatus, readonly string[]>> = {
  pending: ['created', 'pending', 'queued'],
  submitted: ['submitted', 'uploaded', 'upload_completed', 'build_uploaded'],
  uploading: ['upload_started', 'uploading'],
  in_review: ['in_review', 'review_started', 'processing'],
  approved: ['approved', 'review_approved'],
  rejected: ['rejected', 'review_rejected', 'failed'],
  live: ['live', 'released', 'published', 'deployed', 'set_live'],
  rolled_back: ['rolled_back', 'rollback', 'reverted'],
};

/** Every word for an event that changes the status of a deployment, in lower case. */
export const DEPLOYMENT_EVENT_WORDS: readonly string[] = Object.values(WORDS).flat();

const STATUS_OF_WORD = new Map<string, DeploymentStatus>(
  Object.entries(WORDS).flatMap(([status, words]) => words.map((word) => [word, status as DeploymentStatus])),
);

/** The status that an event's word means, ignoring case; null for a word that does not change the status. */
export function deploymentStatusOfWord(word: string): DeploymentStatus | null {
  return STATUS_OF_WORD.get(word.trim().toLowerCase()) ?? null;
}
