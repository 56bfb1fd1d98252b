import type { ConsoleIntegration, ConsoleIntegrationDetail } from '@slipway/contracts';
import { type SetupGroup, setupOf } from '@slipway/providers/setups';
import type { IntegrationActions } from '../../data/integrations.js';
import type { SparkBar } from '../../ui/spark-bars.js';
import { StatusPill } from '../../ui/status.js';
import { plural } from '../../words/format.js';

export interface IntegrationProps {
  readonly projectId: number;
  readonly integration: ConsoleIntegrationDetail;
  readonly actions: IntegrationActions;
  readonly isOwner: boolean;
}

/** Two letters in a frame, which make a list of tools easy to scan. */
export function ProviderMark({ provider }: { readonly provider: string }) {
  return (
    <span
      aria-hidden
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-md border border-line bg-sunken font-mono text-xs font-semibold text-ink-soft"
    >
      {setupOf(provider)?.mark ?? provider.slice(0, 2).toUpperCase()}
    </span>
  );
}

const SUBJECTS: Readonly<Record<SetupGroup, string>> = {
  'Version control': 'change',
  Builds: 'build',
  Stores: 'deployment',
  Trackers: 'item',
};

export function subjectOf(provider: string): string {
  return SUBJECTS[setupOf(provider)?.group ?? 'Builds'];
}

export function IntegrationState({ integration }: { readonly integration: ConsoleIntegration }) {
  if (!integration.active) return <StatusPill state="passed_pending_approval" label="Paused" />;
  if (integration.errors_24h > 0)
    return <StatusPill state="failed" label={`${plural(integration.errors_24h, 'error')} in 24 h`} />;
  if (integration.last_event === null) return <StatusPill state="queued" label="No events yet" />;
  if (integration.last_applied === null)
    return <StatusPill state="queued" label={`Waiting for the first ${subjectOf(integration.provider)}`} />;
  return <StatusPill state="ok" label="Receiving" />;
}

/** The bars of an integration's events. Spans of 24 hours are the same in every time zone. */
export function eventBars(days: readonly number[]): SparkBar[] {
  const last = days.length - 1;
  return days.map((value, place) => ({
    value,
    when: place === last ? 'in the last 24 hours' : `${last - place} to ${last - place + 1} days ago`,
  }));
}
