import { listen } from './listen.js';

/** The integration that changed, or the project whose integrations changed. */
export type IntegrationChange = { readonly integrationId: number } | { readonly projectId: number };

export interface IntegrationChangesOptions {
  readonly url: string;
  readonly onChange: (change: IntegrationChange) => void;
  /** Called when listening begins (everything read before may be stale) and when it breaks. */
  readonly onState: (listening: boolean) => void;
}

/** Listens for changes of integrations, which triggers of the database announce, until closed. */
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
