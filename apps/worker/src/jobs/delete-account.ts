import { deleteAccountRow, findClosingAccount } from '@slipway/db';
import { defineJob } from '../define-job.js';
import { deleteWholeProject } from '../delete-project.js';

/** Deletes an account that no longer has members, and its projects. */
export const job = defineJob({
  name: 'delete_account',
  async run({ accountId }, context) {
    const { database, logger } = context;
    const account = await findClosingAccount(database, accountId);
    if (account === null) return;
    // The transaction that closes the account queues this job, and may not have committed yet.
    if (account.members > 0) throw new Error('the account is not closed yet');
    for (const projectId of account.projectIds)
      if (!(await deleteWholeProject(projectId, context))) throw new Error('the account is under a legal hold');
    await deleteAccountRow(database, accountId);
    logger.info({ accountId }, 'account deleted');
  },
});
