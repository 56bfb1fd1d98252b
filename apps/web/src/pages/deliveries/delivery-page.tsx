import { SlipwayError } from '@slipway/client';
import type { LoggedDeliveryDetail } from '@slipway/contracts';
import { providerTitle } from '@slipway/providers/setups';
import { Link } from '@tanstack/react-router';
import { CircleAlert, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { type ReplayTarget, useDelivery, useTouchedRows } from '../../data/deliveries.js';
import { kindWord } from '../../parts/deliveries/delivery-words.js';
import { Page, RecordLoading } from '../../parts/page.js';
import { definePage } from '../../routing/page.js';
import { toDelivery, toIntegration } from '../../routing/records.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { CopyableId, CopyButton } from '../../ui/copy.js';
import { PathLink } from '../../ui/links.js';
import { Fact, ListPanel, Panel } from '../../ui/panel.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { bytes, count, latency, plural } from '../../words/format.js';
import { LocatedDelivery } from './located-delivery.js';
import { ReplayDialog } from './replay-dialog.js';

export const page = definePage({
  path: '/projects/$projectId/deliveries/$deliveryId',
  label: 'Delivery',
});

export function DeliveryPage() {
  const { projectId, deliveryId } = page.useParams();
  const query = useDelivery(projectId, deliveryId);
  const { data } = query;
  const [target, setTarget] = useState<ReplayTarget | null>(null);
  const replay = () => setTarget({ deliveries: [{ id: deliveryId, project_id: projectId }] });
  useShortcuts({ r: replay });
  if (query.error instanceof SlipwayError && query.error.status === 404)
    return <LocatedDelivery id={deliveryId} />;
  if (data === undefined) return <RecordLoading query={query} />;
  return (
    <Page
      record={data.event}
      title={<span className="font-mono text-base">{data.event}</span>}
      meta={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-1">
          <StatusPill state={data.outcome} />
          from{' '}
          <Link {...toIntegration(projectId, data.integration_id)} className="hover:underline">
            {providerTitle(data.provider)}
          </Link>
          · <Time at={data.received_at} /> · <CopyableId value={data.id} />
        </span>
      }
      actions={
        <Button onClick={replay} disabled={!data.body_available} title="Replay (r)" icon={RotateCcw}>
          Replay
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Reason delivery={data} projectId={projectId} />
        <Facts delivery={data} projectId={projectId} />
        <Touched delivery={data} projectId={projectId} />
        <Body delivery={data} />
        <Headers headers={data.headers} />
        <Replays delivery={data} projectId={projectId} />
      </div>
      <ReplayDialog target={target} onClose={() => setTarget(null)} />
    </Page>
  );
}

interface PartProps {
  readonly delivery: LoggedDeliveryDetail;
  readonly projectId: number;
}

const MEANING: Readonly<Record<string, string>> = {
  dead: 'This delivery could not be applied. It is kept as a dead letter; replay it once the cause is fixed.',
  rejected: 'Nothing changed. The sender can send a corrected request, or you can replay this one.',
  ignored: 'Nothing changed, and nothing is wrong.',
  duplicate: 'An earlier delivery had the same ID or content, so nothing changed.',
  applied: 'Everything else in this delivery was applied.',
};

function Reason({ delivery: { outcome, reason, replays } }: PartProps) {
  const isResolved = replays.some((replay) => replay.outcome === 'applied');
  const meaning = isResolved ? 'A later replay applied it. No action needed.' : MEANING[outcome];
  if (outcome === 'applied' && reason === null) return null;
  const isBad = !isResolved && (outcome === 'dead' || outcome === 'rejected');
  return (
    <div
      role={isBad ? 'alert' : 'note'}
      className={`flex items-start gap-3 border-y px-4 py-3 md:rounded-md md:border-x ${isBad ? 'border-bad bg-bad-soft' : 'border-line bg-surface'}`}
    >
      <CircleAlert aria-hidden className={`mt-0.5 size-4 shrink-0 ${isBad ? 'text-bad' : 'text-ink-faint'}`} />
      <p className="min-w-0 text-sm">
        {reason && <span className="block font-medium">{reason}</span>}
        <span className="text-ink-soft">{meaning}</span>
      </p>
    </div>
  );
}

function Facts({ delivery, projectId }: PartProps) {
  const { timings, replay_of: original } = delivery;
  const part = (ms: number | null) => (ms === null ? '–' : latency(ms));
  return (
    <Panel>
      <dl className="grid grid-cols-2 gap-4 p-4 lg:grid-cols-5">
        <Fact label="Received to applied">
          <span className="tnum">{latency(timings.total_ms)}</span>
        </Fact>
        <Fact label="Queued, waited, applied">
          <span className="tnum">
            {part(timings.queue_ms)}, {part(timings.wait_ms)}, {part(timings.apply_ms)}
          </span>
        </Fact>
        <Fact label="Attempts">
          <span className="tnum">{count(delivery.attempts)}</span>
        </Fact>
        <Fact label="Path">
          <span className="font-mono text-xs">{delivery.path}</span>
        </Fact>
        <Fact label={original ? 'Replay of' : 'Size'}>
          {original ? (
            <Link {...toDelivery(projectId, original)} className="font-mono text-xs text-accent-text">
              {original.slice(0, 8)}
            </Link>
          ) : (
            <span className="tnum">{bytes(delivery.body_bytes)}</span>
          )}
        </Fact>
      </dl>
    </Panel>
  );
}

function Touched({ delivery, projectId }: PartProps) {
  const { data } = useTouchedRows(projectId, delivery.id);
  if (delivery.touched.length === 0) return null;
  const rows =
    data?.touched ?? delivery.touched.map((row) => ({ ...row, label: row.id, status: null, url: null }));
  return (
    <ListPanel
      title={`Changed ${plural(delivery.touched.length, 'row')}${delivery.touched_truncated ? ' and more' : ''}`}
    >
      {rows.map(({ kind, id, label, status, url }) => (
        <li key={`${kind}:${id}`} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2 text-sm">
          <span className="w-24 shrink-0 text-xs text-ink-faint">{kindWord(kind)}</span>
          <span className="min-w-0 flex-1 truncate">
            {url ? (
              <PathLink to={url} className="text-accent-text">
                {label}
              </PathLink>
            ) : (
              (label ?? 'no longer exists')
            )}
          </span>
          {status && <StatusPill state={status} />}
        </li>
      ))}
    </ListPanel>
  );
}

function Body({ delivery }: Pick<PartProps, 'delivery'>) {
  const { body, body_available: isAvailable, body_truncated: isTruncated } = delivery;
  return (
    <Panel
      title="Body"
      aside={isAvailable && <CopyButton text={JSON.stringify(body, null, 2)} label="Copy JSON" />}
    >
      {isAvailable ? (
        <div className="overflow-x-auto p-3 font-mono text-xs leading-5">
          <JsonTree value={body} />
        </div>
      ) : (
        <p className="p-4 text-sm text-ink-soft">
          The body is no longer stored, so you cannot replay this delivery.
        </p>
      )}
      <p className="border-t border-line px-4 py-2 text-xs text-ink-faint">
        Email addresses, member names and secrets are masked.
        {isTruncated && ' The body is cut here; it is stored in full.'}
      </p>
    </Panel>
  );
}

function Headers({ headers }: Pick<LoggedDeliveryDetail, 'headers'>) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <Panel title="Headers">
      <dl className="divide-y divide-line font-mono text-xs">
        {entries.map(([name, value]) => (
          <div key={name} className="grid gap-x-4 px-4 py-1.5 sm:grid-cols-[16rem_minmax(0,1fr)]">
            <dt className="text-ink-faint">{name}</dt>
            <dd className="min-w-0 break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Replays({ delivery: { replays }, projectId }: PartProps) {
  if (replays.length === 0) return null;
  return (
    <ListPanel title="Replays">
      {replays.map(({ id, outcome, finished_at: at }) => (
        <li key={id} className="flex items-center gap-3 px-4 py-2 text-sm">
          <StatusPill state={outcome} />
          <Link {...toDelivery(projectId, id)} className="font-mono text-xs text-accent-text">
            {id}
          </Link>
          <Time at={at} className="ml-auto text-xs text-ink-faint" />
        </li>
      ))}
    </ListPanel>
  );
}

interface JsonTreeProps {
  readonly value: unknown;
  readonly name?: string;
  readonly depth?: number;
}

/** Levels below this one are collapsed at first. */
const OPEN_DEPTH = 2;
/** Longer lists and objects are collapsed too. */
const OPEN_ENTRIES = 40;

function JsonTree({ value, name, depth = 0 }: JsonTreeProps) {
  if (typeof value !== 'object' || value === null) return <Leaf name={name} value={value} />;
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  if (entries.length === 0) return <Leaf name={name} value={isList ? [] : {}} />;
  const size = isList ? plural(entries.length, 'item') : plural(entries.length, 'field');
  return (
    <details open={depth < OPEN_DEPTH && entries.length <= OPEN_ENTRIES}>
      <summary className="rounded-sm px-1 hover:bg-hover">
        {name !== undefined && <span className="text-accent-text">{name}</span>}{' '}
        <span className="text-ink-faint">{size}</span>
      </summary>
      <ul className="ml-2 border-l border-line pl-3">
        {entries.map(([key, item]) => (
          <li key={key}>
            <JsonTree name={key} value={item} depth={depth + 1} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Leaf({ name, value }: { readonly name: string | undefined; readonly value: unknown }) {
  return (
    <div className="px-1">
      {name !== undefined && <span className="text-accent-text">{name}: </span>}
      <span
        className={classNames(
          'whitespace-pre-wrap break-all',
          typeof value === 'string' ? 'text-ink' : 'text-warn',
        )}
      >
        {typeof value === 'string' ? value : JSON.stringify(value)}
      </span>
    </div>
  );
}
