import { join } from 'node:path';
import { isPortFree, tryLock } from '@slipway/local';

/** Reserves the port for this process; throws a one-line error if another program uses it. */
export async function claimPort(options: { port: number; host: string; dataDir: string }): Promise<() => void> {
  const { port, host, dataDir } = options;
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

async function portProblem(port: number, address: string): Promise<string | undefined> {
  if (await isPortFree(port, address)) return undefined;
  // A port below 1024 may be refused even if it is free.
  const privileged = port < 1024 && process.getuid?.() !== 0;
  return privileged
    ? `Port ${port} is taken, or reserved for root. Set PORT to 1024 or higher.`
    : `Port ${port} is taken (by another program). Stop it or set PORT.`;
}
