import { expect, it } from '@jest/globals';
import { filesAgainst } from './planted-lint.js';

const pages = 'apps/web/src/pages';
const forbidden = {
  'apps/web/src/data/tasks.ts': "export * from '../pages/tasks/task-card.js';\n",
  [`${pages}/assets/asset-page.tsx`]: "export * from '../approvals/decision-buttons.js';\n",
  [`${pages}/tasks/board.tsx`]: "export * from './task-page.js';\n",
  [`${pages}/tasks/reads.ts`]: "export * from '@slipway/db';\n",
};
const allowed = {
  [`${pages}/tasks/task-page.tsx`]: "export * from './board.js';\nexport * from '../../ui/button.js';\n",
  [`${pages}/tasks/task-card.tsx`]: "export * from '../../parts/tasks/task-words.js';\n",
};

it('no page imports another page, and nothing imports a page', async () => {
  const found = await filesAgainst('style/noRestrictedImports', { ...forbidden, ...allowed });
  expect(found).toEqual(Object.keys(forbidden).toSorted());
});

const web = 'apps/web/src';
const crossing = {
  [`${web}/ui/paged-list.tsx`]: "export * from '../data/pages.js';\n",
  [`${web}/ui/bell.tsx`]: "export * from '../parts/page.js';\n",
  [`${web}/data/builds.ts`]: "export * from '../ui/states.js';\n",
  [`${web}/words/clock.ts`]: "export * from '../data/session.js';\n",
};
const joining = {
  [`${web}/parts/page.tsx`]: "export * from '../data/recents.js';\nexport * from '../ui/panel.js';\n",
  [`${web}/ui/time.tsx`]: "export * from '../words/clock.js';\n",
  [`${web}/data/session.ts`]: "export * from '../words/clock.js';\n",
};

it('data and ui do not know each other: parts join them, and both use words', async () => {
  const found = await filesAgainst('style/noRestrictedImports', { ...crossing, ...joining });
  expect(found).toEqual(Object.keys(crossing).toSorted());
});
