import { describeVerdict, sanitizeText, type Verdict } from '@slipway/domain';

interface Place {
  /** As clients see it; empty if the reports name no variant. */
  readonly variant: string;
  /** Whether the test runs in this variant only. */
  readonly isOnly: boolean;
  readonly now: number;
}

/** The verdict as a sentence, the same wherever it is shown. */
export function explainVerdict(verdict: Verdict, { variant, isOnly, now }: Place): string {
  return describeVerdict(verdict, {
    variant: isOnly || variant === '' ? null : variant,
    revision: revisionOf(verdict.since?.revision),
    now,
  });
}

const SHORT_HASH = 9;

/** As people write it: `#4711`, `a1b2c3d4e`; null for a build without a revision. */
function revisionOf(revision: string | undefined): string | null {
  if (revision === undefined || revision.startsWith('build ')) return null;
  return /^\d+$/.test(revision) ? `#${revision}` : sanitizeText(revision.slice(0, SHORT_HASH));
}
