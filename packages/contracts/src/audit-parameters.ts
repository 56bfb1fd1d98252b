import { idParameter, textParameter, timeParameter } from './parameters.js';

/** The filters of the audit log, in the API and in the console. */
export const AUDIT_FILTERS = {
  user_id: idParameter('Only what this user did.'),
  action: textParameter('Only this action, or a group of actions such as `token`.'),
  project_id: idParameter('Only entries about this project.'),
  since: timeParameter('Only entries from this time on.'),
  until: timeParameter('Only entries before this time.'),
} as const;
