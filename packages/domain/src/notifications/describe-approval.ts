import type { Decision, NotificationEvent } from '@slipway/contracts';
import { type HiddenPeople, redactText } from '../text/redact-text.js';
import { assetPath, changePath, pageAt } from '../web/web-paths.js';
import { clip, type DescribeOptions, inline, type MessageFact, type NotificationContent } from './message.js';

export type ApprovalNotice = Extract<NotificationEvent, `approval.${string}`>;

/** What is known about a change's approvals when a notification about them is released. */
export interface ApprovalFacts {
  readonly project: { readonly id: number; readonly name: string };
  /** How many assets were requested or decided together. */
  readonly assets: number;
  readonly asset: { readonly id: string; readonly name: string };
  /** The identifier by which the review queue finds the change. */
  readonly commitSha: string;
  readonly change: {
    readonly id: number;
    readonly displayIdentifier: string;
    readonly description: string;
    readonly authorUserId: number | null;
  } | null;
  /** Null while the assets need a decision. */
  readonly decision: {
    readonly status: Decision;
    readonly comments: string;
    readonly approver: { readonly id: number; readonly name: string } | null;
  } | null;
}

const MAX_NAME = 120;
const MAX_DESCRIPTION = 200;
const MAX_COMMENT = 1_000;

const clean = (text: string, max: number, people?: HiddenPeople) => clip(redactText(inline(text), people), max);

/** Writes a notification about the approvals of a change. */
export function describeApproval(
  type: ApprovalNotice,
  facts: ApprovalFacts,
  { baseUrl, people }: DescribeOptions,
): NotificationContent {
  const { project, asset, assets, decision, change } = facts;
  const link = linkOf(facts, baseUrl);
  return {
    type,
    message: {
      tone: decision === null ? 'neutral' : toneOf(decision.status),
      title: titleOf(facts),
      text: decision?.approver ? `Decided by ${clip(inline(decision.approver.name), MAX_NAME)}.` : '',
      quote: null,
      facts: factsOf(facts, baseUrl),
      link,
      source: inline(project.name),
    },
    data: {
      project_id: project.id,
      assets,
      asset: { id: asset.id, name: clean(asset.name, MAX_NAME, people) },
      change: change && {
        id: change.id,
        display_identifier: clean(change.displayIdentifier, 60),
        description: clean(firstLine(change.description), MAX_DESCRIPTION, people),
        author_user_id: change.authorUserId,
        url: baseUrl + changePath(project.id, change.id),
      },
      decision: decision && { status: decision.status, approver_user_id: decision.approver?.id ?? null },
      url: link.url,
    },
  };
}

const firstLine = (text: string) => text.split('\n')[0] ?? '';

function toneOf(status: Decision) {
  if (status === 'approved') return 'good';
  return status === 'denied' ? 'bad' : 'neutral';
}

function titleOf({ asset, assets, decision }: ApprovalFacts): string {
  const what = assets === 1 ? clean(asset.name, MAX_NAME) : `${assets} assets`;
  if (decision === null) return `${what} ${assets === 1 ? 'needs' : 'need'} approval`;
  return `${what} ${assets === 1 ? 'was' : 'were'} ${decision.status}`;
}

function linkOf({ project, asset, assets, change, decision, commitSha }: ApprovalFacts, baseUrl: string) {
  if (decision === null) {
    const search = new URLSearchParams({ project_id: String(project.id), change: commitSha });
    return { label: 'Open the review queue', url: `${baseUrl}${pageAt('/approvals', {})}?${search}` };
  }
  if (assets > 1 && change !== null)
    return { label: 'Open the change', url: baseUrl + changePath(project.id, change.id) };
  return { label: 'Open the asset', url: baseUrl + assetPath(project.id, asset.id) };
}

function factsOf({ project, asset, assets, change, decision }: ApprovalFacts, baseUrl: string): MessageFact[] {
  const facts: MessageFact[] = [
    assets === 1
      ? { label: 'Asset', value: clean(asset.name, MAX_NAME), url: baseUrl + assetPath(project.id, asset.id) }
      : { label: 'Assets', value: String(assets) },
  ];
  if (change !== null) {
    const name = clean(change.displayIdentifier, 60);
    const description = clean(firstLine(change.description), MAX_DESCRIPTION);
    facts.push({
      label: 'Change',
      value: description === '' ? name : `${name}: ${description}`,
      url: baseUrl + changePath(project.id, change.id),
    });
  }
  const comment = clean(decision?.comments ?? '', MAX_COMMENT);
  if (comment !== '') facts.push({ label: 'Comment', value: comment });
  return facts;
}
