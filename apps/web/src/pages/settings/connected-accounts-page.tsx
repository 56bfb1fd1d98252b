import type { ConnectedLogin, listConnectedLogins as listed, ResponseOf, UnknownAuthor } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { connectLogin, disconnectLogin, listConnectedLogins } from '../../data/api.js';
import { call, read, useChange } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useAccount, useSession } from '../../data/session.js';
import { definePage } from '../../routing/page.js';
import { Avatar } from '../../ui/avatar.js';
import { Button } from '../../ui/button.js';
import { Select, SelectField, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form.js';
import { EmptyPanel, ListPanel, Loaded } from '../../ui/panel.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { Time } from '../../ui/time.js';
import { errorDetail } from '../../words/errors.js';
import { plural } from '../../words/format.js';
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
      <EmptyPanel
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
      </EmptyPanel>
    );
  return (
    <ListPanel title={people.length > 1 ? 'People' : 'Your logins'} label="People">
      {people.map(({ user_id: id, name }) => (
        <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 text-sm">
          <Avatar name={name} />
          <span className="w-36 pt-1 font-medium">{name}</span>
          <Logins logins={logins.filter((login) => login.user_id === id)} connections={connections} />
        </li>
      ))}
    </ListPanel>
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

type Connections = ResponseOf<typeof listed>;

const connectionsKey = (accountId: number) => ['connected-account', accountId] as const;

interface Login {
  readonly user_id: number;
  readonly provider?: string;
  readonly uid?: string;
  readonly change_id?: number;
}

const connectionOf = (accountId: number) => ({
  send: (body: Login) => call(connectLogin, { params: { account_id: accountId }, body }),
  refresh: [connectionsKey(accountId)],
  message: () => 'Login connected. New reports are attributed to its owner.',
});

const HINTS: Readonly<Record<string, string>> = {
  perforce: 'The p4 username, such as mholt.',
  github: 'The username, or the email address used in commits.',
  jira: 'The account ID, such as 712020:4f6a….',
  linear: 'The user ID.',
  jenkins: 'The Jenkins user ID.',
};

interface ConnectDialogProps {
  readonly connections: Connections;
  onClose(): void;
}

function ConnectDialog({ connections: { people, providers }, onClose }: ConnectDialogProps) {
  const { user } = useSession();
  const { send, ...connection } = connectionOf(useAccount().id);
  const form = useForm(
    { user_id: String(user.id), provider: providers[0]?.id ?? '', uid: '' },
    {
      ...connection,
      send: ({ user_id, provider, uid }) => send({ user_id: Number(user_id), provider, uid: uid.trim() }),
      after: onClose,
    },
  );
  return (
    <FormDialog form={form} title="Connect a login" confirm="Connect" onClose={onClose}>
      {people.length > 1 && (
        <SelectField
          label="Person"
          options={people.map(({ user_id: id, name }) => [String(id), name] as const)}
          {...form.register('user_id')}
        />
      )}
      <SelectField
        label="Tool"
        options={providers.map(({ id, label }) => [id, label] as const)}
        {...form.register('provider')}
      />
      <TextField
        label="Login"
        required
        maxLength={255}
        autoComplete="off"
        hint={HINTS[form.values.provider] ?? 'The login or email address that the tool sends.'}
        {...form.register('uid')}
      />
    </FormDialog>
  );
}

function UnknownAuthors({ connections }: { readonly connections: Connections }) {
  const { unknown_authors: authors } = connections;
  if (authors.length === 0) return null;
  return (
    <ListPanel title="Unknown authors" note="in recent changes" label="Unknown authors">
      {authors.map((author) => (
        <AuthorRow key={`${author.provider} ${author.change_id}`} author={author} connections={connections} />
      ))}
    </ListPanel>
  );
}

interface AuthorRowProps {
  readonly author: UnknownAuthor;
  readonly connections: Connections;
}

function AuthorRow({ author, connections }: AuthorRowProps) {
  const { people, providers } = connections;
  const connection = useChange({ ...connectionOf(useAccount().id), refusal: errorDetail });
  const label = providers.find(({ id }) => id === author.provider)?.label ?? author.provider;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-48">
        <div className="font-medium">{author.author}</div>
        <div className="text-xs text-ink-soft">
          {label} · {plural(author.changes, 'change')} · last <Time at={author.last_seen_at} />
        </div>
      </div>
      <Select
        aria-label={`Who is ${author.author}?`}
        value=""
        disabled={connection.isPending}
        onChange={(event) =>
          connection.mutate({ user_id: Number(event.target.value), change_id: author.change_id })
        }
        options={[['', 'This is …'], ...people.map(({ user_id: id, name }) => [String(id), name] as const)]}
      />
    </li>
  );
}
