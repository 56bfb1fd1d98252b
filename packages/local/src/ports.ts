import { randomInt } from 'node:crypto';
import { isPortFree } from '../claim-port.mjs';

// Below the ephemeral ranges of Linux and macOS, so that no outgoing connection takes the port between two starts.
const firstPort = 20_000;
const lastPort = 29_999;
const attempts = 200;

// Each process counts up from a random port, so that a port that is assigned but not in use yet is not assigned again.
let next = randomInt(firstPort, lastPort + 1);

/** A port that is free on every address; `preferred` if it is free on the loopback address. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred))) return preferred;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = next;
    next = port === lastPort ? firstPort : port + 1;
    if (await isPortFree(port, '0.0.0.0')) return port;
  }
  throw new Error(`no free port between ${firstPort} and ${lastPort}`);
}
