import { type Diagnosis, diagnose } from '@slipway/diagnosis';
import type { BuildDraft } from './builds.js';

/** A diagnosis that names a cause. */
export type FoundCause = Diagnosis & { readonly fingerprint: string };

/** What the engine finds in a build's log; null without a log or a cause. */
export function findCause({ row, log }: BuildDraft): FoundCause | null {
  if (log === null) return null;
  const found = diagnose(
    { content: log.content, truncated: false },
    null,
    undefined,
    `${row.integrationId} ${row.jobKey}`,
  );
  const { fingerprint } = found;
  return fingerprint === null ? null : { ...found, fingerprint };
}
