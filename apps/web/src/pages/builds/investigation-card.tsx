import type { Investigation } from '@slipway/contracts';
import { withoutClock } from '@slipway/diagnosis/lines';
import { splitDiagnosis } from '@slipway/domain/cause';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeRefusal, useInvestigation } from '../../data/builds.js';
import { toChange } from '../../routing/records.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { CopyableId, CopyButton } from '../../ui/copy.js';
import { ErrorText } from '../../ui/error-text.js';
import { Fact, Panel } from '../../ui/panel.js';
import { StatusIcon } from '../../ui/status.js';
import { plural } from '../../words/format.js';
import { LogSetup } from './build-actions.js';
import {
  type BuildProps,
  buildAddress,
  categoryWords,
  confidenceWords,
  contextOf,
  findingText,
  fittingFix,
  namedFile,
  placeText,
  shownSteps,
  suspectOf,
} from './finding.js';
import { VerdictActions } from './verdict-actions.js';

interface CardProps extends BuildProps {
  readonly lines: readonly string[] | undefined;
}

export function InvestigationCard({ build, projectId, lines }: CardProps) {
  const { investigation } = build;
  if (investigation === null || investigation.status === 'failed')
    return <Offer build={build} projectId={projectId} />;
  if (investigation.status !== 'completed')
    return (
      <Panel
        title="Investigation"
        aside={<span className="text-xs text-ink-soft">Usually takes a few seconds</span>}
      >
        <div className="p-4">
          <Steps investigation={investigation} />
        </div>
      </Panel>
    );
  if (!build.has_log && build.log_purge === null) return <NoLog build={build} projectId={projectId} />;
  return <FindingCard build={build} projectId={projectId} lines={lines} investigation={investigation} />;
}

function Offer({ build, projectId }: BuildProps) {
  const { mutate, isPending, error } = useInvestigation(projectId);
  const { credits, diagnosis } = build;
  const { required, available } = credits;
  const isRepeat = build.investigation?.status === 'failed';
  return (
    <Panel id="verdict" title="Why did it fail?">
      <div className="flex flex-col items-start gap-3 p-4">
        {diagnosis && (
          <div className="-ml-3 flex max-w-full min-w-0 font-mono text-xs">
            <LineLink line={diagnosis.line}>L{diagnosis.line}</LineLink>
            <ErrorText error={diagnosis.error} cause={diagnosis.cause} />
          </div>
        )}
        {diagnosis && <VerdictActions build={build} projectId={projectId} />}
        <p className="max-w-prose text-ink-soft">
          {isRepeat
            ? 'The last investigation found no cause, and cost nothing. You can start another one.'
            : 'An investigation looks for the file and the change behind the failure, and suggests a fix.'}
          {!build.has_log && ' No log was sent, so there is nothing to read yet.'}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button look="primary" disabled={isPending} onClick={() => mutate(build)} icon={Search}>
            {isPending ? 'Starting' : 'Investigate'}
          </Button>
          <span className="tnum text-sm text-ink-faint">
            {build.has_log
              ? `Costs ${plural(required, 'credit')}; this account has ${plural(available, 'credit')}.`
              : 'Costs nothing without a log.'}
          </span>
        </div>
        {error && (
          <p role="alert" className="max-w-prose text-sm text-bad">
            {describeRefusal(error)}
          </p>
        )}
      </div>
    </Panel>
  );
}

/** The finding about a build without a log says only that there is none. */
function NoLog({ build, projectId }: BuildProps) {
  return (
    <Panel title="No log was sent">
      <div className="flex max-w-prose flex-col gap-2 p-4 text-sm">
        <p>Without a log, Slipway cannot tell why the build failed. This cost no credits.</p>
        <p className="text-ink-soft">
          <LogSetup build={build} projectId={projectId} /> If the log of this build arrives later, the build can be
          investigated again.
        </p>
      </div>
    </Panel>
  );
}

