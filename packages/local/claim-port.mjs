// Plain JavaScript, because `npm start` claims its port before anything is compiled.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { tryLock } from './process-lock.mjs';

/** Whether a server could listen on the port right now. */
export function isPortFree(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

async function portProblem(port, address) {
  if (await isPortFree(port, address)) return undefined;
  // A port below 1024 may be refused even if it is free.
  const privileged = port < 1024 && process.getuid?.() !== 0;
  return privileged
    ? `Port ${port} is taken, or reserved for root. Set PORT to 1024 or higher.`
    : `Port ${port} is taken (by another program). Stop it or set PORT.`;
}

/** Reserves the port for this process; throws a one-line error if another program uses it. */
export async function claimPort({ port, host, dataDir }) {
  const lock = tryLock(join(dataDir, 'run', `port-${port}.lock`));
  if (lock.holder) {
    const holder = `another Slipway in this folder, pid ${lock.holder.pid}`;
    throw new Error(`Port ${port} is taken (by ${holder}). Stop it or set PORT.`);
  }
  for (const address of new Set(['127.0.0.1', host])) {
    const reason = await portProblem(port, address);
    if (reason === undefined) continue;
    lock.release();
    throw new Error(reason);
  }
  return lock.release;
}
