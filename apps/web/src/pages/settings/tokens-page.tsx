import type { OwnToken } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { listTokens, revokeToken, shortenToken } from '../../data/api.js';
import { call, read } from '../../data/call.js';
import { useSession } from '../../data/session.js';
import { ConfirmChange } from '../../parts/confirm-change.js';
import { scopesLabel } from '../../parts/tokens/token-scopes.js';
import { definePage } from '../../routing/page.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/copy.js';
import { DialogButton } from '../../ui/form.js';
import { API_TOKEN } from '../../ui/labels.js';
import { EmptyState, Loaded, Panel } from '../../ui/panel.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { count, plural } from '../../words/format.js';
import { NewToken } from './new-token.js';
import { SettingsPage } from './settings-layout.js';
import { RestrictDialog, RestrictionsLine } from './token-restrictions.js';

export const page = definePage({
  path: '/settings/tokens',
  label: 'API tokens',
  icon: KeyRound,
  place: { group: 'you', order: 1 },
  words: 'keys',
  filters: ['new'],
});

export function TokensPage() {
  const { new: preset } = page.useFilters().values;
  const [isCreating, setCreating] = useState(preset !== undefined);
  const query = useQuery(read(['token'], listTokens));
  useShortcuts({ c: () => setCreating(true) });
  const { scopes = [], max_days: maxDays = null } = query.data ?? {};
  return (
    <SettingsPage
      meta={
        <>
          A token acts for you in all your accounts, within its scopes.
          {maxDays !== null && ` New ones last at most ${plural(maxDays, 'day')}.`}
        </>
      }
      actions={
        <Button
          look="primary"
          onClick={() => setCreating(true)}
          title="New token (c)"
          disabled={!query.data}
          icon={Plus}
        >
          New token
        </Button>
      }
    >
      <Loaded query={query} rows={5}>
        {({ tokens }) => (
          <Tokens
            tokens={tokens}
            all={scopes.map(({ scope }) => scope)}
            maxDays={maxDays}
            onCreate={() => setCreating(true)}
          />
        )}
      </Loaded>
      {query.data && isCreating && (
        <NewToken scopes={scopes} preset={preset} maxDays={maxDays} onClose={() => setCreating(false)} />
      )}
    </SettingsPage>
  );
}

interface TokensProps {
  readonly tokens: readonly OwnToken[];
  readonly all: readonly string[];
  readonly maxDays: number | null;
  onCreate(): void;
}

function Tokens({ tokens, all, maxDays, onCreate }: TokensProps) {
  const active = tokens.filter(({ state }) => state === 'active');
  const over = tokens.filter(({ state }) => state !== 'active');
  return (
    <>
      <Panel title="Active" note={count(active.length)}>
        {active.length === 0 ? (
          <NoTokens onCreate={onCreate} />
        ) : (
          <TokenRows label="Active tokens" tokens={active} all={all} maxDays={maxDays} />
        )}
      </Panel>
      {over.length > 0 && (
        <Panel title="No longer valid" note={count(over.length)}>
          <TokenRows label="Tokens that are no longer valid" tokens={over} all={all} maxDays={maxDays} />
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
        text={`curl -H 'Authorization: Bearer ${API_TOKEN}' ${baseUrl}/api/v1/projects`}
      />
    </EmptyState>
  );
}

interface TokenRowsProps {
  readonly label: string;
  readonly tokens: readonly OwnToken[];
  readonly all: readonly string[];
  /** The longest lifetime that the user's accounts allow; null for no limit. */
  readonly maxDays: number | null;
}

function TokenRows({ label, tokens, all, maxDays }: TokenRowsProps) {
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
            {token.state === 'active' ? <Actions token={token} maxDays={maxDays} /> : <StatePill token={token} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Actions({ token, maxDays }: { readonly token: OwnToken; readonly maxDays: number | null }) {
  return (
    <>
      {token.exceeds_limit && <Shorten token={token} maxDays={maxDays ?? 0} />}
      <DialogButton size="small" label="Restrict" subject={token.name}>
        {(close) => <RestrictDialog token={token} onClose={close} />}
      </DialogButton>
      <Revoke token={token} />
    </>
  );
}

function Shorten({ token, maxDays }: { readonly token: OwnToken; readonly maxDays: number }) {
  return (
    <ConfirmChange
      size="small"
      label="Shorten"
      subject={token.name}
      title={`Shorten “${token.name}”?`}
      confirm="Shorten token"
      send={() => call(shortenToken, { params: { token_id: token.id } })}
      refresh={[['token']]}
      message={() => 'Token shortened.'}
    >
      <p>
        It will expire in {plural(maxDays, 'day')}, the longest lifetime that your account allows. Replace it
        before then wherever it is used. This cannot be undone.
      </p>
    </ConfirmChange>
  );
}

function Revoke({ token }: { readonly token: OwnToken }) {
  return (
    <ConfirmChange
      size="small"
      look="danger"
      label="Revoke"
      subject={token.name}
      title={`Revoke “${token.name}”?`}
      confirm="Revoke token"
      send={() => call(revokeToken, { params: { token_id: token.id } })}
      refresh={[['token']]}
      message={() => 'Token revoked.'}
    >
      <p>
        Anything that uses it gets a 401 response from now on. This cannot be undone; create a new token to replace
        it.
        {token.last_used_at && (
          <>
            {' '}
            It was last used <Time at={token.last_used_at} />.
          </>
        )}
      </p>
    </ConfirmChange>
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

function endOf(token: OwnToken): readonly [label: string, at: string | null] {
  if (token.state === 'revoked') return ['Revoked', token.revoked_at];
  return [token.state === 'expired' ? 'Expired' : 'Expires', token.expires_at];
}

const LABELS = { active: 'Active', expired: 'Expired', revoked: 'Revoked', retired: 'Retired' } as const;

function StatePill({ token }: { readonly token: OwnToken }) {
  const why = token.state === 'retired' ? 'Created before tokens were hashed; refused since October 5, 2026.' : '';
  return (
    <span title={why}>
      <StatusPill state="cancelled" label={LABELS[token.state]} />
    </span>
  );
}
