export { type TestClock, testClock } from './clock.js';
export { type TestDatabase, testDatabase } from './database.js';
export { type TestRedis, testRedis } from './redis.js';
