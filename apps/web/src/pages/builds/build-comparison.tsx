import { type ConsoleBuildDetail, shownStatus } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useChangesBetween, useLog } from '../../data/builds.js';
import { toBuild } from '../../routing/records.js';
import { classNames } from '../../ui/class-names.js';
import { errorMessage } from '../../ui/error-message.js';
import { duration, plural } from '../../ui/format.js';
import { Panel } from '../../ui/page.js';
import { ErrorState, SkeletonRows } from '../../ui/states.js';
import { StatusIcon, StatusPill } from '../../ui/status.js';
import { Duration, Time, useNow } from '../../ui/time.js';
import { Revision } from './build-row.js';
import { ChangeList } from './changes-since.js';
import { findNewLines, type NewLine } from './compare-logs.js';
import { type ComparedStep, pairSteps, type StepPair } from './pair-steps.js';

interface ComparisonProps {
  readonly projectId: number;
  /** The earlier build. */
  readonly before: ConsoleBuildDetail;
  readonly after: ConsoleBuildDetail;
}

/** What differs between two builds. */
export function BuildComparison(props: ComparisonProps) {
  const { projectId, before, after } = props;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Side title="Earlier" build={before} projectId={projectId} />
        <Side title="Later" build={after} projectId={projectId} />
      </div>
      <NewLines {...props} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <Steps {...props} />
        <ChangesBetween {...props} />
      </div>
    </div>
  );
}

interface SideProps {
  readonly title: string;
  readonly build: ConsoleBuildDetail;
  readonly projectId: number;
}

function Side({ title, build, projectId }: SideProps) {
  return (
    <Panel title={title} aside={<StatusPill state={shownStatus(build)} />}>
      <div className="flex flex-col gap-1 px-4 py-3 text-sm">
        <Link {...toBuild(projectId, build.id)} className="font-medium text-accent-text hover:underline">
          {build.ci_job_name} #{build.build_number}
        </Link>
        <span className="flex flex-wrap gap-x-3 text-ink-soft">
          <span>
            {build.branch} <Revision build={build} projectId={projectId} />
          </span>
          <Time at={build.started_at ?? build.created_at} />
          <Duration seconds={build.duration_seconds} since={null} />
        </span>
      </div>
    </Panel>
  );
}

const MAX_NEW_LINES = 100;

