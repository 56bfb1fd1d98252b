// Generated from the folder by `npm run generate`. Do not edit.
import * as accounts from './routes/accounts.js';
import * as approvals from './routes/approvals.js';
import * as assets from './routes/assets.js';
import * as auditLog from './routes/audit-log.js';
import * as auth from './routes/auth.js';
import * as builds from './routes/builds.js';
import * as buildsCompare from './routes/builds/compare.js';
import * as buildsInvestigate from './routes/builds/investigate.js';
import * as buildsRerun from './routes/builds/rerun.js';
import * as buildsSuspects from './routes/builds/suspects.js';
import * as buildsVerdict from './routes/builds/verdict.js';
import * as changes from './routes/changes.js';
import * as culpritSearch from './routes/culprit-search.js';
import * as deliveries from './routes/deliveries.js';
import * as deliveriesReplay from './routes/deliveries/replay.js';
import * as deployments from './routes/deployments.js';
import * as feed from './routes/feed.js';
import * as metrics from './routes/metrics.js';
import * as openapi from './routes/openapi.js';
import * as problems from './routes/problems.js';
import * as projectMembers from './routes/project-members.js';
import * as projects from './routes/projects.js';
import * as references from './routes/references.js';
import * as tasks from './routes/tasks.js';
import * as tests from './routes/tests.js';
import * as testsBuildTests from './routes/tests/build-tests.js';
import * as testsMutes from './routes/tests/mutes.js';
import * as tokens from './routes/tokens.js';

export const endpoints = [
  accounts.list,
  approvals.get,
  approvals.list,
  approvals.submit,
  assets.get,
  assets.list,
  auditLog.list,
  auth.context,
  auth.ping,
  auth.exchange,
  builds.get,
  builds.list,
  builds.log,
  builds.search,
  builds.stale,
  buildsCompare.compare,
  buildsInvestigate.investigate,
  buildsRerun.rerun,
  buildsSuspects.suspects,
  buildsVerdict.judge,
  changes.get,
  changes.list,
  culpritSearch.search,
  culpritSearch.start,
  culpritSearch.stop,
  culpritSearch.report,
  deliveries.gaps,
  deliveries.get,
  deliveries.list,
  deliveriesReplay.replay,
  deliveriesReplay.replayAll,
  deployments.get,
  deployments.list,
  feed.events,
  metrics.get,
  openapi.get,
  problems.edit,
  problems.get,
  problems.list,
  projectMembers.list,
  projects.get,
  projects.list,
  references.list,
  tasks.create,
  tasks.get,
  tasks.list,
  tasks.update,
  tests.list,
  tests.get,
  testsBuildTests.ofBuild,
  testsBuildTests.gate,
  testsBuildTests.gateRule,
  testsMutes.mute,
  testsMutes.unmute,
  tokens.list,
  tokens.revoke,
] as const;
