import { serverOrigin } from '@slipway/contracts';
import type { SettingsSection } from '@slipway/providers/setups';
import { toast } from 'sonner';
import { useChange } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { isTrying } from '../../data/integrations.js';
import { Button } from '../../ui/button.js';
import { SelectField, TextField } from '../../ui/field.js';
import { Form, Submit } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { ConnectionPanel } from './connection.js';
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
      id="jenkins-server"
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
      revision_parameter: settings['revision_parameter'] ?? '',
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
        label="Parameter for the revision"
        placeholder="COMMIT"
        hint="Names the commit or changelist to build in searches for a culprit. Usual names are found without it."
        {...form.register('revision_parameter')}
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
