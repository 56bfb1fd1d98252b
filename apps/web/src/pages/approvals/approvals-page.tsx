import { REVIEW_FILTERS } from '@slipway/contracts';
import { CheckCheck } from 'lucide-react';
import { useAccount, useProjects, useSession } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { SavedViews } from '../../parts/views/saved-views.js';
import { definePage } from '../../routing/page.js';
import { ASSET_TYPE_OPTIONS } from '../../ui/asset-type.js';
import { ClearFilters, FilterSelect, FilterText, Segmented } from '../../ui/filters.js';
import { plural } from '../../words/format.js';
import { DecidedList } from './decided-list.js';
import { ReviewGroups } from './review-groups.js';
import { ReviewQueue } from './review-queue.js';

export const page = definePage({
  path: '/approvals',
  label: 'Approvals',
  icon: CheckCheck,
  place: { group: 'workspace', order: 3, keys: 'g a' },
  words: 'review queue',
  filters: ['view', 'project_id', 'asset_type', 'q', 'change'],
});

export function ApprovalsPage() {
  const account = useAccount();
  const { waiting_approvals: waiting } = useSession();
  const projects = useProjects();
  const filters = page.useFilters(REVIEW_FILTERS);
  const { view, change } = filters.values;
  const query = { ...filters.query, ...(change && { commit_sha: change }) };
  const isFiltered = Object.keys(query).length > 0;
  return (
    <Page
      meta={waiting === 0 ? 'Nothing is waiting for a decision.' : `Waiting for ${plural(waiting, 'decision')}`}
      actions={
        <Segmented
          filters={filters}
          name="view"
          label="Approvals to show"
          options={[
            { value: 'waiting', label: 'Waiting', count: waiting },
            { value: 'decided', label: 'Decided' },
          ]}
        />
      }
      views={<SavedViews place={{ projectId: null, list: 'approvals' }} filters={filters} />}
      filters={
        <>
          <FilterText filters={filters} name="q" label="Path contains" />
          <FilterSelect
            filters={filters}
            name="project_id"
            label="All projects"
            options={projects.map(({ id, name }) => [String(id), name] as const)}
          />
          <FilterSelect filters={filters} name="asset_type" label="Any type" options={ASSET_TYPE_OPTIONS} />
          <ClearFilters filters={filters} />
        </>
      }
    >
      {view === 'decided' ? (
        <DecidedList accountId={account.id} filters={query} />
      ) : (
        <>
          {!isFiltered && <ReviewGroups accountId={account.id} isReadOnly={account.read_only_reason !== null} />}
          <ReviewQueue account={account} filters={{ ...query, ...(!isFiltered && { grouped: true }) }} />
        </>
      )}
    </Page>
  );
}
