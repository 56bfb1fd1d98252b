import type { Role } from '@slipway/contracts';
import { type FormEvent, useState } from 'react';
import { inviteMember } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useAccount } from '../../data/session.js';
import { useChange } from '../../data/settings.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, Select, TextField } from '../../ui/field.js';
import { Form, FormError } from '../../ui/form.js';
import { membersKey } from './member-actions.js';

interface InviteDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Invites a person to the account by email. */
export function InviteDialog({ open, onOpenChange }: InviteDialogProps) {
  const account = useAccount();
  const [role, setRole] = useState<Role>('member');
  const inviting = useChange({
    send: (email: string) =>
      call(inviteMember, {
        params: { account_id: account.id },
        body: { email, role },
      }),
    refresh: [membersKey(account.id)],
    message: () => 'Invitation sent.',
    after: () => onOpenChange(false),
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    inviting.mutate(String(new FormData(event.currentTarget).get('email')));
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        inviting.reset();
        onOpenChange(isOpen);
      }}
      title={`Invite someone to ${account.name}`}
      description="They get an email with a link that works for seven days."
    >
      <Form error={inviting.error} onSubmit={submit} className="flex flex-col gap-4">
        <TextField label="Email address" name="email" type="email" required maxLength={254} autoComplete="off" />
        <Field
          label="Role"
          name="role"
          hint={
            role === 'owner'
              ? 'Owners can also change settings, members, projects and the plan.'
              : 'Members can do everything except change settings.'
          }
        >
          {(ids) => (
            <Select
              {...ids}
              value={role}
              onChange={(event) => setRole(event.target.value as Role)}
              options={[
                ['member', 'Member'],
                ['owner', 'Owner'],
              ]}
            />
          )}
        </Field>
        <FormError error={inviting.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" look="primary" disabled={inviting.isPending}>
            Send invitation
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
