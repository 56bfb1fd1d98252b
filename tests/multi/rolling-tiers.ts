import { freePort } from '@slipway/local';
import type { TestProcess } from '@slipway/testing';
import { type AppProcess, appProcesses } from '../faults/app-process.js';

const TIERS = ['ingest', 'api', 'console', 'worker'] as const;
const PLACES = [0, 1];
type Tier = (typeof TIERS)[number];
type Env = Readonly<Record<string, string>>;

/** A response whose body has arrived. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Two processes of each tier, which receive requests in turn. */
export interface RollingTiers {
  /** Sends a request to the next process. Repeats it if the machine is too busy (503). */
  request(tier: Tier, path: string, init?: RequestInit): Promise<Answer>;
  /**
   * Restarts all processes with different settings, one of each tier at a time, while the others handle the requests.
   * Waits after each, so that processes with the old and the new settings run side by side.
   */
  roll(env: Env, wait: () => Promise<void>): Promise<void>;
}

/** A slot behind the load balancer. */
interface Slot {
  url: string;
  process: AppProcess;
  isOpen: boolean;
  readonly pending: Set<Promise<unknown>>;
}

/** Await it at the top level of a test file. The processes end with the file's tests. */
export async function startRollingTiers({ settings }: TestProcess, env: Env): Promise<RollingTiers> {
  const slots = new Map<Tier, Slot[]>();
  const starters = TIERS.map((tier) => [tier, starter(tier, settings)] as const);
  await Promise.all(
    starters.map(async ([tier, start]) => {
      const opened = await Promise.all(PLACES.map((place) => start(place, env)));
      slots.set(
        tier,
        opened.map((one) => ({ ...one, isOpen: true, pending: new Set() })),
      );
    }),
  );
  const turns = new Map<Tier, number>();
  function nextSlot(tier: Tier): Slot {
    const open = (slots.get(tier) ?? []).filter(({ isOpen }) => isOpen);
    const turn = (turns.get(tier) ?? 0) + 1;
    turns.set(tier, turn);
    return open[turn % open.length] as Slot;
  }
  return {
    async request(tier, path, init = {}) {
      for (;;) {
        const { url, pending } = nextSlot(tier);
        const answering = ask(`${url}${path}`, init);
        const settled = answering.catch(() => undefined).finally(() => pending.delete(settled));
        pending.add(settled);
        const answer = await answering;
        if (answer.status !== 503) return answer;
      }
    },
    async roll(next, wait) {
      for (const place of PLACES) {
        await Promise.all(
          starters.map(([tier, start]) => replace(slots.get(tier)?.[place] as Slot, () => start(place, next))),
        );
        await wait();
      }
    },
  };
}

function starter(tier: Tier, settings: TestProcess['settings']) {
  const startApp = appProcesses(tier, settings);
  return async (place: number, env: Env) => {
    const port = await freePort();
    const process = await startApp({
      PORT: String(port),
      METRICS_PORT: '0',
      LOG_LEVEL: 'fatal',
      GENERAL_RATE_LIMIT: '1000000',
      // A process finds what its predecessor spooled.
      DATA_DIR: `${settings.DATA_DIR}/${tier}-${place}`,
      ...env,
    });
    return { url: `http://127.0.0.1:${port}`, process };
  };
}

async function ask(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Takes a process out of rotation, stops it, and puts another one in its place. */
async function replace(slot: Slot, start: () => Promise<Pick<Slot, 'url' | 'process'>>): Promise<void> {
  slot.isOpen = false;
  await Promise.all(slot.pending);
  slot.process.child.kill('SIGTERM');
  await slot.process.ended;
  Object.assign(slot, await start(), { isOpen: true });
}
