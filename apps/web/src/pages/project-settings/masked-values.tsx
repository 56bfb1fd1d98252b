import { MASKED_VALUE_LENGTH, type MaskedValue } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addMaskedValue, listMaskedValues, removeMaskedValue } from '../../data/api.js';
import { call, useChange } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { ConfirmDialog, Form, FormError, Submit } from '../../ui/form.js';
import { ErrorState, Panel, SkeletonRows } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';

interface MaskedValuesProps {
  readonly projectId: number;
  readonly isOwner: boolean;
}

/** The texts that are masked in the project's logs and deliveries. A value is never shown again. */
export function MaskedValues({ projectId, isOwner }: MaskedValuesProps) {
  const params = { project_id: projectId };
  const { data, error, refetch } = useQuery({
    queryKey: ['project', projectId, 'masked-values'],
    queryFn: () => call(listMaskedValues, { params }),
  });
  const [removed, setRemoved] = useState<MaskedValue | null>(null);
  const removal = useChange({
    send: ({ id }: MaskedValue) =>
      call(removeMaskedValue, {
        params: { ...params, masked_value_id: id },
      }),
    refresh: [['project', projectId]],
    message: (_answer, { name }) => `${name} is no longer masked.`,
    after: () => setRemoved(null),
  });
  return (
    <Panel title="Masked values">
      <div className="flex flex-col gap-4 p-4">
        <p className="text-sm text-ink-soft">
          Slipway masks credentials that it recognizes. Add others here: passwords, keys and names that must not
          appear in logs and deliveries. They are stored encrypted and cannot be read back.
        </p>
        {error && data === undefined && <ErrorState error={error} retry={() => void refetch()} />}
        {!error && data === undefined && <SkeletonRows count={2} />}
        {data && data.masked_values.length > 0 && (
          <ul aria-label="Masked values" className="divide-y divide-line text-sm">
            {data.masked_values.map((value) => (
              <li key={value.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                <span className="min-w-0 flex-1 truncate">{value.name}</span>
                <span className="font-mono text-xs text-ink-faint">••••••••</span>
                <span className="text-xs text-ink-faint">
                  {value.added_by ?? 'Someone'}, <Time at={value.created_at} />
                </span>
                {isOwner && (
                  <Button size="small" onClick={() => setRemoved(value)} aria-label={`Remove ${value.name}`}>
                    Remove
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {isOwner && data && <AddValue projectId={projectId} isFull={data.masked_values.length >= data.limit} />}
      </div>
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={(open) => !open && setRemoved(null)}
        title={`Stop masking ${removed?.name ?? ''}?`}
        confirm="Stop masking"
        change={removal}
        onConfirm={() => removed && removal.mutate(removed)}
      >
        <p>
          New logs and stored deliveries will show the value. Logs that were stored while it was masked will not.
        </p>
      </ConfirmDialog>
    </Panel>
  );
}

function AddValue({ projectId, isFull }: { readonly projectId: number; readonly isFull: boolean }) {
  const form = useForm(
    { name: '', value: '' },
    {
      send: ({ name, value }) =>
        call(addMaskedValue, { params: { project_id: projectId }, body: { name: name.trim(), value } }),
      refresh: [
        ['project', projectId],
        ['log', projectId],
      ],
      message: (_answer, { name }) => `${name.trim()} is now masked.`,
      resets: true,
    },
  );
  const { name, value } = form.values;
  return (
    <Form form={form} className="flex max-w-xl flex-col gap-3">
      <TextField
        label="Name"
        hint="Shown in place of the value."
        required
        maxLength={60}
        {...form.register('name')}
      />
      <TextField
        label="Value"
        type="password"
        autoComplete="off"
        required
        minLength={MASKED_VALUE_LENGTH.min}
        maxLength={MASKED_VALUE_LENGTH.max}
        {...form.register('value')}
      />
      <FormError error={form.error} />
      <Submit
        look="primary"
        className="self-start"
        disabled={isFull || name.trim() === '' || value.length < MASKED_VALUE_LENGTH.min}
      >
        Mask value
      </Submit>
    </Form>
  );
}
