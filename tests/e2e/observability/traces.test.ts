import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { freePort } from '@slipway/local';
import { eventually, factories, openTestDatabase, testProcess } from '@slipway/testing';
import { appProcesses } from '../../faults/app-process.js';
import { postWebhook } from '../service.js';
import { documentedFields, fieldsOf } from './log-fields.js';
import { otlpReceiver, type ReceivedSpan } from './otlp-receiver.js';

const AUTHOR = 'margarethe.hafenmeister@example.com';

const { settings, onClose } = await testProcess();
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const make = factories(database);
const { accountId, userId } = await make.studio();
const project = await make.project(accountId);
const { token } = await make.integration(project, 'jenkins');
const apiToken = (await make.apiToken(userId)).token;

const collector = await otlpReceiver();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const output: string[] = [];
const options = {
  execArgv: ['--import', join(import.meta.dirname, 'loaded-modules.mjs')],
  onOutput: (text: string) => void output.push(text),
  isUnbundled: true,
};
const traced = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_BSP_SCHEDULE_DELAY: '100',
  LOG_LEVEL: 'debug',
  METRICS_PORT: '0',
};
const workerMetricsPort = String(await freePort());
const ofServer = { PORT: String(port), WORKER_METRICS_URL: `http://127.0.0.1:${workerMetricsPort}/metrics.json` };
const server = await appProcesses('standalone', settings)({ ...traced, ...ofServer }, options);
const startIngest = appProcesses('ingest', settings);
const ofWorker = { ...traced, METRICS_PORT: workerMetricsPort };
const worker = await appProcesses('worker', settings)(ofWorker, options);

function report(buildNumber: number, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const body = { job_name: 'Harbor', build_number: buildNumber, status: 'SUCCESS', author: AUTHOR };
  return postWebhook(`${url}/webhooks/ci?token=${token}`, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }).then(async (answer) => ((await answer.json()) as { delivery_id: string }).delivery_id);
}

const isRedis = ({ attributes }: ReceivedSpan) => attributes['db.system.name'] === 'redis';
const isCall = ({ attributes }: ReceivedSpan) => attributes['db.system.name'] !== undefined;

