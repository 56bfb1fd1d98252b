import { setFlagsFromString } from 'node:v8';
import { runProcess } from '@slipway/runtime';
import { runWorker } from './run-worker.js';

// By default V8 lets the heap triple before it collects. What a batch allocates lives for a few collections of the young
// generation and is then garbage in the old one, so a drain would hold 150 MB of it.
setFlagsFromString('--heap-growing-percent=80');

await runProcess({ title: 'slipway-worker', start: runWorker });
