import type { AccountRetention, LegalHold as Hold } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRetention } from '../../data/api.js';
import { read } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { TextArea } from '../../ui/field.js';
import { DialogButton, FormDialog, SettingRow } from '../../ui/form.js';
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

export const useRetention = (accountId: number) =>
  useQuery(read(['account', accountId, 'retention'], getRetention, { params: { account_id: accountId } }));

interface LegalHoldProps {
  readonly name: string;
  readonly hold: Hold | null;
  readonly isOwner: boolean;
  set(reason: string): Promise<unknown>;
  release(reason: string): Promise<unknown>;
}

export function LegalHold(props: LegalHoldProps) {
  const { hold, isOwner } = props;
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
        <DialogButton label={hold === null ? 'Set a hold' : 'Release the hold'}>
          {(close) => <HoldDialog {...props} onClose={close} />}
        </DialogButton>
      )}
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

function HoldDialog({ name, hold, set, release, onClose }: LegalHoldProps & { onClose(): void }) {
  const isHeld = hold !== null;
  const form = useForm(
    { reason: '' },
    {
      send: ({ reason }) => (isHeld ? release : set)(reason.trim()),
      refresh: [['account']],
      message: () => (isHeld ? 'The legal hold is released.' : 'The legal hold is set.'),
      after: onClose,
    },
  );
  return (
    <FormDialog
      form={form}
      title={isHeld ? `Release the hold on “${name}”?` : `Put “${name}” under a legal hold?`}
      confirm={isHeld ? 'Release the hold' : 'Set the hold'}
      look="danger"
      isDisabled={form.values.reason.trim() === ''}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3 text-sm text-ink-soft">
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
      </div>
    </FormDialog>
  );
}
