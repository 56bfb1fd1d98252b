import type { IncomingMessage, ServerResponse } from 'node:http';
import { newId } from '@slipway/domain';
import type { Logger } from '@slipway/runtime';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { readTrustProxy } from './client-address.js';
import { type ObservedTier, observeRequests } from './observe-requests.js';
import { loggablePath } from './query-string.js';

export type { Express, NextFunction, Request, RequestHandler, Response } from 'express';

export interface HttpAppOptions {
  readonly logger: Logger;
  /** The TRUST_PROXY setting: off, a number of proxies, or their addresses. */
  readonly trustProxy: string;
  /** The security headers of every response; helmet's defaults if omitted. */
  readonly securityHeaders?: HelmetOptions;
  readonly observed?: ObservedTier;
}

/** Creates an Express app with the parts that every tier needs: security headers, request ids, metrics, an access log. */
export function createHttpApp(options: HttpAppOptions): Express {
  const { logger, trustProxy, observed } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', readTrustProxy(trustProxy));
  if (observed !== undefined) app.use(observeRequests(observed));
  app.use(setHeaders(securityHeaders(options.securityHeaders ?? {})));
  app.use(identify);
  app.use(accessLog(logger));
  return app;
}

function setHeaders(headers: Readonly<Record<string, string>>) {
  const entries = Object.entries(headers);
  return (_request: Request, response: Response, next: NextFunction): void => {
    for (const [name, value] of entries) response.setHeader(name, value);
    next();
  };
}

function identify(_request: Request, response: Response, next: NextFunction): void {
  response.locals['requestId'] = newId();
  response.set('X-Request-Id', requestIdOf(response));
  next();
}

/** The request id. It appears in the response and in every log line about the request. */
export function requestIdOf(response: Response): string {
  return response.locals['requestId'] as string;
}

/** Logs the path without the query string, which may contain a webhook token. */
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

/**
 * Security headers for responses that only programs read: those that still matter if a browser opens one. The set is
 * small because ingest writes it thousands of times per second.
 */
export const FOR_PROGRAMS: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

/** The headers that helmet would set, for responses written without Express. */
export function securityHeaders(options: HelmetOptions): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => undefined,
  };
  helmet(options)({} as IncomingMessage, recorder as unknown as ServerResponse, () => undefined);
  return headers;
}
