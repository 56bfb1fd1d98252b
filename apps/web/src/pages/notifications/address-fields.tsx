import type { ChannelKind } from '@slipway/contracts';
import { channelForms } from '@slipway/destinations/forms';
import type { ComponentProps } from 'react';
import { useProjectPeople } from '../../data/people.js';
import { Check, CheckList, TextField } from '../../ui/field.js';

/** What leads to a channel, as a form has it. Which fields count depends on the kind. */
interface Address {
  url: string;
  token: string;
  channel: string;
  user_ids: string[];
}

export const NO_ADDRESS: Address = { url: '', token: '', channel: '', user_ids: [] };

/** The fields of a request. Those that are empty are not sent. */
export function destinationOf(kind: ChannelKind, { user_ids: ids, ...texts }: Address) {
  const values = channelForms[kind].fields.map(({ name }) =>
    name === 'user_ids' ? [name, ids.map(Number)] : [name, texts[name].trim()],
  );
  return Object.fromEntries(values.filter(([, value]) => value?.length !== 0));
}

interface AddressFieldsProps {
  readonly kind: ChannelKind;
  readonly projectId: number;
  /** Whether the channel has a token already, which it keeps unless another one is entered. */
  readonly hasToken?: boolean;
  register(name: keyof Address): ComponentProps<'input'>;
}

const INPUT_TYPES = { url: 'url', token: 'password', channel: 'text' } as const;

/** The fields of an address. What is refused is shown beside its field. */
export function AddressFields({ kind, projectId, hasToken = false, register }: AddressFieldsProps) {
  return channelForms[kind].fields.map(({ name, label, hint, isKept = false }) => {
    if (name === 'user_ids') return <Recipients key={name} projectId={projectId} register={register} />;
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
