import type { TestDetail } from '@slipway/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { countTests, getTest, listTestRenames, muteTest, renameTest, unmuteTest } from './api.js';
import { call, read, useChange, usePageRead } from './call.js';

export function useTestCounts(projectId: number) {
  return usePageRead(['test', projectId, 'counts'], countTests, { params: { project_id: projectId } });
}

/** A test with its history; with a build, its failures are those in that build. */
export function useTest(projectId: number, testId: string, buildId?: string) {
  const params = { project_id: projectId, test_id: testId };
  const query = buildId === undefined ? {} : { build_run_id: buildId };
  return useQuery(read(['test', projectId, 'detail', testId, buildId ?? ''], getTest, { params, query }));
}

/** What lists and pages show of a mute. */
const shownBy = (projectId: number) => [
  ['test', projectId],
  ['build_run', projectId, 'detail'],
];

export interface Mute {
  readonly reason: string;
  readonly ownerId: number;
  readonly until: Date;
}

export function muting(projectId: number, test: Pick<TestDetail, 'id' | 'name'>) {
  const params = { project_id: projectId, test_id: test.id };
  return {
    send: ({ reason, ownerId, until }: Mute) =>
      call(muteTest, { params, body: { reason, owner_user_id: ownerId, until } }),
    refresh: shownBy(projectId),
    message: () => `${test.name} muted.`,
  };
}

export function useUnmute(projectId: number, test: Pick<TestDetail, 'id' | 'name'>) {
  const queries = useQueryClient();
  return useChange({
    async send() {
      const detail = await call(unmuteTest, { params: { project_id: projectId, test_id: test.id } });
      queries.setQueryData(['test', projectId, 'detail', test.id, ''], detail);
    },
    refresh: shownBy(projectId),
    message: () => `${test.name} unmuted.`,
    refusal: 'The test was not unmuted',
  });
}

/** What a test that no longer runs may be called now. */
export function useRenames(projectId: number, testId: string) {
  const params = { project_id: projectId, test_id: testId };
  return useQuery(read(['test', projectId, 'renames', testId], listTestRenames, { params }));
}

export function renaming(projectId: number, test: Pick<TestDetail, 'id' | 'name'>) {
  return {
    send: (body: { readonly new_test_id: string }) =>
      call(renameTest, { params: { project_id: projectId, test_id: test.id }, body }),
    refresh: shownBy(projectId),
    message: (renamed: TestDetail) => `${test.name} is now ${renamed.name}.`,
  };
}
