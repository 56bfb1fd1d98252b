import type { Decision, ReviewGroup } from '@slipway/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { describeFailedChange } from '../words/errors.js';
import { plural } from '../words/format.js';
import { decideReviewGroup, listReviewGroups } from './api.js';
import { DECISION_WORDS } from './approvals.js';
import { call } from './call.js';

/** The changes of an account that request several approvals. */
export function useReviewGroups(accountId: number) {
  return useQuery({
    queryKey: ['approval', 'groups', accountId],
    queryFn: () => call(listReviewGroups, { params: { account_id: accountId } }),
  });
}

interface GroupDecision {
  readonly group: ReviewGroup;
  readonly status: Decision;
  readonly comments: string;
}

/** Decides on all approvals of a change, batch by batch. `decided` counts those decided so far. */
export function useGroupDecision() {
  const queries = useQueryClient();
  const [decided, setDecided] = useState(0);
  const mutation = useMutation({
    mutationFn: async ({ group, status, comments }: GroupDecision) => {
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
    onSuccess: (total, { status }) => toast(`${DECISION_WORDS[status].done} ${plural(total, 'asset')}`),
    onError: (error) => toast.error(describeFailedChange(error, 'The decision was not saved for all assets')),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['approval'] }),
        queries.invalidateQueries({ queryKey: ['asset'] }),
      ]),
  });
  return { ...mutation, decided };
}
