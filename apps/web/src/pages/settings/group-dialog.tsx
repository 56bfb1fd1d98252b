import type { Group } from '@slipway/contracts';
import { ArrowUp, X } from 'lucide-react';
import { createGroup, updateGroup } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { groupsKey } from '../../data/people.js';
import { useAccount } from '../../data/session.js';
import { Button } from '../../ui/button.js';
import { Check, SelectField, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form.js';

interface Person {
  readonly user_id: number;
  readonly name: string;
}

interface GroupDialogProps {
  readonly group?: Group;
  readonly people: readonly Person[];
  onClose(): void;
}

/** Creates a group, or changes one. */
export function GroupDialog({ group, people, onClose }: GroupDialogProps) {
  const account = useAccount();
  const form = useForm(
    {
      name: group?.name ?? '',
      user_ids: group?.members.map(({ user_id: id }) => id) ?? [],
      rotates: group !== undefined && group.rotates_from !== null,
    },
    {
      send({ name, user_ids: ids, rotates }) {
        const params = { account_id: account.id };
        const body = { name: name.trim(), user_ids: ids };
        if (group === undefined) return call(createGroup, { params, body: { ...body, rotates } });
        const starts = rotates === (group.rotates_from !== null) ? {} : { rotates };
        return call(updateGroup, { params: { ...params, group_id: group.id }, body: { ...body, ...starts } });
      },
      refresh: [groupsKey(account.id)],
      message: (_answer, { name }) => `${name.trim()} is saved.`,
      after: onClose,
    },
  );
  const { name, user_ids: ids, rotates } = form.values;
  return (
    <FormDialog
      form={form}
      title={group === undefined ? 'New group' : `Edit ${group.name}`}
      confirm="Save"
      isDisabled={name.trim() === '' || ids.length === 0}
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={60} {...form.register('name')} />
      <Members people={people} ids={ids} onChange={(user_ids) => form.set({ user_ids })} />
      <Check
        label="Take turns on call"
        hint="One member each week, in the order above."
        checked={rotates}
        onChange={({ target }) => form.set({ rotates: target.checked })}
      />
    </FormDialog>
  );
}

interface MembersProps {
  readonly people: readonly Person[];
  readonly ids: readonly number[];
  onChange(ids: number[]): void;
}

function Members({ people, ids, onChange }: MembersProps) {
  const nameOf = (id: number) => people.find((person) => person.user_id === id)?.name ?? `user ${id}`;
  const others = people.filter(({ user_id: id }) => !ids.includes(id));
  const moveUp = (index: number) => onChange(ids.toSpliced(index - 1, 2, ids[index] ?? 0, ids[index - 1] ?? 0));
  return (
    <>
      <ol aria-label="Members of the group" className="flex flex-col divide-y divide-line text-sm">
        {ids.map((id, index) => (
          <li key={id} className="flex items-center gap-2 py-1">
            <span className="min-w-0 flex-1 truncate">{nameOf(id)}</span>
            <Button
              size="small"
              look="quiet"
              icon={ArrowUp}
              aria-label={`Move ${nameOf(id)} up`}
              disabled={index === 0}
              onClick={() => moveUp(index)}
            />
            <Button
              size="small"
              look="quiet"
              icon={X}
              aria-label={`Remove ${nameOf(id)}`}
              onClick={() => onChange(ids.filter((other) => other !== id))}
            />
          </li>
        ))}
      </ol>
      <SelectField
        label="Add a member"
        value=""
        disabled={others.length === 0}
        options={[['', 'Choose…'], ...others.map(({ user_id: id, name }) => [String(id), name] as const)]}
        onChange={({ target: { value } }) => value !== '' && onChange([...ids, Number(value)])}
      />
    </>
  );
}
