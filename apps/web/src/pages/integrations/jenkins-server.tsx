import { serverOrigin } from '@slipway/contracts';
import type { SettingsSection } from '@slipway/providers/setups';
import { useForm } from '../../data/form.js';
import { isTrying } from '../../data/integrations.js';
import { TextField } from '../../ui/field.js';
import { Form, Submit } from '../../ui/form.js';
import { ConnectionPanel } from './connection.js';
import type { IntegrationProps } from './integration-state.js';

const SECTION: SettingsSection = 'jenkins-server';

const STATES = {
  waiting: { state: 'running', label: 'Connecting' },
  ok: { state: 'ok', label: 'Connected' },
  failing: { state: 'failed', label: 'No connection' },
  paused: { state: 'failed', label: 'Stopped until the settings change' },
} as const;

const NOT_POLLED = { state: 'passed_pending_approval', label: 'Not polled while paused' };

export function JenkinsServer({ integration, actions, isOwner }: IntegrationProps) {
  const { poll, settings } = integration;
  // Only owners can read the settings; others can tell from the poll that there is a server.
  const hasServer = Boolean(settings['server_url']) || poll !== null;
  const isTested = isTrying(integration);
  const connection = {
    ...(isTested || poll ? STATES[poll?.state ?? 'waiting'] : NOT_POLLED),
    times: [
      ['Last poll', poll?.polled_at ?? null],
      ['Next poll', poll?.next_at ?? null],
    ] as const,
    error: poll?.error,
  };
  return (
    <ConnectionPanel
      id={SECTION}
      title="Jenkins server"
      isOwner={isOwner}
      connection={hasServer ? connection : null}
      isTesting={isTested}
      onTest={() => actions.testJenkins.mutate()}
      absent="No server configured."
    >
      <ServerForm integration={integration} actions={actions} />
    </ConnectionPanel>
  );
}

function ServerForm({ integration, actions }: Pick<IntegrationProps, 'integration' | 'actions'>) {
  const { settings, has_api_token: hasToken } = integration;
  const form = useForm(
    {
      server_url: settings['server_url'] ?? '',
      username: settings['username'] ?? '',
      job_name: settings['job_name'] ?? '',
      api_token: '',
    },
    {
      async send({ api_token, ...server }) {
        // Saves the token after the address, because a change of server removes the stored token.
        await actions.update.mutateAsync(server);
        if (api_token !== '') await actions.setJenkinsToken.mutateAsync({ api_token });
      },
      message: (_answer, { server_url }) => (server_url ? 'Saved. Slipway is connecting to the server.' : 'Saved'),
      resets: true,
    },
  );
  const { server_url: url, api_token: apiToken } = form.values;
  const savedOrigin = serverOrigin(settings['server_url']);
  const losesToken = hasToken && savedOrigin !== serverOrigin(url.trim());
  return (
    <Form form={form} className="grid gap-4 p-4 sm:grid-cols-2">
      <TextField
        label="Server URL"
        type="url"
        placeholder="https://jenkins.example.com/"
        hint="Include the path, if any. Slipway must be able to reach it."
        {...form.register('server_url')}
      />
      <TextField
        label="Job for commit triggers"
        placeholder="folder/job"
        hint="Runs when a commit trigger arrives. Leave empty to run nothing."
        {...form.register('job_name')}
      />
      <TextField
        label="User"
        autoComplete="off"
        hint="Needs Overall/Read and Job/Read, and Job/Build for triggers and for running builds again."
        {...form.register('username')}
      />
      <TextField
        label="API token"
        type="password"
        autoComplete="off"
        placeholder={hasToken && !losesToken ? 'Set; enter a new one to replace it' : ''}
        hint="In Jenkins: your user page > Security > API Token. Stored encrypted."
        {...form.register('api_token')}
      />
      <div className="flex flex-wrap items-center justify-end gap-3 sm:col-span-2">
        <p role="status" className="min-w-56 flex-1 text-sm text-warn">
          {losesToken && tokenNote(savedOrigin, apiToken !== '')}
        </p>
        <Submit look="primary">Save and test</Submit>
      </div>
    </Form>
  );
}

function tokenNote(savedOrigin: string | null, isReplaced: boolean): string {
  const origin = savedOrigin === null ? '' : `, which was entered for ${savedOrigin}`;
  if (isReplaced) return `Saving replaces the stored API token${origin}.`;
  return `Saving removes the stored API token${origin}. Enter one for the new server.`;
}
