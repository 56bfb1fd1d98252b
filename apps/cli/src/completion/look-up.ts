import { createContext } from '../context.js';
import { createOutput } from '../output/output.js';
import type { CliProcess } from '../terminal.js';
import type { LookUp } from './complete.js';

/** Someone is waiting with a finger on the key. */
const TIMEOUT_MS = 2_000;
const SHOWN_BUILDS = 30;

/**
 * Looks records up in the service. Without a login, a project or a quick answer, there is nothing to complete; a message
 * would only garble the command line.
 */
export function createLookUp(process: CliProcess): LookUp {
  return async (what, options) => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), TIMEOUT_MS);
    const signal = AbortSignal.any([process.signal, limit.signal]);
    const silent = {
      ...process,
      signal,
      stderr: { ...process.stderr, write: () => undefined, isTerminal: false },
    };
    try {
      return await FINDERS[what](createContext(silent, createOutput(silent, null), options));
    } catch {
      return [];
    } finally {
      clearTimeout(timer);
    }
  };
}

type Finder = (context: ReturnType<typeof createContext>) => ReturnType<LookUp>;

const FINDERS: Readonly<Record<Parameters<LookUp>[0], Finder>> = {
  async projects(context) {
    const { listProjects } = await import('@slipway/contracts');
    const { projects } = await (await context.client()).call(listProjects);
    return projects.map(({ id, name, engine }) => ({ word: name, description: `${engine} project ${id}` }));
  },
  async builds(context) {
    const { listBuilds } = await import('@slipway/contracts');
    const params = { project_id: (await context.project()).id };
    const { builds } = await (await context.client()).call(listBuilds, { params, query: { limit: SHOWN_BUILDS } });
    return builds.map(({ id, ci_job_name, build_number, status }) => ({
      word: id,
      description: `${ci_job_name} #${build_number} ${status}`,
    }));
  },
};
