import {
  type ChangeSince,
  type ComparedStep,
  type ComparedSteps,
  type ConsoleBuildDetail,
  type NewLogLine,
  shownStatus,
} from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useComparison } from '../../data/builds.js';
import { toBuild, toChange } from '../../routing/records.js';
import { classNames } from '../../ui/class-names.js';
import { errorMessage } from '../../ui/error-message.js';
import { Loaded, Panel, TableHead } from '../../ui/panel.js';
import { StatusIcon, StatusPill } from '../../ui/status.js';
import { Duration, Time } from '../../ui/time.js';
import { count, duration, plural } from '../../words/format.js';
import { Revision } from './build-row.js';
import type { BuildProps } from './finding.js';

interface ComparisonProps {
  readonly projectId: number;
  readonly builds: readonly [ConsoleBuildDetail, ConsoleBuildDetail];
}

export function BuildComparison({ projectId, builds }: ComparisonProps) {
  const [one, other] = builds;
  const query = useComparison(projectId, one.id, other.id);
  const { data } = query;
  if (data === undefined) return <Loaded query={query} isBare />;
  const [before, after] = data.earlier_id === one.id ? [one, other] : [other, one];
  const props = { projectId, before, after, compared: data };
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

type Compared = NonNullable<ReturnType<typeof useComparison>['data']>;

interface ComparedProps {
  readonly projectId: number;
  readonly before: ConsoleBuildDetail;
  readonly after: ConsoleBuildDetail;
  readonly compared: Compared;
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
        <Link {...toBuild(projectId, build.id)} className="font-medium text-accent-text">
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

function NewLines({ projectId, before, after, compared }: ComparedProps) {
  const { new_lines: lines, new_line_count: total } = compared;
  const first = lines.find((line) => line.is_error);
  return (
    <Panel
      title="New in the later log"
      aside={total !== null && <span className="text-xs text-ink-faint">{plural(total, 'new line')}</span>}
    >
      {lines.length === 0 ? (
        <p className="px-4 py-3 text-sm text-ink-soft">{noLinesText(before, after)}</p>
      ) : (
        <>
          {first && (
            <p className="border-b border-line px-4 py-3 text-sm font-medium [overflow-wrap:anywhere]">
              {errorMessage(first.text)}
            </p>
          )}
          <ol className="max-h-72 overflow-y-auto py-1 font-mono text-xs leading-[18px]">
            {lines.map((line) => (
              <NewLineRow key={line.line} line={line} projectId={projectId} buildId={after.id} />
            ))}
          </ol>
          {total !== null && total > lines.length && (
            <p className="border-t border-line px-4 py-2 text-xs text-ink-soft">
              {`${lines.length} of ${plural(total, 'new line')}, with the errors among them.`}
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

interface NewLineRowProps {
  readonly line: NewLogLine;
  readonly projectId: number;
  readonly buildId: string;
}

function NewLineRow({ line: { line, text, is_error: isError }, projectId, buildId }: NewLineRowProps) {
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

function noLinesText(before: ConsoleBuildDetail, after: ConsoleBuildDetail): string {
  const missing = [before, after]
    .filter(({ has_log: hasLog }) => !hasLog)
    .map((build) => `#${build.build_number}`);
  if (missing.length > 0) return `No log was sent for ${missing.join(' and ')}, so the logs cannot be compared.`;
  return 'Every line of the later log is also in the earlier one.';
}

function Steps({ before, after, compared: { steps } }: ComparedProps) {
  return (
    <Panel title="Steps">
      {steps.length === 0 ? (
        <p className="p-4 text-sm text-ink-soft">The build server reported no steps for these builds.</p>
      ) : (
        <table className="w-full table-fixed text-sm">
          <TableHead
            columns={[
              ['Step', 'px-4'],
              [`#${before.build_number}`, 'w-24'],
              [`#${after.build_number}`, 'w-24'],
              ['Difference', 'w-24 pr-4 text-right'],
            ]}
          />
          <tbody className="divide-y divide-line">
            {steps.map((pair) => (
              <StepRow key={pair.name} pair={pair} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function StepRow({ pair: { name, earlier, later } }: { readonly pair: ComparedSteps }) {
  const isNewlyFailed = later?.status === 'failed' && earlier?.status !== 'failed';
  return (
    <tr className={classNames(isNewlyFailed && 'bg-bad-soft')}>
      <th scope="row" className="truncate px-4 py-1.5 text-left font-normal" title={name}>
        {name}
      </th>
      <StepCell step={earlier} />
      <StepCell step={later} />
      <td className="tnum py-1.5 pr-4 text-right text-xs text-ink-soft">{difference(earlier, later)}</td>
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

function ChangesBetween({ projectId, compared: { changes, changes_cut: isCut } }: ComparedProps) {
  const total = changes.length;
  return (
    <Panel
      title="Changes between them"
      aside={total > 0 && <span className="tnum text-xs text-ink-faint">{isCut ? `${total}+` : total}</span>}
    >
      {total > 0 ? (
        <ChangeList changes={changes} projectId={projectId} />
      ) : (
        <p className="p-4 text-sm text-ink-soft">No changes. Both builds may have built the same revision.</p>
      )}
    </Panel>
  );
}

export function ChangesSince({ build, projectId }: BuildProps) {
  const { changes, last_passing: passing, changes_cut: isCut } = build;
  return (
    <Panel
      title={passing ? `Changes since #${passing.build_number} passed` : 'Changes'}
      aside={
        changes.length > 0 && (
          <span className="tnum text-xs text-ink-faint">{`${count(changes.length)}${isCut ? '+' : ''}`}</span>
        )
      }
    >
      {changes.length === 0 ? (
        <p className="p-4 text-sm text-ink-soft">
          {passing
            ? 'No new changes. The same revision may have been built again.'
            : 'No earlier passing build of this job on this branch.'}
        </p>
      ) : (
        <ChangeList changes={changes} projectId={projectId} />
      )}
    </Panel>
  );
}

interface ChangeListProps {
  readonly changes: readonly ChangeSince[];
  readonly projectId: number;
}

function ChangeList({ changes, projectId }: ChangeListProps) {
  return (
    <ul className="max-h-72 divide-y divide-line overflow-y-auto">
      {changes.map((change) => (
        <li key={change.id}>
          <Link
            {...toChange(projectId, change.id)}
            className="block px-4 py-2 text-sm -outline-offset-2 hover:bg-hover"
          >
            <span className="flex items-baseline gap-2">
              <span className="shrink-0 font-mono text-xs text-ink-soft">{change.display_identifier}</span>
              <span className="min-w-0 flex-1 truncate">{change.description.split('\n')[0]}</span>
            </span>
            <span className="flex items-center gap-2 text-xs text-ink-faint">
              {change.is_suspect && (
                <span className="inline-flex items-center gap-1 font-medium text-bad">
                  <CircleAlert aria-hidden className="size-3" />
                  Suspect
                </span>
              )}
              {change.person ?? change.author}
              {change.file_count !== null && ` · ${plural(change.file_count, 'file')}`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
