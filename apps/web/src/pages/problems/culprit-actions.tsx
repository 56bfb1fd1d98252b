import type { CulpritSearch } from '@slipway/contracts';
import { Search, Square } from 'lucide-react';
import { useId } from 'react';
import { useSearchStart, useSearchStop } from '../../data/problems.js';
import { useAccount } from '../../data/session.js';
import { Button } from '../../ui/button.js';
import { ConfirmButton } from '../../ui/form.js';
import { plural } from '../../words/format.js';

interface ActionProps {
  readonly search: CulpritSearch;
  readonly projectId: number;
  readonly problemId: string;
}

/** Starts a search that requests runs, or stops the active one. */
export function CulpritActions(props: ActionProps) {
  const isActive = props.search.search?.state === 'active';
  if (isActive) return <Stop {...props} />;
  return props.search.state === 'found' || props.search.state === 'no_culprit' ? null : <Start {...props} />;
}

function Stop({ projectId, problemId }: ActionProps) {
  const canEdit = useAccount().read_only_reason === null;
  const stop = useSearchStop(projectId, problemId);
  return (
    <Button icon={Square} size="small" change={stop} disabled={!canEdit || stop.isPending}>
      Stop
    </Button>
  );
}

const MAX_RUNS = 20;

function Start({ search, projectId, problemId }: ActionProps) {
  const id = useId();
  const canEdit = useAccount().read_only_reason === null;
  const start = useSearchStart(projectId, problemId, MAX_RUNS);
  const { runs_left_today: left } = search;
  const problem = search.runs_unavailable ?? (left === 0 ? 'The project’s runs for today are used up.' : null);
  if (problem !== null)
    return (
      <span title={problem}>
        <Button icon={Search} size="small" disabled aria-describedby={id}>
          Search for the culprit
        </Button>
        <span id={id} className="sr-only">
          {problem}
        </span>
      </span>
    );
  return (
    <ConfirmButton
      icon={Search}
      size="small"
      label="Search for the culprit"
      disabled={!canEdit}
      title="Search for the culprit?"
      confirm={start.isPending ? 'Starting…' : 'Search'}
      confirmLook="primary"
      change={start}
    >
      <p>
        Slipway asks the build tool for one run after another, each at the revision that tells most, up to{' '}
        {plural(MAX_RUNS, 'run')}. It stops once a change is proven, or none is to blame.
      </p>
      <p>
        The project may request {plural(left, 'more run')} today. The runs do not count as builds of their job, and
        send no messages. The audit log records who did this.
      </p>
    </ConfirmButton>
  );
}
