import type { AuditLogEntry } from '@slipway/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { listAuditLog } from '../../data/api.js';
import { call } from '../../data/call.js';
import { usePagedList } from '../../data/pages.js';
import { useAccount } from '../../data/session.js';
import { definePage } from '../../routing/page.js';
import { Avatar } from '../../ui/avatar.js';
import { deviceName } from '../../ui/device.js';
import { ClearFilters, FilterSelect } from '../../ui/filters.js';
import type { Columns } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyState } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { AuditDetail, detailWords, whoDid } from './audit-detail.js';
import { SettingsPage } from './settings-layout.js';

export const page = definePage({
  path: '/settings/audit-log',
  label: 'Audit log',
  icon: ScrollText,
  place: { group: 'account', order: 5, isForOwners: true },
  words: 'history security',
  filters: ['user_id', 'action'],
});

/** Every change to settings: who, what, when, from where. */
export function AuditLogPage() {
  const account = useAccount();
  if (account.role === 'owner') return <AuditLog key={account.id} accountId={account.id} />;
  return (
    <SettingsPage>
      <EmptyState title="Only owners can read the audit log">
        <p>It lists every settings change in {account.name}, with who made it and from where.</p>
      </EmptyState>
    </SettingsPage>
  );
}

function readPage(accountId: number, query: Readonly<Record<string, string | undefined>>) {
  const { user_id: userId, ...rest } = query;
  return call(listAuditLog, {
    params: { account_id: accountId },
    query: { ...rest, limit: 50, ...(userId === undefined ? {} : { user_id: Number(userId) }) },
  });
}

function AuditLog({ accountId }: { readonly accountId: number }) {
  const filters = page.useFilters();
  const { user_id, action } = filters.values;
  const [opened, setOpened] = useState<AuditLogEntry | null>(null);
  const query = { user_id, action };
  const list = usePagedList(
    ['audit', accountId, query],
    (cursor) => readPage(accountId, { ...query, cursor }),
    ({ entries }) => entries,
  );
  const { data: options } = useQuery({
    queryKey: ['audit', accountId, 'options'],
    queryFn: () => readPage(accountId, {}),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });
  return (
    <SettingsPage
      meta="Every settings change: who made it, when, and from where."
      filters={
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
          <ClearFilters filters={filters} names={['user_id', 'action']} />
        </>
      }
    >
      <PagedListView
        list={list}
        label="Settings changes"
        columns={COLUMNS}
        keyOf={({ id }) => String(id)}
        onOpen={(entry) => setOpened(entry)}
        empty={
          <EmptyState title={user_id || action ? 'Nothing matches' : 'No changes yet'}>
            <p>
              {user_id || action
                ? 'No settings change matches these filters.'
                : 'No settings have changed yet. Changes to tokens, members, projects, integrations and the plan appear here.'}
            </p>
          </EmptyState>
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
  headings: [
    { label: 'Picture', isHidden: true },
    { label: 'Who' },
    { label: 'Change' },
    { label: 'From' },
    { label: 'When', isRight: true, isNewestFirst: true },
  ],
};

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
