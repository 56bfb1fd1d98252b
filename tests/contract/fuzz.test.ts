import { describe, it } from '@jest/globals';
import type { BodyContract, EndpointContract } from '@slipway/contracts';
import { runs } from '@slipway/testing';
import * as fc from 'fast-check';
import { contracts, createCrawler, paramsOf } from './crawler.js';
import { startDemo } from './demo.js';
import { openRawConnection, type RawRequest } from './raw-request.js';

/** The characters of fast-check's `binary`, which first builds a table of them all. */
const anyCharacter = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

const { api, demo } = await startDemo();
const send = await openRawConnection(api);
const owner = createCrawler(api, demo.tokens.full);
const authorization = `Bearer ${demo.tokens.full}`;

const FUZZ_MS = 120_000;

const cases = (list: readonly EndpointContract[]) =>
  list.map((contract): [string, EndpointContract] => [`${contract.method} ${contract.path}`, contract]);

/** Fails on a 5xx. The connection checks that the OpenAPI document declares the response. */
async function expectNoServerError(request: RawRequest): Promise<void> {
  const { status, text } = await send(request);
  if (status >= 500) throw new Error(`${status} to ${JSON.stringify(request)}: ${text}`);
}

async function pathOf(contract: EndpointContract): Promise<string> {
  const targets = paramsOf(contract).includes('project_id')
    ? await owner.targets(contract, demo.projects.main)
    : [{} as Record<string, string>];
  const params = targets[0] ?? {};
  return `/api${contract.path.replaceAll(/:([a-z_]+)/g, (_, name: string) => params[name] ?? '')}`;
}

const bytes = fc.uint8Array({ maxLength: 40 });
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('', ' ', '\0', '\u{10FFFF}', "'", '"', '%', '\\', '_', '..', 'null', 'undefined', 'NaN', '🚀'),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty'),
  fc.string({ minLength: 1_000, maxLength: 4_000 }),
);
const anyNumber = fc.oneof(
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc.double().map(String),
  fc.constantFrom('0', '-1', '1e999', '9007199254740993', '2147483648', '9223372036854775808', '00012', '+5', '٣'),
);
const anyTime = fc.oneof(
  fc.date().map((date) => (Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString())),
  fc.constantFrom(
    '2026-02-30',
    '0000-01-01',
    '9999-12-31T23:59:59.999Z',
    '10000-01-01',
    '-000001-01-01T00:00:00Z',
  ),
  fc.constantFrom('2026-11-01T01:30:00', '2026-03-08T02:30:00', '0001-01-01T00:00:00+23:59', '2026-01-01T00:00'),
);
const knownWords = fc.constantFrom(
  'to_do',
  'failed',
  'pending,approved',
  'true',
  'handle:a',
  'user:99999999999999',
  'x,',
);
const anyValue = fc.oneof(anyText, anyNumber, anyTime, knownWords);

