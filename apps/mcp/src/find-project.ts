import { listProjects, type Project } from '@slipway/contracts';
import { type ToolContext, ToolProblem } from './define-tool.js';

/** The path parameter of a project that is given by id or by name. */
export async function findProject(reference: string, context: ToolContext): Promise<{ project_id: string }> {
  const wanted = reference.trim();
  if (/^[0-9]+$/.test(wanted)) return { project_id: wanted };
  if (!context.mayCall(listProjects)) {
    throw new ToolProblem(
      'The token lacks the scope read:projects, so a project cannot be found by its name. Pass its id.',
    );
  }
  const { projects } = await context.client.call(listProjects, { signal: context.signal });
  const named = projects.filter(({ name }) => sameName(name, wanted));
  if (named.length > 1)
    throw new ToolProblem('Several projects have this name. Pass the id of one of them.', describe(named));
  const [found] = named;
  if (found === undefined)
    throw new ToolProblem(
      'No project has this name. Pass the name or the id of one of these.',
      describe(projects),
    );
  return { project_id: found.id };
}

const MAX_CANDIDATES = 30;

function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.toLowerCase();
}

function describe(projects: readonly Project[]): string {
  const lines = projects.slice(0, MAX_CANDIDATES).map(({ id, name }) => `${id}\t${name}`);
  const more = projects.length - lines.length;
  return [...lines, ...(more > 0 ? [`… and ${more} more; call list_projects`] : [])].join('\n');
}
