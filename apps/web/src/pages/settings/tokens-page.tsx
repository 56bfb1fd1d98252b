import type { OwnToken } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { listTokens, revokeToken } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useSession } from '../../data/session.js';
import { useChange } from '../../data/settings.js';
import { scopesLabel } from '../../parts/tokens/token-scopes.js';
import { definePage } from '../../routing/page.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/copy.js';
import { ConfirmDialog } from '../../ui/form.js';
import { count } from '../../ui/format.js';
import { Panel } from '../../ui/page.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { NewToken } from './new-token.js';
import { SettingsPage } from './settings-layout.js';

export const page = definePage({
  path: '/settings/tokens',
  label: 'API tokens',
  icon: KeyRound,
  place: { group: 'you', order: 1 },
  words: 'keys',
  filters: ['new'],
});

/** The API tokens of the signed-in user. */
export function TokensPage() {
  const { new: preset } = page.useFilters().values;
  const [isCreating, setCreating] = useState(preset !== undefined);
  const [revoked, setRevoked] = useState<OwnToken | null>(null);
  const query = useQuery({ queryKey: ['token'], queryFn: () => call(listTokens) });
  useShortcuts({ c: () => setCreating(true) });
  const scopes = query.data?.scopes ?? [];
  return (
    <SettingsPage
      meta="A token acts for you in every account you belong to, within its scopes."
      actions={
        <Button look="primary" onClick={() => setCreating(true)} title="New token (c)" disabled={!query.data}>
          <Plus aria-hidden className="size-4" />
          New token
        </Button>
      }
    >
      {query.isPending && (
        <Panel>
          <SkeletonRows count={5} />
        </Panel>
      )}
      {query.isError && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.data && (
        <Tokens
          tokens={query.data.tokens}
          all={scopes.map(({ scope }) => scope)}
          onCreate={() => setCreating(true)}
          onRevoke={setRevoked}
        />
      )}
      {query.data && <NewToken open={isCreating} onOpenChange={setCreating} scopes={scopes} preset={preset} />}
      <RevokeDialog token={revoked} onClose={() => setRevoked(null)} />
    </SettingsPage>
  );
}

interface TokensProps {
  readonly tokens: readonly OwnToken[];
  readonly all: readonly string[];
  onCreate(): void;
  onRevoke(token: OwnToken): void;
}

function Tokens({ tokens, all, onCreate, onRevoke }: TokensProps) {
  const active = tokens.filter(({ state }) => state === 'active');
  const over = tokens.filter(({ state }) => state !== 'active');
  return (
    <>
      <Panel title="Active" aside={<span className="tnum text-xs text-ink-faint">{count(active.length)}</span>}>
        {active.length === 0 ? (
          <NoTokens onCreate={onCreate} />
        ) : (
          <TokenRows label="Active tokens" tokens={active} all={all} onRevoke={onRevoke} />
        )}
      </Panel>
      {over.length > 0 && (
        <Panel
          title="No longer valid"
          aside={<span className="tnum text-xs text-ink-faint">{count(over.length)}</span>}
        >
          <TokenRows label="Tokens that are no longer valid" tokens={over} all={all} />
        </Panel>
      )}
    </>
  );
}

function NoTokens({ onCreate }: { onCreate(): void }) {
  const { base_url: baseUrl } = useSession();
  return (
    <EmptyState
      title="No tokens yet"
      action={
        <Button look="primary" onClick={onCreate}>
          New token
        </Button>
      }
    >
      <p>Scripts, dashboards and bots use the API with a token. Its value is shown once, when you create it.</p>
      <CodeBlock
        label="With a token"
        text={`curl -H 'Authorization: Bearer <token>' ${baseUrl}/api/v1/projects`}
      />
    </EmptyState>
  );
}

interface TokenRowsProps {
  readonly label: string;
  readonly tokens: readonly OwnToken[];
  readonly all: readonly string[];
  onRevoke?(token: OwnToken): void;
}

function TokenRows({ label, tokens, all, onRevoke }: TokenRowsProps) {
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
          </div>
          <Dates token={token} />
          <div className="ml-auto flex w-20 justify-end">
            {onRevoke === undefined ? (
              <StatePill token={token} />
            ) : (
              <Button size="small" look="danger" onClick={() => onRevoke(token)}>
                Revoke<span className="sr-only"> {token.name}</span>
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
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

function RevokeDialog({ token, onClose }: { readonly token: OwnToken | null; onClose(): void }) {
  const revocation = useChange({
    send: (id: number) => call(revokeToken, { params: { token_id: id } }),
    refresh: [['token']],
    message: () => 'Token revoked.',
    after: onClose,
  });
  return (
    <ConfirmDialog
      open={token !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke “${token?.name}”?`}
      confirm="Revoke token"
      isPending={revocation.isPending}
      error={revocation.error}
      onConfirm={() => token && revocation.mutate(token.id)}
    >
      <p>
        Anything that uses it gets a 401 response from now on. This cannot be undone; create a new token to replace
        it.
        {token?.last_used_at && (
          <>
            {' '}
            It was last used <Time at={token.last_used_at} />.
          </>
        )}
      </p>
    </ConfirmDialog>
  );
}
