import { buildOpenApi, type OpenApiDocument } from '@slipway/http';
import { endpoints } from './registry.js';

const DESCRIPTION = `
Read the delivery pipeline of your games, and change some of it: projects, tasks, changes, build runs, assets with their
approvals, deployments, and one feed of it all.

**Authentication.** Send \`Authorization: Bearer <API token>\`. Tokens are made in the web settings or by the login flow of
the command line and carry scopes; each operation names the one it needs. A missing or dead token is answered 401 with
an empty body, a missing scope 403 \`insufficient_scope\`.

**Pagination.** Lists are newest first. \`limit\` defaults to 20 and is clamped to 50. While \`pagination.has_more\` is true,
pass \`pagination.next_cursor\` back unchanged as \`cursor\`, with the same filters. Cursors are opaque.

**Errors.** A body \`{error, message}\`; \`error\` is a code to branch on, and some codes add fields. Parameters and fields that
an operation does not name are refused with 422 \`unknown_parameter\`.

**Limits.** 300 requests per 5 minutes and address; 60 task writes per minute and token. Beyond them 429 with
\`Retry-After\` in seconds.

**Retries.** \`Idempotency-Key\` on the creation of a task or on a replay makes a retry give the first answer. Every answer
carries \`X-Request-Id\`; reads carry an \`ETag\` and answer 304 to \`If-None-Match\`.
`.trim();

const access = { name: 'Access', description: 'Tokens: what they may do and how they are made.' };

/** The resources in the order a reader meets them. */
const GROUPS = {
  projects: { name: 'Projects', description: 'The games of every account the user belongs to.' },
  tasks: { name: 'Tasks', description: 'Work to do, by members and agents.' },
  references: { name: 'References', description: 'Items of external trackers that tasks and changes name.' },
  members: { name: 'Members', description: 'Who works on a project, by user id.' },
  changes: { name: 'Changes', description: 'Commits and changelists of every source.' },
  build_runs: { name: 'Build runs', description: 'Builds, their logs and the investigation of their failures.' },
  assets: { name: 'Assets', description: 'Content and the decisions on it.' },
  approvals: { name: 'Approvals', description: 'Decisions on assets.' },
  deployments: { name: 'Deployments', description: 'Uploads to distribution platforms.' },
  metrics: { name: 'Metrics', description: 'How delivery goes.' },
  deliveries: { name: 'Deliveries', description: 'The log of webhooks that came in.' },
  workspace: { name: 'Workspace feed', description: 'What happened across all projects of an account.' },
  ping: access,
  auth: access,
  cli: access,
  'openapi.json': { name: 'Description', description: 'The API described for programs.' },
};

/** The OpenAPI document of every endpoint that is served, for a service at an address. */
export function describeApi(baseUrl: string): OpenApiDocument {
  return buildOpenApi(
    endpoints.map(({ contract }) => contract),
    {
      title: 'Slipway API',
      version: '1.0.0',
      description: DESCRIPTION,
      serverUrl: `${baseUrl}/api`,
      groups: GROUPS,
    },
  );
}
