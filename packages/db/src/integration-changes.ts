import { listen } from './listen.js';

/** The integration that changed, or the project whose integrations changed. */
export type IntegrationChange = { readonly integrationId: number } | { readonly projectId: number };

export interface IntegrationChangesOptions {
  /** DATABASE_DIRECT_URL, because listening needs a session. */
  readonly url: string;
  readonly onChange: (change: IntegrationChange) => void;
  /** Called with null when listening begins (earlier reads may be stale), and with the reason when it breaks. */
  readonly onState: (problem: Error | null) => void;
}

/** Listens for changes to integrations, which database triggers announce, until closed. */
export function listenForIntegrationChanges(options: IntegrationChangesOptions): { close(): Promise<void> } {
  const { url, onChange, onState } = options;
  return listen({
    url,
    channel: 'slipway_integrations',
    name: 'slipway-ingest-listen',
    onPayload: (payload) => onChange(readChange(payload)),
    onState,
  });
}

function readChange(payload: string): IntegrationChange {
  return payload.startsWith('p') ? { projectId: Number(payload.slice(1)) } : { integrationId: Number(payload) };
}
