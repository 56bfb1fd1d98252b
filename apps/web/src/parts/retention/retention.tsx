import type { AccountRetention, LegalHold as Hold } from '@slipway/contracts';
import { useState } from 'react';
import { useForm } from '../../data/form.js';
import { Button } from '../../ui/button.js';
import { TextArea } from '../../ui/field.js';
import { ConfirmDialog, SettingRow } from '../../ui/form.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';

type Kind = AccountRetention['kinds'][number]['kind'];

export const KIND_WORDS: Readonly<Record<Kind, readonly [name: string, note: string]>> = {
  deliveries: ['Delivery log', 'Requests from your tools, and the keys that identify repeated ones.'],
  notifications: ['Notifications', 'With their messages.'],
  builds: [
    'Builds',
    'With steps, artifacts, logs and investigations. The latest builds of each job and branch, and deployed builds, are kept.',
  ],
  build_logs: ['Build logs', 'The logs of the latest builds of each job and branch are kept.'],
  changes: ['Changes', 'Changes that a task, an approval, a build or a deployment refers to are kept.'],
  deployments: ['Deployments', 'The latest deployment to each place is kept.'],
  assets: ['History of assets', 'Earlier versions, and assets whose file was deleted. Existing assets are kept.'],
  references: ['Tracker items', 'Only closed items that no change or task mentions.'],
};

export const keptFor = (days: number | null) => (days === null ? 'No limit' : plural(days, 'day'));

interface LegalHoldProps {
  readonly name: string;
  readonly hold: Hold | null;
  readonly isOwner: boolean;
  set(reason: string): Promise<unknown>;
  release(reason: string): Promise<unknown>;
}

export function LegalHold({ name, hold, isOwner, set, release }: LegalHoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingRow
      title={hold === null ? 'No legal hold' : 'Under a legal hold'}
      hint={
        hold === null
          ? 'While a hold is set, nothing expires, and logs, integrations and the data itself cannot be deleted.'
          : describe(hold)
      }
    >
      {isOwner && (
        <Button onClick={() => setOpen(true)}>{hold === null ? 'Set a hold' : 'Release the hold'}</Button>
      )}
      <HoldDialog
        key={String(hold === null)}
        name={name}
        isHeld={hold !== null}
        change={hold === null ? set : release}
        open={isOpen}
        onOpenChange={setOpen}
      />
    </SettingRow>
  );
}

function describe({ since, set_by: by, reason }: Hold) {
  return (
    <>
      Since <Time at={since} />
      {by !== null && `, set by ${by}`}. Nothing expires, and nothing can be deleted.
      {reason !== null && <span className="block break-words">Reason: {reason}</span>}
    </>
  );
}

interface HoldDialogProps {
  readonly name: string;
  readonly isHeld: boolean;
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  change(reason: string): Promise<unknown>;
}

function HoldDialog({ name, isHeld, open, onOpenChange, change }: HoldDialogProps) {
  const form = useForm(
    { reason: '' },
    {
      send: ({ reason }) => change(reason.trim()),
      refresh: [['account']],
      message: () => (isHeld ? 'The legal hold is released.' : 'The legal hold is set.'),
      after: () => onOpenChange(false),
    },
  );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={isHeld ? `Release the hold on “${name}”?` : `Put “${name}” under a legal hold?`}
      confirm={isHeld ? 'Release the hold' : 'Set the hold'}
      change={form}
      isDisabled={form.values.reason.trim() === ''}
      onConfirm={form.submit}
    >
      <p>
        {isHeld
          ? 'What expired during the hold is permanently deleted soon after.'
          : 'Nothing in it expires or can be deleted until an owner releases the hold. New data is still accepted.'}
      </p>
      <TextArea
        label="Reason"
        hint="Owners see it here and in the audit log."
        rows={2}
        maxLength={500}
        {...form.register('reason')}
      />
    </ConfirmDialog>
  );
}
