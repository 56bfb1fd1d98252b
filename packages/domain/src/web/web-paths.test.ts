import { expect, it } from '@jest/globals';
import {
  assetPath,
  buildRunPath,
  changePath,
  deploymentPath,
  pageAt,
  recordPageAt,
  taskPath,
} from './web-paths.js';

it('every kind of row has a page in its project', () => {
  const uuid = '0192d3a4-0000-7000-8000-000000000001';
  expect([
    taskPath(7, 3),
    buildRunPath(7, 12),
    changePath(7, 40),
    assetPath(7, uuid),
    deploymentPath(7, uuid),
  ]).toEqual([
    '/projects/7/tasks/3',
    '/projects/7/builds/12',
    '/projects/7/changes/40',
    `/projects/7/assets/${uuid}`,
    `/projects/7/deployments/${uuid}`,
  ]);
});

it('an id from outside stays within its part of the address', () => {
  expect(pageAt('/projects/$projectId', { projectId: '7/../8' })).toBe('/projects/7%2F..%2F8');
  expect(recordPageAt('/projects/$projectId/builds/$buildId', 7, '1?x#y')).toBe('/projects/7/builds/1%3Fx%23y');
});
