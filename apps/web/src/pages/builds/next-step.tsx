import type { BuildTestSummary, ConsoleBuildDetail, NearbyBuild } from '@slipway/contracts';
import { describeFailedTests } from '@slipway/domain/describe-tests';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toBuild, toDeployment } from '../../routing/records.js';
import { Time, useNow } from '../../ui/time.js';
import { duration } from '../../words/format.js';
import { useTestSummary } from './build-tests.js';
import { type BuildProps, headlineOf, suspectOf } from './finding.js';

export function NextStep({ build, projectId }: BuildProps) {
  return (
    <div className="px-4 pb-4 text-sm text-ink-soft md:px-0">
      <ErrorHeadline build={build} />
      <p className="max-w-prose">{sentences(build, projectId)}</p>
      {build.status === 'building' && !build.is_stale && <Progress build={build} />}
    </div>
  );
}

/** The error itself, so that nobody has to read on to know what is wrong. */
function ErrorHeadline({ build }: Pick<BuildProps, 'build'>) {
  const headline = build.status === 'failed' ? headlineOf(build.investigation) : null;
  if (headline === null) return null;
  return (
    <p className="max-w-4xl pb-1 text-base font-semibold text-ink [overflow-wrap:anywhere]">
      {headline.message}
      {headline.place && (
        <span className="font-normal text-ink-soft">
          {' in '}
          <span className="font-mono text-sm">{headline.place}</span>
        </span>
      )}
    </p>
  );
}

function sentences(build: ConsoleBuildDetail, projectId: number): ReactNode {
  if (build.is_stale)
    return (
      <>
        The last report came <Time at={build.updated_at} />, so this build no longer counts as running. Its build
        machine probably stopped before it could report the end. A later report still updates it.
      </>
    );
  switch (build.status) {
    case 'failed':
      return <Failed build={build} projectId={projectId} />;
    case 'passed_pending_approval':
      return 'Passed. Waiting for manual approval in the build server.';
    case 'queued':
      return (
        <>
          Waiting for a build machine. First reported <Time at={build.created_at} />.
        </>
      );
    case 'preparing':
      return 'A build machine is preparing the workspace. Steps and log will follow.';
    case 'cancelled':
      return 'Cancelled by someone or by a newer build. This says nothing about its changes.';
    case 'building':
      return 'This page updates as the build runs.';
    default:
      return <Passed build={build} projectId={projectId} />;
  }
}

function Failed({ build, projectId }: BuildProps) {
  const { person, change } = suspectOf(build);
  const isLogged = build.has_log || build.log_purge !== null;
  const isFound = isLogged && build.investigation?.status === 'completed';
  return (
    <>
      {build.broken_since ? (
        <>
          Broken since <BuildLink build={build.broken_since} projectId={projectId} />.{' '}
        </>
      ) : (
        build.last_passing && (
          <>
            First failure since <BuildLink build={build.last_passing} projectId={projectId} /> passed.{' '}
          </>
        )
      )}
      {isFound && person && change && `Ask ${person} about ${change.display_identifier}.`}
      {isFound && !(person && change) && 'The finding is below. No change was confirmed as the cause.'}
      {!isFound && !isLogged && 'No log was sent, so the cause is unknown.'}
      {!isFound && isLogged && !build.diagnosis && 'The cause is unknown so far.'}
      {build.next?.status === 'completed' && (
        <>
          {' '}
          The next build, <BuildLink build={build.next} projectId={projectId} />, passed.
        </>
      )}
    </>
  );
}

/** Whether tests failed that are neither flaky nor muted. */
const hasSteadyFailures = (tests: BuildTestSummary | undefined): tests is BuildTestSummary =>
  tests !== undefined && tests.failed + tests.errored > tests.flaky + tests.muted;

function Passed({ build, projectId }: BuildProps) {
  const tests = useTestSummary({ build, projectId });
  const live = build.deployments.find(({ status }) => status === 'live');
  if (live)
    return (
      <>
        Passed and live on{' '}
        <Link {...toDeployment(projectId, live.id)} className="text-accent-text">
          {live.platform.replaceAll('_', ' ')}
        </Link>
        .
      </>
    );
  if (hasSteadyFailures(tests)) return <>Passed, with failed tests: {describeFailedTests(tests)}.</>;
  return build.previous?.status === 'failed' ? (
    <>
      Passed again after <BuildLink build={build.previous} projectId={projectId} /> failed.
    </>
  ) : (
    <>Passed.{tests !== undefined && ' No action needed.'}</>
  );
}

function BuildLink({ build, projectId }: { readonly build: NearbyBuild; readonly projectId: number }) {
  return (
    <Link {...toBuild(projectId, build.id)} className="text-accent-text">
      #{build.build_number}
    </Link>
  );
}

function Progress({ build }: { readonly build: ConsoleBuildDetail }) {
  const now = useNow().getTime();
  if (build.started_at === null || build.median_seconds === null) return null;
  const seconds = Math.max(0, (now - Date.parse(build.started_at)) / 1000);
  const left = build.median_seconds - seconds;
  const words =
    left > 0
      ? `About ${duration(left)} left: the job usually takes ${duration(build.median_seconds)}.`
      : `Longer than usual: the job usually takes ${duration(build.median_seconds)}.`;
  return (
    <div className="flex max-w-md flex-col gap-1 pt-2">
      <progress
        aria-label="Progress"
        className="h-1.5 w-full accent-(--accent)"
        max={build.median_seconds}
        value={Math.min(seconds, build.median_seconds)}
      />
      <span className="tnum text-xs text-ink-faint">{words}</span>
    </div>
  );
}
