import type { MeasuredJob } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { count, duration } from '../../ui/format.js';
import { Panel } from '../../ui/page.js';
import { MetricTable } from './metric-panel.js';
import type { PanelProps } from './panel-props.js';

const text = (seconds: number | null) => (seconds === null ? '–' : duration(seconds));

/** Jobs, with the least trustworthy results first. */
export function FlakyJobs({ series, projectId }: PanelProps) {
  return (
    <Panel title="Flakiest jobs">
      <p className="px-4 pt-3 pb-2 text-xs text-ink-faint">
        A revision is flaky when the same job both failed and passed on it. Jobs with the most flaky revisions come
        first, then those that fail most often.
      </p>
      <MetricTable
        label="Flakiest jobs"
        columns={['Job', 'Flaky', 'Failed', 'Builds', 'p50', 'Queue']}
        phoneColumns={4}
        empty="No builds in this period."
        rows={series.jobs.map((job) => ({
          key: job.job,
          cells: [
            <Link
              key="job"
              to="/projects/$projectId/builds"
              params={{ projectId }}
              search={{ job: job.job, status: 'failed' }}
              className="text-accent-text hover:underline"
            >
              {job.job}
            </Link>,
            job.repeated_revisions === 0
              ? '–'
              : `${count(job.flaky_revisions)} of ${count(job.repeated_revisions)}`,
            rateOf(job),
            count(job.passed + job.failed),
            text(job.p50_seconds),
            text(job.queue_seconds),
          ],
        }))}
      />
    </Panel>
  );
}

function rateOf({ passed, failed }: MeasuredJob): string {
  return passed + failed === 0 ? '–' : `${Math.round((failed / (passed + failed)) * 100)}%`;
}
