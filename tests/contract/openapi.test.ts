import { describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { API_ERRORS, CONSOLE_ERRORS } from '@slipway/contracts';
import { providers } from '@slipway/providers';
import { describeApi, endpoints } from '@slipway/rest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import supertest from 'supertest';
import { startApi } from './api.js';
import { requireConformance } from './openapi-conformance.js';

const api = await startApi();
const document = describeApi('https://slipway.test');
const config = await createConfig({ extends: ['recommended'] });
const lint = async (text: string) =>
  (await lintFromString({ source: text, config })).map(({ ruleId, message }) => `${ruleId}: ${message}`);

type Operation = Readonly<Record<string, unknown>> & {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly 'x-codeSamples': readonly { source: string }[];
};
const isWebhook = (path: string) => path.startsWith('/webhooks/');
const operationsAt = (wanted: (path: string) => boolean) =>
  Object.entries(document.paths).flatMap(([path, { servers: _servers, ...methods }]) =>
    wanted(path) ? (Object.values(methods) as unknown as Operation[]) : [],
  );
const operations = operationsAt((path) => !isWebhook(path));
const webhooks = operationsAt(isWebhook);

describe('the OpenAPI document', () => {
  it('passes the recommended lint rules', async () => {
    expect(await lint(JSON.stringify(document))).toEqual([]);
  });

  it('fits the official schema of OpenAPI 3.1, which refuses it when it is broken', async () => {
    const plain = JSON.parse(JSON.stringify(document)) as Record<string, unknown>;
    const errorsOf = async (checked: Record<string, unknown>) =>
      (await new Validator().validate(checked)).errors ?? [];
    expect(await errorsOf(plain)).toEqual([]);
    expect(await errorsOf({ ...plain, paths: { ping: {} } })).not.toEqual([]);
  });

  it('fails the lint rules when it is broken', async () => {
    const ids = operations.map(({ operationId }) => operationId).slice(0, 2);
    const wrong = JSON.stringify(document)
      .replace(`"operationId":"${ids[0]}"`, `"operationId":"${ids[1]}"`)
      .replace('"type":"integer"', '"type":"whole"');
    const problems = (await lint(wrong)).join('\n');
    expect(problems).toContain('operation-operationId-unique');
    expect(problems).toContain('`type` can be one of');
  });

  it('contains every endpoint once', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      endpoints.map(({ contract }) => contract.name).toSorted(),
    );
  });

  it('states the scope of every operation and shows how to call it', () => {
    for (const { contract } of endpoints) {
      const operation = operations.find(({ operationId }) => operationId === contract.name);
      const isScoped = contract.scope !== 'public' && contract.scope !== 'any_token';
      expect(operation?.['x-required-scope']).toBe(isScoped ? contract.scope : undefined);
      expect(operation?.['x-codeSamples'][0]?.source).toMatch(/^curl .*https:\/\/slipway\.test\/api\/v1\//);
    }
  });

  it('declares every error in the table', () => {
    const text = JSON.stringify(document);
    const undeclared = Object.keys(API_ERRORS).filter(
      (code) => code !== 'plan_required' && !(code in CONSOLE_ERRORS) && !text.includes(`"const":"${code}"`),
    );
    expect(undeclared).toEqual([]);
  });

  it('has examples of request bodies that match its schemas', () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(document as object, 'api.json', false, false);
    for (const { contract } of endpoints) {
      if (contract.body === undefined) continue;
      const name = `${contract.name.charAt(0).toUpperCase()}${contract.name.slice(1)}Body`;
      const accepts = ajv.compile({ $ref: `api.json#/components/schemas/${name}` });
      expect([name, accepts(contract.body.example), accepts.errors]).toEqual([name, true, null]);
    }
  });
});

/** The bodies with a schema and an example in part of the document. */
function examplesIn(part: unknown, found: { schema: object; example: unknown }[] = []) {
  if (typeof part !== 'object' || part === null) return found;
  const { schema, example, examples } = part as Record<string, unknown>;
  if (typeof schema === 'object' && schema !== null) {
    const values = Object.values((examples ?? {}) as Record<string, { value: unknown }>).map(({ value }) => value);
    for (const value of example === undefined ? values : [example]) found.push({ schema, example: value });
  }
  for (const inner of Object.values(part)) examplesIn(inner, found);
  return found;
}

