// Generated from the folder by `npm run generate`. Do not edit.
import { job as applyDeliveriesJob } from './jobs/apply-deliveries.js';
import { job as applyRetentionJob } from './jobs/apply-retention.js';
import { job as deleteAccountJob } from './jobs/delete-account.js';
import { job as deleteProjectJob } from './jobs/delete-project.js';
import { job as diagnoseBuildJob } from './jobs/diagnose-build.js';
import { job as diagnoseEarlierBuildsJob } from './jobs/diagnose-earlier-builds.js';
import { job as driveCulpritSearchesJob } from './jobs/drive-culprit-searches.js';
import { job as findSilentIntegrationsJob } from './jobs/find-silent-integrations.js';
import { job as investigateBuildJob } from './jobs/investigate-build.js';
import { job as pollJenkinsJob } from './jobs/poll-jenkins.js';
import { job as preparePartitionsJob } from './jobs/prepare-partitions.js';
import { job as purgeLogJob } from './jobs/purge-log.js';
import { job as readTestReportsJob } from './jobs/read-test-reports.js';
import { job as remindOfMutesJob } from './jobs/remind-of-mutes.js';
import { job as rerunBuildJob } from './jobs/rerun-build.js';
import { job as rescueInvestigationsJob } from './jobs/rescue-investigations.js';
import { job as sendNotificationsJob } from './jobs/send-notifications.js';
import { job as sendResetLinkJob } from './jobs/send-reset-link.js';
import { job as sendSignUpLinkJob } from './jobs/send-sign-up-link.js';
import { job as settleProblemsJob } from './jobs/settle-problems.js';
import { job as storeLogJob } from './jobs/store-log.js';
import { job as storeLogsJob } from './jobs/store-logs.js';
import { job as sweepTrialsJob } from './jobs/sweep-trials.js';
import { job as trimRefMovesJob } from './jobs/trim-ref-moves.js';
import { job as updateBaselineJob } from './jobs/update-baseline.js';

export const jobs = [
  applyDeliveriesJob,
  applyRetentionJob,
  deleteAccountJob,
  deleteProjectJob,
  diagnoseBuildJob,
  diagnoseEarlierBuildsJob,
  driveCulpritSearchesJob,
  findSilentIntegrationsJob,
  investigateBuildJob,
  pollJenkinsJob,
  preparePartitionsJob,
  purgeLogJob,
  readTestReportsJob,
  remindOfMutesJob,
  rerunBuildJob,
  rescueInvestigationsJob,
  sendNotificationsJob,
  sendResetLinkJob,
  sendSignUpLinkJob,
  settleProblemsJob,
  storeLogJob,
  storeLogsJob,
  sweepTrialsJob,
  trimRefMovesJob,
  updateBaselineJob,
] as const;
