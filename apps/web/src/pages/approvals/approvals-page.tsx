import { useAccount, useProjects, useSession } from '../../data/session.js';
import { ASSET_TYPE_OPTIONS } from '../../ui/asset-type.js';
import { ClearFilters, FilterSelect, FilterText, useFilters } from '../../ui/filters.js';
import { count } from '../../ui/format.js';
import { Page } from '../../ui/page.js';
import { Segmented } from '../../ui/segmented.js';
import { DecidedList } from './decided-list.js';
import { ReviewQueue } from './review-queue.js';

/** The reviewer's queue: every asset of the account that waits for a decision. */
export function ApprovalsPage() {
  const account = useAccount();
  const { waiting_approvals: waiting } = useSession();
  const projects = useProjects();
  const [{ view, project_id, asset_type, q }] = useFilters();
  const filters = { project_id, asset_type, q: q || undefined };
  return (
    <Page
      title="Approvals"
      meta={waiting === 0 ? 'Nothing waits for a decision.' : `${count(waiting)} waiting for a decision`}
      actions={
        <Segmented
          name="view"
          label="Which approvals"
          options={[
            { value: 'waiting', label: 'Waiting', count: waiting },
            { value: 'decided', label: 'Decided' },
          ]}
        />
      }
      filters={
        <>
          <FilterText name="q" label="Path contains" />
          <FilterSelect
            name="project_id"
            label="All projects"
            options={projects.map(({ id, name }) => [String(id), name] as const)}
          />
          <FilterSelect name="asset_type" label="Any type" options={ASSET_TYPE_OPTIONS} />
          <ClearFilters names={['q', 'project_id', 'asset_type']} />
        </>
      }
    >
      {view === 'decided' ? (
        <DecidedList accountId={account.id} filters={filters} />
      ) : (
        <ReviewQueue account={account} filters={filters} />
      )}
    </Page>
  );
}
