import type { OpenInvitation } from '@slipway/contracts';
import { useState } from 'react';
import { copyInvitation, resendInvitation, withdrawInvitation } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/change.js';
import { useAccount } from '../../data/session.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/copy.js';
import { Dialog } from '../../ui/dialog.js';
import { errorDetail } from '../../words/errors.js';
import { membersKey } from './member-actions.js';

/** Sends an invitation again, shows its link, or withdraws it. */
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
  const whose = <span className="sr-only"> the invitation to {invitation.recipient}</span>;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" disabled={resending.isPending} onClick={() => resending.mutate()}>
        Resend{whose}
      </Button>
      {!invitation.is_expired && (
        <Button size="small" disabled={copying.isPending} onClick={() => copying.mutate()}>
          Get link<span className="sr-only"> of the invitation to {invitation.recipient}</span>
        </Button>
      )}
      <Button size="small" look="danger" disabled={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
        Withdraw{whose}
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
