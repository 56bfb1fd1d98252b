import type { AccountMember } from '@slipway/contracts';
import { useState } from 'react';
import { resetMemberSecondFactor } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/change.js';
import { useAccount } from '../../data/session.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/form.js';
import { membersKey } from './member-actions.js';

/** Removes the second factor of a member who has lost it. */
export function ResetFactorButton({ member }: { readonly member: AccountMember }) {
  const account = useAccount();
  const [isOpen, setOpen] = useState(false);
  const reset = useChange({
    send: () => call(resetMemberSecondFactor, { params: { account_id: account.id, user_id: member.user_id } }),
    refresh: [membersKey(account.id)],
    message: () => `The second factor of ${member.name} is removed.`,
    after: () => setOpen(false),
  });
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Reset second factor<span className="sr-only"> of {member.name}</span>
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Reset the second factor of ${member.name}?`}
        confirm="Reset"
        change={reset}
        onConfirm={() => reset.mutate()}
      >
        <p>
          Do this only if you are sure that {member.name} asked for it. They are signed out everywhere and informed
          by email, and then sign in with their password. The audit log records it.
        </p>
      </ConfirmDialog>
    </>
  );
}
