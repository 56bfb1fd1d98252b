export { examine } from './doctor/examine.js';
export { runWorker } from './run-worker.js';
