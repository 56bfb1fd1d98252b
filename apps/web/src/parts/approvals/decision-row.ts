import type { HomeApproval } from '@slipway/contracts';
import { toAsset } from '../../routing/records.js';
import { count } from '../../words/format.js';

/** What a decision is about: an asset, or all assets of its change that wait with it. */
export function decisionName({ asset_name: name, others }: HomeApproval): string {
  return others === 0 ? name : `${name} and ${count(others)} more`;
}

/** The page on which the decision is made. */
export function toDecision({
  project_id: projectId,
  asset_id: assetId,
  commit_sha: change,
  others,
}: HomeApproval) {
  if (others === 0) return toAsset(projectId, assetId);
  return { to: '/approvals', search: { project_id: String(projectId), change } } as const;
}
