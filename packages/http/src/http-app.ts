import type { Logger } from '@slipway/runtime';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { v7 as uuidv7 } from 'uuid';
import { readTrustProxy } from './client-address.js';
import { loggablePath } from './query-string.js';

export type { Express, Request, RequestHandler, Response } from 'express';

export interface HttpAppOptions {
  readonly logger: Logger;
  /** The TRUST_PROXY setting: off, a number of proxies, or their addresses. */
  readonly trustProxy: string;
  /** Which security headers answers carry; all that helmet knows unless given. */
  readonly securityHeaders?: HelmetOptions;
}

/** An Express app with what every tier needs: security headers, a request id, an access log without secrets. */
export function createHttpApp({ logger, trustProxy, securityHeaders = {} }: HttpAppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', readTrustProxy(trustProxy));
  app.use(helmet(securityHeaders));
  app.use(identify);
  app.use(accessLog(logger));
  return app;
}

function identify(_request: Request, response: Response, next: NextFunction): void {
  response.locals['requestId'] = uuidv7();
  response.set('X-Request-Id', requestIdOf(response));
  next();
}

/** The id that the answer and every log line about the request carry. */
export function requestIdOf(response: Response): string {
  return response.locals['requestId'] as string;
}

/** The path alone is logged, since a query string may hold a webhook token, and not even that as it is. */
function accessLog(logger: Logger) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!logger.isLevelEnabled('debug')) return next();
    const start = process.hrtime.bigint();
    response.once('close', () => {
      const durationMs = Number(process.hrtime.bigint() - start) / 1e6;
      logger.debug(
        {
          requestId: requestIdOf(response),
          method: request.method,
          path: loggablePath(request.originalUrl),
          status: response.statusCode,
          durationMs: Math.round(durationMs * 100) / 100,
        },
        'request',
      );
    });
    next();
  };
}
