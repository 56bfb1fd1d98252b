import type { Client } from '@slipway/client';
import { listProjects, type Project } from '@slipway/contracts';
import { CliError } from '../cli-error.js';
import { openRememberedProjects } from './remembered-projects.js';

/** A project by its id; the name is known if it was looked up. */
export interface ChosenProject {
  readonly id: string;
  readonly name?: string;
}

interface Choice {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly host: string;
  readonly named: string | undefined;
  readonly client: Client;
}

/** The project of a command: the named one, then the one remembered for the folder, otherwise null. */
export async function chooseProject({ env, folder, host, named, client }: Choice): Promise<ChosenProject | null> {
  if (named !== undefined) return findProject(client, named);
  return (await openRememberedProjects(env).find(folder, host)) ?? null;
}

/** Finds a project by id, or by name ignoring case. An id needs no request. */
export async function findProject(client: Client, written: string): Promise<ChosenProject> {
  if (/^[0-9]+$/.test(written)) return { id: written };
  const { projects } = await client.call(listProjects);
  const isMatch = ({ name }: Project) => name.toLowerCase() === written.toLowerCase();
  const [match, ...others] = projects.filter(isMatch);
  if (match === undefined)
    throw new CliError(`No project is named "${written}".`, {
      hint: `Projects that this token can see: ${projects.map(({ name }) => name).join(', ') || 'none'}.`,
    });
  if (others.length > 0)
    throw new CliError(`Several projects are named "${written}".`, {
      hint: `Use an id: ${[match, ...others].map(({ id }) => id).join(', ')}.`,
    });
  return match;
}