function FindingCard({ build, projectId, lines, investigation }: CardProps & { investigation: Investigation }) {
  const file = namedFile(investigation.evidence);
  const { change, person } = suspectOf(build);
  const place = file && placeText(file);
  const fix = fittingFix(build);
  const others = investigation.evidence.slice(1);
  const { sentence, rest } = splitDiagnosis(investigation.diagnosis ?? '');
  const copied = findingText(build, buildAddress(projectId, build.id));
  return (
    <Panel
      id="verdict"
      title={investigation.evidence.length === 0 ? 'No cause found' : 'Why it failed'}
      aside={<CopyButton text={copied} label="Copy as text" />}
    >
      <div className="flex flex-col gap-4 p-4">
        <p className="max-w-prose text-base font-medium">{sentence}</p>
        <Context lines={lines} investigation={investigation} />
        {rest && <p className="max-w-prose text-sm text-ink-soft">{rest}</p>}
        {fix && (
          <div>
            <h3 className="text-xs text-ink-faint">Suggested fix</h3>
            <p className="max-w-prose">{fix}</p>
          </div>
        )}
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
          <Fact label="Ask">{person ?? 'No suspect found'}</Fact>
          <Fact label="Suspect">
            {change ? (
              <>
                <Link {...toChange(projectId, change.id)} className="block truncate text-accent-text">
                  <span className="font-mono text-xs">{change.display_identifier}</span>{' '}
                  {change.description.split('\n')[0]}
                </Link>
                <span className="block text-xs text-ink-soft [overflow-wrap:anywhere]">{change.reason}</span>
              </>
            ) : (
              'None'
            )}
          </Fact>
          <Fact label="File">{place ? <CopyableId value={place} /> : 'Not named in the log'}</Fact>
          <Fact label="Confidence">
            {confidenceWords(investigation.confidence)}
            <span className="text-ink-faint"> · {categoryWords(investigation.category)}</span>
          </Fact>
        </dl>
        {investigation.evidence.length > 0 && <VerdictActions build={build} projectId={projectId} />}
        <details className="text-sm">
          <summary className="w-fit text-ink-soft hover:text-ink">How it was found</summary>
          <div className="flex flex-col gap-3 pt-3">
            <Steps investigation={investigation} />
            {others.length > 0 && (
              <ul className="flex flex-col gap-1">
                {others.map(({ line, text }) => (
                  <li key={line} className="flex min-w-0 gap-2 font-mono text-xs">
                    <LineLink line={line}>L{line}</LineLink>
                    <span className="truncate text-ink-soft">{withoutClock(text)}</span>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </details>
      </div>
    </Panel>
  );
}

function Context({
  lines,
  investigation: { evidence },
}: Pick<CardProps, 'lines'> & { investigation: Investigation }) {
  const shown = contextOf(lines, evidence);
  const key = evidence[0]?.line;
  if (shown.length === 0) return null;
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-sunken">
      <figcaption className="sr-only">The key line and the lines around it</figcaption>
      <ol className="font-mono text-xs leading-[18px]">
        {shown.map(({ line, text }) => (
          <li
            key={line}
            className={classNames('flex min-w-0', line === key ? 'bg-bad-soft' : 'hidden text-ink-soft sm:flex')}
          >
            <LineLink line={line}>{line}</LineLink>
            <span
              className={classNames(
                'min-w-0 flex-1 whitespace-pre-wrap break-all pr-3',
                line !== key && 'line-clamp-1',
              )}
            >
              {withoutClock(text)}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

function LineLink({ line, children }: { readonly line: number; readonly children: ReactNode }) {
  return (
    <Link
      to="."
      hash={`L${line}`}
      aria-label={`Show line ${line} in the log`}
      className="w-14 shrink-0 pr-3 text-right text-ink-soft hover:text-ink hover:underline"
    >
      {children}
    </Link>
  );
}

function Steps({ investigation }: { readonly investigation: Investigation }) {
  return (
    <ol aria-live="polite" className="flex flex-col gap-1.5 text-sm">
      {shownSteps(investigation).map(({ name, words, status, detail }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-2">
          <StatusIcon state={status} {...(status === 'completed' && { label: 'Done' })} />
          <span className={status === 'queued' ? 'text-ink-faint' : ''}>{words}</span>
          {detail && <span className="text-ink-faint">{detail}</span>}
        </li>
      ))}
    </ol>
  );
}
