import type { ConsoleChange } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { getConsoleChange } from '../../data/api.js';
import { read } from '../../data/call.js';
import { Page, RecordError } from '../../parts/page.js';
import { definePage } from '../../routing/page.js';
import { buttonClass } from '../../ui/button.js';
import { CopyableId } from '../../ui/copy.js';
import { SkeletonRows } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { ChangeFiles } from './change-files.js';
import { Approvals, Builds, Deployments, Mentions } from './change-outcome.js';

export const page = definePage({
  path: '/projects/$projectId/changes/$changeId',
  label: 'Change',
  filters: ['file'],
});

export function ChangePage() {
  const { projectId, changeId } = page.useParams();
  const filters = page.useFilters();
  const params = { project_id: projectId, change_id: changeId };
  const { data, error, refetch } = useQuery(
    read(['change', projectId, 'detail', changeId], getConsoleChange, { params }),
  );
  if (error && data === undefined) return <RecordError error={error} retry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows />;
  const [subject = '', ...rest] = data.description.split('\n');
  const body = rest.join('\n').trim();
  return (
    <Page
      record={data.display_identifier}
      title={subject || data.display_identifier}
      meta={<Meta change={data} />}
      actions={
        data.url && (
          <a href={data.url} target="_blank" rel="noreferrer" className={buttonClass('plain')}>
            <ExternalLink aria-hidden className="size-4" />
            {SOURCES[data.source_type]}
          </a>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {body && <p className="max-w-prose whitespace-pre-wrap px-4 text-ink-soft md:px-0">{body}</p>}
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
          <ChangeFiles change={data} projectId={projectId} filters={filters} />
          <div className="flex flex-col gap-4">
            <Builds change={data} projectId={projectId} />
            <Deployments change={data} projectId={projectId} />
            <Approvals change={data} projectId={projectId} />
            <Mentions change={data} projectId={projectId} />
          </div>
        </div>
      </div>
    </Page>
  );
}

const SOURCES = { GitCommit: 'Commit', Changelist: 'Changelist', AssetCommit: 'Revision' } as const;

function Meta({ change }: { readonly change: ConsoleChange }) {
  const author = change.person ?? change.author;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      <CopyableId value={change.identifier}>{change.display_identifier}</CopyableId>
      <span title={change.author && change.author !== author ? `Committed as ${change.author}` : undefined}>
        by {author || 'an unknown author'}
      </span>
      <Time at={change.timestamp} />
      {(change.repository || change.branch) && (
        <span>{[change.repository, change.branch].filter(Boolean).join(', ')}</span>
      )}
      {change.orphaned_at && <StatusPill state="warn" label="Orphaned by a force push" />}
    </span>
  );
}
