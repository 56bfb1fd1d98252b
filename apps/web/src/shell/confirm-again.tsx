import type { ConfirmationWays } from '@slipway/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { confirmIdentity, getConfirmationWays, requestPasskey } from '../data/api.js';
import { call } from '../data/call.js';
import { askForPasskey, hasPasskeys, passkeyProblem } from '../passkeys/ask-device.js';
import { Button, buttonClass } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { Form, FormError } from '../ui/form.js';
import { ErrorState, SkeletonRows } from '../ui/states.js';

/** Asks the user to prove again who they are, and reports whether they did. */
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
  const ways = useQuery({ queryKey: ['confirmation-ways'], queryFn: () => call(getConfirmationWays), gcTime: 0 });
  if (ways.isError) return <ErrorState error={ways.error} retry={() => void ways.refetch()} />;
  if (ways.data === undefined) return <SkeletonRows count={2} />;
  return (
    <div className="flex flex-col gap-4">
      {(ways.data.password || ways.data.code) && <ProofForm ways={ways.data} onConfirmed={onConfirmed} />}
      {ways.data.passkey && hasPasskeys() && <PasskeyProof onConfirmed={onConfirmed} />}
      {ways.data.sso !== null && (
        <div className="flex justify-end">
          <a href={pathTo('/confirm/sso')} className={buttonClass(ways.data.password ? 'plain' : 'primary')}>
            Confirm at {ways.data.sso}
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

interface ProofFormProps {
  readonly ways: ConfirmationWays;
  onConfirmed(): void;
}

function ProofForm({ ways, onConfirmed }: ProofFormProps) {
  const confirming = useMutation({
    mutationFn: (typed: string) =>
      call(confirmIdentity, { body: ways.code ? { code: typed } : { password: typed } }),
    onSuccess: onConfirmed,
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    confirming.mutate(String(new FormData(event.currentTarget).get('proof')));
  }
  const field = ways.code
    ? { label: 'Code', hint: 'From your authenticator app, or a recovery code.', autoComplete: 'one-time-code' }
    : { label: 'Your password', type: 'password', autoComplete: 'current-password' };
  return (
    <Form error={confirming.error} onSubmit={submit} className="flex flex-col gap-4">
      <TextField {...field} name="proof" required autoFocus />
      <FormError error={confirming.error} />
      <div className="flex justify-end">
        <Button type="submit" look="primary" disabled={confirming.isPending}>
          Confirm
        </Button>
      </div>
    </Form>
  );
}

function PasskeyProof({ onConfirmed }: { onConfirmed(): void }) {
  const [deviceProblem, setDeviceProblem] = useState('');
  const confirming = useMutation({
    mutationFn: (passkey: string) => call(confirmIdentity, { body: { passkey } }),
    onSuccess: onConfirmed,
  });
  const asking = useMutation({
    mutationFn: async () => (await call(requestPasskey)).options,
    onSuccess: (options) =>
      askForPasskey(options).then(confirming.mutate, (error: unknown) => setDeviceProblem(passkeyProblem(error))),
  });
  function ask(): void {
    setDeviceProblem('');
    asking.mutate();
  }
  return (
    <div className="flex flex-col gap-3">
      <FormError error={asking.error ?? confirming.error} />
      {deviceProblem && (
        <p role="alert" className="text-sm text-bad">
          {deviceProblem}
        </p>
      )}
      <div className="flex justify-end">
        <Button disabled={asking.isPending || confirming.isPending} onClick={ask}>
          <Fingerprint aria-hidden className="size-4" />
          Use a passkey
        </Button>
      </div>
    </div>
  );
}

/** A page of the server that then returns to this one. */
function pathTo(path: string, more: Readonly<Record<string, string>> = {}): string {
  const { pathname, search } = window.location;
  return `${path}?${new URLSearchParams({ ...more, return_to: pathname + search })}`;
}