describe('every response and webhook', () => {
  it('has an example that matches its schema', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(document as object, 'api.json', false, false);
    const bodies = [...operations, ...webhooks].flatMap((operation) => {
      const { requestBody, responses } = operation as unknown as Record<string, unknown>;
      return examplesIn({
        requestBody: operation.operationId.startsWith('receive_') ? requestBody : {},
        responses,
      });
    });
    const wrong = bodies.filter(({ schema, example }) => {
      const located = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api.json#/components'));
      return !ajv.validate(located as object, example);
    });
    expect(wrong).toEqual([]);
    const contentOf = (responses: Operation['responses']) =>
      Object.values(responses).flatMap((response) => {
        const { $ref, content } = response as { $ref?: string; content?: Record<string, object> };
        return $ref === undefined && content !== undefined ? [content['application/json'] ?? {}] : [];
      });
    const withoutExample = [...operations, ...webhooks].filter(({ responses }) =>
      contentOf(responses).some((media) => !('example' in media)),
    );
    expect(withoutExample.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('every webhook endpoint of every provider is described, with at least one body', () => {
    const paths = providers.flatMap(({ endpoints: some }) => some.map(({ path }) => `/webhooks/${path}`));
    expect(Object.keys(document.paths).filter(isWebhook).toSorted()).toEqual(paths.toSorted());
    for (const webhook of webhooks)
      expect([webhook.operationId, examplesIn(webhook['requestBody']).length > 0]).toEqual([
        webhook.operationId,
        true,
      ]);
  });
});

describe('GET /v1/openapi.json', () => {
  it('200: returns the document with the address of the service, without a token', async () => {
    const { status, body } = await api.get('/v1/openapi.json', null);
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(JSON.stringify(describeApi(api.process.settings.BASE_URL))));
  });
});

describe('GET /docs', () => {
  it('200: returns a page that loads everything from this origin, with a policy that allows nothing else', async () => {
    const { status, text, headers } = await supertest(api.app).get('/docs');
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe-inline/);
    expect(text).toContain('/api/v1/openapi.json');
    const addresses = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
    for (const address of addresses) expect(address).toMatch(/^(?:\/(?!\/)|data:)/);
  });

  it('200: returns its script, cacheable forever, and compressed if the client accepts it', async () => {
    const { text } = await supertest(api.app).get('/docs');
    const address = /<script src="([^"]*)"/.exec(text)?.[1] ?? '';
    const [packed, plain] = await Promise.all([
      supertest(api.app).get(address),
      supertest(api.app).get(address).set('Accept-Encoding', 'identity'),
    ]);
    expect([packed.status, packed.headers['content-encoding']]).toEqual([200, 'gzip']);
    expect(packed.headers['cache-control']).toContain('immutable');
    expect(packed.headers['content-type']).toContain('javascript');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(Number(packed.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 2);
  });

  it('404: an unknown file', async () => {
    expect((await supertest(api.app).get('/docs/assets/other.js')).status).toBe(404);
  });
});

describe('the conformance check', () => {
  const headers = { 'x-request-id': '0197f3c2-7d5e-7c1a-9b64-2f8e1d0a5c37', 'content-type': 'application/json' };
  const project = { id: '1', name: 'Harbor', engine: 'unreal', created_at: '2026-01-15T12:00:00.000Z' };
  const exchange = (fields: object) => ({
    method: 'GET',
    path: '/api/v1/projects/1',
    status: 200,
    headers: { ...headers, etag: 'W/"1"' },
    text: JSON.stringify(project),
    ...fields,
  });

  it('accepts a declared response', () => {
    expect(() => requireConformance(exchange({}))).not.toThrow();
  });

  it.each([
    ['an undeclared field', { text: JSON.stringify({ ...project, owner: 'x' }) }, 'must NOT have additional'],
    ['a field of another type', { text: JSON.stringify({ ...project, id: 1 }) }, 'must be string'],
    ['a missing field', { text: '{}' }, 'must have required property'],
    ['an undeclared status', { status: 418 }, 'does not declare'],
    ['an undeclared code', { status: 404, text: '{"error":"gone","message":""}' }, 'must be equal to constant'],
    ['an unexpected body', { status: 401, headers: { ...headers, 'www-authenticate': 'Bearer' } }, 'a body'],
    ['a 401 without its header', { status: 401, text: '' }, 'WWW-Authenticate'],
    ['no request id', { headers: {} }, 'X-Request-Id'],
    ['rate limit headers', { headers: { ...headers, 'x-ratelimit-limit': '300' } }, 'x-ratelimit-limit'],
    ['an undeclared path', { path: '/api/v1/nothing' }, 'does not declare'],
  ])('fails for %s', (_case, fields, message) => {
    expect(() => requireConformance(exchange(fields))).toThrow(message);
  });
});
