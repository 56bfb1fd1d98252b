import type { SsoSettings, SsoState } from '@slipway/contracts';
import { type FormEvent, useState } from 'react';
import { removeSso, setSsoState } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/change.js';
import { useForm } from '../../data/form.js';
import { Button } from '../../ui/button.js';
import { SelectField } from '../../ui/field.js';
import { ConfirmDialog, Form, FormError, Submit } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { plural } from '../../words/format.js';

interface UseProps {
  readonly accountId: number;
  readonly settings: SsoSettings;
  readonly provider: NonNullable<SsoSettings['provider']>;
}

const STATES: readonly (readonly [SsoState, string])[] = [
  ['off', 'Off'],
  ['optional', 'Optional: people can also use their password'],
  ['required', 'Required for people of the domain'],
];

/** Whether single sign-on is off, optional or required. */
export function SsoUse({ accountId, settings, provider }: UseProps) {
  const [dialog, setDialog] = useState<'require' | 'remove' | null>(null);
  const refresh = [['sso', accountId]];
  const losing = settings.outside_members.filter(({ missing }) => missing !== null);
  const isVerified = provider.domain_verified_at !== null;
  const form = useForm(
    { state: provider.state },
    {
      send: (body) => call(setSsoState, { params: { account_id: accountId }, body }),
      refresh,
      message: () => 'Single sign-on saved.',
      after: () => setDialog(null),
    },
  );
  const removing = useChange({
    send: () => call(removeSso, { params: { account_id: accountId } }),
    refresh,
    message: () => 'Identity provider removed.',
    after: () => setDialog(null),
  });
  function submit(event: FormEvent): unknown {
    if (form.values.state !== 'required' || losing.length === 0) return form.submit(event);
    event.preventDefault();
    return setDialog('require');
  }
  return (
    <Panel title="Use">
      <Form form={{ ...form, submit }} className="flex max-w-md flex-col gap-4 p-4">
        <SelectField
          label="Single sign-on"
          hint={isVerified ? '' : 'Verify the domain first.'}
          disabled={!isVerified}
          options={STATES}
          {...form.register('state')}
        />
        <p className="text-sm text-ink-soft">
          {plural(settings.linked_people, 'person has', 'people have')} signed in with it. Required ends the
          sessions of {plural(settings.affected_people, 'member')} of the domain. Owners always keep their
          password, so that a provider that fails locks nobody out for good.
        </p>
        {dialog === null && <FormError error={form.error} />}
        <div className="flex flex-wrap gap-2">
          <Submit disabled={!isVerified || !form.isChanged}>Save</Submit>
          <Button look="danger" onClick={() => setDialog('remove')}>
            Remove provider
          </Button>
        </div>
      </Form>
      <ConfirmDialog
        open={dialog === 'require'}
        onOpenChange={(open) => !open && setDialog(null)}
        title="Require single sign-on?"
        confirm="Require single sign-on"
        change={form}
        onConfirm={form.submit}
      >
        <p>
          {losing.length === 1 ? 'This person loses' : 'These people lose'} access to this account, because their
          address is outside {provider.domain}. They get an email, and keep their other accounts.
        </p>
        <ul className="list-disc pl-5">
          {losing.map(({ user_id: id, name, missing }) => (
            <li key={id}>
              {name}
              {missing === 'second_factor' && ' (until they add a second factor)'}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'remove'}
        onOpenChange={(open) => !open && setDialog(null)}
        title="Remove the identity provider?"
        confirm="Remove provider"
        change={removing}
        onConfirm={() => removing.mutate()}
      >
        <p>
          Nobody can sign in with single sign-on any more. People who have only used single sign-on set a password
          with “Forgot password” on the sign-in page. The domain must be verified again for another provider.
        </p>
      </ConfirmDialog>
    </Panel>
  );
}
