export { runWorker } from './run-worker.js';
