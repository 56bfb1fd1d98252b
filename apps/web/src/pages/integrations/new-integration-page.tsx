import { setupOf } from '@slipway/providers/setups';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntegration, useIntegrationActions, useIntegrations, useIsOwner } from '../../data/integrations.js';
import { useSession } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { definePage } from '../../routing/page.js';
import { toIntegration } from '../../routing/records.js';
import { buttonClass } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { ShownOnce } from '../../ui/copy.js';
import { SIGNING_SECRET, WEBHOOK_TOKEN } from '../../ui/labels.js';
import { EmptyState, ErrorState, Panel, SkeletonRows } from '../../ui/panel.js';
import { FirstEvent } from './first-event.js';
import { PickProvider } from './pick-provider.js';
import { PastedSecret } from './rotate-credential.js';
import { SetupSteps } from './setup-steps.js';

/** The part of an integration that is known only right after its creation. */
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
        <Panel>
          <EmptyState title="Only owners can connect tools">
            <p>Ask an account owner to add the integration or to make you an owner.</p>
          </EmptyState>
        </Panel>
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
