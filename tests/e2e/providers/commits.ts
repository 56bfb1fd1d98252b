import { commit } from './stories/github-payloads.js';
import type { StagedProject } from './studio.js';

/** Two commits to push. */
export const one = commit('one', { minutes: 1, added: ['README.md'] });
export const two = commit('two', { minutes: 2, modified: ['README.md'] });

/** The names of the listed commits, newest first. */
export async function listed(project: StagedProject, query: { orphaned?: boolean } = {}): Promise<string[]> {
  return (await project.changes(query)).map(({ description }) => description);
}
