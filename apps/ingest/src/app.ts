import { WEBHOOK_ERRORS } from '@slipway/contracts';
import {
  createHttpApp,
  type Express,
  healthRoutes,
  pathOf,
  queryOf,
  type ReadinessChecks,
  type Request,
  type Response,
  requestIdOf,
} from '@slipway/http';
import type { Counter, Logger } from '@slipway/runtime';
import express, { type ErrorRequestHandler } from 'express';
import { providerAt, type ReceiveDeps, type Received, receive } from './receive.js';
import type { Refusal } from './refusal.js';
import { refuse } from './refusal.js';

/** What the ingest app is built from. */
export interface IngestDeps extends ReceiveDeps {
  readonly logger: Logger;
  readonly trustProxy: string;
  readonly bodyLimitBytes: number;
  readonly checks: ReadinessChecks;
  readonly isDraining: () => boolean;
  readonly accepted: Counter<'provider' | 'outcome'>;
}

/** The webhook doors. */
export function createApp(deps: IngestDeps): Express {
  const app = createHttpApp(deps);
  app.use(healthRoutes(deps));
  app.post('/webhooks/*door', express.raw({ type: () => true, limit: deps.bodyLimitBytes }), answerWebhook(deps));
  app.use((_request, response) => {
    response.status(404).json({ error: 'not_found', message: 'No such webhook.' });
  });
  app.use(answerWebhookErrors(deps));
  return app;
}

function answerWebhook(deps: IngestDeps) {
  return async (request: Request, response: Response, next: () => void): Promise<void> => {
    const path = pathOf(request.originalUrl).replace(/\/$/, '');
    const provider = providerAt(path);
    if (provider === undefined) return next();
    const received = await receive(
      provider,
      {
        requestId: requestIdOf(response),
        path,
        query: new URLSearchParams(queryOf(request.originalUrl)),
        headers: request.headers as Record<string, string | undefined>,
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      },
      deps,
    );
    deps.accepted.inc({
      provider: provider.id,
      outcome: 'refusal' in received ? received.refusal.code : 'accepted',
    });
    answer(response, received);
  };
}

function answer(response: Response, received: Received): void {
  if ('refusal' in received) return answerRefusal(response, received.refusal);
  response
    .status(received.accepted.status)
    .json({ status: 'accepted', delivery_id: received.accepted.deliveryId });
}

function answerRefusal(response: Response, { code, message, retryAfterSeconds }: Refusal): void {
  if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
  response.status(WEBHOOK_ERRORS[code].status).json({ error: code, message });
}

function answerWebhookErrors({ logger }: IngestDeps): ErrorRequestHandler {
  return (error: { type?: string; status?: number }, _request, response, next) => {
    if (response.headersSent) return next(error);
    if (error.type === 'entity.too.large') return answerRefusal(response, refuse('payload_too_large').refusal);
    if (error.status !== undefined && error.status < 500) {
      return answerRefusal(response, refuse('malformed_body').refusal);
    }
    logger.error({ err: error, requestId: requestIdOf(response) }, 'webhook failed');
    answerRefusal(response, refuse('internal_error').refusal);
  };
}
