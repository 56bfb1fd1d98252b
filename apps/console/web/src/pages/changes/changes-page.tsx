import type { Change, listChanges } from '@slipway/contracts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { get } from '../../data/call.js';
import { usePagedList } from '../../data/pages.js';
import { buttonClass } from '../../ui/button.js';
import { CopyableId } from '../../ui/copy.js';
import { ClearFilters, FilterSelect, FilterText, useFilters } from '../../ui/filters.js';
import { plural } from '../../ui/format.js';
import { Page } from '../../ui/page.js';
import { PagedListView } from '../../ui/paged-list.js';
import { PathLink } from '../../ui/path-link.js';
import { EmptyState } from '../../ui/states.js';
import { Time } from '../../ui/time.js';

const SOURCES = [
  ['GitCommit', 'Git commits'],
  ['Changelist', 'Perforce changelists'],
  ['AssetCommit', 'Lore and Diversion'],
] as const;

/** Commits and changelists of a project, newest first. */
export function ChangesPage() {
  const projectId = Number(useParams({ strict: false }).projectId);
  const navigate = useNavigate();
  const [{ source_type, identifier, orphaned }] = useFilters();
  const query = { source_type, identifier: identifier || undefined, orphaned: orphaned === 'true' || undefined };
  const list = usePagedList(
    ['change', projectId, query],
    (cursor) =>
      get<typeof listChanges>('/v1/projects/:project_id/changes', {
        params: { project_id: projectId },
        query: { ...query, cursor, limit: 50 } as never,
      }),
    ({ changes }) => changes,
  );
  return (
    <Page
      title="Changes"
      filters={
        <>
          <FilterText name="identifier" label="SHA or changelist" />
          <FilterSelect name="source_type" label="Any source" options={SOURCES} />
          <FilterSelect name="orphaned" label="Without orphaned" options={[['true', 'With orphaned']]} />
          <ClearFilters names={['identifier', 'source_type', 'orphaned']} />
        </>
      }
    >
      <PagedListView
        list={list}
        label="Changes"
        keyOf={({ id }) => String(id)}
        onOpen={({ id }) => void navigate({ to: `/projects/${projectId}/changes/${id}` })}
        empty={
          <EmptyState
            title="No changes here yet"
            action={
              <PathLink to={`/projects/${projectId}/integrations`} className={buttonClass()}>
                Connect version control
              </PathLink>
            }
          >
            <p>Commits and changelists appear as Perforce, GitHub, Diversion or Lore report them.</p>
          </EmptyState>
        }
      >
        {(change) => <ChangeRow change={change} />}
      </PagedListView>
    </Page>
  );
}

function ChangeRow({ change }: { readonly change: Change }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5">
      <span className="w-24 shrink-0">
        <CopyableId value={change.identifier}>{change.display_identifier}</CopyableId>
      </span>
      <span className="min-w-48 flex-1 truncate">{change.description.split('\n')[0]}</span>
      <span className="max-w-40 truncate text-ink-soft">{change.author}</span>
      <span className="tnum w-16 text-right text-xs text-ink-faint">
        {change.file_count === null ? '' : plural(change.file_count, 'file')}
      </span>
      <span className="w-20 text-right text-ink-faint">
        <Time at={change.timestamp} />
      </span>
      {change.orphaned_at && <span className="text-xs text-warn">orphaned</span>}
    </div>
  );
}
