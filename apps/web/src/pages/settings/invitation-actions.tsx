import type { OpenInvitation } from '@slipway/contracts';
import { useState } from 'react';
import { toast } from 'sonner';
import { copyInvitation, resendInvitation, withdrawInvitation } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useAccount } from '../../data/session.js';
import { useChange } from '../../data/settings.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/copy.js';
import { Dialog } from '../../ui/dialog.js';
import { describeError } from '../../words/errors.js';
import { membersKey } from './member-actions.js';

const showError = { onError: (error: unknown) => void toast.error(describeError(error).detail) };

/** Sends an invitation again, shows its link, or withdraws it. */
export function InvitationActions({ invitation }: { readonly invitation: OpenInvitation }) {
  const account = useAccount();
  const [link, setLink] = useState<string | null>(null);
  const params = { account_id: account.id, invitation_id: invitation.id };
  const refresh = [membersKey(account.id)];
  const resending = useChange({
    send: () => call(resendInvitation, { params }),
    refresh,
    message: () => 'Invitation sent again. Its link works for another seven days.',
  });
  const copying = useChange({
    send: () => call(copyInvitation, { params }),
    refresh: [],
    after: ({ url }) => setLink(url),
  });
  const withdrawal = useChange({
    send: () => call(withdrawInvitation, { params }),
    refresh,
    message: () => 'Invitation withdrawn. Its link no longer works.',
  });
  const whose = <span className="sr-only"> the invitation to {invitation.recipient}</span>;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" disabled={resending.isPending} onClick={() => resending.mutate(undefined, showError)}>
        Resend{whose}
      </Button>
      {!invitation.is_expired && (
        <Button size="small" disabled={copying.isPending} onClick={() => copying.mutate(undefined, showError)}>
          Get link<span className="sr-only"> of the invitation to {invitation.recipient}</span>
        </Button>
      )}
      <Button
        size="small"
        look="danger"
        disabled={withdrawal.isPending}
        onClick={() => withdrawal.mutate(undefined, showError)}
      >
        Withdraw{whose}
      </Button>
      <Dialog
        open={link !== null}
        onOpenChange={() => setLink(null)}
        title="Invitation link"
        description={`Send it only to ${invitation.recipient}. Whoever opens it can join ${account.name} as ${invitation.role}.`}
      >
        {link !== null && <CodeBlock label="Link" text={link} />}
      </Dialog>
    </div>
  );
}
