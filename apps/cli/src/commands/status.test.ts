import { expect, it } from '@jest/globals';
import type { BuildRun } from '@slipway/contracts';
import { findBrokenJobs } from './status.js';

const build = (ci_job_name: string, build_number: string, status: BuildRun['status']) =>
  ({ ci_job_name, build_number, status }) as BuildRun;

it('a job is broken if its newest finished build failed, since the first failure after the last pass', () => {
  const newestFirst = [
    build('Win64', '9', 'building'),
    build('PS5', '7', 'completed'),
    build('Win64', '8', 'cancelled'),
    build('Win64', '7', 'failed'),
    build('PS5', '6', 'failed'),
    build('Win64', '6', 'failed'),
    build('Win64', '5', 'passed_pending_approval'),
    build('Win64', '4', 'failed'),
    build('Switch', '1', 'cancelled'),
  ];
  const broken = findBrokenJobs(newestFirst).map((found) => [found.job, found.build, found.since]);
  expect(broken).toEqual([['Win64', newestFirst[3], newestFirst[5]]]);
});
