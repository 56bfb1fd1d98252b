import type { SsoSettings } from '@slipway/contracts';
import { type FormEvent, useState } from 'react';
import { saveSso, testSso } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/settings.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { FormError } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';

interface ProviderFormProps {
  readonly accountId: number;
  readonly settings: SsoSettings;
}

/** The provider's address and credentials. The client secret is never shown again. */
export function SsoProviderForm({ accountId, settings: { provider } }: ProviderFormProps) {
  const [issuer, setIssuer] = useState(provider?.issuer ?? '');
  const [clientId, setClientId] = useState(provider?.client_id ?? '');
  const [secret, setSecret] = useState('');
  const [domain, setDomain] = useState(provider?.domain ?? '');
  const canKeepSecret = provider !== null && issuer.trim() === provider.issuer;
  const saving = useChange({
    send: () =>
      call(saveSso, {
        params: { account_id: accountId },
        body: { issuer, client_id: clientId, domain, ...(secret === '' ? {} : { client_secret: secret }) },
      }),
    refresh: [['sso', accountId]],
    message: () => 'Identity provider saved. Single sign-on is off until you turn it on.',
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    saving.mutate(undefined);
  }
  return (
    <Panel title="Identity provider">
      <form onSubmit={submit} className="flex max-w-md flex-col gap-4 p-4">
        <TextField
          label="Issuer"
          type="url"
          required
          hint="For example https://login.example.com"
          value={issuer}
          onChange={(event) => setIssuer(event.target.value)}
        />
        <TextField
          label="Client ID"
          required
          autoComplete="off"
          value={clientId}
          onChange={(event) => setClientId(event.target.value)}
        />
        <TextField
          label="Client secret"
          type="password"
          autoComplete="off"
          required={!canKeepSecret}
          hint={canKeepSecret ? 'Stored encrypted. Leave it empty to keep it.' : 'Stored encrypted.'}
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
        />
        <TextField
          label="Email domain"
          required
          hint="The part of your email addresses after the @."
          value={domain}
          onChange={(event) => setDomain(event.target.value)}
        />
        <FormError error={saving.error} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={saving.isPending}>
            Save provider
          </Button>
          {provider && <TestButton accountId={accountId} />}
        </div>
      </form>
    </Panel>
  );
}

function TestButton({ accountId }: { readonly accountId: number }) {
  const testing = useChange({
    send: () => call(testSso, { params: { account_id: accountId } }),
    refresh: [],
  });
  const problem = testing.data?.problem;
  return (
    <>
      <Button disabled={testing.isPending} onClick={() => testing.mutate(undefined)}>
        Test connection
      </Button>
      <FormError error={testing.error} />
      <p role="status" className="w-full text-sm text-ink-soft">
        {testing.data && (problem ?? 'The provider responds and can be used.')}
      </p>
    </>
  );
}
