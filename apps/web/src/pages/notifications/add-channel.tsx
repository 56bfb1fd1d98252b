import { CHANNEL_KINDS, type ChannelKind } from '@slipway/contracts';
import { type FormEvent, useState } from 'react';
import { addNotificationChannel } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useProjectPeople } from '../../data/people.js';
import { useChange } from '../../data/settings.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, Select, TextField } from '../../ui/field.js';
import { FormError } from '../../ui/form.js';
import { ShownOnce } from '../../ui/shown-once.js';
import { CHANNEL_WORDS } from './channel-kinds.js';

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
  const [kind, setKind] = useState<ChannelKind>('slack_webhook');
  const [name, setName] = useState('');
  const [address, setAddress] = useState<Address>({ url: '', token: '', channel: '', userIds: new Set() });
  const adding = useChange({
    send: () =>
      call(addNotificationChannel, {
        params: { project_id: projectId },
        body: { kind, name: name.trim(), ...destinationOf(kind, address) },
      }),
    refresh: [['notification', projectId]],
    message: ({ channel }) => `${channel.name} was added. Send a test message to try it.`,
    after: ({ secret }) => onAdded(secret),
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    adding.mutate(undefined);
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Kind" hint={CHANNEL_WORDS[kind].hint}>
        {(ids) => (
          <Select
            {...ids}
            value={kind}
            options={CHANNEL_KINDS.map((each) => [each, CHANNEL_WORDS[each].label] as const)}
            onChange={(event) => setKind(event.target.value as ChannelKind)}
          />
        )}
      </Field>
      <TextField
        label="Name"
        required
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <AddressFields kind={kind} projectId={projectId} address={address} onChange={setAddress} />
      <FormError error={adding.error} />
      <Button type="submit" look="primary" className="self-end" disabled={adding.isPending || name.trim() === ''}>
        Add channel
      </Button>
    </form>
  );
}

interface Address {
  readonly url: string;
  readonly token: string;
  readonly channel: string;
  readonly userIds: ReadonlySet<number>;
}

function destinationOf(kind: ChannelKind, { url, token, channel, userIds }: Address) {
  if (kind === 'email') return { user_ids: [...userIds] };
  return kind === 'slack_bot' ? { token: token.trim(), channel: channel.trim() } : { url: url.trim() };
}

interface AddressFieldsProps {
  readonly kind: ChannelKind;
  readonly projectId: number;
  readonly address: Address;
  onChange(address: Address): void;
}

function AddressFields({ kind, projectId, address, onChange }: AddressFieldsProps) {
  if (kind === 'email') return <Recipients projectId={projectId} address={address} onChange={onChange} />;
  if (kind === 'slack_bot')
    return (
      <>
        <TextField
          label="Bot token"
          type="password"
          autoComplete="off"
          required
          value={address.token}
          onChange={(event) => onChange({ ...address, token: event.target.value })}
        />
        <TextField
          label="Slack channel"
          hint="Its id, or its name with #."
          required
          value={address.channel}
          onChange={(event) => onChange({ ...address, channel: event.target.value })}
        />
      </>
    );
  return (
    <TextField
      label="URL"
      type="url"
      autoComplete="off"
      hint="Stored encrypted and never shown again."
      required
      value={address.url}
      onChange={(event) => onChange({ ...address, url: event.target.value })}
    />
  );
}

function Recipients({ projectId, address, onChange }: Omit<AddressFieldsProps, 'kind'>) {
  const { people } = useProjectPeople(projectId);
  function toggle(id: number): void {
    const userIds = new Set(address.userIds);
    if (!userIds.delete(id)) userIds.add(id);
    onChange({ ...address, userIds });
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-sm font-medium">Recipients</legend>
      {people.map(({ user_id: id, name }) => (
        <label key={id} className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="accent-accent"
            checked={address.userIds.has(id)}
            onChange={() => toggle(id)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
