import { type ConsoleIntegrationDetail, GITHUB_API_URL, serverOrigin } from '@slipway/contracts';
import { useId, useState } from 'react';
import { toast } from 'sonner';
import { type IntegrationActions, isTrying } from '../../data/integrations.js';
import { Button } from '../../ui/button.js';
import { Field, Select, TextField } from '../../ui/field.js';
import { Form } from '../../ui/form.js';
import { Fact, Panel } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { CredentialField } from './github-credential.js';

interface GithubUpdatesProps {
  readonly integration: ConsoleIntegrationDetail;
  readonly actions: IntegrationActions;
  readonly isOwner: boolean;
}

type Github = NonNullable<ConsoleIntegrationDetail['github']>;

const STATES = {
  off: { state: 'cancelled', label: 'Off' },
  waiting: { state: 'running', label: 'Connecting' },
  ok: { state: 'ok', label: 'Connected' },
  failing: { state: 'failed', label: 'Last attempt failed' },
  paused: { state: 'failed', label: 'Stopped until the settings change' },
} as const;

/** What Slipway writes to GitHub: commit statuses and comments on pull requests. */
export function GithubUpdates({ integration, actions, isOwner }: GithubUpdatesProps) {
  const { github } = integration;
  if (github === null) return null;
  const isOn = github.state !== 'off';
  return (
    <Panel
      id="github-updates"
      title="Updates on GitHub"
      aside={
        isOn &&
        isOwner && (
          <Button
            size="small"
            onClick={() => actions.testGithub.mutate(undefined)}
            disabled={isTrying(integration) || actions.testGithub.isPending}
          >
            Test connection
          </Button>
        )
      }
    >
      {isOn && <Connection github={github} />}
      {isOwner ? (
        <UpdatesForm key={keyOf(github)} github={github} actions={actions} />
      ) : (
        !isOn && <p className="p-4 text-sm text-ink-soft">Slipway writes nothing to GitHub.</p>
      )}
    </Panel>
  );
}

/** The form starts over when the stored settings change, not when an attempt ends. */
const keyOf = ({ statuses, comments, api_url, app_id, has_credential }: Github) =>
  JSON.stringify([statuses, comments, api_url, app_id, has_credential]);

function Connection({ github }: { readonly github: Github }) {
  const { state, label } = STATES[github.state];
  return (
    <div aria-live="polite" className="flex flex-col gap-2 border-b border-line p-4">
      <dl className="grid gap-4 sm:grid-cols-3">
        <Fact label="Connection">
          <StatusPill state={state} label={label} />
        </Fact>
        <Fact label="Last attempt">
          <Time at={github.checked_at} />
        </Fact>
        <Fact label="Last update sent">
          <Time at={github.sent_at} />
        </Fact>
      </dl>
      {github.error && <p className="text-sm text-bad">{github.error}</p>}
    </div>
  );
}

const KINDS = [
  ['token', 'Token'],
  ['app', 'GitHub App'],
] as const;

type UpdatesFormProps = { readonly github: Github } & Pick<GithubUpdatesProps, 'actions'>;

function UpdatesForm({ github, actions: { saveGithub } }: UpdatesFormProps) {
  const [statuses, setStatuses] = useState(github.statuses);
  const [comments, setComments] = useState(github.comments);
  const [kind, setKind] = useState(github.app_id === null ? 'token' : 'app');
  const [appId, setAppId] = useState(github.app_id ?? '');
  const [apiUrl, setApiUrl] = useState(github.api_url === GITHUB_API_URL ? '' : github.api_url);
  const [credential, setCredential] = useState('');
  const edit = { statuses, comments, api_url: apiUrl.trim(), app_id: kind === 'app' ? appId.trim() : '' };
  const isSet = github.has_credential && isForSame(github, edit);
  function submit(): void {
    const body = credential === '' ? edit : { ...edit, credential };
    saveGithub.mutate(body, {
      onSuccess: () => toast.success(statuses || comments ? 'Saved. Slipway is connecting to GitHub.' : 'Saved'),
    });
  }
  return (
    <Form error={saveGithub.error} onSubmit={submit} className="grid gap-4 p-4 sm:grid-cols-2">
      <Choice
        label="Set commit statuses"
        hint="The result of each job, as slipway/<job>, except for builds that run on GitHub."
        checked={statuses}
        onChange={setStatuses}
      />
      <Choice
        label="Comment on pull requests"
        hint="The cause of failed builds, in one comment that Slipway keeps up to date."
        checked={comments}
        onChange={setComments}
      />
      <Field label="Sign in with">
        {(ids) => (
          <Select {...ids} value={kind} options={KINDS} onChange={(event) => setKind(event.target.value)} />
        )}
      </Field>
      <TextField
        label="API URL"
        name="api_url"
        type="url"
        placeholder={GITHUB_API_URL}
        hint="Only for GitHub Enterprise Server: https://<host>/api/v3"
        value={apiUrl}
        onChange={(event) => setApiUrl(event.target.value)}
      />
      {kind === 'app' && (
        <TextField
          label="App ID"
          name="app_id"
          hint="On the settings page of the App, which must be installed on the repositories."
          value={appId}
          onChange={(event) => setAppId(event.target.value)}
        />
      )}
      <CredentialField isApp={kind === 'app'} isSet={isSet} value={credential} onChange={setCredential} />
      <div className="flex justify-end sm:col-span-2">
        <Button type="submit" look="primary" disabled={saveGithub.isPending}>
          {statuses || comments ? 'Save and test' : 'Save'}
        </Button>
      </div>
    </Form>
  );
}

/** The stored credential is only used for the server and App that it was entered for. */
function isForSame(github: Github, { api_url, app_id }: { readonly api_url: string; readonly app_id: string }) {
  const isSameServer = serverOrigin(github.api_url) === serverOrigin(api_url === '' ? GITHUB_API_URL : api_url);
  return isSameServer && (github.app_id ?? '') === app_id;
}

interface ChoiceProps {
  readonly label: string;
  readonly hint: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Choice({ label, hint, checked, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <label className="flex cursor-pointer items-start gap-2 text-sm">
      <input
        type="checkbox"
        aria-describedby={id}
        className="mt-1 accent-accent"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {label}
        <span id={id} className="block text-xs text-ink-faint">
          {hint}
        </span>
      </span>
    </label>
  );
}
