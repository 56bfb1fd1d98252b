import { type ConsoleReference, REFERENCE_FILTERS } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ExternalLink, Link2 } from 'lucide-react';
import { countReferences, searchReferences } from '../../data/api.js';
import { read } from '../../data/call.js';
import { usePagedList } from '../../data/pages.js';
import { Page } from '../../parts/page.js';
import { WebhookSample } from '../../parts/samples.js';
import { SavedViews } from '../../parts/views/saved-views.js';
import { definePage } from '../../routing/page.js';
import { toChange, toTask } from '../../routing/records.js';
import { ClearFilters, FilterSelect, FilterText, sumCounts } from '../../ui/filters.js';
import { providerLabel } from '../../ui/labels.js';
import { RecordLink } from '../../ui/links.js';
import { type Columns, newest } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyList } from '../../ui/panel.js';
import { TimeCell } from '../../ui/time.js';
import { count, plural } from '../../words/format.js';

export const page = definePage({
  path: '/projects/$projectId/references',
  label: 'Tracker items',
  icon: Link2,
  place: { group: 'project', order: 7 },
  words: 'references issues',
  filters: ['q', 'provider', 'state'],
});

export function ReferencesPage() {
  const { projectId } = page.useParams();
  const navigate = useNavigate();
  const filters = page.useFilters(REFERENCE_FILTERS);
  const { query } = filters;
  const params = { project_id: projectId };
  const list = usePagedList(
    ['reference', projectId, 'list', query],
    searchReferences,
    { params, query },
    'references',
  );
  function open({ url, changes: [change], tasks: [task] }: ConsoleReference): void {
    if (url) window.open(url, '_blank', 'noreferrer');
    else if (change) void navigate(toChange(projectId, change.id));
    else if (task) void navigate(toTask(projectId, task.id));
  }
  return (
    <Page
      meta="Issues and cards from your trackers"
      views={<SavedViews place={{ projectId, list: 'references' }} filters={filters} />}
      filters={<ReferenceFilters projectId={projectId} />}
    >
      <PagedListView
        list={list}
        label="Tracker items"
        columns={COLUMNS}
        onOpen={open}
        empty={<NoReferences isFiltered={filters.isSet} />}
      >
        {(item) => <ReferenceRow item={item} projectId={projectId} />}
      </PagedListView>
    </Page>
  );
}

function ReferenceFilters({ projectId }: { readonly projectId: number }) {
  const filters = page.useFilters();
  const params = { project_id: projectId };
  const { data } = useQuery(read(['reference', projectId, 'counts'], countReferences, { params }));
  const counts = data?.counts ?? [];
  const options = (groups: ReadonlyMap<string, number>, label: (value: string) => string) =>
    [...groups].map(([value, sum]) => [value, `${label(value)} (${count(sum)})`] as const);
  const providers = options(sumCounts(counts, 'provider'), providerLabel);
  const states = options(sumCounts(counts, 'state'), (state) => state || 'No state');
  return (
    <>
      <FilterText filters={filters} name="q" label="Key or title" />
      <FilterSelect filters={filters} name="provider" label="Any tracker" options={providers} />
      <FilterSelect filters={filters} name="state" label="Any state" options={states} />
      <ClearFilters filters={filters} />
    </>
  );
}

const COLUMNS: Columns = {
  from: 'md',
  grid: 'grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 md:grid-cols-[132px_minmax(0,1fr)_minmax(0,280px)_minmax(0,120px)_80px]',
  headings: ['Key', 'Title', 'Mentioned in', 'State', newest('Updated')],
};

function ReferenceRow({ item, projectId }: { readonly item: ConsoleReference; readonly projectId: number }) {
  return (
    <>
      <td className="min-w-0 max-md:col-start-1">
        <a
          href={item.url || undefined}
          target="_blank"
          rel="noreferrer"
          className="flex min-w-0 items-center gap-1 font-mono text-xs hover:underline"
        >
          <span className="truncate">{item.key}</span>
          {item.url && <ExternalLink aria-label="opens the tracker" className="size-3 shrink-0 text-ink-faint" />}
        </a>
      </td>
      <td className="min-w-0 max-md:col-span-2">
        <span className="block truncate font-medium">{item.title}</span>
        <span className="text-xs text-ink-faint">
          {providerLabel(item.provider)}
          {item.assignee && ` · ${item.assignee}`}
        </span>
      </td>
      <td className="flex min-w-0 flex-wrap gap-x-2 text-xs text-ink-soft max-md:col-span-2">
        <Mentions item={item} projectId={projectId} />
      </td>
      <td className="min-w-0 max-md:col-start-2 max-md:row-start-1">
        <span className="inline-block max-w-full truncate rounded-sm border border-line px-1.5 text-xs text-ink-soft">
          {item.state || 'No state'}
        </span>
      </td>
      <TimeCell at={item.updated_at} className="max-md:hidden" />
    </>
  );
}

function Mentions({ item, projectId }: { readonly item: ConsoleReference; readonly projectId: number }) {
  const { changes, change_count: changeCount, tasks, task_count: taskCount } = item;
  const more = changeCount - changes.length + (taskCount - tasks.length);
  if (changeCount + taskCount === 0) return <span className="text-ink-faint">Not mentioned yet</span>;
  return (
    <>
      {changes.map((change) => (
        <RecordLink
          key={change.id}
          to={toChange(projectId, change.id)}
          title={change.subject}
          className="font-mono hover:underline"
        >
          {change.display_identifier}
        </RecordLink>
      ))}
      {tasks.map((task) => (
        <RecordLink
          key={task.id}
          to={toTask(projectId, task.id)}
          title={task.title}
          className="font-mono hover:underline"
        >
          task-{task.id}
        </RecordLink>
      ))}
      {more > 0 && <span className="text-ink-faint">and {plural(more, 'other')}</span>}
    </>
  );
}

function NoReferences({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <EmptyList
      isFiltered={isFiltered}
      unmatched={['No tracker item matches', 'The search covers keys and titles.']}
      title="No tracker items yet"
    >
      <p>
        Connect Jira, Linear, Trello, monday.com or Asana under Integrations. Their items appear here, linked to
        the changes and tasks that mention their key. To try it:
      </p>
      <WebhookSample
        label="Report a Jira issue"
        to="jira"
        body={`{"webhookEvent": "jira:issue_created", "timestamp": ${Date.now()}, "issue": {"id": "1", "key": "HARB-1", "fields": {"summary": "Crash on load", "status": {"name": "To Do"}}}}`}
      />
    </EmptyList>
  );
}
