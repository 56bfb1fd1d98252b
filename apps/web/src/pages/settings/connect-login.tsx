import type { listConnectedLogins, ResponseOf, UnknownAuthor } from '@slipway/contracts';
import { connectLogin } from '../../data/api.js';
import { call, useChange } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useAccount, useSession } from '../../data/session.js';
import { Select, SelectField, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { errorDetail } from '../../words/errors.js';
import { plural } from '../../words/format.js';

export type Connections = ResponseOf<typeof listConnectedLogins>;

export const connectionsKey = (accountId: number) => ['connected-account', accountId] as const;

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

export function ConnectDialog({ connections: { people, providers }, onClose }: ConnectDialogProps) {
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

export function UnknownAuthors({ connections }: { readonly connections: Connections }) {
  const { unknown_authors: authors } = connections;
  if (authors.length === 0) return null;
  return (
    <Panel title="Unknown authors" note="in recent changes">
      <ul aria-label="Unknown authors" className="divide-y divide-line">
        {authors.map((author) => (
          <AuthorRow key={`${author.provider} ${author.change_id}`} author={author} connections={connections} />
        ))}
      </ul>
    </Panel>
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
