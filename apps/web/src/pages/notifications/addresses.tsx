import { CHANNEL_KINDS, type ChannelKind, type GroupReach, type NotificationChannel } from '@slipway/contracts';
import { channelForms } from '@slipway/destinations/forms';
import { useState } from 'react';
import { addNotificationChannel, changeNotificationAddress } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useGroups, useProjectPeople } from '../../data/people.js';
import { useAccount } from '../../data/session.js';
import { ShownOnceDialog } from '../../ui/copy.js';
import { Check, CheckList, SelectField, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form.js';

/** What leads to a channel, as a form has it. Which fields count depends on the kind. */
interface Address {
  url: string;
  token: string;
  channel: string;
  user_ids: string[];
  group_id: string;
  reach: GroupReach;
}

const NO_ADDRESS: Address = { url: '', token: '', channel: '', user_ids: [], group_id: '', reach: 'on_call' };

/** The fields of a request. Those that are empty are not sent. */
function destinationOf(kind: ChannelKind, { user_ids: ids, group_id: groupId, ...texts }: Address) {
  const values = channelForms[kind].fields.map(({ name }) => {
    if (name === 'user_ids') return [name, ids.map(Number)] as const;
    if (name === 'group_id') return [name, groupId === '' ? '' : Number(groupId)] as const;
    return [name, texts[name].trim()] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => typeof value === 'number' || value.length !== 0));
}

interface AddressFieldsProps {
  readonly kind: ChannelKind;
  readonly projectId: number;
  /** Whether the channel has a token already, which it keeps unless another one is entered. */
  readonly hasToken?: boolean;
  readonly register: ReturnType<typeof useForm<Address, unknown>>['register'];
}

const INPUT_TYPES = { url: 'url', token: 'password', channel: 'text' } as const;

function AddressFields({ kind, projectId, hasToken = false, register }: AddressFieldsProps) {
  return channelForms[kind].fields.map(({ name, label, hint, isKept = false }) => {
    if (name === 'user_ids') return <Recipients key={name} projectId={projectId} register={register} />;
    if (name === 'group_id') return <ChooseGroup key={name} register={register} />;
    if (name === 'reach')
      return <SelectField key={name} label={label} hint={hint ?? false} options={REACHES} {...register(name)} />;
    const mayBeEmpty = isKept && hasToken;
    return (
      <TextField
        key={name}
        label={label}
        type={INPUT_TYPES[name]}
        autoComplete="off"
        required={!mayBeEmpty}
        hint={mayBeEmpty ? 'Leave empty to keep the current token.' : (hint ?? false)}
        {...register(name)}
      />
    );
  });
}

const REACHES = [
  ['on_call', 'Whoever is on call'],
  ['everyone', 'Everybody'],
] as const;

function ChooseGroup({ register }: Pick<AddressFieldsProps, 'register'>) {
  const account = useAccount();
  const { data } = useGroups(account.id);
  const groups = data?.groups ?? [];
  return (
    <SelectField
      label="Group"
      required
      hint={
        data !== undefined && groups.length === 0 && 'The account has no groups yet. Its settings create them.'
      }
      options={[['', 'Choose a group'], ...groups.map(({ id, name }) => [String(id), name] as const)]}
      {...register('group_id')}
    />
  );
}

function Recipients({ projectId, register }: Pick<AddressFieldsProps, 'projectId' | 'register'>) {
  const { people } = useProjectPeople(projectId);
  return (
    <CheckList name="user_ids" legend="Recipients">
      {people.map(({ user_id: id, name }) => (
        <Check key={id} label={name} value={id} {...register('user_ids')} />
      ))}
    </CheckList>
  );
}

interface AddChannelProps {
  readonly projectId: number;
  onClose(): void;
}

export function AddChannel({ projectId, onClose }: AddChannelProps) {
  const [secret, setSecret] = useState<string | null>(null);
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
      after: ({ secret: made }) => (made === null ? onClose() : setSecret(made)),
    },
  );
  if (secret !== null)
    return <ShownOnceDialog title="Add a channel" values={[['Signing secret', secret]]} onClose={onClose} />;
  const { kind, name } = form.values;
  return (
    <FormDialog
      form={form}
      title="Add a channel"
      confirm="Add channel"
      isDisabled={name.trim() === ''}
      onClose={onClose}
    >
      <SelectField
        label="Kind"
        hint={channelForms[kind].hint}
        options={CHANNEL_KINDS.map((each) => [each, channelForms[each].label] as const)}
        {...form.register('kind')}
      />
      <TextField label="Name" required maxLength={60} {...form.register('name')} />
      <AddressFields kind={kind} projectId={projectId} register={form.register} />
    </FormDialog>
  );
}

interface ChangeAddressProps extends AddChannelProps {
  readonly channel: NotificationChannel;
}

export function ChangeAddress({ projectId, channel, onClose }: ChangeAddressProps) {
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
      after: onClose,
    },
  );
  return (
    <FormDialog
      form={form}
      title={`Change the address of ${name}`}
      description="Waiting messages are sent to the new address immediately."
      confirm="Change address"
      onClose={onClose}
    >
      <AddressFields kind={kind} projectId={projectId} hasToken register={form.register} />
    </FormDialog>
  );
}
