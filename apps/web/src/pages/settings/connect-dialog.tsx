import type { listConnectedLogins, ResponseOf } from '@slipway/contracts';
import { type FormEvent, useState } from 'react';
import { connectLogin } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useAccount, useSession } from '../../data/session.js';
import { useChange } from '../../data/settings.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, Select, TextField } from '../../ui/field.js';
import { Form, FormError } from '../../ui/form.js';

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
export function useConnection(onDone: () => void) {
  const account = useAccount();
  return useChange({
    send: (body: Login) =>
      call(connectLogin, {
        params: { account_id: account.id },
        body,
      }),
    refresh: [connectionsKey(account.id)],
    message: () => 'Login connected. New reports are attributed to its owner.',
    after: onDone,
  });
}

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

export function ConnectDialog({ open, onOpenChange, connections }: ConnectDialogProps) {
  const { user } = useSession();
  const { people, providers } = connections;
  const [provider, setProvider] = useState(providers[0]?.id ?? '');
  const connection = useConnection(() => onOpenChange(false));
  function submit(event: FormEvent<HTMLFormElement>): void {
    const form = new FormData(event.currentTarget);
    const person = form.get('user_id');
    connection.mutate({
      user_id: person === null ? user.id : Number(person),
      provider,
      uid: String(form.get('uid')).trim(),
    });
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Connect a login">
      <Form error={connection.error} onSubmit={submit} className="flex flex-col gap-4">
        {people.length > 1 && (
          <Field label="Person" name="user_id">
            {(ids) => (
              <Select
                {...ids}
                name="user_id"
                defaultValue={String(user.id)}
                options={people.map(({ user_id: id, name }) => [String(id), name] as const)}
              />
            )}
          </Field>
        )}
        <Field label="Tool" name="provider">
          {(ids) => (
            <Select
              {...ids}
              value={provider}
              onChange={(event) => setProvider(event.target.value)}
              options={providers.map(({ id, label }) => [id, label] as const)}
            />
          )}
        </Field>
        <TextField
          label="Login"
          name="uid"
          required
          maxLength={255}
          autoComplete="off"
          hint={HINTS[provider] ?? 'The login or email address that the tool sends.'}
        />
        <FormError error={connection.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" look="primary" disabled={connection.isPending}>
            Connect
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
