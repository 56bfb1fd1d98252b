// Generated from the folder by `npm run generate`. Do not edit.
import { job as applyDeliveriesJob } from './jobs/apply-deliveries.js';

export const jobs = [
  applyDeliveriesJob,
] as const;
