import type { ConsoleTest, TestHistoryEntry } from '@slipway/contracts';
import { toBuild } from '../../routing/records.js';
import { classNames } from '../../ui/class-names.js';
import { FILL } from '../../ui/status.js';
import { Strip } from '../../ui/strip.js';
import { describeOutcome, describeOutcomes, tookText } from './test-words.js';

interface TestStripProps {
  readonly label: string;
  readonly projectId: number;
  /** Newest first. */
  readonly history: readonly TestHistoryEntry[];
}

/** The runs of a test on a variant, each with a link to its build. */
export function TestStrip({ label, projectId, history }: TestStripProps) {
  const bars = history.toReversed().map((entry) => {
    const { build_run_id: id, build_number: number, duration_ms: ms, branch, status } = entry;
    const { tone, label: outcome } = describeOutcome(entry);
    const place = branch === '' ? '' : ` on ${branch}`;
    return {
      id,
      to: toBuild(projectId, id),
      tone,
      title: `#${number}${place}: ${outcome}${tookText(ms)}`,
      label: `Build ${number}${place}: ${outcome}${tookText(ms)}`,
      duration: status === 'skipped' ? 0 : ms,
    };
  });
  return <Strip label={label} bars={bars} />;
}

/** The newest outcomes of a test in a row of a list, oldest first. */
export function OutcomeBars({ outcomes }: Pick<ConsoleTest, 'outcomes'>) {
  if (outcomes.length === 0) return <span className="text-xs text-ink-faint">No runs</span>;
  const text = describeOutcomes(outcomes);
  return (
    <span role="img" aria-label={text} title={text} className="flex h-4 items-end gap-px">
      {outcomes.toReversed().map((outcome) => {
        const { tone } = describeOutcome(outcome);
        return (
          <span
            key={outcome.build_run_id}
            className={classNames('w-1 rounded-[1px]', tone === 'ok' ? 'h-2.5' : 'h-4', FILL[tone])}
          />
        );
      })}
    </span>
  );
}
