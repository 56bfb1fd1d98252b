import type { OpenInvitation, Role } from '@slipway/contracts';
import { useState } from 'react';
import { copyInvitation, inviteMember, resendInvitation, withdrawInvitation } from '../../data/api.js';
import { call, useChange } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useAccount } from '../../data/session.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/copy.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form.js';
import { errorDetail } from '../../words/errors.js';
import { membersKey } from './member-actions.js';

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
