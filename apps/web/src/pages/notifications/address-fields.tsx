import type { ChannelKind } from '@slipway/contracts';
import { useProjectPeople } from '../../data/people.js';
import { TextField } from '../../ui/field.js';
import { useFieldError } from '../../ui/form-errors.js';

/** What leads to a channel, as a form has it. Which fields count depends on the kind. */
export interface Address {
  readonly url: string;
  readonly token: string;
  readonly channel: string;
  readonly userIds: ReadonlySet<number>;
}

export const NO_ADDRESS: Address = { url: '', token: '', channel: '', userIds: new Set() };

/** The fields of a request. Those that are empty are not sent. */
export function destinationOf(kind: ChannelKind, { url, token, channel, userIds }: Address) {
  if (kind === 'email') return userIds.size === 0 ? {} : { user_ids: [...userIds] };
  if (kind !== 'slack_bot') return { url: url.trim() };
  return { channel: channel.trim(), ...(token.trim() !== '' && { token: token.trim() }) };
}

interface AddressFieldsProps {
  readonly kind: ChannelKind;
  readonly projectId: number;
  readonly address: Address;
  /** Whether the channel has a token already, which it keeps unless another one is entered. */
  readonly hasToken?: boolean;
  onChange(address: Address): void;
}

/** The fields of an address. What is refused is shown beside its field. */
export function AddressFields({ kind, projectId, address, hasToken = false, onChange }: AddressFieldsProps) {
  if (kind === 'email') return <Recipients projectId={projectId} address={address} onChange={onChange} />;
  if (kind === 'slack_bot')
    return (
      <>
        <TextField
          label="Bot token"
          name="token"
          type="password"
          autoComplete="off"
          required={!hasToken}
          {...(hasToken && { hint: 'Leave empty to keep the current token.' })}
          value={address.token}
          onChange={(event) => onChange({ ...address, token: event.target.value })}
        />
        <TextField
          label="Slack channel"
          name="channel"
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
      name="url"
      type="url"
      autoComplete="off"
      hint="Stored encrypted and never shown again."
      required
      value={address.url}
      onChange={(event) => onChange({ ...address, url: event.target.value })}
    />
  );
}

function Recipients({ projectId, address, onChange }: Omit<AddressFieldsProps, 'kind' | 'hasToken'>) {
  const { people } = useProjectPeople(projectId);
  const error = useFieldError('user_ids', 'Recipients');
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
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
