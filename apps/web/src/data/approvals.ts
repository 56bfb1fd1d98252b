import type { Decision, DecisionResult, REVIEW_FILTERS, ReviewGroup, ReviewItem } from '@slipway/contracts';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { Query } from '../routing/search.js';
import { plural } from '../words/format.js';
import {
  decideApprovals,
  decideReviewGroup,
  listReviewGroups,
  listReviewQueue,
  reopenApprovals,
  submitApproval,
} from './api.js';
import { call, read, useChange } from './call.js';
import { usePagedList } from './pages.js';

export const DECISION_WORDS: Readonly<Record<Decision, { readonly verb: string; readonly done: string }>> = {
  approved: { verb: 'Approve', done: 'Approved' },
  denied: { verb: 'Deny', done: 'Denied' },
  ignored: { verb: 'Ignore', done: 'Ignored' },
};

export type ReviewFilters = Query<typeof REVIEW_FILTERS>;

export function useReviewQueue(accountId: number, filters: ReviewFilters) {
  const params = { account_id: accountId };
  return usePagedList(
    ['approval', 'queue', accountId, filters],
    listReviewQueue,
    { params, query: filters },
    'approvals',
  );
}

interface Verdict {
  readonly status: Decision;
  readonly comments: string;
}

interface DecisionRequest extends Verdict {
  readonly items: readonly Pick<ReviewItem, 'id' | 'asset'>[];
}

/**
 * Decides on approvals in the queue. They leave it immediately, and return if the service refuses the decision or
 * the user undoes it.
 */
export function useReviewDecisions(accountId: number) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const show = (ids: readonly string[]) =>
    setHidden((before) => new Set([...before].filter((id) => !ids.includes(id))));
  const refresh = [['approval']];
  const { mutate: reopen } = useReopening(accountId, refresh);
  const { mutate } = useChange({
    send: ({ items, status, comments }: DecisionRequest) =>
      call(decideApprovals, {
        params: { account_id: accountId },
        body: { approval_ids: items.map(({ id }) => id), status, ...(comments && { comments }) },
      }),
    refresh,
    show({ items }) {
      const ids = items.map(({ id }) => id);
      setHidden((before) => new Set([...before, ...ids]));
      return () => show(ids);
    },
    message({ changed, skipped, own = [], unknown_author = [], failed = [] }, { items, status }) {
      show([...own, ...unknown_author, ...failed]);
      reportUndecided({ skipped, own, unknown_author, failed });
      if (changed.length === 0) return undefined;
      const what = items.length === 1 ? items[0]?.asset.name : plural(changed.length, 'asset');
      const undo = () => {
        show(changed);
        reopen(changed);
      };
      return { text: `${DECISION_WORDS[status].done} ${what}`, undo };
    },
    refusal: 'The decision was not saved',
  });
  return { hidden, decide: mutate };
}

function useReopening(accountId: number, refresh: readonly QueryKey[]) {
  return useChange({
    send: (ids: readonly string[]) =>
      call(reopenApprovals, { params: { account_id: accountId }, body: { approval_ids: [...ids] } }),
    refresh,
    after({ skipped }) {
      if (skipped.length > 0) toast.error(`${plural(skipped.length, 'decision')} could not be undone.`);
    },
    refusal: 'Nothing was undone',
  });
}

function reportUndecided({
  skipped,
  own,
  unknown_author: unknown,
  failed,
}: Omit<DecisionResult, 'changed'>): void {
  if (own.length > 0)
    toast.error(`Someone else must approve ${plural(own.length, 'asset')} that you changed yourself.`);
  if (unknown.length > 0)
    toast.error(`An owner must approve ${plural(unknown.length, 'asset')} whose author is unknown.`);
  if (failed.length > 0)
    toast.error(`The decision on ${plural(failed.length, 'asset')} was not saved. Try again.`);
  if (skipped.length > 0)
    toast(`${plural(skipped.length, 'asset was', 'assets were')} already decided by someone else.`);
}

/** Decides on an asset from its page. A decision on a waiting approval can be undone. */
export function useAssetDecision(accountId: number, asset: { readonly id: string; readonly project_id: number }) {
  const refresh = [['asset', asset.project_id], ['approval']];
  const { mutate: reopen } = useReopening(accountId, refresh);
  return useChange({
    send: ({ status, comments }: Verdict & { readonly wasPending: boolean }) =>
      call(submitApproval, {
        params: { project_id: asset.project_id, asset_id: asset.id },
        body: { status, ...(comments && { comments }) },
      }),
    refresh,
    message({ id, asset_name: name }, { status, wasPending }) {
      const text = `${DECISION_WORDS[status].done} ${name}`;
      return wasPending ? { text, undo: () => reopen([id]) } : text;
    },
    refusal: 'The decision was not saved',
  });
}

export function useReviewGroups(accountId: number) {
  return useQuery(
    read(['approval', 'groups', accountId], listReviewGroups, { params: { account_id: accountId } }),
  );
}

/** Decides on all approvals of a change, batch by batch. `decided` counts those decided so far. */
export function useGroupDecision() {
  const [decided, setDecided] = useState(0);
  const change = useChange({
    async send({ group, status, comments }: Verdict & { readonly group: ReviewGroup }) {
      let total = 0;
      setDecided(0);
      for (let left = 1; left > 0; ) {
        const result = await call(decideReviewGroup, {
          params: { project_id: group.project_id },
          body: { commit_sha: group.commit_sha, status, ...(comments && { comments }) },
        });
        total += result.changed;
        setDecided(total);
        // Without progress, someone else holds or has decided the rest.
        left = result.changed === 0 ? 0 : result.left;
      }
      return total;
    },
    refresh: [['approval'], ['asset']],
    message: (total, { status }) => `${DECISION_WORDS[status].done} ${plural(total, 'asset')}`,
    refusal: 'The decision was not saved for all assets',
  });
  return { ...change, decided };
}
