export { eventually } from '@slipway/local';
export { anyOperation, operationsOfFewKinds } from './any-operation.js';
export { type TestClock, testClock } from './clock.js';
export { conformanceTo, type Exchange } from './conformance.js';
export { blankDatabase, openTestDatabase, type TestContent, type TestDatabase, testDatabase } from './database.js';
export { testDelivery } from './delivery.js';
export { dumpProject, dumpWithWeights } from './dump-project.js';
export { releaseBefore, testEnvironment } from './environment.js';
export {
  expectBounded,
  expectOrderedRead,
  explainedDatabase,
  explainIn,
  type PlanFacts,
} from './explained-database.js';
export { type Factories, factories, type ProjectFields } from './factories.js';
export { GITHUB_TOKEN, type TestGithub, type TestPull, testGithub } from './github.js';
export { type JenkinsBuild, type TestJenkins, testJenkins } from './jenkins.js';
export { type AppliedDelivery, newAppliedProject, projectApplier } from './project-applier.js';
export { type TestProxy, testProxy } from './proxy.js';
export { type ReceivedRequest, type ReceiverReply, type TestReceiver, testReceiver } from './receiver.js';
export { type TestRedis, testRedis } from './redis.js';
export { type TestSentinels, testSentinels } from './redis-sentinels.js';
export { buildReport, changeReport, deploymentReport, REPORTED_AT } from './reports.js';
export { runs } from './runs.js';
export { type ReceivedMail, type SmtpReply, type TestSmtp, testSmtp } from './smtp.js';
export { TEST_APP_SECRET, type TestProcess, testProcess } from './test-process.js';
export { reportTests, testResult } from './test-results.js';
