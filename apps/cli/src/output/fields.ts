import type { EndpointContract } from '@slipway/contracts';

/** The names of an object schema's properties: the fields that `--json` offers. */
export function fieldsOf(schema: EndpointContract['response']): readonly string[] {
  return Object.keys((schema as { readonly properties: object }).properties);
}
