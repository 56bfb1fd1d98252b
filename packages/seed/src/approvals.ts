import type { ApprovalStatus } from '@slipway/contracts';
import { run, type Transaction } from './insert-rows.js';
import { userIds } from './people.js';
import { projectIds, projects } from './projects.js';
import { randomFor } from './random.js';
import { day, soonAfter } from './times.js';

interface Pending {
  id: string;
  projectId: number;
  path: string;
  version: number;
  createdAt: Date;
}

const stages = ['art_review', 'review', 'content_review', 'art_review', 'bulk_approval'];

// What becomes of requests, in rotation, so that even a small project has each status.
const rotation: ApprovalStatus[] = ['pending', 'approved', 'approved', 'denied', 'ignored', 'pending', 'approved'];

const comments: Record<ApprovalStatus, string[]> = {
  pending: [''],
  approved: [
    'Reads well at gameplay distance.',
    'Good to go.',
    'Matches the sheet. Thanks to ana.sousa@contract.example.com for the quick fix.',
    '',
  ],
  denied: [
    'Texel density is off compared with the neighbours.',
    'Loop pops after two seconds.',
    'Please ask producer@tidewater.test which variant ships.',
  ],
  ignored: ['Placeholder, will be replaced.', 'Superseded by the next version.'],
};

const approversOf = (projectId: number) =>
  Object.entries(projects)
    .filter(([name]) => projectIds[name as keyof typeof projectIds] === projectId)
    .flatMap(([, { members }]) => members.map((member) => userIds[member]));

function decide({ id, projectId, path, version, createdAt }: Pending, index: number, until: Date) {
  const random = randomFor(`approval ${path} ${version}`);
  const status = rotation[index % rotation.length] as ApprovalStatus;
  const decidedAt = soonAfter(random, createdAt, 2 * day, until);
  return {
    id,
    status,
    stage: random.pick(stages),
    comments: random.pick(comments[status]),
    approver: random.pick(approversOf(projectId)),
    at: decidedAt,
  };
}

/** Lets people decide on requests that wait for approval at a time. What they leave pending may get a newer version. */
export async function decideApprovals(tx: Transaction, until: Date): Promise<void> {
  const pending = await run<Pending>(
    tx,
    `SELECT p.id, p.project_id AS "projectId", s.path, p.asset_version AS version, p.created_at AS "createdAt"
     FROM approvals p JOIN assets s ON s.id = p.asset_id WHERE p.status = 'pending' ORDER BY p.project_id, s.path`,
  );
  const decided = pending
    .map((each, index) => decide(each, index, until))
    .filter(({ status }) => status !== 'pending');
  await run(
    tx,
    `WITH decided AS (
       UPDATE approvals p SET status = d.status, approval_stage = d.stage, comments = d.comments,
         approver_user_id = d.approver, decided_at = d.at, updated_at = d.at,
         approved_at = CASE d.status WHEN 'approved' THEN d.at END, denied_at = CASE d.status WHEN 'denied' THEN d.at END,
         ignored_at = CASE d.status WHEN 'ignored' THEN d.at END
       FROM json_to_recordset($1::json) AS d(id uuid, status approval_status, stage text, comments text, approver int,
         at timestamptz)
       WHERE p.id = d.id RETURNING p.asset_id, p.status)
     UPDATE assets s SET approval_status = d.status::text::asset_approval_status FROM decided d WHERE s.id = d.asset_id`,
    JSON.stringify(decided),
  );
}
