import type { RequestListener } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import {
  failureReporter,
  type ProcessContext,
  type ProcessDefinition,
  runProcess,
  SettingsError,
} from '@slipway/runtime';
import { type ListeningServer, type ServeOptions, serve } from './serve.js';

export interface ServingProcess extends Pick<ProcessDefinition, 'title' | 'unneeded' | 'processes'> {
  /** Builds the handler, which can check whether the process is draining. */
  compose(context: ProcessContext, isDraining: () => boolean): RequestListener | Promise<RequestListener>;
}

/** Running requests get this long before the parts that they need are closed. */
const SERVER_CLOSE_LIMIT_MS = 15_000;

/** Runs an HTTP process. On shutdown it finishes the received requests before it closes anything else. */
export function serveProcess({ compose, ...definition }: ServingProcess): Promise<void> {
  // By default V8 lets the heap triple before it collects, which keeps up to 100 MB of garbage and saves no time here.
  setFlagsFromString('--heap-growing-percent=40');
  return runProcess({
    ...definition,
    async start(context) {
      const { settings, logger, onClose } = context;
      let draining = false;
      const handler = await compose(context, () => draining);
      const server = await listen(handler, {
        host: settings.HOST,
        port: settings.PORT,
        fd: settings.LISTEN_FD,
        report: failureReporter(context),
      });
      const close = () => {
        draining = true;
        return server.close();
      };
      onClose('server', close, SERVER_CLOSE_LIMIT_MS);
      logger.info({ host: settings.HOST, port: server.port }, 'listening');
    },
  });
}

async function listen(handler: RequestListener, where: ServeOptions): Promise<ListeningServer> {
  try {
    return await serve(handler, where);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used: ${message}`;
    throw new SettingsError([`PORT: ${where.port} on ${where.host} ${reason}`], { cause: error });
  }
}
