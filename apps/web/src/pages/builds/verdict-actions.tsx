import type { FindingVerdict } from '@slipway/contracts';
import { Check, CloudOff, ListOrdered, X } from 'lucide-react';
import { judgeFinding } from '../../data/api.js';
import { call, useChange } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useAccount } from '../../data/session.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { DialogButton, FormDialog } from '../../ui/form.js';
import type { BuildProps } from './finding.js';

interface SentVerdict {
  readonly verdict: FindingVerdict;
  readonly line?: number;
}

const judging = ({ build, projectId }: BuildProps) => ({
  send: (body: SentVerdict) =>
    call(judgeFinding, { params: { project_id: projectId, build_run_id: build.id }, body }),
  refresh: [['build_run', projectId]],
  message: () => 'Saved. The finding follows in a moment.',
});

/** Asks whether a finding is right, for people who may change something in this account. */
export function VerdictActions(props: BuildProps) {
  const judge = useChange({ ...judging(props), refusal: 'The verdict was not saved.' });
  if (useAccount().read_only_reason !== null) return null;
  const button = { size: 'small', disabled: judge.isPending } as const;
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="pb-1 text-xs text-ink-faint">Is this right?</legend>
      <Button icon={Check} {...button} onClick={() => judge.mutate({ verdict: 'confirmed' })}>
        This is the cause
      </Button>
      <DialogButton icon={ListOrdered} label="Another line…" {...button}>
        {(close) => <OtherLine {...props} onClose={close} />}
      </DialogButton>
      <Button icon={X} {...button} onClick={() => judge.mutate({ verdict: 'refused' })}>
        Not the cause
      </Button>
      <Button icon={CloudOff} {...button} onClick={() => judge.mutate({ verdict: 'not_ours' })}>
        Not our failure
      </Button>
    </fieldset>
  );
}

function OtherLine({ onClose, ...props }: BuildProps & { onClose(): void }) {
  const { send, ...rest } = judging(props);
  const form = useForm(
    { line: '' },
    {
      ...rest,
      send: ({ line }: { line: string }) => send({ verdict: 'other_line', line: Number(line) }),
      after: onClose,
    },
  );
  return (
    <FormDialog
      form={form}
      title="Which line is the cause?"
      description="Later findings of this job avoid the line that was wrong."
      confirm="Save"
      isDisabled={form.values.line === ''}
      onClose={onClose}
    >
      <TextField label="Line of the log" type="number" min={1} step={1} required {...form.register('line')} />
    </FormDialog>
  );
}
