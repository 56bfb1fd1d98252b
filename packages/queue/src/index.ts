export * from './backlog.js';
export * from './connection.js';
export * from './delivery-publisher.js';
export * from './delivery-workers.js';
export * from './durability.js';
export * from './jobs.js';
export * from './redis-health.js';
export { isTimer } from './schedules.js';
export * from './seen-keys.js';
