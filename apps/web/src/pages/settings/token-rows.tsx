import type { OwnToken } from '@slipway/contracts';
import { TriangleAlert } from 'lucide-react';
import { scopesLabel } from '../../parts/tokens/token-scopes.js';
import { Button } from '../../ui/button.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { RestrictionsLine } from './token-restrictions.js';

/** What can be done with an active token. */
export type TokenAction = 'restrict' | 'shorten' | 'revoke';

interface TokenRowsProps {
  readonly label: string;
  readonly tokens: readonly OwnToken[];
  readonly all: readonly string[];
  /** Absent for tokens that no longer work. */
  onAct?(action: TokenAction, token: OwnToken): void;
}

/** A list of tokens with their scopes, restrictions and dates. */
export function TokenRows({ label, tokens, all, onAct }: TokenRowsProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {tokens.map((token) => (
        <li key={token.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
          <div className="min-w-0 flex-1 basis-56">
            <div className="flex flex-wrap items-center gap-x-2">
              <span className="font-medium">{token.name}</span>
              <code className="font-mono text-xs text-ink-faint">{token.prefix}…</code>
              <Origin origin={token.origin} />
            </div>
            <div className="text-xs text-ink-soft" title={token.scopes.join(', ')}>
              {scopesLabel(token.scopes, all)} · created <Time at={token.created_at} />
            </div>
            <RestrictionsLine token={token} />
            {token.exceeds_limit && (
              <div className="flex items-center gap-1 text-xs text-warn">
                <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
                Lasts longer than your account now allows
              </div>
            )}
          </div>
          <Dates token={token} />
          <div className="ml-auto flex flex-wrap justify-end gap-2 sm:w-56">
            {onAct === undefined ? <StatePill token={token} /> : <Actions token={token} onAct={onAct} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

interface ActionsProps {
  readonly token: OwnToken;
  onAct(action: TokenAction, token: OwnToken): void;
}

function Actions({ token, onAct }: ActionsProps) {
  const name = <span className="sr-only"> {token.name}</span>;
  return (
    <>
      {token.exceeds_limit && (
        <Button size="small" onClick={() => onAct('shorten', token)}>
          Shorten{name}
        </Button>
      )}
      <Button size="small" onClick={() => onAct('restrict', token)}>
        Restrict{name}
      </Button>
      <Button size="small" look="danger" onClick={() => onAct('revoke', token)}>
        Revoke{name}
      </Button>
    </>
  );
}

function Origin({ origin }: Pick<OwnToken, 'origin'>) {
  if (origin === 'web') return null;
  const label = origin === 'cli' ? 'command line' : 'assistant';
  return <span className="rounded-sm bg-idle-soft px-1.5 text-xs text-ink-soft">{label}</span>;
}

function Dates({ token }: { readonly token: OwnToken }) {
  const [label, at] = endOf(token);
  return (
    <dl className="flex grow basis-52 gap-4 text-xs sm:grow-0 sm:basis-64">
      <div className="w-24 sm:w-32">
        <dt className="text-ink-faint">Last used</dt>
        <dd>{token.last_used_at === null ? 'Never' : <Time at={token.last_used_at} />}</dd>
        {token.last_used_ip !== '' && <dd className="font-mono break-all text-ink-faint">{token.last_used_ip}</dd>}
      </div>
      <div>
        <dt className="text-ink-faint">{label}</dt>
        <dd>{at === null ? 'Never' : <Time at={at} />}</dd>
      </div>
    </dl>
  );
}

/** When a token stopped working, or will. */
function endOf(token: OwnToken): readonly [label: string, at: string | null] {
  if (token.state === 'revoked') return ['Revoked', token.revoked_at];
  return [token.state === 'expired' ? 'Expired' : 'Expires', token.expires_at];
}

const STATES = {
  active: 'ok',
  expired: 'cancelled',
  revoked: 'cancelled',
  retired: 'cancelled',
} as const;
const LABELS = { active: 'Active', expired: 'Expired', revoked: 'Revoked', retired: 'Retired' } as const;

function StatePill({ token }: { readonly token: OwnToken }) {
  const why = token.state === 'retired' ? 'Created before tokens were hashed; refused since October 5, 2026.' : '';
  return (
    <span title={why}>
      <StatusPill state={STATES[token.state]} label={LABELS[token.state]} />
    </span>
  );
}
