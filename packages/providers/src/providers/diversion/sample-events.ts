import type { LifeCycle, SampleEvent } from '../../sample-event.js';

export const sampleEvents: readonly SampleEvent[] = [
  {
    name: 'commit',
    summary: 'A commit is created',
    make: (details) => ({
      path: 'diversion',
      headers: { 'webhook-id': `msg_${details.id}` },
      body: {
        event: 'commit_created',
        repo_id: 'dv.repo.5f0c2a9e',
        commit_id: `dv.commit.${details.number}`,
        commit_message: details.title,
        created_ts: Math.floor(details.now / 1000),
        branch_id: 'dv.branch.1',
        branch_name: 'main',
        author: { id: 'dv.user.b7d1', full_name: details.author },
        files: [{ path: details.file, action: 'edit' }],
      },
    }),
    feedRef: ({ number }) => `dv.commit.${number}`,
  },
];

export const lifeCycle: LifeCycle = { weight: 1, choose: () => ['commit'] };
