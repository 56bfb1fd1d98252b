import { buildOpenApi, type OpenApiDocument } from '@slipway/http';
import { WEBHOOK_TAG, webhookPaths } from './openapi-webhooks.js';
import { endpoints } from './registry.js';

const DESCRIPTION = `
Read the delivery pipeline of your games, and change parts of it: projects, tasks, changes, build runs, assets with their
approvals, deployments, and one feed of all their events.

**Authentication.** Send \`Authorization: Bearer <API token>\`. Create tokens in the web settings or by the login flow of
the command line. A token has scopes; each operation states the scope it needs. A missing or invalid token gets 401 with
an empty body, a missing scope 403 \`insufficient_scope\`. A token can be restricted to projects: the others are 404 and
missing from lists. A token that is restricted to networks gets 403 \`network_not_allowed\` elsewhere.

**Pagination.** Lists are newest first. \`limit\` defaults to 20 and is clamped to 50. While \`pagination.has_more\` is true,
send \`pagination.next_cursor\` unchanged as \`cursor\`, with the same filters. Cursors are opaque.

**Errors.** The body is \`{error, message}\`; \`error\` is a code for programs, and some codes add fields. Parameters and
fields that an operation does not define are refused with 422 \`unknown_parameter\`.

**Limits.** 300 requests per 5 minutes and address, or token where an operator decided so; 60 task writes per minute and
token. Further requests get 429 with \`Retry-After\` in seconds.

**Retries.** When you create a task or replay deliveries, send an \`Idempotency-Key\`: a repeated request then returns the
first response. Every response has an \`X-Request-Id\`; reads have an \`ETag\` and return 304 for a matching
\`If-None-Match\`.
`.trim();

/** The OpenAPI document of all endpoints, for a service at `baseUrl`. */
export function describeApi(baseUrl: string): OpenApiDocument {
  const contracts = endpoints.map(({ contract }) => contract);
  const serverUrl = `${baseUrl}/api`;
  const service = { title: 'Slipway API', version: '1.0.0', description: DESCRIPTION, serverUrl };
  return buildOpenApi(contracts, { ...service, webhooks: { tag: WEBHOOK_TAG, paths: webhookPaths(baseUrl) } });
}
