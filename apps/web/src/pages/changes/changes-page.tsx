import type { Change } from '@slipway/contracts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { listChanges } from '../../data/api.js';
import { call, fromAddress } from '../../data/call.js';
import { usePagedList } from '../../data/pages.js';
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
      call(listChanges, {
        params: { project_id: projectId },
        query: fromAddress({ ...query, cursor, limit: 50 }),
      }),
    ({ changes }) => changes,
  );
  return (
    <Page
      title="Changes"
      filters={
        <>
          <FilterText name="identifier" label="Whole SHA or changelist" />
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
          identifier || source_type ? (
            <EmptyState title="No change matches">
              <p>
                A hash must be whole here; the search at the top also finds changes by the beginning of theirs.
              </p>
            </EmptyState>
          ) : (
            <EmptyState
              title="No changes yet"
              action={
                <PathLink to={`/projects/${projectId}/integrations`} className="text-accent-text hover:underline">
                  Connect version control
                </PathLink>
              }
            >
              <p>
                Commits and changelists appear here as Perforce, GitHub, Lore or Diversion report them, with their
                author, files, builds and deployments.
              </p>
            </EmptyState>
          )
        }
      >
        {(change) => <ChangeRow change={change} projectId={projectId} />}
      </PagedListView>
    </Page>
  );
}

function ChangeRow({ change, projectId }: { readonly change: Change; readonly projectId: number }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 lg:grid-cols-[112px_minmax(0,1fr)_176px_72px_80px]">
      <span className="order-2 row-start-2 flex min-w-0 items-baseline gap-2 text-xs text-ink-soft lg:order-none lg:row-auto">
        <CopyableId value={change.identifier}>{change.display_identifier}</CopyableId>
        <span className="truncate lg:hidden">{change.author}</span>
      </span>
      <span className="flex min-w-0 items-baseline gap-2">
        <PathLink
          to={`/projects/${projectId}/changes/${change.id}`}
          className="truncate font-medium hover:underline"
        >
          {change.description.split('\n')[0] || change.display_identifier}
        </PathLink>
        {change.orphaned_at && <span className="shrink-0 text-xs text-warn">orphaned</span>}
      </span>
      <span className="hidden truncate text-ink-soft lg:block">{change.author || 'unknown author'}</span>
      <span className="tnum order-3 text-right text-xs text-ink-faint lg:order-none">
        {change.file_count === null ? '' : plural(change.file_count, 'file')}
      </span>
      <span className="text-right text-xs text-ink-faint">
        <Time at={change.timestamp} />
      </span>
    </div>
  );
}