/** Escapes every byte, so that any text, including lone surrogates, fits into a request line. */
function escapeText(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

const anySuffix = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom('[]', '[a]', '[a][b]', '[', ']', '[0]', '[__proto__]') },
);
const anyEscapes = fc.oneof(
  bytes.map((raw) => [...raw].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
  fc.constantFrom('%', '%zz', '%e2%82', '+', '&&', '=', '?', '%00'),
);

/** A parameter of the endpoint, with a plausible value or any other. */
function pairOf([name, { schema }]: [string, EndpointContract['query'][string]]) {
  const { enum: values = [], items = {} } = schema as { enum?: string[]; items?: { enum?: string[] } };
  const fitting = [...values, ...(items.enum ?? []), '20', '2026-11-01', 'true', 'handle:triage-agent'];
  const value = fc.oneof(
    { weight: 6, arbitrary: anyValue.map(escapeText) },
    { weight: 6, arbitrary: fc.constantFrom(...fitting) },
    { weight: 1, arbitrary: anyEscapes },
  );
  return fc.tuple(anySuffix, value).map(([suffix, text]) => `${name}${suffix}=${text}`);
}

const strangePair = fc
  .tuple(anyText.map(escapeText), anySuffix, anyEscapes)
  .map(([name, suffix, value]) => `${name}${suffix}=${value}`);

/** Up to three parameters, most of them known. */
function anyQuery({ query }: EndpointContract) {
  const known = Object.entries(query).map((entry) => ({ weight: 3, arbitrary: pairOf(entry) }));
  return fc.array(fc.oneof(...known, { weight: 1, arbitrary: strangePair }), { minLength: 1, maxLength: 3 });
}

describe('no query causes a server error', () => {
  it.each(cases(contracts))(
    '%s',
    async (_name, contract) => {
      const path = await pathOf(contract);
      const property = fc.asyncProperty(anyQuery(contract), (pairs) =>
        expectNoServerError({
          method: contract.method,
          path: `${path}?${pairs.join('&')}`.slice(0, 12_000),
          headers: { authorization, ...(contract.body === undefined ? {} : jsonHeaders) },
          ...(contract.body === undefined ? {} : { body: JSON.stringify(contract.body.example) }),
        }),
      );
      await fc.assert(property, runs(Math.max(6, 5 * Object.keys(contract.query).length)));
    },
    FUZZ_MS,
  );
});

describe('no id causes a server error', () => {
  const anyId = fc.oneof(
    anyValue.map(escapeText),
    fc.uuid(),
    fc.constantFrom('%', '%2F', '..%2f..', '%c0%af', '1%00', '%E0%A4%A', '1;2', '1,2', '0x1', '1.0', ' 1', '%201'),
  );

  it.each(cases(contracts.filter((contract) => paramsOf(contract).length > 0)))(
    '%s',
    async (_name, contract) => {
      const property = fc.asyncProperty(
        fc.array(anyId, { minLength: 2, maxLength: 2 }),
        fc.boolean(),
        (ids, real) => {
          const [projectId, id] = [real ? String(demo.projects.main) : (ids[0] ?? ''), ids[1] ?? ''];
          const path = contract.path.replaceAll(/:([a-z_]+)/g, (_, name: string) =>
            name === 'project_id' ? projectId : id,
          );
          const body = contract.body === undefined ? {} : { body: JSON.stringify(contract.body.example) };
          const headers = { authorization, ...jsonHeaders };
          return expectNoServerError({
            method: contract.method,
            path: `/api${path}`.replaceAll(' ', '%20'),
            headers,
            ...body,
          });
        },
      );
      await fc.assert(property, runs(8));
    },
    FUZZ_MS,
  );
});

const jsonHeaders = { 'content-type': 'application/json' };

/** The example body with some fields replaced or added, so that many bodies pass the first checks. */
function nearValid({ wrapper, fields, example }: BodyContract) {
  const anyJson = fc.oneof(fc.jsonValue({ maxDepth: 4 }), anyValue, fc.integer(), fc.constant(null));
  const name = fc.oneof(fc.constantFrom(...Object.keys(fields)), anyText);
  const changes = fc.array(fc.tuple(name, anyJson), { minLength: 1, maxLength: 4 });
  const inner = (wrapper === null ? example : example[wrapper]) as Record<string, unknown>;
  return changes.map((pairs) => {
    const changed = { ...inner, ...Object.fromEntries(pairs) };
    return JSON.stringify(wrapper === null ? changed : { [wrapper]: changed });
  });
}

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

function anyBody(body: BodyContract) {
  const wrap = (json: string) =>
    body.wrapper === null ? `{"metadata":${json}}` : `{"${body.wrapper}":{"title":"x","metadata":${json}}}`;
  return fc.oneof(
    { weight: 8, arbitrary: nearValid(body) },
    { weight: 2, arbitrary: fc.json() },
    { weight: 1, arbitrary: bytes.map((raw) => Buffer.from(raw)) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '',
        'null',
        '[]',
        '"x"',
        '{',
        '\ufeff{}',
        '{"__proto__":{"title":1}}',
        '{"task":{"title":"\\ud800"}}',
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom(20, 200, 50_000).map((depth) => wrap(`{"a":${deep(depth)}}`)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(20_000, 1_100_000).map((size) => wrap(JSON.stringify({ a: 'x'.repeat(size) }))),
    },
  );
}

describe('no body causes a server error', () => {
  const contentType = fc.oneof(
    { weight: 6, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-16',
        'json',
        '',
      ),
    },
  );
  const encoding = fc.oneof(
    { weight: 8, arbitrary: fc.constant('identity') },
    { weight: 1, arbitrary: fc.constantFrom('gzip', 'br', 'deflate', 'zstd', 'gzip, gzip') },
  );

  it.each(cases(contracts.filter(({ body }) => body !== undefined)))(
    '%s',
    async (_name, contract) => {
      const path = await pathOf(contract);
      const body = anyBody(contract.body as BodyContract);
      const property = fc.asyncProperty(body, contentType, encoding, (sent, type, coding) =>
        expectNoServerError({
          method: contract.method,
          path,
          headers: { authorization, 'content-type': type, 'content-encoding': coding },
          body: sent,
        }),
      );
      await fc.assert(property, runs(40));
    },
    FUZZ_MS,
  );
});

describe('no header causes a server error', () => {
  /** The characters that Node allows in a header: printable Latin-1. */
  const headerText = fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
    maxLength: 200,
  });
  const headers = fc.record(
    {
      authorization: fc.oneof(
        headerText,
        headerText.map((text) => `Bearer ${text}`),
        fc.constant(authorization),
      ),
      'idempotency-key': fc.oneof(headerText, fc.constant('k'.repeat(5_000)), fc.constant('')),
      'if-none-match': fc.oneof(headerText, fc.constant('*')),
      accept: fc.oneof(headerText, fc.constantFrom('text/html', 'image/*;q=0')),
      'accept-encoding': headerText,
      'x-forwarded-for': headerText,
      'x-request-id': headerText,
      'content-length': fc.constant('0'),
    },
    { requiredKeys: [] },
  );

  it.each(cases(contracts.filter(({ path }) => /\/(?:tasks|projects|openapi\.json|token_exchange)$/.test(path))))(
    '%s',
    async (_name, contract) => {
      const path = await pathOf(contract);
      const property = fc.asyncProperty(headers, (sent) => {
        const { 'content-length': empty, ...rest } = sent;
        const body =
          contract.body === undefined || empty !== undefined
            ? {}
            : { body: JSON.stringify(contract.body.example) };
        return expectNoServerError({
          method: contract.method,
          path,
          headers: { ...jsonHeaders, ...rest },
          ...body,
        });
      });
      await fc.assert(property, runs(15));
    },
    FUZZ_MS,
  );
});
