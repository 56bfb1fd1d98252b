import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { openIngest } from './ingest.js';

const ingest = await openIngest({ WEBHOOK_BODY_LIMIT: '400000', WEBHOOK_AUTH_FAILURE_LIMIT: '1000000' });
const { make, project, port } = ingest;
const jenkins = await make.integration(project, 'jenkins');
const token = { 'x-webhook-token': jenkins.token };

const junit = (name: string) =>
  `<testsuite name="quay"><testcase classname="Quay" name="${name}"/><testcase name="b"/></testsuite>`;
let reports = 0;
/** Different in every test, so that none is a duplicate. */
function anyReport(): string {
  reports += 1;
  return junit(`test ${reports}`);
}

const BUILD = { job_name: 'Nightly', build_number: '12' };

function formOf(
  files: readonly (string | Buffer)[],
  fields: Readonly<Record<string, string>> = BUILD,
  name = 'file',
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  for (const [index, file] of files.entries())
    form.append(name, new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), `out/part-${index}.xml`);
  return form;
}

interface Sent {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function post(path: string, init: Pick<RequestInit, 'body' | 'headers'>): Promise<Sent> {
  const answer = await fetch(`http://127.0.0.1:${port}/webhooks/${path}`, { method: 'POST', ...init });
  return { status: answer.status, body: (await answer.json()) as Sent['body'] };
}

const send = (
  body: string | FormData | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
  query = '',
) => post(`tests${query}`, { body, headers: { ...token, ...headers } });
const QUERY = `?${new URLSearchParams(BUILD)}`;
const bytes = (data: Buffer) => new Uint8Array(data);

describe('POST /webhooks/tests', () => {
  it('202: takes a form with several files, or one file as the body, and repeats are duplicates', async () => {
    const [first, second] = [anyReport(), anyReport()];
    const taken = await send(formOf([first, second]));
    expect(taken).toEqual({ status: 202, body: { status: 'accepted', delivery_id: expect.any(String) } });
    const repeated = await send(formOf([first, second]));
    expect(repeated).toEqual({
      status: 200,
      body: { status: 'duplicate', delivery_id: taken.body['delivery_id'] },
    });
    expect((await send(first, { 'content-type': 'application/xml' }, QUERY)).status).toBe(202);
  });

  it('202: takes files, bodies and forms that are compressed', async () => {
    const inForm = formOf([gzipSync(anyReport()), anyReport()]);
    expect((await send(inForm)).status).toBe(202);
    const gzip = { 'content-encoding': 'gzip' };
    expect((await send(bytes(gzipSync(anyReport())), gzip, QUERY)).status).toBe(202);
    expect((await send(bytes(gzipSync(anyReport())), {}, QUERY)).status).toBe(202);
    const response = new Response(formOf([anyReport()]));
    const type = response.headers.get('content-type') ?? '';
    const form = gzipSync(Buffer.from(await response.arrayBuffer()));
    expect((await send(bytes(form), { ...gzip, 'content-type': type })).status).toBe(202);
  });

  it.each(['jenkins', 'buildkite', 'game_engine', 'github'])('202: a token of %s', async (provider) => {
    const { token: own } = await make.integration(project, provider);
    expect((await send(formOf([anyReport()]), { 'x-webhook-token': own })).status).toBe(202);
  });

  it('404: a token of a tool that runs no builds', async () => {
    const { token: tracker } = await make.integration(project, 'jira');
    const { status, body } = await send(formOf([anyReport()]), { 'x-webhook-token': tracker });
    expect([status, body['error']]).toEqual([404, 'no_active_integration']);
  });

  it('401: no token, and one that is none', async () => {
    const [none, wrong] = [
      await post('tests', { body: formOf([anyReport()]) }),
      await send(formOf([anyReport()]), { 'x-webhook-token': 'abc' }),
    ];
    expect([none.status, none.body['error'], wrong.status, wrong.body['error']]).toEqual([
      401,
      'missing_token',
      401,
      'invalid_token',
    ]);
  });

  it('413: more than the limit', async () => {
    const { status, body } = await send(formOf(['x'.repeat(400_001)]));
    expect([status, body['error']]).toEqual([413, 'payload_too_large']);
  });

  it.each<[string, () => FormData, string]>([
    ['no file', () => formOf([]), 'The form has no file: send one as file.'],
    ['a file under another name', () => formOf([anyReport()], BUILD, 'report'), 'named file, not report'],
    ['no build', () => formOf([anyReport()], { suite: 'EditMode' }), 'Name the build'],
    ['a job without a number', () => formOf([anyReport()], { job_name: 'Nightly' }), 'Name the build'],
    ['an unknown field', () => formOf([anyReport()], { ...BUILD, platfrom: 'PS5' }), 'no field “platfrom”'],
    ['a wrong attempt', () => formOf([anyReport()], { ...BUILD, attempt: '0' }), 'attempt is a number'],
    [
      'a long field',
      () => formOf([anyReport()], { ...BUILD, suite: 'x'.repeat(201) }),
      'suite is longer than 200',
    ],
    ['a file that is no report', () => formOf(['all tests passed']), 'part-0.xml: The content is none of the'],
    ['an empty file', () => formOf(['']), 'part-0.xml: The file is empty.'],
    ['an unknown format', () => formOf([anyReport()], { ...BUILD, format: 'tap' }), 'no test-report format “tap”'],
    [
      'another format',
      () => formOf([anyReport()], { ...BUILD, format: 'trx' }),
      'is not Visual Studio TRX but JUnit',
    ],
    ['a document type', () => formOf(['<!DOCTYPE x [<!ENTITY a "b">]><testsuite/>']), 'document type'],
    ['broken gzip', () => formOf([Buffer.from([0x1f, 0x8b, 1, 2, 3])]), 'cannot be decompressed'],
  ])('422: %s', async (_what, form, message) => {
    const { status, body } = await send(form());
    expect([status, body['error']]).toEqual([422, 'malformed_body']);
    expect(body['message']).toContain(message);
  });

  it('422: a form that is cut off, or without its boundary', async () => {
    const response = new Response(formOf([anyReport()]));
    const type = response.headers.get('content-type') ?? '';
    const whole = Buffer.from(await response.arrayBuffer());
    const cut = await send(bytes(whole.subarray(0, -40)), { 'content-type': type });
    const blind = await send(bytes(whole), { 'content-type': 'multipart/form-data' });
    for (const { status, body } of [cut, blind]) {
      expect([status, body['message']]).toEqual([422, expect.stringContaining('The form cannot be read')]);
    }
  });
});

describe('POST /webhooks/compat/v1/uploads', () => {
  const collector = { authorization: `Token token="${jenkins.token}"` };
  const url = 'https://ci.test/harbor/12';

  it('202: a form of a collector, which is told the id of its upload', async () => {
    const run = {
      'run_env[CI]': 'generic',
      'run_env[url]': url,
      'run_env[message]': 'Mend the quay '.repeat(2_000),
    };
    const form = formOf([anyReport()], { format: 'junit', ...run }, 'data');
    const { status, body } = await post('compat/v1/uploads', { body: form, headers: collector });
    expect([status, body]).toMatchObject([
      202,
      { id: body['delivery_id'], run_id: body['delivery_id'], queued: 1, skipped: 0, errors: [] },
    ]);
  });

  it('202: JSON of a collector', async () => {
    const tests = [{ id: 'a', name: 'moors', scope: 'Quay', result: 'passed', history: { duration: 0.1 } }];
    const json = {
      format: 'json',
      run_env: { CI: 'generic', key: 'x', url },
      tags: { device: 'PS5' },
      data: tests,
    };
    const headers = { ...collector, 'content-type': 'application/json' };
    expect((await post('compat/v1/uploads', { body: JSON.stringify(json), headers })).status).toBe(202);
    const packed = bytes(gzipSync(JSON.stringify({ ...json, tags: {} })));
    const gzip = { ...headers, 'content-encoding': 'gzip' };
    expect((await post('compat/v1/uploads', { body: packed, headers: gzip })).status).toBe(202);
  });

  it.each([
    ['no list of results', { format: 'json', run_env: { url } }, 'data is required'],
    ['no build', { format: 'json', run_env: { CI: 'generic' }, data: [{ name: 'a', result: 'passed' }] }, 'Name'],
    [
      'another format',
      { format: 'tap', run_env: { url }, data: [{ name: 'a', result: 'passed' }] },
      'json or junit',
    ],
  ])('422: %s', async (_what, json, message) => {
    const headers = { ...collector, 'content-type': 'application/json' };
    const { status, body } = await post('compat/v1/uploads', { body: JSON.stringify(json), headers });
    expect([status, body['message']]).toEqual([422, expect.stringContaining(message)]);
  });
});
