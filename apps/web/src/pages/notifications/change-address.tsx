import type { NotificationChannel } from '@slipway/contracts';
import { useState } from 'react';
import { changeNotificationAddress } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/settings.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Form, FormError } from '../../ui/form.js';
import { AddressFields, destinationOf, NO_ADDRESS } from './address-fields.js';

interface ChangeAddressProps {
  readonly projectId: number;
  readonly channel: NotificationChannel;
}

/** Leads a channel elsewhere. Its rules, its log and its secrets stay. */
export function ChangeAddress({ projectId, channel }: ChangeAddressProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Change address
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Change the address of ${channel.name}`}
        description="Waiting messages are sent to the new address immediately."
      >
        <AddressForm projectId={projectId} channel={channel} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function AddressForm({ projectId, channel, onDone }: ChangeAddressProps & { onDone(): void }) {
  const { id, kind, name, target } = channel;
  const [address, setAddress] = useState({ ...NO_ADDRESS, channel: target });
  const changing = useChange({
    send: () =>
      call(changeNotificationAddress, {
        params: { project_id: projectId, channel_id: id },
        body: destinationOf(kind, address),
      }),
    refresh: [['notification', projectId]],
    message: () => `The address of ${name} was changed.`,
    after: onDone,
  });
  return (
    <Form error={changing.error} onSubmit={() => changing.mutate(undefined)} className="flex flex-col gap-4">
      <AddressFields kind={kind} projectId={projectId} address={address} hasToken onChange={setAddress} />
      <FormError error={changing.error} />
      <Button type="submit" look="primary" className="self-end" disabled={changing.isPending}>
        Change address
      </Button>
    </Form>
  );
}
