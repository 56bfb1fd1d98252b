import type { NotificationChannel } from '@slipway/contracts';
import { useState } from 'react';
import { changeNotificationAddress } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Form, FormError, Submit } from '../../ui/form.js';
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
  const form = useForm(
    { ...NO_ADDRESS, channel: target },
    {
      send: (address) =>
        call(changeNotificationAddress, {
          params: { project_id: projectId, channel_id: id },
          body: destinationOf(kind, address),
        }),
      refresh: [['notification', projectId]],
      message: () => `The address of ${name} was changed.`,
      after: onDone,
    },
  );
  return (
    <Form form={form}>
      <AddressFields kind={kind} projectId={projectId} hasToken register={form.register} />
      <FormError error={form.error} />
      <Submit look="primary" className="self-end">
        Change address
      </Submit>
    </Form>
  );
}
