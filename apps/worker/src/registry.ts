// Generated from the folder by `npm run generate`. Do not edit.
import { job as applyDeliveriesJob } from './jobs/apply-deliveries.js';
import { job as investigateBuildJob } from './jobs/investigate-build.js';
import { job as rescueInvestigationsJob } from './jobs/rescue-investigations.js';
import { job as sweepTrialsJob } from './jobs/sweep-trials.js';

export const jobs = [
  applyDeliveriesJob,
  investigateBuildJob,
  rescueInvestigationsJob,
  sweepTrialsJob,
] as const;
