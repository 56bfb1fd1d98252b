import { type Sql, sql } from './sql.js';

/** The projects under a legal hold, their own or their account's. Nothing of them expires. There are few. */
export const HELD_PROJECTS = sql`SELECT DISTINCT p.id FROM legal_holds h
  JOIN projects p ON p.account_id = h.account_id AND (h.project_id IS NULL OR h.project_id = p.id)`;

/** Whether a project is under a legal hold. */
export const isHeldProject = (projectId: Sql) => sql`${projectId} IN (${HELD_PROJECTS})`;

/** Whether an integration belongs to a project under a legal hold. */
export const isHeldIntegration = (integrationId: Sql) =>
  sql`${integrationId} IN (SELECT i.id FROM integrations i WHERE ${isHeldProject(sql`i.project_id`)})`;
