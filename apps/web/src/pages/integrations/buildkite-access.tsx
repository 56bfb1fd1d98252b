import type { ConsoleIntegrationDetail } from '@slipway/contracts';
import { useState } from 'react';
import { toast } from 'sonner';
import type { IntegrationActions } from '../../data/integrations.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Form } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';

interface BuildkiteAccessProps {
  readonly integration: ConsoleIntegrationDetail;
  readonly actions: IntegrationActions;
}

/** The API token with which Slipway runs builds again. */
export function BuildkiteAccess({ integration, actions: { setBuildkiteToken } }: BuildkiteAccessProps) {
  const [apiToken, setApiToken] = useState('');
  const { has_api_token: hasToken } = integration;
  function save(token: string): void {
    setBuildkiteToken.mutate(token, {
      onSuccess: () => {
        setApiToken('');
        toast.success(token === '' ? 'Removed' : 'Saved');
      },
    });
  }
  return (
    <Panel
      id="buildkite-access"
      title="Run builds again"
      aside={
        hasToken && (
          <Button size="small" onClick={() => save('')} disabled={setBuildkiteToken.isPending}>
            Remove token
          </Button>
        )
      }
    >
      <Form
        error={setBuildkiteToken.error}
        onSubmit={() => save(apiToken)}
        className="flex flex-wrap items-start gap-2 p-4"
      >
        <div className="min-w-56 flex-1">
          <TextField
            label="API access token"
            name="api_token"
            type="password"
            autoComplete="off"
            placeholder={hasToken ? 'Set; enter a new one to replace it' : ''}
            hint="In Buildkite: Personal Settings > API Access Tokens, with the scope write_builds. Stored encrypted."
            value={apiToken}
            onChange={(event) => setApiToken(event.target.value)}
          />
        </div>
        <Button
          type="submit"
          look="primary"
          className="mt-[24px]"
          disabled={apiToken.trim() === '' || setBuildkiteToken.isPending}
        >
          Save
        </Button>
      </Form>
    </Panel>
  );
}
