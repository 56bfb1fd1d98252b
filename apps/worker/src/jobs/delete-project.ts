import { isArchived } from '@slipway/db';
import { defineJob } from '../define-job.js';
import { deleteWholeProject } from '../delete-project.js';

/** Deletes a project and everything in it. */
export const job = defineJob({
  name: 'delete_project',
  async run({ projectId }, context) {
    const archived = await isArchived(context.database, projectId);
    if (archived === null) return;
    // The transaction that archives the project queues this job, and may not have committed yet.
    if (!archived) throw new Error('the project is not archived yet');
    const isDeleted = await deleteWholeProject(projectId, context);
    context.logger.info({ projectId }, isDeleted ? 'project deleted' : 'project kept: it is under a legal hold');
  },
});
