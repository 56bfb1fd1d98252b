import { millis, type Webhook } from '../webhook.js';

const repo = { repo_id: 'dv.repo.7d0c', repo_name: 'undertow-art', organization_id: 'org-1' };
const author = { id: 'u-31', name: 'mira', full_name: 'Mira Okafor', email: 'mira@tidewright.example.com' };

/** A commit. The second one has the same number in another repository. */
export const created = {
  first: {
    endpoint: 'diversion',
    body: {
      event: 'commit_created',
      data: {
        ...repo,
        commit_id: 'dv.commit.46',
        commit_message: 'Seams of the eel fixed, mail eel@tidewright.example.com',
        created_ts: millis(2) / 1000,
        branch_id: 'dv.branch.1',
        branch_name: 'main',
        author,
        files: [
          { path: 'Art/Creatures/T_Eel.png', status: 3 },
          { path: 'Art/Creatures/T_EelOld.png', status: 4 },
          { path: 'Art/Creatures/SK_Eel.fbx', status: 3, prev_path: 'Art/SK_Eel.fbx' },
        ],
      },
    },
  },
  elsewhere: {
    endpoint: 'diversion',
    body: {
      event: 'commit_created',
      commit: { commit_id: 'dv.commit.46', commit_message: 'Another place', created_ts: millis(4) / 1000, author },
      repo: { ...repo, repo_id: 'dv.repo.99aa' },
    },
  },
} satisfies Record<string, Webhook>;
