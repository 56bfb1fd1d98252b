import type { RequestListener } from 'node:http';
import { WEBHOOK_ERRORS } from '@slipway/contracts';
import {
  createHttpApp,
  type HttpAppOptions,
  healthRoutes,
  type ReadinessChecks,
  type Request,
  type Response,
  requestIdOf,
} from '@slipway/http';
import { verifiableNames } from './endpoints.js';
import { createWebhookHandler, type WebhookDeps } from './webhook-handler.js';

/** What the ingest app is built from. */
export interface IngestDeps extends WebhookDeps, HttpAppOptions {
  readonly checks: ReadinessChecks;
  readonly warnings: () => Promise<readonly string[]>;
  readonly isDraining: () => boolean;
  /** False sends deliveries through Express too; answers are the same, only slower. */
  readonly hotPath?: boolean;
}

/** The webhook endpoints. Deliveries take the short way past Express, which serves everything else. */
export function createApp(deps: IngestDeps): RequestListener {
  const handleWebhook = createWebhookHandler(deps);
  const app = createHttpApp(deps);
  app.use(healthRoutes(deps));
  app.get('/webhooks/:name/verify', (request, response, next) => {
    if (!verifiableNames.has(request.params.name)) return next();
    response.json({ status: 'verified', service: 'slipway' });
  });
  app.use((request, response, next) => {
    // The webhook handler sets its own id.
    response.removeHeader('X-Request-Id');
    if (handleWebhook(request, response)) return;
    response.set('X-Request-Id', requestIdOf(response));
    next();
  });
  app.use(answerNotFound);
  app.use((error: unknown, request: Request, response: Response, next: (error: unknown) => void) => {
    if (response.headersSent) return next(error);
    // A path whose escapes spell no text names nothing that exists.
    if (error instanceof URIError) return answerNotFound(request, response);
    const id = requestIdOf(response);
    deps.logger.error({ err: error, requestId: id }, 'request failed');
    const { status, message } = WEBHOOK_ERRORS.internal_error;
    response.status(status).json({ error: 'internal_error', message, delivery_id: id });
  });
  if (deps.hotPath === false) return app;
  return (request, response) => {
    if (!handleWebhook(request, response)) app(request, response);
  };
}

function answerNotFound(_request: Request, response: Response): void {
  const id = requestIdOf(response);
  response.status(404).json({ error: 'not_found', message: 'No such webhook.', delivery_id: id });
}
