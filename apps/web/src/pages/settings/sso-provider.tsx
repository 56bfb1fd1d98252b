import type { SsoSettings, SsoState } from '@slipway/contracts';
import { type FormEvent, useState } from 'react';
import { removeSso, saveSso, setSsoState, testSso, verifySsoDomain } from '../../data/api.js';
import { call, useChange } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { ConfirmChange } from '../../parts/confirm-change.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/copy.js';
import { SelectField, TextField } from '../../ui/field.js';
import { ConfirmDialog, Form, FormEnd, FormError, Submit } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';

export function SsoProviderForm({ accountId, settings: { provider } }: Omit<SsoProps, 'provider'>) {
  const form = useForm(
    {
      issuer: provider?.issuer ?? '',
      client_id: provider?.client_id ?? '',
      client_secret: '',
      domain: provider?.domain ?? '',
    },
    {
      send: ({ client_secret, ...body }) =>
        call(saveSso, {
          params: { account_id: accountId },
          body: { ...body, ...(client_secret !== '' && { client_secret }) },
        }),
      refresh: [['sso', accountId]],
      message: () => 'Identity provider saved. Single sign-on is off until you turn it on.',
    },
  );
  const canKeepSecret = provider !== null && form.values.issuer.trim() === provider.issuer;
  return (
    <Panel title="Identity provider">
      <Form form={form} className="flex max-w-md flex-col gap-4 p-4">
        <TextField
          label="Issuer"
          type="url"
          required
          hint="For example https://login.example.com"
          {...form.register('issuer')}
        />
        <TextField label="Client ID" required autoComplete="off" {...form.register('client_id')} />
        <TextField
          label="Client secret"
          type="password"
          autoComplete="off"
          required={!canKeepSecret}
          hint={canKeepSecret ? 'Stored encrypted. Leave it empty to keep it.' : 'Stored encrypted.'}
          {...form.register('client_secret')}
        />
        <TextField
          label="Email domain"
          required
          hint="The part of your email addresses after the @."
          {...form.register('domain')}
        />
        <FormEnd submit="Save provider">{provider && <TestButton accountId={accountId} />}</FormEnd>
      </Form>
    </Panel>
  );
}

function TestButton({ accountId }: { readonly accountId: number }) {
  const testing = useChange({
    send: () => call(testSso, { params: { account_id: accountId } }),
  });
  return (
    <>
      <Button change={testing}>Test connection</Button>
      <FormError error={testing.error} />
      <p role="status" className="w-full text-sm text-ink-soft">
        {testing.data && (testing.data.problem ?? 'The provider responds and can be used.')}
      </p>
    </>
  );
}

export function SsoDomain({ accountId, provider }: Omit<SsoProps, 'settings'>) {
  const { domain, domain_verified_at: verifiedAt, txt_name: name, txt_value: value } = provider;
  const verifying = useChange({
    send: () => call(verifySsoDomain, { params: { account_id: accountId } }),
    refresh: [['sso', accountId]],
    message: () => `${domain} is verified.`,
  });
  if (verifiedAt !== null)
    return (
      <Panel title="Domain">
        <p className="p-4 text-sm">
          {domain} was verified <Time at={verifiedAt} />. New people with an address in it join as members.
        </p>
      </Panel>
    );
  return (
    <Panel title="Domain">
      <div className="flex flex-col gap-4 p-4">
        <p className="text-sm text-ink-soft">
          Add this TXT record to the DNS of {domain}. You can delete it once the domain is verified.
        </p>
        <CodeBlock label="Name" text={name} />
        <CodeBlock label="Value" text={value} />
        <FormError error={verifying.error} />
        <div>
          <Button change={verifying}>Verify domain</Button>
        </div>
      </div>
    </Panel>
  );
}

export interface SsoProps {
  readonly accountId: number;
  readonly settings: SsoSettings;
  readonly provider: NonNullable<SsoSettings['provider']>;
}

const STATES: readonly (readonly [SsoState, string])[] = [
  ['off', 'Off'],
  ['optional', 'Optional: people can also use their password'],
  ['required', 'Required for people of the domain'],
];

export function SsoUse({ accountId, settings, provider }: SsoProps) {
  const [isAsking, setAsking] = useState(false);
  const losing = settings.outside_members.filter(({ missing }) => missing !== null);
  const isVerified = provider.domain_verified_at !== null;
  const form = useForm(
    { state: provider.state },
    {
      send: (body) => call(setSsoState, { params: { account_id: accountId }, body }),
      refresh: [['sso', accountId]],
      message: () => 'Single sign-on saved.',
      after: () => setAsking(false),
    },
  );
  function submit(event: FormEvent): unknown {
    if (form.values.state !== 'required' || losing.length === 0) return form.submit(event);
    event.preventDefault();
    return setAsking(true);
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
        {!isAsking && <FormError error={form.error} />}
        <div className="flex flex-wrap gap-2">
          <Submit disabled={!isVerified || !form.isChanged}>Save</Submit>
          <RemoveProvider accountId={accountId} />
        </div>
      </Form>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
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
    </Panel>
  );
}

function RemoveProvider({ accountId }: { readonly accountId: number }) {
  return (
    <ConfirmChange
      look="danger"
      label="Remove provider"
      title="Remove the identity provider?"
      confirm="Remove provider"
      send={() => call(removeSso, { params: { account_id: accountId } })}
      refresh={[['sso', accountId]]}
      message={() => 'Identity provider removed.'}
    >
      <p>
        Nobody can sign in with single sign-on any more. People who have only used single sign-on set a password
        with “Forgot password” on the sign-in page. The domain must be verified again for another provider.
      </p>
    </ConfirmChange>
  );
}
