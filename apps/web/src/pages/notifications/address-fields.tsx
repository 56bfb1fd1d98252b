import type { ChannelKind } from '@slipway/contracts';
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
export function destinationOf(kind: ChannelKind, { url, token, channel, user_ids: ids }: Address) {
  if (kind === 'email') return ids.length === 0 ? {} : { user_ids: ids.map(Number) };
  if (kind !== 'slack_bot') return { url: url.trim() };
  return { channel: channel.trim(), ...(token.trim() !== '' && { token: token.trim() }) };
}

interface AddressFieldsProps {
  readonly kind: ChannelKind;
  readonly projectId: number;
  /** Whether the channel has a token already, which it keeps unless another one is entered. */
  readonly hasToken?: boolean;
  register(name: keyof Address): ComponentProps<'input'>;
}

/** The fields of an address. What is refused is shown beside its field. */
export function AddressFields({ kind, projectId, hasToken = false, register }: AddressFieldsProps) {
  const { people } = useProjectPeople(projectId);
  if (kind === 'email')
    return (
      <CheckList name="user_ids" legend="Recipients">
        {people.map(({ user_id: id, name }) => (
          <Check key={id} label={name} value={id} {...register('user_ids')} />
        ))}
      </CheckList>
    );
  if (kind === 'slack_bot')
    return (
      <>
        <TextField
          label="Bot token"
          type="password"
          autoComplete="off"
          required={!hasToken}
          hint={hasToken && 'Leave empty to keep the current token.'}
          {...register('token')}
        />
        <TextField label="Slack channel" hint="Its id, or its name with #." required {...register('channel')} />
      </>
    );
  return (
    <TextField
      label="URL"
      type="url"
      autoComplete="off"
      hint="Stored encrypted and never shown again."
      required
      {...register('url')}
    />
  );
}
