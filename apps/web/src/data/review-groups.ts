import type { Decision, ReviewGroup } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plural } from '../words/format.js';
import { decideReviewGroup, listReviewGroups } from './api.js';
import { DECISION_WORDS } from './approvals.js';
import { call } from './call.js';
import { useChange } from './change.js';

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
  const [decided, setDecided] = useState(0);
  const change = useChange({
    async send({ group, status, comments }: GroupDecision) {
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
