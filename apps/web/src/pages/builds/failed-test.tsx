import type { BuildTest, TestDetail } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTest } from '../../data/tests.js';
import { ProblemLink } from '../../parts/problems/problem-link.js';
import { MuteActions } from '../../parts/tests/mute-actions.js';
import { TestFailureText } from '../../parts/tests/test-failure.js';
import { TestStrip } from '../../parts/tests/test-strip.js';
import { hasFailed } from '../../parts/tests/test-words.js';
import { toChange, toTest } from '../../routing/records.js';
import { buttonClass } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { Loaded } from '../../ui/panel.js';
import { StatusIcon } from '../../ui/status.js';
import { latency } from '../../words/format.js';
import { type BuildProps, suspectOf } from './finding.js';

interface FailedTestProps extends BuildProps {
  readonly test: BuildTest;
}

/** A failed test in one line; its failure and history when it is opened. */
export function FailedTest({ test, build, projectId }: FailedTestProps) {
  const [isOpen, setOpen] = useState(false);
  const { path, name, variant, status, message, duration_ms: ms } = test;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-start gap-2 px-4 py-2 text-left text-sm -outline-offset-2 hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className={classNames('mt-0.5 size-4 shrink-0 text-ink-faint', isOpen && 'rotate-90')}
        />
        <span className="mt-0.5">
          <StatusIcon state={status} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block [overflow-wrap:anywhere]">
            {path && <span className="text-ink-faint">{path}.</span>}
            <span className="font-medium">{name}</span>
            {variant && <span className="text-ink-soft"> on {variant}</span>}
          </span>
          {!isOpen && message && (
            <span className="block truncate font-mono text-xs text-ink-soft">{message.split('\n')[0]}</span>
          )}
        </span>
        <span className="tnum shrink-0 text-xs leading-5 text-ink-faint">{ms !== null && latency(ms)}</span>
      </button>
      {isOpen && <Opened test={test} build={build} projectId={projectId} />}
    </li>
  );
}

function Opened({ test, build, projectId }: FailedTestProps) {
  const query = useTest(projectId, test.id, build.id);
  return (
    <div className="flex flex-col gap-4 px-4 pt-1 pb-4 md:pl-14">
      <Loaded query={query} rows={3} isBare>
        {(detail) => <FailureDetail detail={detail} test={test} build={build} projectId={projectId} />}
      </Loaded>
    </div>
  );
}

/** As many runs as fit beside each other on a phone. */
const SHOWN_RUNS = 30;

interface FailureDetailProps extends FailedTestProps {
  readonly detail: TestDetail;
}

function FailureDetail({ detail, test, build, projectId }: FailureDetailProps) {
  const failures = detail.failures.filter(({ variant }) => variant === test.variant);
  const others = detail.variants.filter(
    ({ variant, history: [last] }) => variant !== test.variant && last !== undefined && hasFailed(last.status),
  );
  return (
    <>
      {failures.map((failure) => (
        <TestFailureText key={failure.attempt} failure={failure} />
      ))}
      {failures.length === 0 && <TestFailureText failure={{ ...NOT_KEPT, message: test.message }} />}
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {detail.variants.map(({ variant, explanation, history }) => (
          <div key={variant} className="contents">
            <dt className="text-ink-soft">{variant || 'Last 30 runs'}</dt>
            <dd className="flex min-w-0 flex-col gap-1">
              <TestStrip
                label={`Last runs${variant && ` on ${variant}`}`}
                projectId={projectId}
                history={history.slice(0, SHOWN_RUNS)}
              />
              <span className="text-xs text-ink-soft">{explanation}</span>
            </dd>
          </div>
        ))}
        {others.length > 0 && (
          <>
            <dt className="text-ink-soft">Also failing on</dt>
            <dd>{others.map(({ variant }) => variant || 'another variant').join('; ')}</dd>
          </>
        )}
        <ProblemFact test={detail} projectId={projectId} />
        <Suspect build={build} projectId={projectId} />
      </dl>
      <div className="flex flex-wrap gap-2">
        <Link {...toTest(projectId, test.id)} className={buttonClass('plain', 'small')}>
          Open test
        </Link>
        <MuteActions test={detail} projectId={projectId} size="small" />
      </div>
    </>
  );
}

function ProblemFact({ test: { problem }, projectId }: { readonly test: TestDetail; readonly projectId: number }) {
  if (problem === null) return null;
  return (
    <>
      <dt className="text-ink-soft">Problem</dt>
      <dd className="flex items-center gap-2">
        <ProblemLink problem={problem} projectId={projectId} />
      </dd>
    </>
  );
}

/** The details of old failures are deleted before the results. */
const NOT_KEPT = { details: '', output: '', file: null, line: null };

function Suspect({ build, projectId }: BuildProps) {
  const { change, person } = suspectOf(build);
  if (change === undefined) return null;
  return (
    <>
      <dt className="text-ink-soft">Suspected change</dt>
      <dd className="min-w-0">
        <Link {...toChange(projectId, change.id)} className="text-accent-text">
          <span className="font-mono text-xs">{change.display_identifier}</span>{' '}
          {change.description.split('\n')[0]}
        </Link>
        {person && ` by ${person}`}
      </dd>
    </>
  );
}
