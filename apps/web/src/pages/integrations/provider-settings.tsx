import type { SettingsSection } from '@slipway/providers/setups';
import { toast } from 'sonner';
import { useChange } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { Button } from '../../ui/button.js';
import { SelectField, TextField } from '../../ui/field.js';
import { Form, Submit } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import type { IntegrationProps } from './integration-state.js';

const SECTION: SettingsSection = 'provider-settings';

export function ProviderSettings(props: IntegrationProps) {
  if (props.integration.provider === 'monday') return <MondaySettings {...props} />;
  if (props.integration.provider === 'perforce') return <ChangelistGaps {...props} />;
  return null;
}

function MondaySettings({ integration, actions: { update } }: IntegrationProps) {
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

function ChangelistGaps({ integration, actions: { update } }: IntegrationProps) {
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

export function BuildkiteAccess({ integration, actions: { setBuildkiteToken } }: IntegrationProps) {
  const { has_api_token: hasToken } = integration;
  const form = useForm(
    { api_token: '' },
    {
      send: (body) => setBuildkiteToken.mutateAsync(body),
      message: () => 'Saved',
      resets: true,
    },
  );
  const removal = useChange({
    send: () => setBuildkiteToken.mutateAsync({ api_token: '' }),
    message: () => 'Removed',
  });
  return (
    <Panel
      id="buildkite-access"
      title="Run builds again"
      aside={
        hasToken && (
          <Button size="small" onClick={() => removal.mutate()} disabled={setBuildkiteToken.isPending}>
            Remove token
          </Button>
        )
      }
    >
      <Form form={form} className="flex flex-wrap items-start gap-2 p-4">
        <div className="min-w-56 flex-1">
          <TextField
            label="API access token"
            type="password"
            autoComplete="off"
            placeholder={hasToken ? 'Set; enter a new one to replace it' : ''}
            hint="In Buildkite: Personal Settings > API Access Tokens, with the scope write_builds. Stored encrypted."
            {...form.register('api_token')}
          />
        </div>
        <Submit look="primary" className="mt-[24px]" disabled={form.values.api_token.trim() === ''}>
          Save
        </Submit>
      </Form>
    </Panel>
  );
}
