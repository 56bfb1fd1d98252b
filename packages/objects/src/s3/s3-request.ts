import { once } from 'node:events';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { S3Address } from '@slipway/domain';
import aws4 from 'aws4';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

export interface S3Options {
  readonly address: S3Address;
  readonly credentials: S3Credentials;
  /** PEM with the authority that signed the server's certificate; undefined for those that Node.js trusts. */
  readonly ca: string | undefined;
  readonly limits: S3Limits;
}

export interface S3Limits {
  /** How long the connection and the headers of an answer may take. */
  readonly answerMs: number;
  /** How long a connection may be silent while bytes are due. */
  readonly silenceMs: number;
  readonly attempts: number;
  readonly firstRetryMs: number;
  readonly maxRetryMs: number;
  /** Larger objects are uploaded in parts of this size. */
  readonly partBytes: number;
}

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Sends one signed request. Resolves with the headers of the answer; its body arrives as it is read. */
export type SendRequest = (request: S3Request) => Promise<IncomingMessage>;

const MAX_SOCKETS = 32;

/** Sends requests over connections that are kept open. */
export function openConnections({ address, credentials, ca, limits }: S3Options): {
  readonly send: SendRequest;
  close(): void;
} {
  const endpoint = new URL(address.endpoint);
  const isSecure = endpoint.protocol === 'https:';
  const pooled = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const agent = isSecure ? new HttpsAgent({ ...pooled, ...(ca !== undefined && { ca }) }) : new HttpAgent(pooled);
  const host = address.pathStyle ? endpoint.host : `${address.bucket}.${endpoint.host}`;
  const base = address.pathStyle ? `/${address.bucket}` : '';
  async function send({ method, key, query = '', headers = {}, body }: S3Request): Promise<IncomingMessage> {
    const path = `${base}/${key}${query}`;
    const target = { host, path, method, service: 's3', region: address.region };
    const signed = aws4.sign({ ...target, headers: { ...headers }, ...(body !== undefined && { body }) }, {
      ...credentials,
      sessionToken: credentials.sessionToken || undefined,
    } as typeof credentials);
    const request = (isSecure ? httpsRequest : httpRequest)({
      agent,
      host: address.pathStyle ? endpoint.hostname : `${address.bucket}.${endpoint.hostname}`,
      port: endpoint.port || (isSecure ? 443 : 80),
      method,
      path,
      headers: { ...signed.headers, 'Content-Length': body?.length ?? 0 },
    });
    request.setTimeout(limits.silenceMs, () => request.destroy(new Error(`silent for ${limits.silenceMs} ms`)));
    const deadline = answerDeadline(body, limits);
    const timer = setTimeout(() => request.destroy(new Error(`no answer within ${deadline} ms`)), deadline);
    try {
      request.end(body);
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return response;
    } finally {
      clearTimeout(timer);
      // Once there is an answer, the same errors are reported by its body.
      request.on('error', () => undefined);
    }
  }
  return { send, close: () => agent.destroy() };
}

/** A large body has more time: as much as it needs at 64 KiB a second. */
function answerDeadline(body: Buffer | undefined, { answerMs }: S3Limits): number {
  return answerMs + Math.ceil((body?.length ?? 0) / 65.536);
}
