import { AUDIT_FILTERS, type AuditLogEntry, type AuditLogProblem, deviceName } from '@slipway/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleAlert, ScrollText, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { checkAuditLog, checkConfirmation, listAuditLog } from '../../data/api.js';
import { call, read } from '../../data/call.js';
import { usePagedList } from '../../data/pages.js';
import { useAccount } from '../../data/session.js';
import { Download } from '../../parts/download.js';
import { definePage, type Filters } from '../../routing/page.js';
import { Avatar } from '../../ui/avatar.js';
import { Dialog } from '../../ui/dialog.js';
import { ClearFilters, FilterSelect } from '../../ui/filters.js';
import { type Columns, hidden, newest } from '../../ui/list.js';
import { PagedListView } from '../../ui/paged-list.js';
import { EmptyList, EmptyState, Fact } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { addDays, localDay, startOfDay } from '../../words/clock.js';
import { count, exactTime } from '../../words/format.js';
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
  const { data } = useQuery({ ...query, placeholderData: keepPreviousData, staleTime: 5 * 60_000 });
  const people = data?.people.map(({ user_id: id, name }) => [String(id), name] as const) ?? [];
  const actions = data?.actions.map(({ action, words }) => [action, words] as const) ?? [];
  const projects = data?.projects.map(({ project_id: id, name }) => [String(id), name] as const) ?? [];
  return (
    <>
      <FilterSelect filters={filters} name="user_id" label="Anyone" options={people} />
      <FilterSelect filters={filters} name="action" label="Any action" options={actions} />
      <FilterSelect filters={filters} name="project_id" label="Any project" options={projects} />
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

function ChainState({ accountId }: { readonly accountId: number }) {
  const params = { account_id: accountId };
  const query = read(['audit', accountId, 'integrity'], checkAuditLog, { params });
  const { data } = useQuery({ ...query, staleTime: 60_000 });
  if (data === undefined) return null;
  if (data.problems.length > 0) return <BrokenChain problems={data.problems} />;
  return (
    <p className="flex items-center gap-2 px-4 text-xs text-ink-soft md:px-0">
      <ShieldCheck aria-hidden className="size-4 shrink-0 text-ok" />
      {data.entries === 1
        ? 'The only entry is intact.'
        : `All ${count(data.entries)} entries are intact: none was changed or deleted.`}
    </p>
  );
}

function BrokenChain({ problems }: { readonly problems: readonly AuditLogProblem[] }) {
  return (
    <div role="alert" className="mx-4 flex gap-3 rounded-md border border-bad px-4 py-3 md:mx-0">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold">Someone tampered with this log</h2>
        <p className="text-ink-soft">
          Entries were changed or deleted directly in the database. Tell the operator of this service, and compare
          the log with an earlier download.
        </p>
        <ul className="list-disc pl-5 text-ink-soft">
          {problems.map((problem) => (
            <li key={`${problem.kind} ${problem.from}`}>{problemWords(problem)}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function problemWords({ kind, from, to }: AuditLogProblem): string {
  if (kind === 'unchained') return 'Entries were added outside the chain.';
  if (from === to) return `Entry ${from} is ${kind}.`;
  return `Entries ${from} to ${to} are ${kind}.`;
}

/** The other facts of an entry on one line: `role owner · scopes ping, read:tasks`. */
function detailWords(detail: Readonly<Record<string, unknown>>): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([key, value]) => `${key.replaceAll('_', ' ')} ${NAMED.has(key) ? words(value) : valueWords(value)}`)
    .join(' · ');
}

/** Facts whose values are names of ours, such as `second_factor`. */
const NAMED: ReadonlySet<string> = new Set(['method', 'reason']);
const words = (value: unknown) => String(value).replaceAll('_', ' ');

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Who did what no user did. Commands on the server do the rest. */
const OTHERS: Readonly<Record<string, string>> = {
  'integration.handshake': 'A webhook sender',
  'sso.refuse': 'Someone unknown',
};

function whoDid({ action, user_id: id, user_name: name }: AuditLogEntry): string {
  if (id === null) return OTHERS[action] ?? 'The operator';
  return name || `User ${id} (former member)`;
}

function AuditDetail({ entry, onClose }: { readonly entry: AuditLogEntry | null; onClose(): void }) {
  return (
    <Dialog open={entry !== null} onOpenChange={(open) => !open && onClose()} title={entry?.words ?? ''}>
      {entry && (
        <dl className="grid gap-3 sm:grid-cols-2">
          <Fact label="Who">{whoDid(entry)}</Fact>
          <Fact label="When">{exactTime(new Date(entry.created_at))}</Fact>
          {entry.target && <Fact label="What">{entry.target}</Fact>}
          {entry.project_name && <Fact label="Project">{entry.project_name}</Fact>}
          <Fact label="From">
            <span className="font-mono text-xs">{entry.ip_address || 'unknown IP address'}</span>
          </Fact>
          <Fact label="Device">{entry.user_agent ? deviceName(entry.user_agent) : 'Unknown'}</Fact>
          <Fact label="Action">
            <code className="font-mono text-xs">{entry.action}</code>
          </Fact>
          <Fact label="Position">{entry.position}</Fact>
          <Fact label="Hash">
            <code className="break-all font-mono text-xs">{entry.hash}</code>
          </Fact>
          {Object.entries(entry.detail).map(([key, value]) => (
            <Fact key={key} label={key.replaceAll('_', ' ')}>
              {value === null ? 'none' : valueWords(value)}
            </Fact>
          ))}
        </dl>
      )}
    </Dialog>
  );
}
