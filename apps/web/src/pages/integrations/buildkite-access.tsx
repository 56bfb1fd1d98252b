import type { ConsoleIntegrationDetail } from '@slipway/contracts';
import { useChange } from '../../data/change.js';
import { useForm } from '../../data/form.js';
import type { IntegrationActions } from '../../data/integrations.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Form, Submit } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';

interface BuildkiteAccessProps {
  readonly integration: ConsoleIntegrationDetail;
  readonly actions: IntegrationActions;
}

/** The API token with which Slipway runs builds again. */
export function BuildkiteAccess({ integration, actions: { setBuildkiteToken } }: BuildkiteAccessProps) {
  const { has_api_token: hasToken } = integration;
  const form = useForm(
    { api_token: '' },
    {
      send: ({ api_token }) => setBuildkiteToken.mutateAsync(api_token),
      message: () => 'Saved',
      resets: true,
    },
  );
  const removal = useChange({ send: () => setBuildkiteToken.mutateAsync(''), message: () => 'Removed' });
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
