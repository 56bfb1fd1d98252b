import type { Provider } from './define-provider.js';
import { providers } from './registry.js';
import { DELIVERY_HEADER } from './shared/delivery-header.js';

/** The headers that the delivery log stores. An allowlist, because tokens, signatures and cookies may have any name. */
export const STORED_HEADERS: readonly string[] = [
  'content-type',
  'user-agent',
  ...providers.flatMap(({ storedHeaders: own = [] }: Provider) => own),
  DELIVERY_HEADER,
];

const MAX_LENGTH = 256;

export function storedHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const stored: Record<string, string> = {};
  for (const name of STORED_HEADERS) {
    const value = headers[name];
    if (value !== undefined) stored[name] = value.slice(0, MAX_LENGTH);
  }
  return stored;
}
