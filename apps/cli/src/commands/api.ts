import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Client } from '@slipway/client';
import { requireCredentials } from '@slipway/credentials';
import { CliError } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import { defineCommand } from '../define-command.js';
import { isSlipwayError } from '../explain-error.js';
import { type JsonObject, parseJsonObject } from '../json-object.js';
import { openClient } from '../open-client.js';
import { readPairs, type WrittenRequest, writeRawRequest } from '../resources/raw-request.js';

/** Joins the rows of two pages; all other fields come from the later page. */
function join(before: JsonObject | undefined, page: JsonObject): JsonObject {
  if (before === undefined) return page;
  const entries = Object.entries(page).map(([name, value]) => {
    const earlier = before[name];
    return [name, Array.isArray(value) && Array.isArray(earlier) ? [...earlier, ...value] : value];
  });
  return Object.fromEntries(entries);
}

async function readBody(
  { stdin, folder }: CommandContext,
  input: string | undefined,
): Promise<JsonObject | undefined> {
  if (input === undefined) return undefined;
  const text = input === '-' ? await stdin.readAll() : await readFile(resolve(folder, input), 'utf8');
  const body = parseJsonObject(text);
  if (body === null) throw new CliError('The body must be a JSON object.');
  return body;
}

/** The status and headers, followed by an empty line, as `curl -i` prints them. */
function describeResponse({ status, statusText, headers }: Response): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  return [`HTTP ${status} ${statusText}`.trimEnd(), ...lines, ''].join('\n');
}

async function readPages(client: Client, request: WrittenRequest, paginate: boolean) {
  let joined: JsonObject | undefined;
  for (let cursor: string | null = ''; cursor !== null; ) {
    if (cursor !== '') request.query.set('cursor', cursor);
    const page = (await client.call(request.contract(), { body: request.body } as object)) as JsonObject;
    joined = join(joined, page);
    const { next_cursor: next = null } = (page['pagination'] ?? {}) as { readonly next_cursor?: string | null };
    cursor = paginate ? next : null;
  }
  return joined;
}

export const command = defineCommand({
  summary: 'Send a request to the REST API',
  description:
    'Fields go into the query of a GET and into the body otherwise; with fields or --input, the default is POST. ' +
    '{project_id} in the path is replaced with the selected project. The body of an error is printed too, and the exit ' +
    'code is 1, or 4 for a login problem. The service documents its API at /docs.',
  examples: [
    'slipway api /v1/projects --jq ".projects[].name"',
    'slipway api "/v1/projects/{project_id}/tasks" -f state=blocked -X GET --paginate',
    'slipway api "/v1/projects/{project_id}/tasks/12" -X PATCH --input change.json',
    'slipway api -i /v1/ping',
  ],
  project: true,
  arguments: { path: { description: 'the path, such as /v1/projects' } },
  options: {
    method: { kind: 'text', short: 'X', description: 'GET, POST, PATCH or DELETE', value: 'method' },
    field: {
      kind: 'list',
      short: 'f',
      description: 'a field as text; may be repeated',
      value: 'name=value',
      whole: true,
    },
    typedField: {
      kind: 'list',
      short: 'F',
      description: 'a field as JSON; may be repeated',
      value: 'name=json',
      whole: true,
    },
    input: { kind: 'text', description: 'a file with the body, or - for standard input', value: 'file' },
    include: { kind: 'flag', short: 'i', description: 'print the status and headers of the last response first' },
    paginate: { kind: 'flag', description: 'read all pages and join their rows' },
    jq: { kind: 'text', description: 'filter the response with a jq expression', value: 'filter' },
  },
  async run(context, { path, method, field = [], typedField = [], input, include, paginate, jq }) {
    if (input !== undefined && method?.toUpperCase() === 'GET')
      throw new CliError('A GET request has no body: --input cannot be combined with -X GET.', {
        hint: 'Pass parameters as fields (-f name=value), or use another method.',
      });
    const session = await context.session();
    let last: Response | undefined;
    const client = await openClient({
      ...context,
      host: session.host,
      token: requireCredentials(session).token,
      onResponse: (response) => {
        last = response;
      },
    });
    const needsProject = path.includes('{project_id}');
    const request = writeRawRequest({
      host: session.host,
      path: needsProject ? path.replaceAll('{project_id}', (await context.project()).id) : path,
      method,
      fields: [...readPairs(field, false), ...readPairs(typedField, true)],
      body: await readBody(context, input),
    });
    const printHead = () => {
      if (include && last !== undefined) context.output.line(describeResponse(last));
    };
    try {
      const answer = await readPages(client, request, paginate);
      printHead();
      await context.output.value(answer, jq);
    } catch (error) {
      if (isSlipwayError(error)) {
        printHead();
        // A 401 has no body.
        if (Object.keys(error.body).length > 0) await context.output.value(error.body);
      }
      throw error;
    }
  },
});
