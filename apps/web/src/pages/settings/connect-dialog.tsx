import type { listConnectedLogins, ResponseOf } from '@slipway/contracts';
import { connectLogin } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useAccount, useSession } from '../../data/session.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField, TextField } from '../../ui/field.js';
import { DialogButtons, Form } from '../../ui/form.js';

/** What the page of connected accounts shows. */
export type Connections = ResponseOf<typeof listConnectedLogins>;

/** The query key of an account's connected logins. */
export const connectionsKey = (accountId: number) => ['connected-account', accountId] as const;

interface Login {
  readonly user_id: number;
  readonly provider?: string;
  readonly uid?: string;
  readonly change_id?: number;
}

/** Connects a login to a member. */
export const connectionOf = (accountId: number) => ({
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
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly connections: Connections;
}

interface ConnectFormProps extends Pick<ConnectDialogProps, 'connections'> {
  onClose(): void;
}

export function ConnectDialog({ open, onOpenChange, connections }: ConnectDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Connect a login">
      <ConnectForm connections={connections} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ConnectForm({ connections: { people, providers }, onClose }: ConnectFormProps) {
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
    <Form form={form}>
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
      <DialogButtons confirm="Connect" onCancel={onClose} />
    </Form>
  );
}
