import type { createIntegration as created, ResponseOf } from '@slipway/contracts';
import { GROUPS, type NamedSetup, SETUPS, setupOf } from '@slipway/providers/setups';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createIntegration } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useIntegration, useIntegrationActions, useIntegrations, useIsOwner } from '../../data/integrations.js';
import { useSession } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { definePage, type Filters } from '../../routing/page.js';
import { toIntegration } from '../../routing/records.js';
import { buttonClass } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { ShownOnce } from '../../ui/copy.js';
import { Check, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form.js';
import { SIGNING_SECRET, WEBHOOK_TOKEN } from '../../ui/labels.js';
import { EmptyPanel, ErrorState, Panel, SkeletonRows } from '../../ui/panel.js';
import { FirstEvent } from './first-event.js';
import { ProviderMark } from './integration-state.js';
import { PastedSecret } from './rotate-credential.js';
import { SetupSteps } from './setup-steps.js';

interface Credentials {
  readonly id: number;
  readonly token: string;
  readonly secret: string | null;
}

export const page = definePage({
  path: '/projects/$projectId/integrations/new',
  label: 'Add',
  title: 'Add an integration',
  filters: ['provider', 'group', 'integration'],
});

export function NewIntegrationPage() {
  const { projectId } = page.useParams();
  const filters = page.useFilters();
  const navigate = useNavigate({ from: '/projects/$projectId/integrations/new' });
  const isOwner = useIsOwner(projectId);
  const [made, setMade] = useState<Credentials | null>(null);
  const id = Number(filters.values.integration ?? 0);
  if (!isOwner)
    return (
      <Page>
        <EmptyPanel title="Only owners can connect tools">
          <p>Ask an account owner to add the integration or to make you an owner.</p>
        </EmptyPanel>
      </Page>
    );
  return (
    <Page meta={<Progress projectId={projectId} id={id} />}>
      {id > 0 ? (
        <Connect projectId={projectId} id={id} made={made?.id === id ? made : null} />
      ) : (
        <PickProvider
          projectId={projectId}
          filters={filters}
          onCreated={({ integration: created, token, secret }) => {
            setMade({ id: created.id, token, secret });
            void navigate({ to: '.', search: { integration: String(created.id) } });
          }}
        />
      )}
    </Page>
  );
}

const STEPS = ['Pick a tool', 'Set it up', 'See the first event'];

function Progress({ projectId, id }: { readonly projectId: number; readonly id: number }) {
  const created = useIntegrations(projectId).data?.integrations.find((integration) => integration.id === id);
  const reached = created?.last_applied ? 3 : 2;
  const step = id > 0 ? reached : 1;
  return (
    <ol className="flex flex-wrap gap-x-4 gap-y-1">
      {STEPS.map((title, place) => (
        <li
          key={title}
          aria-current={place + 1 === step ? 'step' : undefined}
          className={classNames('text-sm', place + 1 <= step ? 'font-medium text-ink' : 'text-ink-faint')}
        >
          <span className="tnum">{place + 1}.</span> {title}
        </li>
      ))}
    </ol>
  );
}

interface ConnectProps {
  readonly projectId: number;
  readonly id: number;
  readonly made: Credentials | null;
}

function Connect({ projectId, id, made }: ConnectProps) {
  const { base_url: baseUrl } = useSession();
  const { data, error, refetch } = useIntegration(projectId, id);
  const actions = useIntegrationActions(projectId, id);
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows />;
  const setup = setupOf(data.provider);
  if (setup === undefined) return null;
  const token = made?.token ?? WEBHOOK_TOKEN;
  const secret = made?.secret ?? (data.secrets.length > 0 ? SIGNING_SECRET : null);
  return (
    <div className="flex flex-col gap-4">
      <Panel title={`Set up ${setup.title}`}>
        <div className="flex flex-col gap-3 px-4 pt-4">
          {made ? (
            <ShownOnce
              values={[
                ['Webhook URL', `${baseUrl}/webhooks/${setup.path}`],
                ['Token', made.token],
                ...(made.secret ? [['Secret', made.secret] as const] : []),
              ]}
            />
          ) : (
            <p className="text-sm text-ink-soft">
              The token was shown once, when it was created. If no one has it,{' '}
              <Link {...toIntegration(projectId, id)} className="text-accent-text">
                rotate it
              </Link>
              .
            </p>
          )}
        </div>
        <SetupSteps setup={setup} context={{ baseUrl, token, secret }} projectId={projectId} integrationId={id} />
        {setup.secret === 'tool' && data.secrets.length === 0 && (
          <div className="border-t border-line p-4">
            <PastedSecret setup={setup} rotate={actions.rotateSecret} />
          </div>
        )}
      </Panel>
      <FirstEvent projectId={projectId} integration={data} actions={actions} />
      <div className="flex justify-end gap-2 px-4 md:px-0">
        <Link to="/projects/$projectId/integrations/new" params={{ projectId }} className={buttonClass('quiet')}>
          Add another
        </Link>
        <Link {...toIntegration(projectId, id)} className={buttonClass()}>
          Open integration
        </Link>
      </div>
    </div>
  );
}

type Created = ResponseOf<typeof created>;

interface PickProviderProps {
  readonly projectId: number;
  readonly filters: Filters<'provider' | 'group'>;
  onCreated(created: Created): void;
}

function PickProvider({ projectId, filters, onCreated }: PickProviderProps) {
  const { provider, group } = filters.values;
  const picked = setupOf(provider ?? '');
  const groups = GROUPS.toSorted((a, b) => Number(b === group) - Number(a === group));
  return (
    <div className="flex flex-col gap-4">
      {groups.map((name) => (
        <Panel key={name} title={name}>
          <ul className="grid gap-1 p-1 sm:grid-cols-2 xl:grid-cols-3">
            {SETUPS.filter((setup) => setup.group === name).map((setup) => (
              <li key={setup.id}>
                <button
                  type="button"
                  onClick={() => filters.set('provider', setup.id)}
                  className="flex h-full w-full items-start gap-3 rounded-md p-3 text-left -outline-offset-2 hover:bg-hover"
                >
                  <ProviderMark provider={setup.id} />
                  <span className="min-w-0">
                    <span className="block text-sm font-medium">{setup.title}</span>
                    <span className="block text-xs text-ink-soft">{setup.gives}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </Panel>
      ))}
      {picked && (
        <NameDialog
          key={picked.id}
          projectId={projectId}
          setup={picked}
          onCreated={onCreated}
          onClose={() => filters.set('provider', '')}
        />
      )}
    </div>
  );
}

interface NameDialogProps extends Pick<PickProviderProps, 'projectId' | 'onCreated'> {
  readonly setup: NamedSetup;
  onClose(): void;
}

function NameDialog({ projectId, setup, onCreated, onClose }: NameDialogProps) {
  const form = useForm(
    { name: setup.title, with_secret: setup.secret === 'slipway' },
    {
      send: ({ name, with_secret }) =>
        call(createIntegration, {
          params: { project_id: projectId },
          body: { provider: setup.id, name: name.trim(), with_secret },
        }),
      refresh: [['delivery', projectId, 'integrations']],
      after: onCreated,
    },
  );
  return (
    <FormDialog
      form={form}
      title={`Connect ${setup.title}`}
      description="Next, you get the webhook URL, the token and the setup steps."
      confirm={form.isPending ? 'Creating' : 'Create and continue'}
      isDisabled={form.values.name.trim() === ''}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="What your team calls it: the server, the repository or the board."
        required
        maxLength={100}
        onFocus={(event) => event.target.select()}
        {...form.register('name')}
      />
      {setup.secret === 'slipway' && (
        <Check
          label="Sign requests"
          hint={`Slipway creates a secret for ${setup.title} to sign with, and refuses unsigned requests. Recommended.`}
          {...form.register('with_secret')}
        />
      )}
    </FormDialog>
  );
}
