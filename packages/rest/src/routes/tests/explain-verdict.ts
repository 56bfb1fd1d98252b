import { describeVerdict, revisionLabel, type Verdict } from '@slipway/domain';

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
    revision: revisionLabel(verdict.since?.revision),
    now,
  });
}
