import type { AccountMember, OpenInvitation, Role } from '@slipway/contracts';
import { useState } from 'react';
import {
  changeMemberRole,
  copyInvitation,
  inviteMember,
  leaveAccount,
  removeMember,
  resendInvitation,
  resetMemberSecondFactor,
  withdrawInvitation,
} from '../../data/api.js';
import { call, useChange } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useAccount, useSession } from '../../data/session.js';
import { ConfirmChange } from '../../parts/confirm-change.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/copy.js';
import { Dialog } from '../../ui/dialog.js';
import { Select, SelectField, TextField } from '../../ui/field.js';
import { ConfirmButton, FormDialog } from '../../ui/form.js';
import { errorDetail } from '../../words/errors.js';

/** The query key of an account's members. It starts with `member`, so that live changes find it. */
export const membersKey = (accountId: number) => ['member', 'account', accountId] as const;

const ROLES = [
  ['owner', 'Owner'],
  ['member', 'Member'],
] as const;

export function RoleSelect({ member }: { readonly member: AccountMember }) {
  const account = useAccount();
  const params = { account_id: account.id, user_id: member.user_id };
  const saving = useChange({
    send: ({ role }: { readonly role: Role; readonly before: Role }) =>
      call(changeMemberRole, { params, body: { role } }),
    refresh: [membersKey(account.id), ['session']],
    message: (_answer, { role, before }, change) => ({
      text: `${member.name} is now ${role === 'owner' ? 'an owner' : 'a member'}.`,
      undo: () => change({ role: before, before: role }),
    }),
    refusal: errorDetail,
  });
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      value={saving.isPending ? saving.variables.role : member.role}
      options={ROLES}
      disabled={saving.isPending}
      onChange={(event) => saving.mutate({ role: event.target.value as Role, before: member.role })}
    />
  );
}

export function RemoveButton({ member }: { readonly member: AccountMember }) {
  const account = useAccount();
  return (
    <ConfirmChange
      size="small"
      look="danger"
      label="Remove"
      subject={member.name}
      title={`Remove ${member.name}?`}
      confirm="Remove"
      send={() => call(removeMember, { params: { account_id: account.id, user_id: member.user_id } })}
      refresh={[membersKey(account.id)]}
      message={() => `${member.name} no longer belongs to ${account.name}.`}
    >
      <p>
        They immediately lose access to {account.name} and its projects: in browsers, through API tokens and
        through feed URLs. Their pending invitations stop working, and their logins in other tools are disconnected
        here. Their tasks stay assigned to them.
      </p>
    </ConfirmChange>
  );
}

export function LeaveButton() {
  const account = useAccount();
  const { accounts } = useSession();
  const leaving = useChange({
    send: () => call(leaveAccount, { params: { account_id: account.id } }),
    after: () => window.location.assign('/'),
  });
  return (
    <ConfirmButton size="small" label="Leave" title={`Leave ${account.name}?`} confirm="Leave" change={leaving}>
      <p>
        You lose access to its projects immediately. An owner can invite you again.
        {accounts.length === 1 && ' This is your only account, so you will be signed out.'}
      </p>
    </ConfirmButton>
  );
}

export function ResetFactorButton({ member }: { readonly member: AccountMember }) {
  const account = useAccount();
  return (
    <ConfirmChange
      size="small"
      label="Reset second factor"
      subject={`of ${member.name}`}
      title={`Reset the second factor of ${member.name}?`}
      confirm="Reset"
      send={() => call(resetMemberSecondFactor, { params: { account_id: account.id, user_id: member.user_id } })}
      refresh={[membersKey(account.id)]}
      message={() => `The second factor of ${member.name} is removed.`}
    >
      <p>
        Do this only if you are sure that {member.name} asked for it. They are signed out everywhere and informed
        by email, and then sign in with their password. The audit log records it.
      </p>
    </ConfirmChange>
  );
}

export function InviteDialog({ onClose }: { onClose(): void }) {
  const account = useAccount();
  const form = useForm(
    { email: '', role: 'member' as Role },
    {
      send: (body) => call(inviteMember, { params: { account_id: account.id }, body }),
      refresh: [membersKey(account.id)],
      message: () => 'Invitation sent.',
      after: onClose,
    },
  );
  return (
    <FormDialog
      form={form}
      title={`Invite someone to ${account.name}`}
      description="They get an email with a link that works for seven days."
      confirm="Send invitation"
      onClose={onClose}
    >
      <TextField
        label="Email address"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        {...form.register('email')}
      />
      <SelectField
        label="Role"
        hint={
          form.values.role === 'owner'
            ? 'Owners can also change settings, members, projects and the plan.'
            : 'Members can do everything except change settings.'
        }
        options={[
          ['member', 'Member'],
          ['owner', 'Owner'],
        ]}
        {...form.register('role')}
      />
    </FormDialog>
  );
}

export function InvitationActions({ invitation }: { readonly invitation: OpenInvitation }) {
  const account = useAccount();
  const [link, setLink] = useState<string | null>(null);
  const params = { account_id: account.id, invitation_id: invitation.id };
  const shared = { refresh: [membersKey(account.id)], refusal: errorDetail };
  const resending = useChange({
    send: () => call(resendInvitation, { params }),
    ...shared,
    message: () => 'Invitation sent again. Its link works for another seven days.',
  });
  const copying = useChange({
    send: () => call(copyInvitation, { params }),
    after: ({ url }) => setLink(url),
    refusal: errorDetail,
  });
  const withdrawal = useChange({
    send: () => call(withdrawInvitation, { params }),
    ...shared,
    message: () => 'Invitation withdrawn. Its link no longer works.',
  });
  const subject = `the invitation to ${invitation.recipient}`;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" subject={subject} change={resending}>
        Resend
      </Button>
      {!invitation.is_expired && (
        <Button size="small" subject={`of ${subject}`} change={copying}>
          Get link
        </Button>
      )}
      <Button size="small" look="danger" subject={subject} change={withdrawal}>
        Withdraw
      </Button>
      <Dialog
        open={link !== null}
        onOpenChange={() => setLink(null)}
        title="Invitation link"
        description={`Send it only to ${invitation.recipient}. Anyone who opens it can join ${account.name} as ${invitation.role}.`}
      >
        {link !== null && <CodeBlock label="Link" text={link} />}
      </Dialog>
    </div>
  );
}
