import type { AccountMember, Role } from '@slipway/contracts';
import { useState } from 'react';
import { toast } from 'sonner';
import { changeMemberRole, leaveAccount, removeMember } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useAccount, useSession } from '../../data/session.js';
import { useChange } from '../../data/settings.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/field.js';
import { ConfirmDialog } from '../../ui/form.js';
import { describeError } from '../../words/errors.js';

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
    send: (role: Role) =>
      call(changeMemberRole, {
        params,
        body: { role },
      }),
    refresh: [membersKey(account.id), ['session']],
  });
  function save(role: Role): void {
    const before = member.role;
    saving.mutate(role, {
      onSuccess: () =>
        toast(`${member.name} is now ${role === 'owner' ? 'an owner' : 'a member'}.`, {
          action: { label: 'Undo', onClick: () => saving.mutate(before) },
        }),
      onError: (error) => toast.error(describeError(error).detail),
    });
  }
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      value={saving.isPending ? saving.variables : member.role}
      options={ROLES}
      disabled={saving.isPending}
      onChange={(event) => save(event.target.value as Role)}
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
        isPending={removal.isPending}
        error={removal.error}
        onConfirm={() => removal.mutate(undefined)}
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
    refresh: [],
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
        isPending={leaving.isPending}
        error={leaving.error}
        onConfirm={() => leaving.mutate(undefined)}
      >
        <p>
          You lose access to its projects immediately. An owner can invite you again.
          {accounts.length === 1 && ' This is your only account, so you will be signed out.'}
        </p>
      </ConfirmDialog>
    </>
  );
}
