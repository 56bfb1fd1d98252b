import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What goes wrong with one request. */
export interface Fault {
  /** Answers in place of the server. */
  readonly status?: number;
  readonly code?: string;
  readonly retryAfter?: string;
  /** Cuts the connection after this many bytes of the request, or of the answer. */
  readonly cutUploadAfter?: number;
  readonly cutDownloadAfter?: number;
  /** Keeps the connection open after this many bytes of the answer, without sending more. */
  readonly silentAfter?: number;
  readonly isSilent?: boolean;
  readonly delayMs?: number;
}

/** A proxy in front of an S3 server. Each request uses up the first of its faults. */
export interface FaultProxy {
  readonly url: string;
  faults: Fault[];
  close(): Promise<void>;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const server = createServer((incoming, outgoing) => {
    const fault = proxy.faults.shift() ?? {};
    incoming.on('error', () => undefined);
    if (fault.isSilent) return void incoming.resume();
    if (fault.status !== undefined) return answer(incoming, outgoing, fault);
    if (fault.cutUploadAfter !== undefined) return cutUpload(incoming, fault.cutUploadAfter);
    setTimeout(() => forward(incoming, outgoing, fault), fault.delayMs ?? 0);
  });
  const { hostname, port } = new URL(target);

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, fault: Fault): void {
    const { method, url, headers } = incoming;
    const upstream = request({ hostname, port, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      const limit = fault.cutDownloadAfter ?? fault.silentAfter;
      if (limit === undefined) return void response.pipe(outgoing);
      const { statusCode = 500 } = response;
      if (statusCode >= 300) return void response.pipe(outgoing);
      sendPart(response, outgoing, limit, () => {
        if (fault.cutDownloadAfter !== undefined) outgoing.destroy();
      });
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  }

  // The signature names the host that the client sees, which is that of the proxy: the server must see the same.
  const proxy: FaultProxy = {
    url: '',
    faults: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(proxy, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function answer(incoming: IncomingMessage, outgoing: ServerResponse, fault: Fault): void {
  incoming.resume().on('end', () => {
    const body = fault.code === undefined ? '' : `<Error><Code>${fault.code}</Code></Error>`;
    if (fault.retryAfter !== undefined) outgoing.setHeader('Retry-After', fault.retryAfter);
    outgoing.writeHead(fault.status ?? 500).end(body);
  });
}

function cutUpload(incoming: IncomingMessage, limit: number): void {
  let size = 0;
  incoming.on('data', (part: Buffer) => {
    size += part.length;
    if (size >= limit) incoming.socket.destroy();
  });
  incoming.on('end', () => incoming.socket.destroy());
}

function sendPart(source: IncomingMessage, outgoing: ServerResponse, limit: number, finish: () => void): void {
  let size = 0;
  source.on('data', (part: Buffer) => {
    if (size >= limit && size > 0) return;
    const sent = part.subarray(0, limit - size);
    size += Math.max(1, sent.length);
    outgoing.write(sent, () => {
      if (size >= limit) finish();
    });
  });
}
