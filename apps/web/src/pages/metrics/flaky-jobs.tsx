import type { MetricSeries } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { count } from '../../words/format.js';
import { MetricTable } from './metric-panel.js';

export function FlakyJobs({ series, projectId }: { readonly series: MetricSeries; readonly projectId: number }) {
  return (
    <Panel title="Flaky jobs">
      <p className="px-4 pt-3 pb-2 text-xs text-ink-faint">
        A job is flaky when it both failed and passed with the same commit or changelist. Jobs with fewer than five
        finished builds are left out.
        {series.flaky_since !== null && (
          <>
            {' '}
            This project has many builds: the newest 10,000 were searched, back to <Time at={series.flaky_since} />
            .
          </>
        )}
      </p>
      <MetricTable
        label="Flaky jobs"
        columns={['Job', 'Flaky revisions', 'Built more than once', 'Builds', 'Last flaky revision']}
        phoneColumns={3}
        empty="No job was flaky in this period."
        rows={series.flaky_jobs.map((job) => ({
          key: job.job,
          cells: [
            <Link
              key="job"
              to="/projects/$projectId/builds"
              params={{ projectId }}
              search={{ job: job.job }}
              className="text-accent-text"
            >
              {job.job}
            </Link>,
            count(job.flaky_revisions),
            count(job.repeated_revisions),
            count(job.finished_builds),
            <Link
              key="revision"
              to="/projects/$projectId/builds"
              params={{ projectId }}
              search={{ job: job.job, q: job.last_revision }}
              className="font-mono text-xs text-accent-text"
            >
              {job.last_revision.slice(0, 12)}
            </Link>,
          ],
        }))}
      />
    </Panel>
  );
}