function NewLines({ projectId, before, after }: ComparisonProps) {
  const [earlier, later] = [useLog(projectId, before), useLog(projectId, after)];
  const found = useMemo(
    () => (earlier.data && later.data ? findNewLines(earlier.data.lines, later.data.lines) : null),
    [earlier.data, later.data],
  );
  const first = found?.find(({ isError }) => isError);
  return (
    <Panel
      title="New in the later log"
      aside={found !== null && <span className="text-xs text-ink-faint">{plural(found.length, 'new line')}</span>}
    >
      {found === null || found.length === 0 ? (
        <p className="px-4 py-3 text-sm text-ink-soft">{noLinesText(before, after, found !== null)}</p>
      ) : (
        <>
          {first && (
            <p className="border-b border-line px-4 py-3 text-sm font-medium [overflow-wrap:anywhere]">
              {errorMessage(first.text)}
            </p>
          )}
          <ol className="max-h-72 overflow-y-auto py-1 font-mono text-xs leading-[18px]">
            {found.slice(0, MAX_NEW_LINES).map((line) => (
              <NewLineRow key={line.line} line={line} projectId={projectId} buildId={after.id} />
            ))}
          </ol>
          {found.length > MAX_NEW_LINES && (
            <p className="border-t border-line px-4 py-2 text-xs text-ink-soft">
              {`The first ${MAX_NEW_LINES} of ${plural(found.length, 'new line')}.`}
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

interface NewLineRowProps {
  readonly line: NewLine;
  readonly projectId: number;
  readonly buildId: string;
}

function NewLineRow({ line: { line, text, isError }, projectId, buildId }: NewLineRowProps) {
  return (
    <li className={classNames('flex min-w-0', isError ? 'bg-bad-soft' : 'text-ink-soft')}>
      <Link
        {...toBuild(projectId, buildId)}
        hash={`L${line}`}
        aria-label={`Show line ${line} in the log`}
        className="w-14 shrink-0 pr-3 text-right text-ink-soft hover:text-ink hover:underline"
      >
        {line}
      </Link>
      <span className="min-w-0 flex-1 whitespace-pre-wrap pr-3 [overflow-wrap:anywhere]">{text}</span>
    </li>
  );
}

function noLinesText(before: ConsoleBuildDetail, after: ConsoleBuildDetail, isRead: boolean): string {
  const missing = [before, after]
    .filter(({ has_log: hasLog }) => !hasLog)
    .map((build) => `#${build.build_number}`);
  if (missing.length > 0) return `No log was sent for ${missing.join(' and ')}, so the logs cannot be compared.`;
  return isRead ? 'Every line of the later log is also in the earlier one.' : 'Reading both logs';
}

function Steps({ before, after }: ComparisonProps) {
  const pairs = pairSteps(before, after, useNow().getTime());
  return (
    <Panel title="Steps">
      {pairs.length === 0 ? (
        <p className="p-4 text-sm text-ink-soft">The build server reported no steps for these builds.</p>
      ) : (
        <table className="w-full table-fixed text-sm">
          <thead className="text-left text-xs text-ink-faint">
            <tr>
              <th scope="col" className="px-4 py-1.5 font-normal">
                Step
              </th>
              <th scope="col" className="w-24 py-1.5 font-normal">
                #{before.build_number}
              </th>
              <th scope="col" className="w-24 py-1.5 font-normal">
                #{after.build_number}
              </th>
              <th scope="col" className="w-24 py-1.5 pr-4 text-right font-normal">
                Difference
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-t border-line">
            {pairs.map((pair) => (
              <StepRow key={pair.name} pair={pair} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function StepRow({ pair: { name, before, after } }: { readonly pair: StepPair }) {
  const isNewlyFailed = after?.status === 'failed' && before?.status !== 'failed';
  return (
    <tr className={classNames(isNewlyFailed && 'bg-bad-soft')}>
      <th scope="row" className="truncate px-4 py-1.5 text-left font-normal" title={name}>
        {name}
      </th>
      <StepCell step={before} />
      <StepCell step={after} />
      <td className="tnum py-1.5 pr-4 text-right text-xs text-ink-soft">{difference(before, after)}</td>
    </tr>
  );
}

function StepCell({ step }: { readonly step: ComparedStep | null }) {
  return (
    <td className="tnum py-1.5 text-xs text-ink-soft">
      {step === null ? (
        'Not run'
      ) : (
        <span className="flex items-center gap-1.5">
          <StatusIcon state={step.status} />
          {step.seconds === null ? '–' : duration(step.seconds)}
        </span>
      )}
    </td>
  );
}

function difference(before: ComparedStep | null, after: ComparedStep | null): string {
  if (before?.seconds == null || after?.seconds == null) return '';
  const seconds = Math.round(after.seconds) - Math.round(before.seconds);
  if (seconds === 0) return '0s';
  return `${seconds > 0 ? '+' : '−'}${duration(Math.abs(seconds))}`;
}

function ChangesBetween({ projectId, before, after }: ComparisonProps) {
  const { data, error, refetch } = useChangesBetween(projectId, before.id, after.id);
  const total = data?.changes.length ?? 0;
  return (
    <Panel
      title="Changes between them"
      aside={
        total > 0 && <span className="tnum text-xs text-ink-faint">{data?.changes_cut ? `${total}+` : total}</span>
      }
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && data === undefined && <SkeletonRows />}
      {data && total > 0 && <ChangeList changes={data.changes} projectId={projectId} />}
      {data && total === 0 && (
        <p className="p-4 text-sm text-ink-soft">No changes. Both builds may have built the same revision.</p>
      )}
    </Panel>
  );
}
