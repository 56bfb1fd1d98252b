export { type TestClock, testClock } from './clock.js';
export { type TestDatabase, testDatabase } from './database.js';
export { eventually } from './eventually.js';
export { type Factories, factories } from './factories.js';
export { type TestProcess, testProcess } from './process-context.js';
export { type TestProxy, testProxy } from './proxy.js';
export { type TestRedis, testRedis } from './redis.js';
export { type Signer, type SigningInput, signers } from './signers.js';
export { type ReceivedMail, type SmtpAnswer, type TestSmtp, testSmtp } from './smtp.js';
