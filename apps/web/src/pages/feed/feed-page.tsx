import { SlipwayError } from '@slipway/client';
import { type ConsoleEvent, FEED_FILTERS } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { Activity, ArrowUp } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useFeed } from '../../data/feed.js';
import { useAccount, useProjectOptions } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { BuildSample } from '../../parts/samples.js';
import { SavedViews } from '../../parts/views/saved-views.js';
import { definePage } from '../../routing/page.js';
import { buttonClass } from '../../ui/button.js';
import { ClearFilters, FilterSelect } from '../../ui/filters.js';
import { providerLabel } from '../../ui/labels.js';
import { EmptyList, EmptyPanel, ErrorState, Panel, SkeletonRows } from '../../ui/panel.js';
import { count } from '../../words/format.js';
import { FeedList } from './feed-list.js';

const TYPES = [
  ['build_run.*', 'Builds'],
  ['build_run.failed', 'Failed builds'],
  ['change.*', 'Asset changes'],
  ['task.*', 'Tasks'],
  ['approval.*', 'Approvals'],
  ['approval.requested', 'Requested approvals'],
  ['deployment.*', 'Deployments'],
] as const;

export const page = definePage({
  path: '/feed',
  label: 'Feed',
  icon: Activity,
  place: { group: 'workspace', order: 2, keys: 'g f' },
  words: 'events activity',
  filters: ['event_types', 'project_id', 'actor'],
});

export function FeedPage() {
  const account = useAccount();
  const projects = useProjectOptions();
  const filters = page.useFilters(FEED_FILTERS);
  const { list, newCount, isMany, showNew } = useFeed(account.id, filters.query);
  const actors = useActors(list.rows, filters.query.actor);
  useEffect(() => {
    const { title } = document;
    if (newCount > 0) document.title = `(${count(newCount)}) ${title}`;
    return () => {
      document.title = title;
    };
  }, [newCount]);
  if (list.error instanceof SlipwayError && list.error.status === 403) return <NeedsPlan plan={account.plan} />;
  return (
    <Page
      meta="Everything from the last 90 days, across all projects."
      views={<SavedViews place={{ projectId: null, list: 'feed' }} filters={filters} />}
      filters={
        <>
          <FilterSelect filters={filters} name="event_types" label="Everything" options={TYPES} />
          <FilterSelect filters={filters} name="project_id" label="All projects" options={projects} />
          <FilterSelect filters={filters} name="actor" label="Anyone" options={actors} />
          <ClearFilters filters={filters} />
        </>
      }
    >
      {newCount > 0 && (
        <div className="sticky top-14 z-10 h-0 text-center">
          <button
            type="button"
            onClick={() => {
              showNew();
              window.scrollTo({ top: 0 });
            }}
            className="inline-flex h-7 items-center gap-1 rounded-full bg-accent px-3 text-xs font-medium text-accent-ink hover:brightness-110"
          >
            <ArrowUp aria-hidden className="size-3.5" />
            <span aria-live="polite">
              {count(newCount)}
              {isMany && '+'} new
            </span>
          </button>
        </div>
      )}
      {list.error ? (
        <ErrorState error={list.error} retry={list.reload} />
      ) : (
        <Panel>
          {list.isLoading && <SkeletonRows count={14} />}
          {!list.isLoading && list.rows.length === 0 && !list.hasMore && (
            <EmptyList
              isFiltered={filters.isSet}
              unmatched={['Nothing matches', 'No event in the last 90 days matches these filters.']}
              title="Nothing has happened yet"
            >
              <p>
                Builds, changes, tasks, approvals and deployments appear here as your tools report them. Send your
                first one:
              </p>
              <BuildSample />
            </EmptyList>
          )}
          {(list.rows.length > 0 || list.hasMore) && <FeedList list={list} />}
        </Panel>
      )}
    </Page>
  );
}

function NeedsPlan({ plan }: { readonly plan: string }) {
  return (
    <Page>
      <EmptyPanel
        title="The feed requires the Team plan"
        action={
          <Link to="/settings/billing" className={buttonClass('primary')}>
            See the plans
          </Link>
        }
      >
        <p>
          This account is on the <span className="capitalize">{plan}</span> plan. With Team or higher, this page
          and the API show what happens across all projects. Nothing is lost: events from the last 90 days appear
          once you upgrade.
        </p>
      </EmptyPanel>
    </Page>
  );
}

type Option = readonly [actor: string, name: string];

/** Everyone whose events were loaded, by name. While the feed shows only one of them, the others remain available. */
function useActors(events: readonly ConsoleEvent[], chosen: string | undefined): readonly Option[] {
  const known = useRef(new Map<string, string>());
  return useMemo(() => {
    for (const { actor, actor_name: name } of events) known.current.set(actor, providerLabel(name));
    if (chosen !== undefined && !known.current.has(chosen)) known.current.set(chosen, chosen);
    return [...known.current].toSorted(([, a], [, b]) => a.localeCompare(b));
  }, [events, chosen]);
}
