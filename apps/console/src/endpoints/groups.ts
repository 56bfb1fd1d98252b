import { createGroup, deleteGroup, type Group, listGroups, takeWeek, updateGroup } from '@slipway/contracts';
import {
  findGroupName,
  type GroupRecord,
  type GroupRefusal,
  MAX_GROUPS,
  deleteGroup as removeGroup,
  createGroup as saveGroup,
  updateGroup as saveGroupEdit,
  swapWeek,
} from '@slipway/db';
import { onCallOf, parseRowId, weekOf } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { defineConsoleChange, defineConsoleEndpoint } from '../console-endpoint.js';
import { invalidField } from '../invalid-field.js';
import { requireName } from '../require-name.js';
import type { ConsoleServices } from '../services.js';

export const list = defineConsoleEndpoint(listGroups, ({ account, services }) => showGroups(services, account.id));

const REFUSALS: Readonly<Record<GroupRefusal, () => ApiError>> = {
  too_many: () =>
    new ApiError('invalid_parameter', {
      message: `An account can have at most ${MAX_GROUPS} groups. Delete one first.`,
    }),
  no_letters: () => invalidField('name', 'The name must contain a letter or a digit.'),
  same_name: () => invalidField('name', 'A group with this name already exists.'),
  not_a_member: () => invalidField('user_ids', 'Everyone in a group must belong to the account.'),
};

function requireDone(refusal: GroupRefusal | null): void {
  if (refusal !== null) throw REFUSALS[refusal]();
}

export const create = defineConsoleChange(createGroup, async ({ account, body, tx, audit, services }) => {
  const name = requireName(body.name);
  const group = { name, userIds: body.user_ids, rotates: body.rotates };
  requireDone(await saveGroup(tx, account.id, group, services.clock.now()));
  await audit({ target: name, detail: { user_ids: body.user_ids } });
  return showGroups(services, account.id);
});

export const update = defineConsoleChange(updateGroup, async ({ account, params, body, tx, audit, services }) => {
  const key = { accountId: account.id, id: found(parseRowId(params.group_id)) };
  const before = found(await findGroupName(tx, key));
  const name = body.name === undefined ? undefined : requireName(body.name);
  const edit = { name, userIds: body.user_ids, rotates: body.rotates };
  requireDone(await saveGroupEdit(tx, key, edit, services.clock.now()));
  await audit({ target: before, detail: { ...body } });
  return showGroups(services, account.id);
});

export const remove = defineConsoleChange(deleteGroup, async ({ account, params, tx, audit, services }) => {
  const key = { accountId: account.id, id: found(parseRowId(params.group_id)) };
  const name = found(await findGroupName(tx, key));
  await removeGroup(tx, key);
  await audit({ target: name });
  return showGroups(services, account.id);
});

export const take = defineConsoleChange(takeWeek, async ({ account, params, body, tx, audit, services }) => {
  const key = { accountId: account.id, id: found(parseRowId(params.group_id)) };
  const name = found(await findGroupName(tx, key));
  const { week, user_id: userId } = body;
  if (!(await swapWeek(tx, key, { week: new Date(week), userId })))
    throw invalidField('user_id', 'Only members of the group can be on call.');
  await audit({ target: name, detail: { week, user_id: userId } });
  return showGroups(services, account.id);
});

/** How many weeks are shown, the current one included. */
const WEEKS = 6;
const WEEK_MS = 7 * 24 * 60 * 60_000;
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

async function showGroups({ reads, clock }: ConsoleServices, accountId: number): Promise<{ groups: Group[] }> {
  const groups = await reads.listGroups(accountId);
  return { groups: groups.map((group) => presentGroup(group, clock.now())) };
}

function presentGroup(group: GroupRecord, now: number): Group {
  const { id, name, slug, members, rotatesFrom, swaps } = group;
  const weeks = Array.from({ length: WEEKS }, (_, index) => weekOf(now + index * WEEK_MS));
  return {
    id,
    name,
    handle: `@${slug}`,
    members: members.map(({ userId, name: person }) => ({ user_id: userId, name: person })),
    rotates_from: rotatesFrom === null ? null : dayOf(rotatesFrom),
    weeks: weeks.map((week) => {
      const person = members.find(({ userId }) => userId === onCallOf(group, week.getTime()));
      return {
        week: dayOf(week),
        on_call: person === undefined ? null : { user_id: person.userId, name: person.name },
        is_swap: swaps.some((swap) => swap.week.getTime() === week.getTime()),
      };
    }),
  };
}
