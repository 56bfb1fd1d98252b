import { runProcess } from '@slipway/runtime';
import { runWorker } from './run-worker.js';

await runProcess({ title: 'slipway-worker', start: runWorker });
