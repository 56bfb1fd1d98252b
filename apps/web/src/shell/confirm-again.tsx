import type { ConfirmationWays } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { confirmIdentity, getConfirmationWays, requestPasskey } from '../data/api.js';
import { call, read, useChange } from '../data/call.js';
import { useForm } from '../data/form.js';
import { askForPasskey, hasPasskeys, passkeyProblem } from '../passkeys/ask-device.js';
import { Button, buttonClass } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { Form, FormError, Submit } from '../ui/form.js';
import { Loaded } from '../ui/panel.js';

export function ConfirmAgain({ settle }: { settle(isConfirmed: boolean): void }) {
  return (
    <Dialog
      open
      onOpenChange={() => settle(false)}
      title="Confirm that it is you"
      description="This step needs a fresh confirmation, which then counts for ten minutes."
    >
      <Proof onConfirmed={() => settle(true)} />
    </Dialog>
  );
}

function Proof({ onConfirmed }: { onConfirmed(): void }) {
  const query = useQuery({ ...read(['confirmation-ways'], getConfirmationWays), gcTime: 0 });
  const ways = query.data;
  if (ways === undefined) return <Loaded query={query} rows={2} isBare />;
  return (
    <div className="flex flex-col gap-4">
      {(ways.password || ways.code) && <ProofForm ways={ways} onConfirmed={onConfirmed} />}
      {ways.passkey && hasPasskeys() && <PasskeyProof onConfirmed={onConfirmed} />}
      {ways.sso !== null && (
        <div className="flex justify-end">
          <a href={pathTo('/confirm/sso')} className={buttonClass(ways.password ? 'plain' : 'primary')}>
            Confirm at {ways.sso}
          </a>
        </div>
      )}
      <p className="text-sm text-ink-soft">
        You can also{' '}
        <a href={pathTo('/sign-in', { switch: '1' })} className="text-accent underline">
          sign in again
        </a>
        .
      </p>
    </div>
  );
}

function ProofForm({ ways, onConfirmed }: { readonly ways: ConfirmationWays; onConfirmed(): void }) {
  const form = useForm(
    { proof: '' },
    {
      send: ({ proof }) => call(confirmIdentity, { body: ways.code ? { code: proof } : { password: proof } }),
      after: onConfirmed,
    },
  );
  const field = ways.code
    ? { label: 'Code', hint: 'From your authenticator app, or a recovery code.', autoComplete: 'one-time-code' }
    : { label: 'Your password', type: 'password', autoComplete: 'current-password' };
  return (
    <Form form={form}>
      <TextField {...field} required autoFocus {...form.register('proof')} />
      <FormError error={form.error} />
      <div className="flex justify-end">
        <Submit look="primary">Confirm</Submit>
      </div>
    </Form>
  );
}

function PasskeyProof({ onConfirmed }: { onConfirmed(): void }) {
  const [deviceProblem, setDeviceProblem] = useState('');
  const confirming = useChange({
    async send() {
      setDeviceProblem('');
      const { options } = await call(requestPasskey);
      const passkey = await askForPasskey(options).catch((error: unknown) =>
        setDeviceProblem(passkeyProblem(error)),
      );
      return passkey !== undefined && call(confirmIdentity, { body: { passkey } });
    },
    after: (isConfirmed) => isConfirmed && onConfirmed(),
  });
  return (
    <div className="flex flex-col gap-3">
      <FormError error={confirming.error} />
      {deviceProblem && (
        <p role="alert" className="text-sm text-bad">
          {deviceProblem}
        </p>
      )}
      <div className="flex justify-end">
        <Button change={confirming} icon={Fingerprint}>
          Use a passkey
        </Button>
      </div>
    </div>
  );
}

function pathTo(path: string, more: Readonly<Record<string, string>> = {}): string {
  const { pathname, search } = window.location;
  return `${path}?${new URLSearchParams({ ...more, return_to: pathname + search })}`;
}
