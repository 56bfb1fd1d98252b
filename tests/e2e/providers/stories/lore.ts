import { millis, type Webhook } from '../webhook.js';

export const REVISION = 'b7'.repeat(32);
export const NEXT_REVISION = 'c8'.repeat(32);
const repository = '5a'.repeat(16);

/** A push as reported by the CLI, the same push with more data from a relay, and the next push. */
export const pushed = {
  notified: {
    endpoint: 'lore',
    body: {
      tagName: 'notificationBranchPushed',
      repository,
      data: { revision: REVISION, revisionNumber: 7, branch: '3c'.repeat(16), userId: 'mira' },
    },
  },
  relayed: {
    endpoint: 'lore',
    body: {
      repository,
      revision: REVISION,
      revision_number: 7,
      branch: 'main',
      author: 'Mira Okafor <mira@tidewright.example.com>',
      message: 'Relight the harbor, see task-{task}',
      timestamp: millis(5),
      files: [
        { path: 'Content/Maps/L_Harbor.umap', action: 'keep', flagModify: true, flagFile: true },
        { path: 'Content/Maps', action: 'keep', flagModify: false, flagFile: false },
        { path: 'Content/Lights/M_Lamp.uasset', action: 'add', flagFile: true },
      ],
    },
  },
  next: {
    endpoint: 'lore',
    body: { repository, revision: NEXT_REVISION, revision_number: 8, timestamp: millis(9) },
  },
} satisfies Record<string, Webhook>;
