import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Receives an error that belongs to one response, or to none if a connection could not be accepted. */
export type ReportFailure = (error: unknown, response: ServerResponse | null) => void;

/** Responds to a request. If it returns a promise, a rejection counts as thrown. */
export type ServerHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Far more than any client pipelines: programs that pipeline at all wait after a few requests. */
const MAX_WAITING_REQUESTS = 64;

/**
 * Calls the handler for every request of a server, and contains the failures of each exchange: an error that a response
 * emits, or that the handler throws or rejects with, is reported and ends nothing else.
 *
 * Pipelined requests on one connection are handled one after the other. Node.js would handle them concurrently, and an
 * unsent response that waits for an earlier one never closes: after the client disconnects, its timers, files and
 * buffers would never be released.
 */
export function handleRequests(server: Server, handler: ServerHandler, report: ReportFailure): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  const waiting = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: 1 | -1) => {
    const total = (waiting.get(socket) ?? 0) + change;
    waiting.set(socket, total);
    return total;
  };

  function fail(error: unknown, response: ServerResponse): void {
    report(error, response);
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }

  function begin(request: IncomingMessage, response: ServerResponse): void {
    try {
      const handled = handler(request, response);
      if (handled instanceof Promise) handled.catch((error: unknown) => fail(error, response));
    } catch (error) {
      fail(error, response);
    }
  }

  function onError(this: ServerResponse, error: Error): void {
    report(error, this);
  }

  server.on('request', (request, response) => {
    const { socket } = request;
    const before = latest.get(socket);
    latest.set(socket, response);
    response.on('error', onError);
    if (before === undefined || before.writableFinished) return begin(request, response);
    if (count(socket, 1) > MAX_WAITING_REQUESTS) return void socket.destroy();
    before.once('close', () => {
      count(socket, -1);
      // Without a socket, the connection has ended or is about to, and nobody would receive the response.
      if (response.socket !== null) begin(request, response);
    });
  });
  // A connection that cannot be accepted, for example because too many files are open.
  server.on('error', (error) => report(error, null));
}
