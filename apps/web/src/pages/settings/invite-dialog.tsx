import type { Role } from '@slipway/contracts';
import { inviteMember } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useAccount } from '../../data/session.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField, TextField } from '../../ui/field.js';
import { DialogButtons, Form } from '../../ui/form.js';
import { membersKey } from './member-actions.js';

interface InviteDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Invites a person to the account by email. */
export function InviteDialog({ open, onOpenChange }: InviteDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Invite someone to ${useAccount().name}`}
      description="They get an email with a link that works for seven days."
    >
      <InviteForm onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function InviteForm({ onClose }: { onClose(): void }) {
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
    <Form form={form}>
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
      <DialogButtons confirm="Send invitation" onCancel={onClose} />
    </Form>
  );
}
