import { describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describeApi, endpoints } from '@slipway/api';
import { API_ERRORS } from '@slipway/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
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
const operations = Object.values(document.paths).flatMap(Object.values) as Operation[];

describe('the OpenAPI document', () => {
  it('has nothing that the recommended rules object to', async () => {
    expect(await lint(JSON.stringify(document))).toEqual([]);
  });

  it('would be objected to, were it wrong', async () => {
    const twice = operations.map(({ operationId }) => operationId).slice(0, 2);
    const wrong = JSON.stringify(document)
      .replace(`"operationId":"${twice[0]}"`, `"operationId":"${twice[1]}"`)
      .replace('"type":"integer"', '"type":"whole"');
    const problems = (await lint(wrong)).join('\n');
    expect(problems).toContain('operation-operationId-unique');
    expect(problems).toContain('`type` can be one of');
  });

  it('holds every endpoint that is served, once', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      endpoints.map(({ contract }) => contract.name).toSorted(),
    );
  });

  it('names the scope of every operation that asks for one, and shows how to call it', () => {
    for (const { contract } of endpoints) {
      const operation = operations.find(({ operationId }) => operationId === contract.name);
      const isScoped = contract.scope !== 'public' && contract.scope !== 'any_token';
      expect(operation?.['x-required-scope']).toBe(isScoped ? contract.scope : undefined);
      expect(operation?.['x-codeSamples'][0]?.source).toMatch(/^curl .*https:\/\/slipway\.test\/api\/v1\//);
    }
  });

  it('declares every error of the table somewhere', () => {
    const text = JSON.stringify(document);
    const undeclared = Object.keys(API_ERRORS).filter(
      (code) => code !== 'plan_required' && !text.includes(`"const":"${code}"`),
    );
    expect(undeclared).toEqual([]);
  });

  it('gives examples of request bodies that its own schemas accept', () => {
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

describe('GET /v1/openapi.json', () => {
  it('200: the document for this address, without a token', async () => {
    const { status, body } = await api.get('/v1/openapi.json', null);
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(JSON.stringify(describeApi(api.process.settings.BASE_URL))));
  });

  it('304: to who has it already', async () => {
    const { headers } = await api.get('/v1/openapi.json', null);
    expect((await api.get('/v1/openapi.json', null).set('If-None-Match', headers['etag'] ?? '')).status).toBe(304);
  });

  it('422: any parameter', async () => {
    expect((await api.get('/v1/openapi.json?pretty=1', null)).body.error).toBe('unknown_parameter');
  });
});

describe('GET /docs', () => {
  it('200: a page that takes all it needs from this origin, under a policy that allows nothing else', async () => {
    const { status, text, headers } = await supertest(api.app).get('/docs');
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe-inline/);
    expect(text).toContain('/api/v1/openapi.json');
    const addresses = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
    for (const address of addresses) expect(address).toMatch(/^(?:\/(?!\/)|data:)/);
  });

  it('200: its script, for good, compressed for who can read it', async () => {
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

  it('404: another file', async () => {
    expect((await supertest(api.app).get('/docs/assets/other.js')).status).toBe(404);
  });
});

describe('the check of every answer', () => {
  const headers = { 'x-request-id': '0197f3c2-7d5e-7c1a-9b64-2f8e1d0a5c37', 'content-type': 'application/json' };
  const project = { id: '1', name: 'Harbor', engine: 'unreal', created_at: '2026-01-15T12:00:00.000Z' };
  const answer = (fields: object) => ({
    method: 'GET',
    path: '/api/v1/projects/1',
    status: 200,
    headers: { ...headers, etag: 'W/"1"' },
    text: JSON.stringify(project),
    ...fields,
  });

  it('lets a declared answer pass', () => {
    expect(() => requireConformance(answer({}))).not.toThrow();
  });

  it.each([
    ['a field nobody declared', { text: JSON.stringify({ ...project, owner: 'x' }) }, 'must NOT have additional'],
    ['a field of another type', { text: JSON.stringify({ ...project, id: 1 }) }, 'must be string'],
    ['a missing field', { text: '{}' }, 'must have required property'],
    ['an undeclared status', { status: 418 }, 'does not declare'],
    ['an undeclared code', { status: 404, text: '{"error":"gone","message":""}' }, 'must be equal to constant'],
    [
      'a body where there is none',
      { status: 401, headers: { ...headers, 'www-authenticate': 'Bearer' } },
      'a body',
    ],
    ['a 401 without its header', { status: 401, text: '' }, 'WWW-Authenticate'],
    ['no request id', { headers: {} }, 'X-Request-Id'],
    ['limit headers', { headers: { ...headers, 'x-ratelimit-limit': '300' } }, 'x-ratelimit-limit'],
    ['a path that is not there', { path: '/api/v1/nothing' }, 'does not declare'],
  ])('fails for %s', (_case, fields, message) => {
    expect(() => requireConformance(answer(fields))).toThrow(message);
  });
});
