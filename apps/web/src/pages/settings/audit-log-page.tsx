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

function Entry({ entry }: { readonly entry: AuditLogEntry }) {
  const name = whoDid(entry);
  const detail = detailWords(entry.detail);
  return (
    <div className="flex items-start gap-3">
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <div>
          <span className="font-medium">{name}</span>{' '}
          <span className="text-ink-soft">{entry.words.charAt(0).toLowerCase() + entry.words.slice(1)}</span>
          {entry.target && <span>: {entry.target}</span>}
        </div>
        <div className="truncate text-xs text-ink-faint">
          {[entry.project_name === entry.target ? null : entry.project_name, detail].filter(Boolean).join(' · ')}
        </div>
      </div>
      <div className="shrink-0 text-right text-xs text-ink-faint">
        <div className="text-ink-soft">
          <Time at={entry.created_at} />
        </div>
        <div className="hidden font-mono sm:block">{entry.ip_address}</div>
        <div className="hidden sm:block">{entry.user_agent && deviceName(entry.user_agent)}</div>
      </div>
    </div>
  );
}
