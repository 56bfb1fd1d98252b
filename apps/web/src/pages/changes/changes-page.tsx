import type { Change } from '@slipway/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { GitCommitHorizontal } from 'lucide-react';
import { listChanges } from '../../data/api.js';
import { call, fromAddress } from '../../data/call.js';
import { usePagedList } from '../../data/pages.js';
import { definePage } from '../../routing/page.js';
import { toChange } from '../../routing/records.js';
import { CopyableId } from '../../ui/copy.js';
import { ClearFilters, FilterSelect, FilterText } from '../../ui/filters.js';
import { plural } from '../../ui/format.js';
import { Page } from '../../ui/page.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyState } from '../../ui/states.js';
import { Time } from '../../ui/time.js';

const SOURCES = [
  ['GitCommit', 'Git commits'],
  ['Changelist', 'Perforce changelists'],
  ['AssetCommit', 'Lore and Diversion'],
] as const;

export const page = definePage({
  path: '/projects/$projectId/changes',
  label: 'Changes',
  icon: GitCommitHorizontal,
  place: { group: 'project', order: 2 },
  words: 'commits changelists',
  filters: ['identifier', 'source_type', 'orphaned'],
});

/** Commits and changelists of a project, newest first. */
export function ChangesPage() {
  const { projectId } = page.useParams();
  const navigate = useNavigate();
  const filters = page.useFilters();
  const { source_type, identifier, orphaned } = filters.values;
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
      filters={
        <>
          <FilterText filters={filters} name="identifier" label="Full SHA or changelist" />
          <FilterSelect filters={filters} name="source_type" label="Any source" options={SOURCES} />
          <FilterSelect
            filters={filters}
            name="orphaned"
            label="Hide orphaned"
            options={[['true', 'Include orphaned']]}
          />
          <ClearFilters filters={filters} names={['identifier', 'source_type', 'orphaned']} />
        </>
      }
    >
      <PagedListView
        list={list}
        label="Changes"
        keyOf={({ id }) => String(id)}
        onOpen={({ id }) => void navigate(toChange(projectId, id))}
        empty={
          identifier || source_type ? (
            <EmptyState title="No change matches">
              <p>Enter the full hash here. The search at the top also finds changes by the start of their hash.</p>
            </EmptyState>
          ) : (
            <EmptyState
              title="No changes yet"
              action={
                <Link
                  to="/projects/$projectId/integrations"
                  params={{ projectId }}
                  className="text-accent-text hover:underline"
                >
                  Connect version control
                </Link>
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
        <Link {...toChange(projectId, change.id)} className="truncate font-medium hover:underline">
          {change.description.split('\n')[0] || change.display_identifier}
        </Link>
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
