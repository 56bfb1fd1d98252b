import { type ConsoleIntegrationDetail, GITHUB_API_URL, serverOrigin } from '@slipway/contracts';
import type { ComponentProps } from 'react';
import { useForm } from '../../data/form.js';
import { isTrying } from '../../data/integrations.js';
import { Check, SelectField, TextArea, TextField } from '../../ui/field.js';
import { Form, Submit } from '../../ui/form.js';
import { ConnectionPanel } from './connection.js';
import type { IntegrationProps } from './integration-state.js';

type Github = NonNullable<ConsoleIntegrationDetail['github']>;

const STATES = {
  waiting: { state: 'running', label: 'Connecting' },
  ok: { state: 'ok', label: 'Connected' },
  failing: { state: 'failed', label: 'Last attempt failed' },
  paused: { state: 'failed', label: 'Stopped until the settings change' },
} as const;

export function GithubUpdates({ integration, actions, isOwner }: IntegrationProps) {
  const { github } = integration;
  if (github === null) return null;
  const times = [
    ['Last attempt', github.checked_at],
    ['Last update sent', github.sent_at],
  ] as const;
  return (
    <ConnectionPanel
      id="github-updates"
      title="Updates on GitHub"
      isOwner={isOwner}
      connection={github.state === 'off' ? null : { ...STATES[github.state], times, error: github.error }}
      isTesting={isTrying(integration) || actions.testGithub.isPending}
      onTest={() => actions.testGithub.mutate()}
      absent="Slipway writes nothing to GitHub."
    >
      <UpdatesForm github={github} actions={actions} />
    </ConnectionPanel>
  );
}

const KINDS = [
  ['token', 'Token'],
  ['app', 'GitHub App'],
] as const;

type UpdatesFormProps = { readonly github: Github } & Pick<IntegrationProps, 'actions'>;

function UpdatesForm({ github, actions: { saveGithub } }: UpdatesFormProps) {
  const form = useForm(
    {
      statuses: github.statuses,
      comments: github.comments,
      kind: github.app_id === null ? 'token' : 'app',
      app_id: github.app_id ?? '',
      api_url: github.api_url === GITHUB_API_URL ? '' : github.api_url,
      credential: '',
    },
    {
      send: (values) =>
        saveGithub.mutateAsync({
          ...editOf(values),
          ...(values.credential !== '' && { credential: values.credential }),
        }),
      message: (_answer, { statuses, comments }) =>
        statuses || comments ? 'Saved. Slipway is connecting to GitHub.' : 'Saved',
    },
  );
  const { kind, statuses, comments } = form.values;
  const isSet = github.has_credential && isForSame(github, editOf(form.values));
  return (
    <Form form={form} className="grid gap-4 p-4 sm:grid-cols-2">
      <Check
        label="Set commit statuses"
        hint="The result of each job, as slipway/<job>, except for builds that run on GitHub."
        {...form.register('statuses')}
      />
      <Check
        label="Comment on pull requests"
        hint="The cause of failed builds, in one comment that Slipway keeps up to date."
        {...form.register('comments')}
      />
      <SelectField label="Sign in with" options={KINDS} {...form.register('kind')} />
      <TextField
        label="API URL"
        type="url"
        placeholder={GITHUB_API_URL}
        hint="Only for GitHub Enterprise Server: https://<host>/api/v3"
        {...form.register('api_url')}
      />
      {kind === 'app' && (
        <TextField
          label="App ID"
          hint="On the settings page of the App, which must be installed on the repositories."
          {...form.register('app_id')}
        />
      )}
      <CredentialField isApp={kind === 'app'} isSet={isSet} field={form.register('credential')} />
      <div className="flex justify-end sm:col-span-2">
        <Submit look="primary">{statuses || comments ? 'Save and test' : 'Save'}</Submit>
      </div>
    </Form>
  );
}

interface GithubValues {
  readonly statuses: boolean;
  readonly comments: boolean;
  readonly kind: string;
  readonly app_id: string;
  readonly api_url: string;
}

const editOf = ({ statuses, comments, kind, app_id: appId, api_url: apiUrl }: GithubValues) => ({
  statuses,
  comments,
  api_url: apiUrl.trim(),
  app_id: kind === 'app' ? appId.trim() : '',
});

const STORED = 'Set; enter a new one to replace it';

interface CredentialFieldProps {
  /** Whether it is the private key of a GitHub App, which has many lines. */
  readonly isApp: boolean;
  readonly isSet: boolean;
  readonly field: ComponentProps<'input'> & ComponentProps<'textarea'>;
}

function CredentialField({ isApp, isSet, field }: CredentialFieldProps) {
  if (!isApp)
    return (
      <TextField
        label="Token"
        type="password"
        autoComplete="off"
        placeholder={isSet ? STORED : ''}
        hint="Fine-grained: Commit statuses and Pull requests, read and write; Actions too, to run builds again. Classic: repo. Stored encrypted."
        {...field}
      />
    );
  return (
    <TextArea
      label="Private key"
      hint="The contents of the .pem file. The App needs Commit statuses and Pull requests, read and write; Actions too, to run builds again. Stored encrypted."
      autoComplete="off"
      spellCheck={false}
      rows={4}
      placeholder={isSet ? STORED : '-----BEGIN RSA PRIVATE KEY-----'}
      className="font-mono text-xs"
      {...field}
    />
  );
}

/** The stored credential is only used for the server and App that it was entered for. */
function isForSame(github: Github, { api_url, app_id }: { readonly api_url: string; readonly app_id: string }) {
  const isSameServer = serverOrigin(github.api_url) === serverOrigin(api_url === '' ? GITHUB_API_URL : api_url);
  return isSameServer && (github.app_id ?? '') === app_id;
}
