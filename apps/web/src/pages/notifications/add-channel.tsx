import { CHANNEL_KINDS, type ChannelKind } from '@slipway/contracts';
import { channelForms } from '@slipway/destinations/forms';
import { useState } from 'react';
import { addNotificationChannel } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField, TextField } from '../../ui/field.js';
import { Form, FormError, Submit } from '../../ui/form.js';
import { ShownOnce } from '../../ui/shown-once.js';
import { AddressFields, destinationOf, NO_ADDRESS } from './address-fields.js';

interface AddChannelProps {
  readonly projectId: number;
  readonly open: boolean;
  onOpenChange(open: boolean): void;
}

/** Adds a channel. The signing secret of an outgoing webhook is shown once, before the dialog closes. */
export function AddChannel({ projectId, open, onOpenChange }: AddChannelProps) {
  const [secret, setSecret] = useState<string | null>(null);
  function close(): void {
    setSecret(null);
    onOpenChange(false);
  }
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())} title="Add a channel">
      {secret === null ? (
        <ChannelForm projectId={projectId} onAdded={(made) => (made === null ? close() : setSecret(made))} />
      ) : (
        <div className="flex flex-col gap-4">
          <ShownOnce values={[['Signing secret', secret]]} />
          <Button look="primary" className="self-end" onClick={close}>
            Done
          </Button>
        </div>
      )}
    </Dialog>
  );
}

interface ChannelFormProps {
  readonly projectId: number;
  onAdded(secret: string | null): void;
}

function ChannelForm({ projectId, onAdded }: ChannelFormProps) {
  const form = useForm(
    { kind: 'slack_webhook' as ChannelKind, name: '', ...NO_ADDRESS },
    {
      send: ({ kind, name, ...address }) =>
        call(addNotificationChannel, {
          params: { project_id: projectId },
          body: { kind, name: name.trim(), ...destinationOf(kind, address) },
        }),
      refresh: [['notification', projectId]],
      message: ({ channel }) => `${channel.name} was added. Send a test message to try it.`,
      after: ({ secret }) => onAdded(secret),
    },
  );
  const { kind, name } = form.values;
  return (
    <Form form={form}>
      <SelectField
        label="Kind"
        hint={channelForms[kind].hint}
        options={CHANNEL_KINDS.map((each) => [each, channelForms[each].label] as const)}
        {...form.register('kind')}
      />
      <TextField label="Name" required maxLength={60} {...form.register('name')} />
      <AddressFields kind={kind} projectId={projectId} register={form.register} />
      <FormError error={form.error} />
      <Submit look="primary" className="self-end" disabled={name.trim() === ''}>
        Add channel
      </Submit>
    </Form>
  );
}
