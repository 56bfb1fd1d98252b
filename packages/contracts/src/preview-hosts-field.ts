import Type from 'typebox';
import type { Codec } from './codec.js';

const MAX_HOSTS = 20;
const MAX_LENGTH = 253;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** A wildcard needs a name of at least two labels behind it: `*.com` would allow everyone. */
const HOST = new RegExp(`^(?:\\*\\.${LABEL}\\.)?(?:${LABEL}\\.)*${LABEL}(?::(\\d{1,5}))?$`);
const MAX_PORT = 65_535;

function readHost(text: unknown): string | null {
  const host = typeof text === 'string' ? text.trim().toLowerCase() : '';
  const match = host.length <= MAX_LENGTH ? HOST.exec(host) : null;
  if (match === null) return null;
  const port = match[1] === undefined ? 443 : Number(match[1]);
  return port >= 1 && port <= MAX_PORT ? host : null;
}

/** Host names with an optional port and a leading `*.`, each once. They become part of a content security policy. */
export function previewHostsField(): Codec<readonly string[]> {
  return {
    schema: Type.Array(Type.String({ maxLength: MAX_LENGTH }), { maxItems: MAX_HOSTS }),
    read(value) {
      if (!Array.isArray(value) || value.length > MAX_HOSTS)
        return { flaw: `must be at most ${MAX_HOSTS} host names` };
      const hosts = value.map(readHost);
      const wrong = value[hosts.indexOf(null)];
      if (wrong !== undefined)
        return {
          flaw: `must be host names such as cdn.example.com, *.example.com or cdn.example.com:8443, not “${wrong}”`,
        };
      return { value: [...new Set(hosts.filter((host) => host !== null))] };
    },
  };
}
