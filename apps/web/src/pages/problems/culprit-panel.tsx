import type { CulpritChange, CulpritSearch } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { useCulpritSearch } from '../../data/problems.js';
import { toChange } from '../../routing/records.js';
import { classNames } from '../../ui/class-names.js';
import { Panel } from '../../ui/panel.js';
import { plural } from '../../words/format.js';
import { CulpritActions } from './culprit-actions.js';
import { CulpritRuns } from './culprit-runs.js';

interface CulpritProps {
  readonly projectId: number;
  readonly problemId: string;
}

/** The changes between the last pass and the first failure, and how likely each is the culprit; nothing without any. */
export function CulpritPanel({ projectId, problemId }: CulpritProps) {
  const search = useCulpritSearch(projectId, problemId).data;
  if (search === undefined || search.changes.length === 0) return null;
  return (
    <Panel title="Culprit" aside={<CulpritActions search={search} projectId={projectId} problemId={problemId} />}>
      <div className="flex flex-col gap-4 p-4">
        <p className="max-w-prose text-sm [overflow-wrap:anywhere]" aria-live="polite">
          {search.explanation}
        </p>
        <Range search={search} />
        <ul className="flex flex-col gap-1 text-sm">
          {likeliest(search.changes).map((change) => (
            <Candidate key={change.change_id} change={change} projectId={projectId} />
          ))}
          {search.no_culprit_probability !== null && (
            <li className="flex gap-3 text-ink-soft">
              <Chance chance={search.no_culprit_probability} />
              No change: flaky, or a machine
            </li>
          )}
        </ul>
        <CulpritRuns search={search} projectId={projectId} />
      </div>
    </Panel>
  );
}

const SHOWN = 5;

function likeliest(changes: readonly CulpritChange[]): readonly CulpritChange[] {
  return changes.toSorted((a, b) => b.probability - a.probability).slice(0, SHOWN);
}

function Chance({ chance }: { readonly chance: number }) {
  return <span className="tnum w-14 shrink-0 text-right">{(chance * 100).toFixed(1)} %</span>;
}

function Candidate({ change, projectId }: { readonly change: CulpritChange; readonly projectId: number }) {
  const { passed, failed } = change;
  return (
    <li className="flex gap-3">
      <Chance chance={change.probability} />
      <Link {...toChange(projectId, change.change_id)} className="font-mono text-xs leading-5 text-accent-text">
        {change.display_identifier}
      </Link>
      {passed + failed > 0 && (
        <span className="text-ink-soft">
          {[passed > 0 && `passed ${passed}`, failed > 0 && `failed ${failed}`].filter(Boolean).join(', ')}
        </span>
      )}
    </li>
  );
}

/** A bar for each change, oldest first, as high as it is likely; below it, how its runs ended. */
function Range({ search: { changes } }: { readonly search: CulpritSearch }) {
  const highest = Math.max(...changes.map(({ probability }) => probability));
  return (
    <div
      role="img"
      aria-label={`${plural(changes.length, 'change')} from the last pass to the first failure`}
      className="flex h-16 max-w-3xl items-stretch gap-px"
    >
      {changes.map(({ change_id: id, display_identifier: name, probability, passed, failed }) => (
        <span
          key={id}
          title={`${name}: ${(probability * 100).toFixed(1)} %`}
          className="flex min-w-0 max-w-10 flex-1 flex-col gap-1"
        >
          <span className="flex flex-1 flex-col justify-end border-b border-line">
            <span className="min-h-px bg-accent" style={{ height: `${(probability / highest) * 100}%` }} />
          </span>
          <span className={classNames('h-1.5', runLook(passed, failed))} />
        </span>
      ))}
    </div>
  );
}

function runLook(passed: number, failed: number): string {
  if (failed > 0) return passed > 0 ? 'bg-warn-bar' : 'bg-bad-bar';
  return passed > 0 ? 'bg-ok-bar' : 'bg-sunken';
}
