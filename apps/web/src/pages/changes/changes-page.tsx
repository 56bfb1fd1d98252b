import { type BuildLink, CHANGE_FILTERS, type ListedChange, shownStatus } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GitCommitHorizontal } from 'lucide-react';
import { listChangeAuthors, listConsoleChanges } from '../../data/api.js';
import { read } from '../../data/call.js';
import { usePagedList } from '../../data/pages.js';
import { Page } from '../../parts/page.js';
import { SavedViews } from '../../parts/views/saved-views.js';
import { definePage } from '../../routing/page.js';
import { toBuild, toChange } from '../../routing/records.js';
import { CopyableId } from '../../ui/copy.js';
import { ClearFilters, FilterSelect, FilterText, withChosen } from '../../ui/filters.js';
import { RecordLink } from '../../ui/links.js';
import { type Columns, newest, right } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyList } from '../../ui/panel.js';
import { lookOf, StatusIcon } from '../../ui/status.js';
import { TimeCell } from '../../ui/time.js';
import { plural } from '../../words/format.js';

const SOURCES = [
  ['GitCommit', 'Git commits'],
  ['Changelist', 'Perforce changelists'],
  ['AssetCommit', 'Lore and Diversion'],
] as const;

export const page = definePage({
  path: '/projects/$projectId/changes',
  label: 'Changes',
  icon: GitCommitHorizontal,
  place: { group: 'project', order: 3 },
  words: 'commits changelists',
  filters: ['q', 'author', 'source_type', 'orphaned'],
});

export function ChangesPage() {
  const { projectId } = page.useParams();
  const filters = page.useFilters(CHANGE_FILTERS);
  const { query } = filters;
  const params = { project_id: projectId };
  const { data } = useQuery(read(['change', projectId, 'authors'], listChangeAuthors, { params }));
  const authors = withChosen(data?.authors ?? [], filters.values.author);
  const list = usePagedList(['change', projectId, query], listConsoleChanges, { params, query }, 'changes');
  return (
    <Page
      views={<SavedViews place={{ projectId, list: 'changes' }} filters={filters} />}
      filters={
        <>
          <FilterText filters={filters} name="q" label="Message, SHA or CL" />
          <FilterSelect filters={filters} name="author" label="Any author" options={authors} />
          <FilterSelect filters={filters} name="source_type" label="Any source" options={SOURCES} />
          <FilterSelect
            filters={filters}
            name="orphaned"
            label="Hide orphaned"
            options={[['true', 'Include orphaned']]}
          />
          <ClearFilters filters={filters} />
        </>
      }
    >
      <PagedListView
        list={list}
        label="Changes"
        columns={COLUMNS}
        pageOf={({ id }) => toChange(projectId, id)}
        empty={
          <EmptyList
            isFiltered={Boolean(query.q || query.author || query.source_type)}
            unmatched={[
              'No change matches',
              'Change or clear the filters above. The message must contain every word you enter.',
            ]}
            title="No changes yet"
            action={
              <Link to="/projects/$projectId/integrations" params={{ projectId }} className="text-accent-text">
                Connect version control
              </Link>
            }
          >
            <p>
              Commits and changelists appear here as Perforce, GitHub, Lore or Diversion report them, with their
              author, files, builds and deployments.
            </p>
          </EmptyList>
        }
      >
        {(change) => <ChangeRow change={change} projectId={projectId} />}
      </PagedListView>
    </Page>
  );
}

const MAX_BUILDS = 4;

function BuildStates({
  builds,
  projectId,
}: {
  readonly builds: readonly BuildLink[];
  readonly projectId: number;
}) {
  const hidden = builds.length - MAX_BUILDS;
  return (
    <span className="flex items-center gap-1">
      {builds.slice(0, MAX_BUILDS).map((build) => (
        <RecordLink
          key={build.id}
          to={toBuild(projectId, build.id)}
          title={`${build.job_name} #${build.number}`}
          aria-label={`${lookOf(shownStatus(build)).label}: ${build.job_name} #${build.number}`}
          className="rounded-sm p-0.5 hover:bg-hover"
        >
          <StatusIcon state={shownStatus(build)} />
        </RecordLink>
      ))}
      {hidden > 0 && <span className="tnum text-xs text-ink-faint">+{hidden}</span>}
    </span>
  );
}

const COLUMNS: Columns = {
  from: 'lg',
  grid: 'grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 lg:grid-cols-[112px_minmax(0,1fr)_112px_176px_72px_80px]',
  headings: ['Change', 'Message', 'Builds', 'Author', right('Files'), newest('Submitted')],
};

function ChangeRow({ change, projectId }: { readonly change: ListedChange; readonly projectId: number }) {
  return (
    <>
      <td className="flex min-w-0 items-baseline gap-2 text-xs text-ink-soft max-lg:order-2 max-lg:row-start-2">
        <CopyableId value={change.identifier}>{change.display_identifier}</CopyableId>
        <span className="truncate lg:hidden">{change.author}</span>
      </td>
      <td className="flex min-w-0 items-baseline gap-2">
        <RecordLink to={toChange(projectId, change.id)} className="truncate font-medium hover:underline">
          {change.description.split('\n')[0] || change.display_identifier}
        </RecordLink>
        {change.orphaned_at && <span className="shrink-0 text-xs text-warn">orphaned</span>}
      </td>
      <td className="flex self-center max-lg:order-4 max-lg:col-span-2 max-lg:empty:hidden">
        {change.builds.length > 0 && <BuildStates builds={change.builds} projectId={projectId} />}
      </td>
      <td className="truncate text-ink-soft max-lg:hidden">{change.author || 'unknown author'}</td>
      <td className="tnum text-right text-xs text-ink-faint max-lg:order-3">
        {change.file_count === null ? '' : plural(change.file_count, 'file')}
      </td>
      <TimeCell at={change.timestamp} />
    </>
  );
}
