import { hash } from 'node:crypto';
import {
  BUILD_PROVIDERS,
  COLLECTOR_PATH,
  type FieldProblem,
  readCollectorFields,
  readReportFields,
  storedHeaders,
  TEST_REPORT_EVENT,
  TEST_REPORT_PATH,
  type TestReport,
  type TestReportFields,
} from '@slipway/providers';
import { type Admitted, admit, refuse } from './admission.js';
import { acceptDelivery, type ReceiveDeps, type Received } from './receive.js';
import { declaresBodyOver, readRawBody, refuseFull } from './request-body.js';
import { packFiles, readForm } from './test-report-body.js';
import { findToken, type WebhookRequest } from './webhook-request.js';

/** How one kind of sender names its files, fields and token, and what it expects as an answer. */
export interface TestReportDoor {
  readonly path: string;
  /** The field of a form that contains a file. */
  readonly fileField: string;
  tokenOf(request: WebhookRequest): string | undefined;
  readFields(sent: ReadonlyMap<string, string>): TestReportFields | FieldProblem;
  answerOf?(deliveryId: string, files: number): Readonly<Record<string, unknown>>;
}

const ownToken = (request: WebhookRequest) => findToken(request, ['x-service-token', 'x-webhook-token', 'basic']);

export const testReportDoor: TestReportDoor = {
  path: TEST_REPORT_PATH,
  fileField: 'file',
  tokenOf: ownToken,
  readFields: readReportFields,
};

const COLLECTOR_TOKEN = /^Token +(?:token=)?"?([^"\s]+)"?$/i;

/** For the collectors of Buildkite Test Engine, whose answer names the upload. */
export const collectorDoor: TestReportDoor = {
  path: COLLECTOR_PATH,
  fileField: 'data',
  tokenOf: (request) => COLLECTOR_TOKEN.exec(request.headers['authorization'] ?? '')?.[1] ?? ownToken(request),
  readFields: readCollectorFields,
  answerOf: (deliveryId, files) => ({
    id: deliveryId,
    run_id: deliveryId,
    queued: files,
    skipped: 0,
    errors: [],
    // Buildkite's plugin links to any text.
    run_url: null,
  }),
};

/** Longer than any sender tries again. A later repeat counts as another attempt. */
const REPEAT_WINDOW_MS = 24 * 60 * 60_000;

/**
 * Makes a delivery of test reports. The door checks size, encoding and format; what is in the files, and which build
 * they belong to, is found by the worker.
 */
export async function receiveTests(
  door: TestReportDoor,
  request: WebhookRequest,
  deps: ReceiveDeps,
): Promise<Received | null> {
  if (declaresBodyOver(deps.bodyLimitBytes, request.incoming)) return refuse('payload_too_large');
  const admitted = await admit(door.tokenOf(request), BUILD_PROVIDERS, request, deps);
  if ('refusal' in admitted) return admitted;
  const raw = await readRawBody(request, deps.bodyLimitBytes, deps.bodies);
  if (raw === null) return null;
  const received = 'refusal' in raw ? raw : await receiveReport({ door, admitted, request, raw }, deps);
  return 'refusal' in received ? { ...received, integration: admitted.integration } : received;
}

interface SentReport {
  readonly door: TestReportDoor;
  readonly admitted: Admitted;
  readonly request: WebhookRequest;
  readonly raw: Buffer;
}

async function receiveReport({ door, admitted, request, raw }: SentReport, deps: ReceiveDeps): Promise<Received> {
  const form = await readForm(raw, { request, fileField: door.fileField, bodies: deps.bodies });
  if ('refusal' in form) return form;
  const fields = door.readFields(form.fields);
  if ('problem' in fields) return refuse('malformed_body', fields.problem);
  const files = await packFiles(form.files, fields.format);
  if ('refusal' in files) return files;
  const body = JSON.stringify({ ...fields, files } satisfies TestReport);
  if (!deps.bodies.hold(request, body.length)) return refuseFull();
  const { accountId, projectId, id: integrationId, provider } = admitted.integration;
  const delivery = {
    id: request.id,
    accountId,
    projectId,
    integrationId,
    provider,
    path: door.path,
    event: TEST_REPORT_EVENT,
    // The boundary of a form is another one in each attempt, so the key does not depend on it.
    key: `tests:${hash('sha256', body, 'base64url')}`,
    keyWindowMs: REPEAT_WINDOW_MS,
    receivedAt: deps.clock.now(),
    headers: storedHeaders(request.headers),
    body,
  };
  const accepted = await acceptDelivery(delivery, deps);
  if ('refusal' in accepted) return accepted;
  const answer = door.answerOf?.(accepted.deliveryId, files.length);
  const status = accepted.duplicate && answer === undefined ? 200 : 202;
  return { accepted, status, ...(answer !== undefined && { answer }) };
}
