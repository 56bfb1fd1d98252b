import type { Group } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Group as GroupIcon, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { deleteGroup, listAccountMembers, takeWeek } from '../../data/api.js';
import { call, read, useChange } from '../../data/call.js';
import { groupsKey, useGroups } from '../../data/people.js';
import { useAccount } from '../../data/session.js';
import { ConfirmChange } from '../../parts/confirm-change.js';
import { definePage } from '../../routing/page.js';
import { Select } from '../../ui/field.js';
import { DialogButton } from '../../ui/form.js';
import { EmptyPanel, Loaded, Panel } from '../../ui/panel.js';
import { formatDay } from '../../words/clock.js';
import { errorDetail } from '../../words/errors.js';
import { GroupDialog } from './group-dialog.js';
import { membersKey } from './member-actions.js';
import { SettingsPage } from './settings-layout.js';

export const page = definePage({
  path: '/settings/groups',
  label: 'Groups and on-call',
  icon: GroupIcon,
  place: { group: 'account', order: 2 },
  words: 'teams rotation owners duty',
});

export function GroupsPage() {
  const account = useAccount();
  const isOwner = account.role === 'owner' && account.read_only_reason === null;
  const params = { account_id: account.id };
  const query = useGroups(account.id);
  const people = useQuery(read(membersKey(account.id), listAccountMembers, { params })).data?.members ?? [];
  return (
    <SettingsPage
      meta="Teams that own files, jobs and tests. The ownership rules of each project name them."
      actions={
        isOwner && (
          <DialogButton look="primary" icon={Plus} label="New group">
            {(close) => <GroupDialog people={people} onClose={close} />}
          </DialogButton>
        )
      }
    >
      <Loaded query={query} rows={4} title="Groups">
        {({ groups }) =>
          groups.length === 0 ? (
            <EmptyPanel title="No groups yet">
              <p>A group stands for a team: rules such as “/Source/Rendering/ @rendering” name it.</p>
            </EmptyPanel>
          ) : (
            <>
              {groups.map((group) => (
                <GroupPanel
                  key={group.id}
                  group={group}
                  actions={
                    isOwner && (
                      <>
                        <DialogButton size="small" label="Edit" subject={group.name}>
                          {(close) => <GroupDialog group={group} people={people} onClose={close} />}
                        </DialogButton>
                        <DeleteGroup group={group} />
                      </>
                    )
                  }
                />
              ))}
            </>
          )
        }
      </Loaded>
    </SettingsPage>
  );
}

interface GroupPanelProps {
  readonly group: Group;
  readonly actions: ReactNode;
}

function GroupPanel({ group, actions }: GroupPanelProps) {
  return (
    <Panel title={group.name} aside={<div className="flex gap-2">{actions}</div>}>
      <div className="flex flex-col gap-3 p-4 text-sm">
        <p className="text-ink-soft">
          <code className="font-mono text-xs">{group.handle}</code> ·{' '}
          {group.members.map(({ name }) => name).join(', ') || 'Nobody is left in it.'}
        </p>
        {group.rotates_from !== null && group.members.length > 0 && <Weeks group={group} />}
      </div>
    </Panel>
  );
}

const mondayName = (day: string) => formatDay(day, { day: 'numeric', month: 'long' });

function Weeks({ group }: { readonly group: Group }) {
  return (
    <table className="w-full max-w-xl text-sm">
      <caption className="pb-1 text-left text-xs text-ink-faint">
        On call, each week from Monday, 0:00 UTC. Members can swap weeks.
      </caption>
      <tbody>
        {group.weeks.map((week, index) => (
          <tr key={week.week}>
            <th scope="row" className="w-40 py-1 pr-4 text-left font-normal text-ink-soft">
              {index === 0 ? 'This week' : mondayName(week.week)}
            </th>
            <td className="py-1">
              <WeekSelect group={group} week={week} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function WeekSelect({ group, week }: { readonly group: Group; readonly week: Group['weeks'][number] }) {
  const account = useAccount();
  const saving = useChange({
    send: (userId: number | null) =>
      call(takeWeek, {
        params: { account_id: account.id, group_id: group.id },
        body: { week: week.week, user_id: userId },
      }),
    refresh: [groupsKey(account.id)],
    message: () => 'Saved.',
    refusal: errorDetail,
  });
  const turn = week.is_swap ? 'Whose turn it is' : `${week.on_call?.name ?? 'Nobody'} (their turn)`;
  return (
    <Select
      aria-label={`On call in the week of ${mondayName(week.week)}`}
      value={week.is_swap ? String(week.on_call?.user_id ?? '') : ''}
      disabled={saving.isPending || account.read_only_reason !== null}
      options={[['', turn], ...group.members.map(({ user_id: id, name }) => [String(id), name] as const)]}
      onChange={({ target: { value } }) => saving.mutate(value === '' ? null : Number(value))}
    />
  );
}

function DeleteGroup({ group: { id, name } }: { readonly group: Group }) {
  const account = useAccount();
  return (
    <ConfirmChange
      size="small"
      look="danger"
      label="Delete"
      subject={name}
      title={`Delete ${name}?`}
      confirm="Delete"
      send={() => call(deleteGroup, { params: { account_id: account.id, group_id: id } })}
      refresh={[groupsKey(account.id)]}
      message={() => `${name} is deleted.`}
    >
      <p>Ownership rules that name it then name nobody. Its members stay in the account.</p>
    </ConfirmChange>
  );
}
