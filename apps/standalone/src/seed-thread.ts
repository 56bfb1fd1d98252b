import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { seedDemo, tellStory } from '@slipway/seed';
import type { SeedPlace } from './start-seed.js';

// Tells the story of a new demo while the servers start, and seeds when it hears where.
if (parentPort !== null) {
  const { demoFile } = workerData as { readonly demoFile: string };
  const told = once(parentPort, 'message') as Promise<[SeedPlace]>;
  const story = existsSync(demoFile) ? undefined : await tellStory();
  const [place] = await told;
  const { seeded } = await seedDemo({ demoFile, ...place, ...(story && { story }) });
  parentPort.postMessage({ seeded });
}
