import { type AuditLogEntry, deviceName } from '@slipway/contracts';
import { Dialog } from '../../ui/dialog.js';
import { Fact } from '../../ui/panel.js';
import { exactTime } from '../../words/format.js';

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

/** Who did it: a user, or someone or something else. */
export function whoDid({ action, user_id: id, user_name: name }: AuditLogEntry): string {
  if (id === null) return OTHERS[action] ?? 'The operator';
  return name || `User ${id} (former member)`;
}

/** Everything that is known about an entry. */
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
