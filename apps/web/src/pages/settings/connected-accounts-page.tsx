import type { ConnectedLogin } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { disconnectLogin, listConnectedLogins } from '../../data/api.js';
import { call, read, useChange } from '../../data/call.js';
import { useAccount } from '../../data/session.js';
import { definePage } from '../../routing/page.js';
import { Avatar } from '../../ui/avatar.js';
import { Button } from '../../ui/button.js';
import { EmptyState, Loaded, Panel } from '../../ui/panel.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { Time } from '../../ui/time.js';
import { errorDetail } from '../../words/errors.js';
import { ConnectDialog, type Connections, connectionsKey, UnknownAuthors } from './connect-login.js';
import { SettingsPage } from './settings-layout.js';

export const page = definePage({
  path: '/settings/connected-accounts',
  label: 'Connected accounts',
  icon: Link2,
  place: { group: 'you', order: 3 },
  words: 'logins authors',
});

export function ConnectedAccountsPage() {
  const account = useAccount();
  const [isAdding, setAdding] = useState(false);
  const params = { account_id: account.id };
  const query = useQuery(read(connectionsKey(account.id), listConnectedLogins, { params }));
  useShortcuts({ c: () => setAdding(true) });
  return (
    <SettingsPage
      meta={`People’s logins in Perforce, GitHub, Jira and other tools. Slipway uses them to attribute changes, builds and failures in ${account.name}.`}
      actions={
        <Button
          look="primary"
          onClick={() => setAdding(true)}
          disabled={!query.data}
          title="Connect a login (c)"
          icon={Plus}
        >
          Connect a login
        </Button>
      }
    >
      <Loaded query={query} rows={6}>
        {(connections) => (
          <>
            <UnknownAuthors connections={connections} />
            <People connections={connections} onAdd={() => setAdding(true)} />
            {isAdding && <ConnectDialog connections={connections} onClose={() => setAdding(false)} />}
          </>
        )}
      </Loaded>
    </SettingsPage>
  );
}

function People({ connections, onAdd }: { readonly connections: Connections; onAdd(): void }) {
  const { connected_accounts: logins, people } = connections;
  if (logins.length === 0)
    return (
      <Panel>
        <EmptyState
          title="No logins are connected"
          action={
            <Button look="primary" onClick={onAdd}>
              Connect a login
            </Button>
          }
        >
          <p>
            Tools send logins such as “mholt”. Connect them to people, so that a broken build names the person to
            ask.
          </p>
        </EmptyState>
      </Panel>
    );
  return (
    <Panel title={people.length > 1 ? 'People' : 'Your logins'}>
      <ul aria-label="People" className="divide-y divide-line">
        {people.map(({ user_id: id, name }) => (
          <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 text-sm">
            <Avatar name={name} />
            <span className="w-36 pt-1 font-medium">{name}</span>
            <Logins logins={logins.filter((login) => login.user_id === id)} connections={connections} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface LoginsProps {
  readonly logins: readonly ConnectedLogin[];
  readonly connections: Connections;
}

function Logins({ logins, connections }: LoginsProps) {
  if (logins.length === 0)
    return (
      <span className="basis-64 grow pt-1 text-ink-faint">
        No logins, so nothing is attributed to this person.
      </span>
    );
  const labels = new Map(connections.providers.map(({ id, label }) => [id, label]));
  return (
    <ul className="flex min-w-0 grow basis-64 flex-col">
      {logins.map((login) => (
        <li key={login.id} className="flex items-center gap-3 py-0.5">
          <span className="w-24 shrink-0 text-ink-soft">{labels.get(login.provider) ?? login.provider}</span>
          <span className="min-w-0 flex-1 truncate font-mono text-xs" title={login.uid}>
            {login.uid}
          </span>
          <Time at={login.created_at} className="hidden text-xs text-ink-faint sm:inline" />
          <Disconnect login={login} />
        </li>
      ))}
    </ul>
  );
}

function Disconnect({ login }: { readonly login: ConnectedLogin }) {
  const account = useAccount();
  const removal = useChange({
    send: () =>
      call(disconnectLogin, {
        params: { account_id: account.id, connected_account_id: login.id },
      }),
    refresh: [connectionsKey(account.id)],
    message: () => 'Login disconnected.',
    refusal: errorDetail,
  });
  return (
    <Button
      size="small"
      look="danger"
      subject={`the ${login.provider} login of ${login.user_name}`}
      change={removal}
    >
      Remove
    </Button>
  );
}
