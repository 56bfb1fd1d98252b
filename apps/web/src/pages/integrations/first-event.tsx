import type { ConsoleIntegrationDetail, ReceivedEvent } from '@slipway/contracts';
import { setupOf } from '@slipway/providers/setups';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, CircleX, LoaderCircle, Send } from 'lucide-react';
import { useTouchedRows } from '../../data/deliveries.js';
import type { IntegrationActions } from '../../data/integrations.js';
import { toDelivery } from '../../routing/records.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Panel } from '../../ui/panel.js';
import { PathLink } from '../../ui/path-link.js';
import { lookOf } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { subjectOf } from './integration-state.js';

const SECTIONS = {
  'Version control': ['/projects/$projectId/changes', 'See changes'],
  Builds: ['/projects/$projectId/builds', 'See builds'],
  Stores: ['/projects/$projectId/deployments', 'See deployments'],
  Trackers: ['/projects/$projectId/references', 'See tracker items'],
} as const;

interface FirstEventProps {
  readonly projectId: number;
  readonly integration: ConsoleIntegrationDetail;
  readonly actions: IntegrationActions;
}

/** Waits for the first event of the tool itself, and turns green when it arrives. Pings and tests do not count. */
export function FirstEvent({ projectId, integration, actions }: FirstEventProps) {
  const { last_event: last, last_applied: applied } = integration;
  return (
    <Panel title="First event">
      <div aria-live="polite" className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
        {applied && <Arrived projectId={projectId} integration={integration} event={applied} />}
        {!applied && last && isProblem(last) && <Failed projectId={projectId} event={last} />}
        {!applied && last && !isProblem(last) && (
          <Connected projectId={projectId} integration={integration} event={last} />
        )}
        {!last && <Waiting />}
        {!applied && <TestEventButton actions={actions} />}
      </div>
      <TestResult actions={actions} projectId={projectId} />
    </Panel>
  );
}

const isProblem = ({ outcome }: ReceivedEvent) => outcome === 'rejected' || outcome === 'dead';

function Waiting() {
  return (
    <>
      <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin text-accent-text" />
      <p className="min-w-56 flex-1 text-sm">
        <span className="block font-medium">Waiting for the first event</span>
        <span className="block text-ink-soft">This turns green as soon as the tool sends one.</span>
        <span className="block text-xs text-ink-faint">
          No event? Check the response that the tool shows: 401 means a wrong token or signature, 404 an unknown
          token or a paused integration, 422 an unreadable body.
        </span>
      </p>
    </>
  );
}

interface EventProps {
  readonly projectId: number;
  readonly event: ReceivedEvent;
}

function Connected({ projectId, integration, event }: EventProps & Pick<FirstEventProps, 'integration'>) {
  const subject = subjectOf(integration.provider);
  return (
    <>
      <CircleDashed aria-hidden className="size-5 shrink-0 text-accent-text" />
      <p className="min-w-56 flex-1 text-sm">
        <span className="block font-medium">Connected, waiting for the first {subject}</span>
        <EventLine event={event} />
        <span className="block text-xs text-ink-faint">
          The URL and the token work. This turns green when the first {subject} arrives.
        </span>
      </p>
      <DeliveryLink projectId={projectId} event={event} />
    </>
  );
}

function Failed({ projectId, event }: EventProps) {
  return (
    <>
      <CircleX aria-hidden className="size-5 shrink-0 text-bad" />
      <p className="min-w-56 flex-1 text-sm">
        <span className="block font-medium text-bad">An event arrived, but Slipway could not use it</span>
        <EventLine event={event} />
        <span className="block text-xs text-ink-faint">The delivery says why. You can replay it from there.</span>
      </p>
      <DeliveryLink projectId={projectId} event={event} />
    </>
  );
}

function Arrived({ projectId, integration, event }: EventProps & Pick<FirstEventProps, 'integration'>) {
  const [to, label] = SECTIONS[setupOf(integration.provider)?.group ?? 'Builds'];
  const { data } = useTouchedRows(projectId, event.id);
  const made = data?.touched.find(({ url }) => url !== null);
  return (
    <>
      <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />
      <p className="min-w-56 flex-1 text-sm">
        <span className="block font-medium text-ok">
          It works: the first {subjectOf(integration.provider)} has arrived
        </span>
        <EventLine event={event} />
      </p>
      <DeliveryLink projectId={projectId} event={event} />
      {made?.url ? (
        <PathLink to={made.url} className={buttonClass('primary')}>
          Open {made.label}
        </PathLink>
      ) : (
        <Link to={to} params={{ projectId }} className={buttonClass('primary')}>
          {label}
        </Link>
      )}
    </>
  );
}

function EventLine({ event: { event, outcome, received_at: at } }: Pick<EventProps, 'event'>) {
  return (
    <span className="block text-ink-soft">
      <span className="font-mono text-xs">{event}</span>, {lookOf(outcome).label.toLowerCase()}, <Time at={at} />
    </span>
  );
}

function DeliveryLink({ projectId, event: { id } }: EventProps) {
  return (
    <Link {...toDelivery(projectId, id)} className={buttonClass()}>
      See the delivery
    </Link>
  );
}

export function TestEventButton({ actions: { sendTest } }: Pick<FirstEventProps, 'actions'>) {
  return (
    <Button onClick={() => sendTest.mutate()} disabled={sendTest.isPending}>
      <Send aria-hidden className="size-4" />
      {sendTest.isPending ? 'Sending' : 'Send a test event'}
    </Button>
  );
}

/** The webhook endpoint's response to the test event. */
export function TestResult({ actions, projectId }: Pick<FirstEventProps, 'actions' | 'projectId'>) {
  const { data } = actions.sendTest;
  if (data === undefined) return null;
  const isAccepted = data.delivery_id !== null;
  return (
    <div role="status" className="flex flex-wrap items-start gap-2 border-t border-line px-4 py-3 text-sm">
      {isAccepted ? (
        <CircleCheck aria-hidden className="mt-0.5 size-4 text-ok" />
      ) : (
        <CircleX aria-hidden className="mt-0.5 size-4 text-bad" />
      )}
      <p className="min-w-0 flex-1 text-ink-soft">
        <span className="font-medium text-ink">
          {isAccepted ? 'The test event was accepted' : 'The test event was refused'}
        </span>{' '}
        (<span className="font-mono text-xs">POST {data.path}</span>, {data.signed ? 'signed' : 'unsigned'}
        {data.status !== null && `, status ${data.status}`}). {data.message} {data.effect}
      </p>
      {data.delivery_id && (
        <Link
          {...toDelivery(projectId, data.delivery_id)}
          className="text-accent-text underline decoration-line-strong underline-offset-2 hover:decoration-current"
        >
          See the delivery
        </Link>
      )}
    </div>
  );
}