const newTraceparent = () => {
  const traceId = randomBytes(16).toString('hex');
  return { traceId, header: { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` } };
};

function spansOf(traceId: string, ...names: string[]): Promise<ReceivedSpan[]> {
  return eventually(`trace ${traceId} has ${names.join(', ')}`, async () => {
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    const found = names.map((name) => spans.find((span) => span.name === name));
    return found.every((span) => span !== undefined) ? (found as ReceivedSpan[]) : undefined;
  });
}

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('a webhook is one trace from its acceptance to the feed, within its sender’s trace', async () => {
    const { traceId, header } = newTraceparent();
    const deliveryId = await report(1, header);
    const [accept, publish, apply, notify] = (await spansOf(
      traceId,
      'accept',
      'publish',
      'apply',
      'notify feed',
    )) as [ReceivedSpan, ReceivedSpan, ReceivedSpan, ReceivedSpan];
    expect(accept).toMatchObject({
      service: 'slipway-server',
      attributes: {
        'slipway.delivery_id': deliveryId,
        'slipway.provider': 'jenkins',
        'slipway.account_id': accountId,
        'slipway.project_id': project.id,
        'slipway.duplicate': false,
        'http.response.status_code': 200,
      },
    });
    expect(publish).toMatchObject({ parentSpanId: accept.spanId, attributes: { 'slipway.deliveries': 1 } });
    expect(apply).toMatchObject({
      service: 'slipway-worker',
      parentSpanId: accept.spanId,
      attributes: { 'slipway.delivery_ids': [deliveryId], 'slipway.outcome.applied': 1 },
    });
    expect(notify).toMatchObject({
      parentSpanId: apply.spanId,
      attributes: { 'slipway.project_id': project.id },
    });
  });

  it('deliveries applied together are linked to the span of their batch', async () => {
    const senders = Array.from({ length: 20 }, newTraceparent);
    await Promise.all(senders.map(({ header }, index) => report(100 + index, header)));
    const batch = await eventually('a batch of several deliveries is exported', async () =>
      collector.spans.find(({ name, links }) => name === 'apply' && links.length > 0),
    );
    const accepted = await eventually('the spans of its deliveries are exported', async () => {
      const linked = collector.spans.filter(
        ({ name, spanId }) => name === 'accept' && batch.links.includes(spanId),
      );
      return linked.length === batch.links.length ? linked : undefined;
    });
    const ids = accepted.map(({ attributes }) => attributes['slipway.delivery_id']);
    expect(batch.attributes['slipway.delivery_ids']).toEqual(expect.arrayContaining(ids));
  });

  it('an API request is a span with its route and project', async () => {
    const { traceId, header } = newTraceparent();
    const path = `/api/v1/projects/${project.id}/changes`;
    await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${apiToken}`, ...header } });
    const [request] = await spansOf(traceId, 'GET /v1/projects/:project_id/changes');
    expect(request?.attributes).toEqual({
      'slipway.tier': 'api',
      'http.request.method': 'GET',
      'http.route': '/v1/projects/:project_id/changes',
      'http.response.status_code': 200,
      'slipway.project_id': project.id,
      'slipway.account_id': accountId,
    });
  });

  it('SQL statements and Redis commands are spans of the request or batch that sent them', async () => {
    const { traceId, header } = newTraceparent();
    await report(300, header);
    const [accept, publish, apply] = (await spansOf(traceId, 'accept', 'publish', 'apply')) as [
      ReceivedSpan,
      ReceivedSpan,
      ReceivedSpan,
    ];
    const sent = await eventually('the statements and commands are exported', async () => {
      const spans = collector.spans.filter((span) => span.traceId === traceId && isCall(span));
      return spans.some(({ name }) => name === 'COMMIT') && spans.some(isRedis) ? spans : undefined;
    });
    const own = new Set([accept, publish, apply].map(({ spanId }) => spanId));
    expect(sent.filter(({ parentSpanId }) => !own.has(parentSpanId ?? ''))).toEqual([]);
    expect(sent.filter(({ parentSpanId }) => parentSpanId === apply.spanId)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'INSERT delivery_keys',
          attributes: {
            'db.system.name': 'postgresql',
            'db.operation.name': 'INSERT',
            'db.collection.name': 'delivery_keys',
            'slipway.statement': 'claim delivery_keys',
          },
        }),
        expect.objectContaining({ name: 'BEGIN' }),
        expect.objectContaining({ name: 'COMMIT' }),
      ]),
    );
    expect(sent.filter(isRedis).map(({ name, parentSpanId }) => [name, parentSpanId])).toContainEqual([
      'EVALSHA',
      publish.spanId,
    ]);
  });

  it('the statements of an API request are spans named after their operation and table', async () => {
    const { traceId, header } = newTraceparent();
    const path = `/api/v1/projects/${project.id}/changes`;
    await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${apiToken}`, ...header } });
    const [request] = await spansOf(traceId, 'GET /v1/projects/:project_id/changes');
    const statements = collector.spans.filter(
      ({ parentSpanId, attributes }) =>
        parentSpanId === request?.spanId && attributes['db.system.name'] === 'postgresql',
    );
    expect(statements.length).toBeGreaterThan(0);
    for (const { name, attributes } of statements)
      expect(name).toBe(`${attributes['db.operation.name']} ${attributes['db.collection.name']}`);
  });

  it('a request that is not sampled has no spans, and neither do its statements', async () => {
    const { traceId } = newTraceparent();
    const header = { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-00` };
    await report(310, header);
    const sampled = newTraceparent();
    await report(311, sampled.header);
    await spansOf(sampled.traceId, 'accept', 'apply', 'COMMIT');
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
  });

  it('probes have no spans, and neither do their statements', async () => {
    const before = collector.spans.length;
    await fetch(`${url}/readyz`);
    const { traceId, header } = newTraceparent();
    await fetch(`${url}/api/v1/ping`, { headers: header });
    await spansOf(traceId, 'GET /v1/ping');
    const roots = collector.spans.slice(before).filter(({ traceId: other }) => other !== traceId);
    expect(roots.filter(({ name }) => name.includes('readyz') || name.startsWith('SELECT'))).toEqual([]);
  });

  it('latencies name a trace for a scraper that accepts OpenMetrics', async () => {
    const { traceId, header } = newTraceparent();
    const authorization = `Bearer ${apiToken}`;
    await fetch(`${url}/api/v1/projects/${project.id}/build_runs`, { headers: { authorization, ...header } });
    await spansOf(traceId, 'GET /v1/projects/:project_id/build_runs');
    const scrape = async (accept: string) => (await fetch(`${url}/metrics`, { headers: { accept } })).text();
    const lines = (await scrape('application/openmetrics-text;version=1.0.0')).split('\n');
    expect(lines).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^slipway_http_request_seconds_bucket{.*route="/v1/projects/:project_id/build_runs".*} \\d+ # {trace_id="${traceId}"} [\\d.]+ [\\d.]+$`,
        ),
      ),
    );
    for (const name of ['accept_seconds', 'apply_seconds', 'apply_delay_seconds'])
      expect(lines).toContainEqual(
        expect.stringMatching(new RegExp(`^slipway_${name}_bucket{.*} \\d+ # {trace_id="[0-9a-f]{32}"} `)),
      );
    expect(lines.slice(-2)).toEqual(['# EOF', '']);
    expect(await scrape('text/plain')).not.toMatch(/trace_id|# EOF/);
  });

  it('log lines name the trace, and every field is documented', async () => {
    const { traceId, header } = newTraceparent();
    await fetch(`${url}/api/v1/ping`, { headers: header });
    await eventually('the access log names the trace', async () =>
      output.join('').includes(`"trace_id":"${traceId}"`) ? true : undefined,
    );
    const complete = output.join('').slice(0, output.join('').lastIndexOf('\n'));
    const undocumented = [...fieldsOf(complete.split('\n'))].filter((field) => !documentedFields().has(field));
    expect(undocumented).toEqual([]);
  });

  it('exports no token, email address or job name', async () => {
    expect(collector.spans.length).toBeGreaterThan(20);
    for (const secret of [token, apiToken, AUTHOR, 'margarethe', 'Harbor'])
      expect(collector.sent()).not.toContain(secret);
  });

  it('exports remaining spans before the process exits', async () => {
    const { traceId, header } = newTraceparent();
    await report(500, header);
    server.child.kill('SIGTERM');
    worker.child.kill('SIGTERM');
    expect(await Promise.all([server.ended, worker.ended])).toEqual([0, 0]);
    expect(collector.spans.some((span) => span.traceId === traceId && span.name === 'accept')).toBe(true);
    const counts = loadedModules(output);
    expect(counts).toHaveLength(2);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });
});

describe('without OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('a process loads no module of the OpenTelemetry SDK', async () => {
    const lines: string[] = [];
    const env = { METRICS_PORT: '0', LOG_LEVEL: 'error', PORT: String(await freePort()) };
    const { child, ended } = await startIngest(env, {
      ...options,
      onOutput: (text) => void lines.push(text),
    });
    child.kill('SIGTERM');
    await ended;
    expect(loadedModules(lines)).toEqual([0]);
  });
});

function loadedModules(output: readonly string[]): number[] {
  const printed = output.join('').matchAll(/"openTelemetryModules":(\d+)/g);
  return [...printed].map(([, count]) => Number(count));
}
