import type { ProjectMember } from '@slipway/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Bot, UserPlus, Users } from 'lucide-react';
import { addProjectMember, listProjectMembers, removeProjectMember } from '../../data/api.js';
import { call, useChange, usePageRead } from '../../data/call.js';
import { useAccount } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { definePage } from '../../routing/page.js';
import { Avatar } from '../../ui/avatar.js';
import { buttonClass } from '../../ui/button.js';
import { ConfirmButton } from '../../ui/form.js';
import { providerLabel } from '../../ui/labels.js';
import { type Columns, hidden, List } from '../../ui/list.js';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.js';
import { EmptyState, Loaded, Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { count, plural } from '../../words/format.js';

export const page = definePage({
  path: '/projects/$projectId/members',
  label: 'Members',
  icon: Users,
  place: { group: 'project', order: 10 },
  words: 'people',
});

export function MembersPage() {
  const { projectId } = page.useParams();
  const navigate = useNavigate();
  const account = useAccount();
  const isOwner = account.role === 'owner' && account.read_only_reason === null;
  const params = { project_id: projectId };
  const query = usePageRead(['member', projectId, 'page'], listProjectMembers, { params });
  const { data } = query;
  const { add, remove } = useMembership(projectId);
  const rows = data?.members.map((member) => ({ ...member, id: member.user_id })) ?? [];
  return (
    <Page
      meta="Tasks can be assigned to members. Everyone in the account can see the project."
      actions={
        isOwner && data && <AddMember candidates={data.candidates} onAdd={(person) => add.mutate(person)} />
      }
    >
      <div className="flex flex-col gap-4">
        <Panel title={data ? plural(rows.length, 'person', 'people') : 'People'}>
          <Loaded query={query} rows={4} isBare />
          {data && rows.length === 0 && (
            <EmptyState title="No members yet">
              <p>An account owner can add people, so that you can assign tasks to them.</p>
            </EmptyState>
          )}
          {rows.length > 0 && (
            <List
              items={rows}
              label="Members"
              columns={COLUMNS}
              onOpen={({ id }) =>
                void navigate({
                  to: '/projects/$projectId/tasks',
                  params: { projectId },
                  search: { view: 'list', assignee: `user:${id}` },
                })
              }
            >
              {(member) => <MemberRow member={member} projectId={projectId} remove={isOwner ? remove : null} />}
            </List>
          )}
        </Panel>
        {data && data.handles.length > 0 && <Agents handles={data.handles} projectId={projectId} />}
        {!isOwner && (
          <p className="px-4 text-xs text-ink-faint md:px-0">Only account owners can add and remove members.</p>
        )}
      </div>
    </Page>
  );
}

interface Named {
  readonly user_id: number;
  readonly name: string;
}

function useMembership(projectId: number) {
  const shared = { refresh: [['member', projectId]], refusal: 'Nothing was changed' };
  const add = useChange({
    ...shared,
    send: ({ user_id }: Named) => call(addProjectMember, { params: { project_id: projectId }, body: { user_id } }),
    message: (_done, { name }) => `${name} was added`,
  });
  const remove = useChange({
    ...shared,
    send: ({ user_id }: Named) => call(removeProjectMember, { params: { project_id: projectId, user_id } }),
    message: (_done, person) => ({ text: `${person.name} was removed`, undo: () => add.mutate(person) }),
  });
  return { add, remove };
}

interface MemberRowProps {
  readonly member: ProjectMember;
  readonly projectId: number;
  readonly remove: ReturnType<typeof useMembership>['remove'] | null;
}

const COLUMNS: Columns = {
  from: 'md',
  grid: 'grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 md:grid-cols-[28px_minmax(0,1fr)_72px_minmax(0,320px)_100px_80px_88px]',
  headings: [hidden('Picture'), 'Name', 'Role', 'Connected accounts', 'Tasks', 'Added', hidden('Actions')],
};

function MemberRow({ member, projectId, remove }: MemberRowProps) {
  const { connected_providers: providers, open_tasks: tasks } = member;
  return (
    <>
      <td>
        <Avatar name={member.name} />
      </td>
      <td className="truncate font-medium">{member.name}</td>
      <td className="text-xs text-ink-soft capitalize">{member.account_role}</td>
      <td
        className="truncate text-xs text-ink-soft max-md:col-start-2"
        title={providers.map(providerLabel).join(', ')}
      >
        {providers.length === 0 ? 'No connected accounts' : providers.map(providerLabel).join(', ')}
      </td>
      <td className="text-xs text-ink-soft max-md:col-start-2">
        <Link
          to="/projects/$projectId/tasks"
          params={{ projectId }}
          search={{ view: 'list', assignee: `user:${member.user_id}` }}
          className="hover:underline"
        >
          {count(tasks)} open {tasks === 1 ? 'task' : 'tasks'}
        </Link>
      </td>
      <td className="text-xs text-ink-faint max-md:hidden">
        <Time at={member.joined_at} />
      </td>
      <td className="text-right max-md:col-start-3 max-md:row-start-2">
        {remove && (
          <ConfirmButton
            size="small"
            look="quiet"
            label="Remove"
            aria-label={`Remove ${member.name}`}
            title={`Remove ${member.name} from the project?`}
            confirm="Remove"
            change={{ ...remove, mutate: (_, options) => remove.mutate(member, options) }}
          >
            <p>
              You can no longer assign tasks to them here. They keep their {plural(tasks, 'open task')} and can
              still see the project as long as they belong to the account.
            </p>
          </ConfirmButton>
        )}
      </td>
    </>
  );
}

function Agents({ handles, projectId }: { readonly handles: readonly string[]; readonly projectId: number }) {
  return (
    <Panel title={plural(handles.length, 'agent')}>
      <ul className="flex flex-wrap gap-2 p-4">
        {handles.map((handle) => (
          <li key={handle}>
            <Link
              to="/projects/$projectId/tasks"
              params={{ projectId }}
              search={{ view: 'list', assignee: `handle:${handle}` }}
              className="inline-flex items-center gap-1.5 rounded-md border border-line px-2 py-1 font-mono text-xs hover:bg-hover"
            >
              <Bot aria-hidden className="size-3.5 text-ink-faint" />@{handle}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Adds a member of the account to the project. People from outside must be invited to the account first. */
function AddMember({ candidates, onAdd }: { readonly candidates: readonly Named[]; onAdd(person: Named): void }) {
  return (
    <Menu
      trigger={
        <>
          <UserPlus aria-hidden className="size-4" />
          Add member
        </>
      }
      triggerClass={buttonClass('primary')}
      align="end"
      className="max-h-80 overflow-y-auto"
    >
      {candidates.map((person) => (
        <MenuItem key={person.user_id} onSelect={() => onAdd(person)}>
          {person.name}
        </MenuItem>
      ))}
      {candidates.length === 0 && (
        <p className="max-w-56 px-2 py-1.5 text-ink-soft">Everyone in the account is already a member.</p>
      )}
      <MenuLine />
      <MenuItem asChild>
        <Link to="/settings/members">Invite someone to the account</Link>
      </MenuItem>
    </Menu>
  );
}
