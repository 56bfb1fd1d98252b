import type { AccountMember, Role } from '@slipway/contracts';
import { useState } from 'react';
import { changeMemberRole, leaveAccount, removeMember } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/change.js';
import { useAccount, useSession } from '../../data/session.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/field.js';
import { ConfirmDialog } from '../../ui/form.js';
import { errorDetail } from '../../words/errors.js';

/** The query key of an account's members. It starts with `member`, so that live changes find it. */
export const membersKey = (accountId: number) => ['member', 'account', accountId] as const;

const ROLES = [
  ['owner', 'Owner'],
  ['member', 'Member'],
] as const;

/** Makes a user an owner or a member, and offers to undo it. */
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
  const [isOpen, setOpen] = useState(false);
  const removal = useChange({
    send: () =>
      call(removeMember, {
        params: { account_id: account.id, user_id: member.user_id },
      }),
    refresh: [membersKey(account.id)],
    message: () => `${member.name} no longer belongs to ${account.name}.`,
    after: () => setOpen(false),
  });
  return (
    <>
      <Button size="small" look="danger" onClick={() => setOpen(true)}>
        Remove<span className="sr-only"> {member.name}</span>
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Remove ${member.name}?`}
        confirm="Remove"
        change={removal}
        onConfirm={() => removal.mutate()}
      >
        <p>
          They immediately lose access to {account.name} and its projects: in browsers, through API tokens and
          through feed URLs. Their pending invitations stop working, and their logins in other tools are
          disconnected here. Their tasks stay assigned to them.
        </p>
      </ConfirmDialog>
    </>
  );
}

export function LeaveButton() {
  const account = useAccount();
  const { accounts } = useSession();
  const [isOpen, setOpen] = useState(false);
  const leaving = useChange({
    send: () => call(leaveAccount, { params: { account_id: account.id } }),
    after: () => window.location.assign('/'),
  });
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Leave
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Leave ${account.name}?`}
        confirm="Leave"
        change={leaving}
        onConfirm={() => leaving.mutate()}
      >
        <p>
          You lose access to its projects immediately. An owner can invite you again.
          {accounts.length === 1 && ' This is your only account, so you will be signed out.'}
        </p>
      </ConfirmDialog>
    </>
  );
}
