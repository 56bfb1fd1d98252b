import type { TestDetail } from '@slipway/contracts';
import { Replace } from 'lucide-react';
import { useForm } from '../../data/form.js';
import { useAccount } from '../../data/session.js';
import { renaming, useRenames } from '../../data/tests.js';
import { SelectField } from '../../ui/field.js';
import { DialogButton, FormDialog } from '../../ui/form.js';

interface RenameProps {
  readonly test: TestDetail;
  readonly projectId: number;
}

/** Finds a test again that no longer runs under its name. */
export function RenameAction({ test, projectId }: RenameProps) {
  const isSilent = test.variants.some(({ verdict }) => verdict === 'silent');
  if (useAccount().read_only_reason !== null || !isSilent) return null;
  return (
    <DialogButton label="Renamed" icon={Replace}>
      {(close) => <RenameDialog test={test} projectId={projectId} onClose={close} />}
    </DialogButton>
  );
}

function RenameDialog({ test, projectId, onClose }: RenameProps & { onClose(): void }) {
  const candidates = useRenames(projectId, test.id).data?.tests;
  const form = useForm({ new_test_id: '' }, { ...renaming(projectId, test), after: onClose });
  const { new_test_id: chosen } = form.values;
  return (
    <FormDialog
      form={form}
      title={`${test.name} was renamed`}
      description="The results under the new name become part of this test’s history, and reports with either name count for it. This cannot be undone."
      confirm="Join both"
      isDisabled={chosen === ''}
      onClose={onClose}
    >
      {candidates?.length === 0 ? (
        <p className="text-sm text-ink-soft">
          No test with a similar name has run for the first time since this one ran last.
        </p>
      ) : (
        <SelectField
          label="New name"
          options={[
            ['', 'Choose a test'],
            ...(candidates ?? []).map(
              ({ id, path, name }) => [id, path === '' ? name : `${path}.${name}`] as const,
            ),
          ]}
          {...form.register('new_test_id')}
          value={chosen}
        />
      )}
    </FormDialog>
  );
}
