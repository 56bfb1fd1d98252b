import type { AccountMember, OpenInvitation } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { listAccountMembers } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useAccount } from '../../data/session.js';
import { definePage } from '../../routing/page.js';
import { Avatar } from '../../ui/avatar.js';
import { Button } from '../../ui/button.js';
import { Panel } from '../../ui/panel.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { ErrorState, SkeletonRows } from '../../ui/states.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { count, plural } from '../../words/format.js';
import { InvitationActions } from './invitation-actions.js';
import { InviteDialog } from './invite-dialog.js';
import { LeaveButton, membersKey, RemoveButton, RoleSelect } from './member-actions.js';
import { Permissions } from './permissions.js';
import { ResetFactorButton } from './reset-factor.js';
import { SettingsPage } from './settings-layout.js';

export const page = definePage({
  path: '/settings/members',
  label: 'Members and roles',
  icon: Users,
  place: { group: 'account', order: 2 },
  words: 'people invitations owners',
});

/** The members of the account, its invitations, and what each role may do. */
export function AccountMembersPage() {
  const account = useAccount();
  const isOwner = account.role === 'owner';
  const [isInviting, setInviting] = useState(false);
  const query = useQuery({
    queryKey: membersKey(account.id),
    queryFn: () => call(listAccountMembers, { params: { account_id: account.id } }),
  });
  useShortcuts(isOwner ? { c: () => setInviting(true) } : {});
  return (
    <SettingsPage
      meta={`Everyone in ${account.name}. Only owners can change settings.`}
      actions={
        isOwner && (
          <Button look="primary" onClick={() => setInviting(true)} title="Invite someone (c)">
            <UserPlus aria-hidden className="size-4" />
            Invite
          </Button>
        )
      }
    >
      {query.isPending && (
        <Panel title="Members">
          <SkeletonRows count={4} />
        </Panel>
      )}
      {query.isError && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.data && (
        <>
          <Members members={query.data.members} isOwner={isOwner} />
          {query.data.invitations.length > 0 && <Invitations invitations={query.data.invitations} />}
          <Permissions permissions={query.data.permissions} />
        </>
      )}
      <InviteDialog open={isInviting} onOpenChange={setInviting} />
    </SettingsPage>
  );
}

interface MembersProps {
  readonly members: readonly AccountMember[];
  readonly isOwner: boolean;
}

function Members({ members, isOwner }: MembersProps) {
  return (
    <Panel title="Members" aside={<span className="tnum text-xs text-ink-faint">{count(members.length)}</span>}>
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
                {member.is_suspended && ' · no access: outside the domain of single sign-on'}
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
    <Panel
      title="Invitations"
      aside={<span className="tnum text-xs text-ink-faint">{count(invitations.length)}</span>}
    >
      <ul aria-label="Invitations" className="divide-y divide-line">
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
      </ul>
    </Panel>
  );
}
