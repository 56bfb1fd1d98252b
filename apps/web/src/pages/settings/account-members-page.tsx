import type { AccountMember, OpenInvitation, Permission } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Check, Minus, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { listAccountMembers } from '../../data/api.js';
import { read } from '../../data/call.js';
import { useAccount } from '../../data/session.js';
import { definePage } from '../../routing/page.js';
import { Avatar } from '../../ui/avatar.js';
import { Button } from '../../ui/button.js';
import { ListPanel, Loaded, Panel, TableHead } from '../../ui/panel.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { count, plural } from '../../words/format.js';
import {
  InvitationActions,
  InviteDialog,
  LeaveButton,
  membersKey,
  RemoveButton,
  ResetFactorButton,
  RoleSelect,
} from './member-actions.js';
import { SettingsPage } from './settings-layout.js';

export const page = definePage({
  path: '/settings/members',
  label: 'Members and roles',
  icon: Users,
  place: { group: 'account', order: 2 },
  words: 'people invitations owners',
});

export function AccountMembersPage() {
  const account = useAccount();
  const isOwner = account.role === 'owner';
  const [isInviting, setInviting] = useState(false);
  const params = { account_id: account.id };
  const query = useQuery(read(membersKey(account.id), listAccountMembers, { params }));
  useShortcuts(isOwner ? { c: () => setInviting(true) } : {});
  return (
    <SettingsPage
      meta={`Everyone in ${account.name}. Only owners can change settings.`}
      actions={
        isOwner && (
          <Button look="primary" onClick={() => setInviting(true)} title="Invite someone (c)" icon={UserPlus}>
            Invite
          </Button>
        )
      }
    >
      <Loaded query={query} rows={4} title="Members">
        {({ members, invitations, permissions }) => (
          <>
            <Members members={members} isOwner={isOwner} />
            {invitations.length > 0 && <Invitations invitations={invitations} />}
            <Permissions permissions={permissions} />
          </>
        )}
      </Loaded>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </SettingsPage>
  );
}

function Members({ members, isOwner }: { readonly members: readonly AccountMember[]; readonly isOwner: boolean }) {
  return (
    <Panel title="Members" note={count(members.length)}>
      <ul aria-label="Members" className="divide-y divide-line">
        {members.map((member) => (
          <li key={member.user_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm">
            <Avatar name={member.name} />
            <div className="min-w-0 flex-1 basis-40">
              <div className="font-medium">
                {member.name}
                {member.is_you && <span className="font-normal text-ink-faint"> (you)</span>}
              </div>
              <div className="text-xs text-ink-soft">
                {plural(member.projects, 'project')} · joined <Time at={member.joined_at} />
                {member.has_second_factor !== null &&
                  ` · ${member.has_second_factor ? 'with' : 'no'} second factor`}
                {member.is_suspended && ' · no access: outside the single sign-on domain'}
                {member.last_seen_at && (
                  <>
                    {' · seen '}
                    <Time at={member.last_seen_at} />
                  </>
                )}
              </div>
            </div>
            <div className="flex items-center gap-2">
              {isOwner ? (
                <RoleSelect member={member} />
              ) : (
                <span className="text-ink-soft capitalize">{member.role}</span>
              )}
              {member.is_you ? (
                <LeaveButton />
              ) : (
                isOwner && (
                  <>
                    {isResettable(member) && <ResetFactorButton member={member} />}
                    <RemoveButton member={member} />
                  </>
                )
              )}
            </div>
          </li>
        ))}
      </ul>
      {members.some((member) => member.has_second_factor && !member.is_you && !isResettable(member)) && (
        <p className="border-t border-line px-4 py-2.5 text-xs text-ink-soft">
          You can reset the second factor of people who belong only to accounts that you own. Everyone else signs
          in with a recovery code, or asks the operator of this server to run{' '}
          <code className="font-mono">npm run reset-second-factor</code>.
        </p>
      )}
    </Panel>
  );
}

const isResettable = (member: AccountMember) =>
  member.has_second_factor === true && member.can_reset_second_factor;

function Invitations({ invitations }: { readonly invitations: readonly OpenInvitation[] }) {
  return (
    <ListPanel title="Invitations" note={count(invitations.length)} label="Invitations">
      {invitations.map((invitation) => (
        <li key={invitation.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm">
          <div className="min-w-0 flex-1 basis-52">
            <div className="font-medium">{invitation.recipient}</div>
            <div className="text-xs text-ink-soft">
              As {invitation.role} · by {invitation.invited_by || 'a former member'}{' '}
              <Time at={invitation.created_at} />
            </div>
          </div>
          {invitation.is_expired ? (
            <StatusPill state="cancelled" label="Expired" />
          ) : (
            <span className="text-xs text-ink-soft">
              expires <Time at={invitation.expires_at} />
            </span>
          )}
          <InvitationActions invitation={invitation} />
        </li>
      ))}
    </ListPanel>
  );
}

function Permissions({ permissions }: { readonly permissions: readonly Permission[] }) {
  const areas = [...new Set(permissions.map(({ area }) => area))];
  return (
    <Panel title="Who can do what">
      <table className="w-full text-sm">
        <TableHead
          columns={[
            ['Action', 'px-4'],
            ['Owner', 'w-20 px-2 text-center'],
            ['Member', 'w-20 px-2 text-center'],
          ]}
        />
        {areas.map((area) => (
          <tbody key={area}>
            <tr className="bg-sunken">
              <th scope="rowgroup" colSpan={3} className="px-4 py-1 text-left text-xs font-medium text-ink-soft">
                {area}
              </th>
            </tr>
            {permissions
              .filter((permission) => permission.area === area)
              .map(({ action, owner, member }) => (
                <tr key={action} className="border-t border-line">
                  <th scope="row" className="px-4 py-1.5 text-left font-normal">
                    {action}
                  </th>
                  <Mark may={owner} />
                  <Mark may={member} />
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </Panel>
  );
}

function Mark({ may }: { readonly may: boolean }) {
  const Icon = may ? Check : Minus;
  return (
    <td className="px-2 py-1.5 text-center">
      <Icon aria-hidden className={`inline size-4 ${may ? 'text-ok' : 'text-ink-faint'}`} />
      <span className="sr-only">{may ? 'yes' : 'no'}</span>
    </td>
  );
}
