import type { SsoSettings } from '@slipway/contracts';
import { saveSso, testSso } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/change.js';
import { useForm } from '../../data/form.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Form, FormError, Submit } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';

interface ProviderFormProps {
  readonly accountId: number;
  readonly settings: SsoSettings;
}

/** The provider's address and credentials. The client secret is never shown again. */
export function SsoProviderForm({ accountId, settings: { provider } }: ProviderFormProps) {
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
        <FormError error={form.error} />
        <div className="flex flex-wrap gap-2">
          <Submit>Save provider</Submit>
          {provider && <TestButton accountId={accountId} />}
        </div>
      </Form>
    </Panel>
  );
}

function TestButton({ accountId }: { readonly accountId: number }) {
  const testing = useChange({
    send: () => call(testSso, { params: { account_id: accountId } }),
  });
  const problem = testing.data?.problem;
  return (
    <>
      <Button disabled={testing.isPending} onClick={() => testing.mutate()}>
        Test connection
      </Button>
      <FormError error={testing.error} />
      <p role="status" className="w-full text-sm text-ink-soft">
        {testing.data && (problem ?? 'The provider responds and can be used.')}
      </p>
    </>
  );
}
