import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** The headers that every answer of an HTTP app carries, for answers that are written without one. */
export function securityHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => undefined,
  };
  helmet()({} as IncomingMessage, recorder as unknown as ServerResponse, () => undefined);
  return headers;
}
