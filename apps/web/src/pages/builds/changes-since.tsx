import type { ChangeSince } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { toChange } from '../../routing/records.js';
import { Panel } from '../../ui/panel.js';
import { count, plural } from '../../words/format.js';
import type { BuildProps } from './finding.js';

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

export function ChangeList({ changes, projectId }: ChangeListProps) {
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
