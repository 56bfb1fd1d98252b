import { type AuditLogEntry, type AuditLogProblem, deviceName } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, ShieldCheck } from 'lucide-react';
import { checkAuditLog } from '../../data/api.js';
import { read } from '../../data/call.js';
import { Dialog } from '../../ui/dialog.js';
import { Fact } from '../../ui/panel.js';
import { count, exactTime } from '../../words/format.js';

export function ChainState({ accountId }: { readonly accountId: number }) {
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
export function detailWords(detail: Readonly<Record<string, unknown>>): string {
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

export function whoDid({ action, user_id: id, user_name: name }: AuditLogEntry): string {
  if (id === null) return OTHERS[action] ?? 'The operator';
  return name || `User ${id} (former member)`;
}

export function AuditDetail({ entry, onClose }: { readonly entry: AuditLogEntry | null; onClose(): void }) {
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
