import { AUDIT_FILTERS, type AuditLogEntry, deviceName } from '@slipway/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { checkConfirmation, listAuditLog } from '../../data/api.js';
import { call, read } from '../../data/call.js';
import { usePagedList } from '../../data/pages.js';
import { useAccount } from '../../data/session.js';
import { Download } from '../../parts/download.js';
import { definePage, type Filters } from '../../routing/page.js';
import { Avatar } from '../../ui/avatar.js';
import { ClearFilters, FilterSelect } from '../../ui/filters.js';
import { type Columns, hidden, newest } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyList, EmptyState } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { addDays, localDay, startOfDay } from '../../words/clock.js';
import { AuditDetail, ChainState, detailWords, whoDid } from './audit-detail.js';
import { SettingsPage } from './settings-layout.js';

export const page = definePage({
  path: '/settings/audit-log',
  label: 'Audit log',
  icon: ScrollText,
  place: { group: 'account', order: 5, isForOwners: true },
  words: 'history security',
  filters: ['user_id', 'action', 'project_id', 'days'],
});

export function AuditLogPage() {
  const account = useAccount();
  if (account.role === 'owner') return <AuditLog key={account.id} accountId={account.id} />;
  return (
    <SettingsPage>
      <EmptyState title="Only owners can read the audit log">
        <p>It lists sign-ins, approvals and every settings change in {account.name}: who, when, and from where.</p>
      </EmptyState>
    </SettingsPage>
  );
}

const PERIODS = [
  ['1', 'Since yesterday'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
] as const;

/** The start of a day, so that the same rows stay cached. */
const sinceOf = (days: string | undefined) =>
  PERIODS.some(([period]) => period === days) && {
    since: startOfDay(addDays(localDay(new Date()), -Number(days))),
  };

function AuditLog({ accountId }: { readonly accountId: number }) {
  const filters = page.useFilters(AUDIT_FILTERS);
  const query = { ...filters.query, ...sinceOf(filters.values.days) };
  const texts = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    value instanceof Date ? value.toISOString() : String(value),
  ]);
  const [opened, setOpened] = useState<AuditLogEntry | null>(null);
  const params = { account_id: accountId };
  const list = usePagedList(['audit', accountId, query], listAuditLog, { params, query }, 'entries');
  return (
    <SettingsPage
      meta="Sign-ins, approvals and every settings change: who, when, and from where."
      filters={<AuditFilters accountId={accountId} filters={filters} />}
      actions={
        <Download
          check={() => call(checkConfirmation)}
          href={`/console/api/accounts/${accountId}/audit_log/export?${new URLSearchParams(texts)}`}
        >
          Download NDJSON
        </Download>
      }
    >
      <ChainState accountId={accountId} />
      <PagedListView
        list={list}
        label="Audit log"
        columns={COLUMNS}
        onOpen={(entry) => setOpened(entry)}
        empty={
          <EmptyList
            isFiltered={filters.isSet}
            unmatched={['Nothing matches', 'No entry matches these filters.']}
            title="No entries yet"
          >
            <p>
              Sign-ins, approvals, and changes to tokens, members, projects, integrations and the plan appear here.
            </p>
          </EmptyList>
        }
      >
        {(entry) => <Entry entry={entry} />}
      </PagedListView>
      <AuditDetail entry={opened} onClose={() => setOpened(null)} />
    </SettingsPage>
  );
}

const COLUMNS: Columns = {
  from: 'md',
  grid: 'grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-0.5 md:grid-cols-[28px_minmax(0,160px)_minmax(0,1fr)_minmax(0,200px)_80px]',
  headings: [hidden('Picture'), 'Who', 'Change', 'From', newest('When')],
};

interface AuditFiltersProps {
  readonly accountId: number;
  readonly filters: Filters<'user_id' | 'action' | 'project_id' | 'days'>;
}

function AuditFilters({ accountId, filters }: AuditFiltersProps) {
  const query = read(['audit', accountId, 'options'], listAuditLog, { params: { account_id: accountId } });
  const { data: options } = useQuery({ ...query, placeholderData: keepPreviousData, staleTime: 5 * 60_000 });
  return (
    <>
      <FilterSelect
        filters={filters}
        name="user_id"
        label="Anyone"
        options={(options?.people ?? []).map(({ user_id: id, name }) => [String(id), name] as const)}
      />
      <FilterSelect
        filters={filters}
        name="action"
        label="Any action"
        options={(options?.actions ?? []).map(({ action: id, words }) => [id, words] as const)}
      />
      <FilterSelect
        filters={filters}
        name="project_id"
        label="Any project"
        options={(options?.projects ?? []).map(({ project_id: id, name }) => [String(id), name] as const)}
      />
      <FilterSelect filters={filters} name="days" label="Any time" options={PERIODS} />
      <ClearFilters filters={filters} />
    </>
  );
}

function Entry({ entry }: { readonly entry: AuditLogEntry }) {
  const name = whoDid(entry);
  const detail = detailWords(entry.detail);
  return (
    <>
      <td>
        <Avatar name={name} />
      </td>
      <td className="truncate font-medium">{name}</td>
      <td className="min-w-0 max-md:col-start-2 max-md:col-end-4">
        <div>
          <span className="text-ink-soft">{entry.words}</span>
          {entry.target && <span>: {entry.target}</span>}
        </div>
        <div className="truncate text-xs text-ink-faint">
          {[entry.project_name === entry.target ? null : entry.project_name, detail].filter(Boolean).join(' · ')}
        </div>
      </td>
      <td className="min-w-0 text-xs text-ink-faint max-md:hidden">
        <div className="truncate font-mono">{entry.ip_address}</div>
        <div className="truncate">{entry.user_agent && deviceName(entry.user_agent)}</div>
      </td>
      <td className="text-right text-xs text-ink-soft max-md:col-start-3 max-md:row-start-1">
        <Time at={entry.created_at} />
      </td>
    </>
  );
}
