import type { ReceivedEvent } from '@slipway/contracts';
import { setupOf } from '@slipway/providers/setups';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, CircleX, LoaderCircle, type LucideIcon, Send } from 'lucide-react';
import { useTouchedRows } from '../../data/deliveries.js';
import { toDelivery } from '../../routing/records.js';
import { Button, buttonClass } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { PathLink } from '../../ui/links.js';
import { Panel } from '../../ui/panel.js';
import { lookOf } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { type IntegrationProps, subjectOf } from './integration-state.js';

const SECTIONS = {
  'Version control': ['/projects/$projectId/changes', 'See changes'],
  Builds: ['/projects/$projectId/builds', 'See builds'],
  Stores: ['/projects/$projectId/deployments', 'See deployments'],
  Trackers: ['/projects/$projectId/references', 'See tracker items'],
} as const;

/** Waits for the first event of the tool itself, and turns green when it arrives. Pings and tests do not count. */
export function FirstEvent({ projectId, integration, actions }: Omit<IntegrationProps, 'isOwner'>) {
  const { last_event: last, last_applied: applied } = integration;
  return (
    <Panel title="First event">
      <div aria-live="polite" className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
        {applied ? (
          <Arrived projectId={projectId} integration={integration} event={applied} />
        ) : (
          <EventState projectId={projectId} event={last} {...stateOf(last, subjectOf(integration.provider))} />
        )}
        {!applied && <TestEventButton actions={actions} />}
      </div>
      <TestResult actions={actions} projectId={projectId} />
    </Panel>
  );
}

function stateOf(last: ReceivedEvent | null, subject: string) {
  if (last === null)
    return {
      icon: LoaderCircle,
      iconClass: 'animate-spin text-accent-text',
      title: 'Waiting for the first event',
      hint: 'No event? Check the response that the tool shows: 401 means a wrong token or signature, 404 an unknown token or a paused integration, 422 an unreadable body.',
    };
  if (last.outcome === 'rejected' || last.outcome === 'dead')
    return {
      icon: CircleX,
      iconClass: 'text-bad',
      title: 'An event arrived, but Slipway could not use it',
      titleClass: 'text-bad',
      hint: 'The delivery says why. You can replay it from there.',
    };
  return {
    icon: CircleDashed,
    iconClass: 'text-accent-text',
    title: `Connected, waiting for the first ${subject}`,
    hint: `The URL and the token work. This turns green when the first ${subject} arrives.`,
  };
}

interface EventStateProps {
  readonly projectId: number;
  readonly icon: LucideIcon;
  readonly iconClass: string;
  readonly title: string;
  readonly titleClass?: string;
  readonly event: ReceivedEvent | null;
  readonly hint?: string;
}

function EventState({ projectId, icon: Icon, iconClass, title, titleClass, event, hint }: EventStateProps) {
  return (
    <>
      <Icon aria-hidden className={classNames('size-5 shrink-0', iconClass)} />
      <p className="min-w-56 flex-1 text-sm">
        <span className={classNames('block font-medium', titleClass)}>{title}</span>
        <span className="block text-ink-soft">
          {event === null ? (
            'This turns green as soon as the tool sends one.'
          ) : (
            <>
              <span className="font-mono text-xs">{event.event}</span>, {lookOf(event.outcome).label.toLowerCase()}
              , <Time at={event.received_at} />
            </>
          )}
        </span>
        {hint && <span className="block text-xs text-ink-faint">{hint}</span>}
      </p>
      {event && (
        <Link {...toDelivery(projectId, event.id)} className={buttonClass()}>
          See the delivery
        </Link>
      )}
    </>
  );
}

interface ArrivedProps extends Pick<IntegrationProps, 'projectId' | 'integration'> {
  readonly event: ReceivedEvent;
}

function Arrived({ projectId, integration, event }: ArrivedProps) {
  const [to, label] = SECTIONS[setupOf(integration.provider)?.group ?? 'Builds'];
  const { data } = useTouchedRows(projectId, event.id);
  const made = data?.touched.find(({ url }) => url !== null);
  return (
    <>
      <EventState
        projectId={projectId}
        icon={CircleCheck}
        iconClass="text-ok"
        title={`It works: the first ${subjectOf(integration.provider)} has arrived`}
        titleClass="text-ok"
        event={event}
      />
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

export function TestEventButton({ actions: { sendTest } }: Pick<IntegrationProps, 'actions'>) {
  return (
    <Button change={sendTest} icon={Send}>
      {sendTest.isPending ? 'Sending' : 'Send a test event'}
    </Button>
  );
}

export function TestResult({ actions, projectId }: Pick<IntegrationProps, 'actions' | 'projectId'>) {
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
        <Link {...toDelivery(projectId, data.delivery_id)} className="text-accent-text">
          See the delivery
        </Link>
      )}
    </div>
  );
}
