export { addressRules } from './polling/address-rules.js';
export { createJenkinsPoller, type JenkinsPoller } from './polling/jenkins-poller.js';
export { runWorker } from './run-worker.js';
export { createWorkerMetrics } from './worker-metrics.js';
