import type { BuildRun } from '@slipway/contracts';
import { buildRunPath } from '@slipway/domain';
import type { ToolContext } from './define-tool.js';

export function buildUrl({ project_id, id }: Pick<BuildRun, 'project_id' | 'id'>, webUrl: string): string {
  return webUrl + buildRunPath(project_id, id);
}

/** A hint that names the address of a build, for the user. */
export function buildPage(build: Pick<BuildRun, 'project_id' | 'id'>, { webUrl }: ToolContext): string {
  return `Web page: ${buildUrl(build, webUrl)}`;
}
