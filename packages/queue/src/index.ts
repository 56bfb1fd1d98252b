export * from './connection.js';
export * from './delivery-publisher.js';
export * from './delivery-workers.js';
export * from './durability.js';
export * from './jobs.js';
export { SHARD_COUNT, shardOf } from './shards.js';
