import type { ChannelKind } from '@slipway/contracts';
import { channelForms } from '@slipway/destinations/forms';
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
export function destinationOf(kind: ChannelKind, address: Address) {
  const { userIds, ...texts } = address;
  const values = channelForms[kind].fields.map(({ name }) =>
    name === 'user_ids' ? [name, [...userIds]] : [name, texts[name].trim()],
  );
  return Object.fromEntries(values.filter(([, value]) => value?.length !== 0));
}

interface AddressFieldsProps {
  readonly kind: ChannelKind;
  readonly projectId: number;
  readonly address: Address;
  /** Whether the channel has a token already, which it keeps unless another one is entered. */
  readonly hasToken?: boolean;
  onChange(address: Address): void;
}

const INPUT_TYPES = { url: 'url', token: 'password', channel: 'text' } as const;

/** The fields of an address. What is refused is shown beside its field. */
export function AddressFields({ kind, projectId, address, hasToken = false, onChange }: AddressFieldsProps) {
  return channelForms[kind].fields.map(({ name, label, hint, isKept = false }) => {
    if (name === 'user_ids')
      return <Recipients key={name} projectId={projectId} address={address} onChange={onChange} />;
    const mayBeEmpty = isKept && hasToken;
    const shownHint = mayBeEmpty ? 'Leave empty to keep the current token.' : hint;
    return (
      <TextField
        key={name}
        label={label}
        name={name}
        type={INPUT_TYPES[name]}
        autoComplete="off"
        required={!mayBeEmpty}
        {...(shownHint !== undefined && { hint: shownHint })}
        value={address[name]}
        onChange={(event) => onChange({ ...address, [name]: event.target.value })}
      />
    );
  });
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
