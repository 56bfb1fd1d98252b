export { examine } from './doctor/examine.js';
export { resetSecondFactor } from './reset-second-factor/reset-second-factor.js';
export { runWorker } from './run-worker.js';
