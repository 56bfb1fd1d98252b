import type { OwnToken } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { listTokens } from '../../data/api.js';
import { read } from '../../data/call.js';
import { useSession } from '../../data/session.js';
import { definePage } from '../../routing/page.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/copy.js';
import { API_TOKEN } from '../../ui/labels.js';
import { EmptyState, Loaded, Panel } from '../../ui/panel.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { count, plural } from '../../words/format.js';
import { NewToken } from './new-token.js';
import { SettingsPage } from './settings-layout.js';
import { TokenRows } from './token-rows.js';

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
