import { applyDeliveries, findIntegrationContexts } from '@slipway/db';
import { withoutLog } from '@slipway/providers';
import { decideApprovals } from './approvals.js';
import { backdateDeliveries, backdateResults } from './backdate.js';
import { insertTables, run, type Transaction } from './insert-rows.js';
import { diagnoseFailures, storeInvestigations } from './investigations.js';
import { DEAD_REASON } from './mistakes.js';
import { userIds } from './people.js';
import { projectIds } from './projects.js';
import type { Story, StoryDelivery } from './story.js';
import { after, day } from './times.js';

/** The service catches up with the story in parts: people decide on what happened in one part before the next. */
const PARTS = 3;
const PART_MS = (30 * day) / PARTS;

async function apply(tx: Transaction, part: readonly StoryDelivery[], baseUrl: string): Promise<void> {
  const ids = new Set(part.map(({ delivery }) => delivery.integrationId));
  const contexts = await findIntegrationContexts(tx, [...ids]);
  const batch = part.map((item) => ({ ...item, context: contexts.get(item.delivery.integrationId) ?? null }));
  await applyDeliveries(tx.pool, batch, { baseUrl, withoutLog, startedAt: 0 });
}

/** Lets the service live through the story. */
export async function applyStory(tx: Transaction, story: Story, baseUrl: string): Promise<void> {
  const { now, deliveries, tasks, findings } = story;
  await insertTables(tx, tasks);
  for (let part = 1; part <= PARTS; part += 1) {
    const from = after(now, (part - 1 - PARTS) * PART_MS);
    const until = after(from, PART_MS);
    const isIn = ({ delivery: { receivedAt } }: StoryDelivery) =>
      receivedAt > from.getTime() && receivedAt <= until.getTime();
    await apply(tx, deliveries.filter(isIn), baseUrl);
    await backdateDeliveries(tx, from);
    await diagnoseFailures(tx, findings);
    await decideApprovals(tx, until);
    if (part < PARTS) await resolveProblems(tx, until);
  }
  await buryDeliveries(tx);
  await storeInvestigations(tx, findings, now);
  await backdateResults(tx, now);
  await triage(tx);
}

/** Somebody declares the problems of the second project resolved. Some come back; the worker resolves the others. */
async function resolveProblems(tx: Transaction, at: Date): Promise<void> {
  await run(
    tx,
    `UPDATE problems SET state = 'resolved', resolved_at = $1, resolved_by_id = ${userIds.programmer}
     WHERE project_id = ${projectIds.second} AND state = 'open'`,
    at,
  );
}

/** Makes dead deliveries of those that the story says nobody could apply. */
async function buryDeliveries(tx: Transaction): Promise<void> {
  await run(
    tx,
    `WITH dead AS (UPDATE deliveries SET outcome = 'dead' WHERE reason = $1
       RETURNING id, integration_id, dedupe_key, received_at)
     INSERT INTO dead_letters (delivery_id, integration_id, key, received_at, failed_at)
     SELECT id, integration_id, dedupe_key, received_at, received_at FROM dead`,
    DEAD_REASON,
  );
}

/** What people decided: to investigate failures automatically, what the build farm causes, and who looks at a problem. */
async function triage(tx: Transaction): Promise<void> {
  await run(tx, `UPDATE projects SET automatic_investigation = 'every_failure' WHERE id = ${projectIds.second}`);
  await run(tx, `UPDATE problems SET mark = 'infrastructure' WHERE category = 'infra'`);
  await run(
    tx,
    `UPDATE problems p SET assignee_user_id = c.author_user_id
     FROM changes c WHERE c.id = p.suspected_change_id AND p.state = 'open'`,
  );
}
