import { MASKED_VALUE_LENGTH, type MaskedValue } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { addMaskedValue, listMaskedValues, removeMaskedValue } from '../../data/api.js';
import { call, read } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { ConfirmChange } from '../../parts/confirm-change.js';
import { TextField } from '../../ui/field.js';
import { Form, FormError, Submit } from '../../ui/form.js';
import { Loaded, Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';

/** The texts that are masked in the project's logs and deliveries. A value is never shown again. */
export function MaskedValues({ projectId, isOwner }: { readonly projectId: number; readonly isOwner: boolean }) {
  const params = { project_id: projectId };
  const query = useQuery(read(['project', projectId, 'masked-values'], listMaskedValues, { params }));
  return (
    <Panel title="Masked values">
      <div className="flex flex-col gap-4 p-4">
        <p className="text-sm text-ink-soft">
          Slipway masks credentials that it recognizes. Add others here: passwords, keys and names that must not
          appear in logs and deliveries. They are stored encrypted and cannot be read back.
        </p>
        <Loaded query={query} rows={2} isBare>
          {({ masked_values: values, limit }) => (
            <>
              {values.length > 0 && (
                <ul aria-label="Masked values" className="divide-y divide-line text-sm">
                  {values.map((value) => (
                    <li key={value.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                      <span className="min-w-0 flex-1 truncate">{value.name}</span>
                      <span className="font-mono text-xs text-ink-faint">••••••••</span>
                      <span className="text-xs text-ink-faint">
                        {value.added_by ?? 'Someone'}, <Time at={value.created_at} />
                      </span>
                      {isOwner && <RemoveValue projectId={projectId} value={value} />}
                    </li>
                  ))}
                </ul>
              )}
              {isOwner && <AddValue projectId={projectId} isFull={values.length >= limit} />}
            </>
          )}
        </Loaded>
      </div>
    </Panel>
  );
}

function RemoveValue({
  projectId,
  value: { id, name },
}: {
  readonly projectId: number;
  readonly value: MaskedValue;
}) {
  return (
    <ConfirmChange
      size="small"
      label="Remove"
      aria-label={`Remove ${name}`}
      title={`Stop masking ${name}?`}
      confirm="Stop masking"
      send={() => call(removeMaskedValue, { params: { project_id: projectId, masked_value_id: id } })}
      refresh={[['project', projectId]]}
      message={() => `${name} is no longer masked.`}
    >
      <p>
        New logs and stored deliveries will show the value. Logs that were stored while it was masked will not.
      </p>
    </ConfirmChange>
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
