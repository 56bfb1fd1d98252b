export * from './backlog.js';
export * from './batcher.js';
export * from './connection.js';
export { DeliveryPublisher, type PublisherOptions } from './delivery-publisher.js';
export * from './delivery-workers.js';
export { createJobPublisher, type JobPublisher, type JobWorkerOptions, startJobWorker } from './jobs.js';
export {
  type BufferedLog,
  type BufferedPieces,
  createLogBuffer,
  type LogBuffer,
  type PackedPiece,
} from './log-buffer.js';
export { openQueuedWork, type QueuedWork, readQueuedWork } from './queued-work.js';
export { OBJECT_STORE, recordFirst } from './record-first.js';
export * from './redis-health.js';
export { durabilityWarnings, inspectRedis, pingRedis, type RedisFacts, redisTime } from './redis-servers.js';
export * from './refused-deliveries.js';
export * from './reruns.js';
export { isTimer } from './schedules.js';
export * from './seen-keys.js';
export * from './waiting-deliveries.js';
