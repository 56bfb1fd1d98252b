import type { ConsoleIntegrationDetail } from '@slipway/contracts';
import type { SettingsSection } from '@slipway/providers/setups';
import { useState } from 'react';
import { toast } from 'sonner';
import type { IntegrationActions } from '../../data/integrations.js';
import { Button } from '../../ui/button.js';
import { Field, Select, TextField } from '../../ui/field.js';
import { Form } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';

interface ProviderSettingsProps {
  readonly integration: ConsoleIntegrationDetail;
  readonly actions: IntegrationActions;
}

const SECTION: SettingsSection = 'provider-settings';

/** The settings that exist only for monday.com and Perforce. */
export function ProviderSettings({ integration, actions }: ProviderSettingsProps) {
  if (integration.provider === 'monday') return <MondaySettings integration={integration} actions={actions} />;
  if (integration.provider === 'perforce') return <ChangelistGaps integration={integration} actions={actions} />;
  return null;
}

function MondaySettings({ integration, actions: { update } }: ProviderSettingsProps) {
  const [slug, setSlug] = useState(integration.settings['account_slug'] ?? '');
  const [column, setColumn] = useState(integration.settings['status_column'] ?? '');
  function submit(): void {
    const fields = { account_slug: slug.trim(), status_column: column.trim() };
    update.mutate(fields, { onSuccess: () => toast.success('Saved') });
  }
  return (
    <Panel id={SECTION} title="Settings">
      <Form error={update.error} onSubmit={submit} className="flex flex-wrap items-start gap-2 p-4">
        <div className="min-w-56 flex-1">
          <TextField
            label="Account slug"
            name="account_slug"
            placeholder="studio"
            hint="The first part of your URL: “studio” in studio.monday.com. Links to items need it."
            value={slug}
            onChange={(event) => setSlug(event.target.value)}
          />
        </div>
        <div className="min-w-56 flex-1">
          <TextField
            label="Status column"
            name="status_column"
            placeholder="status"
            hint="The ID of the column that holds the state, if the board has several status columns."
            value={column}
            onChange={(event) => setColumn(event.target.value)}
          />
        </div>
        <Button type="submit" look="primary" className="mt-[24px]" disabled={update.isPending}>
          Save
        </Button>
      </Form>
    </Panel>
  );
}

const GAPS = [
  ['', 'Possibly lost: other depots and pending changelists use numbers too'],
  ['true', 'Likely lost: only this project uses numbers on this server'],
  ['false', 'Do not show'],
] as const;

function ChangelistGaps({ integration, actions: { update } }: ProviderSettingsProps) {
  return (
    <Panel id={SECTION} title="Settings">
      <div className="p-4">
        <Field label="Missing changelist numbers" hint="How they are rated under Deliveries, Missing numbers.">
          {(ids) => (
            <Select
              {...ids}
              className="w-full sm:w-auto"
              value={integration.settings['changelist_gaps'] ?? ''}
              options={GAPS}
              onChange={(event) =>
                update.mutate({ changelist_gaps: event.target.value }, { onSuccess: () => toast.success('Saved') })
              }
            />
          )}
        </Field>
      </div>
    </Panel>
  );
}
