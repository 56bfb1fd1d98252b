import type { OwnPasskey, OwnSecondFactor } from '@slipway/contracts';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { removePasskey, renamePasskey } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/change.js';
import { useForm } from '../../data/form.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { ConfirmDialog, DialogButtons, Form, SettingRow } from '../../ui/form.js';
import { Time } from '../../ui/time.js';

export const FACTOR_KEY = ['second-factor'] as const;

const HINT = 'Sign in with your fingerprint, face, PIN or security key, with or without your password.';
const UNAVAILABLE =
  'Browsers offer passkeys only at a host name with https. Ask your operator to change BASE_URL.';

/** The user's passkeys. */
export function Passkeys({ factors }: { readonly factors: OwnSecondFactor }) {
  const { passkeys, can_add_passkeys: canAdd } = factors;
  const isNeeded = factors.is_required && !factors.has_app && passkeys.length === 1;
  return (
    <>
      <SettingRow title="Passkeys" hint={canAdd ? HINT : UNAVAILABLE}>
        {canAdd && (
          <a href="/second-factor/passkey" className={buttonClass('primary')}>
            Add passkey
          </a>
        )}
      </SettingRow>
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} isNeeded={isNeeded} />
          ))}
        </ul>
      )}
    </>
  );
}

interface PasskeyRowProps {
  readonly passkey: OwnPasskey;
  /** The account requires a second factor, and this is the last one. */
  readonly isNeeded: boolean;
}

function PasskeyRow({ passkey, isNeeded }: PasskeyRowProps) {
  const { name, created_at: createdAt, last_used_at: lastUsedAt } = passkey;
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const close = () => setOpen(null);
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-2.5 text-sm">
      <Fingerprint aria-hidden className="size-5 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <div className="font-medium wrap-anywhere">{name}</div>
        <div className="text-xs text-ink-soft">
          added <Time at={createdAt} /> ·{' '}
          {lastUsedAt ? (
            <>
              used <Time at={lastUsedAt} />
            </>
          ) : (
            'not used yet'
          )}
        </div>
      </div>
      <div className="flex gap-2">
        <Button size="small" onClick={() => setOpen('rename')}>
          Rename<span className="sr-only"> {name}</span>
        </Button>
        {!isNeeded && (
          <Button size="small" look="danger" onClick={() => setOpen('remove')}>
            Remove<span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
      {open === 'rename' && <RenameDialog passkey={passkey} onClose={close} />}
      {open === 'remove' && <RemoveDialog passkey={passkey} onClose={close} />}
    </li>
  );
}

interface PasskeyDialogProps {
  readonly passkey: OwnPasskey;
  onClose(): void;
}

function RenameDialog({ passkey: { id, name: before }, onClose }: PasskeyDialogProps) {
  const form = useForm(
    { name: before },
    {
      send: ({ name }) => call(renamePasskey, { params: { passkey_id: id }, body: { name: name.trim() } }),
      refresh: [FACTOR_KEY],
      message: () => 'Passkey renamed.',
      after: onClose,
    },
  );
  return (
    <Dialog open onOpenChange={onClose} title="Rename passkey">
      <Form form={form}>
        <TextField label="Name" required maxLength={100} {...form.register('name')} />
        <DialogButtons confirm="Save" isDisabled={form.values.name.trim() === ''} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

function RemoveDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const removing = useChange({
    send: () => call(removePasskey, { params: { passkey_id: id } }),
    refresh: [FACTOR_KEY],
    message: () => `“${name}” is removed.`,
    after: onClose,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove “${name}”?`}
      confirm="Remove"
      change={removing}
      onConfirm={() => removing.mutate()}
    >
      <p>You can no longer sign in with it. Delete it on your device too, so that it is not offered any more.</p>
      <p>If it is your last second factor, your password is then enough to sign in.</p>
    </ConfirmDialog>
  );
}
