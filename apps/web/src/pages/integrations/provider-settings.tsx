import type { ConsoleIntegrationDetail } from '@slipway/contracts';
import type { SettingsSection } from '@slipway/providers/setups';
import { toast } from 'sonner';
import { useForm } from '../../data/form.js';
import type { IntegrationActions } from '../../data/integrations.js';
import { SelectField, TextField } from '../../ui/field.js';
import { Form, Submit } from '../../ui/form.js';
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
  const { settings } = integration;
  const form = useForm(
    { account_slug: settings['account_slug'] ?? '', status_column: settings['status_column'] ?? '' },
    {
      send: ({ account_slug: slug, status_column: column }) =>
        update.mutateAsync({ account_slug: slug.trim(), status_column: column.trim() }),
      message: () => 'Saved',
    },
  );
  return (
    <Panel id={SECTION} title="Settings">
      <Form form={form} className="flex flex-wrap items-start gap-2 p-4">
        <div className="min-w-56 flex-1">
          <TextField
            label="Account slug"
            placeholder="studio"
            hint="The first part of your URL: “studio” in studio.monday.com. Links to items need it."
            {...form.register('account_slug')}
          />
        </div>
        <div className="min-w-56 flex-1">
          <TextField
            label="Status column"
            placeholder="status"
            hint="The ID of the column that holds the state, if the board has several status columns."
            {...form.register('status_column')}
          />
        </div>
        <Submit look="primary" className="mt-[24px]">
          Save
        </Submit>
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
        <SelectField
          label="Missing changelist numbers"
          hint="How they are rated under Deliveries, Missing numbers."
          className="w-full sm:w-auto"
          value={integration.settings['changelist_gaps'] ?? ''}
          options={GAPS}
          onChange={(event) =>
            update.mutate({ changelist_gaps: event.target.value }, { onSuccess: () => toast.success('Saved') })
          }
        />
      </div>
    </Panel>
  );
}
