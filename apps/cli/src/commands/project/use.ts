import { getProject } from '@slipway/contracts';
import { CliError } from '../../cli-error.js';
import { defineCommand } from '../../define-command.js';
import { findProject } from '../../projects/choose-project.js';
import { openRememberedProjects } from '../../projects/remembered-projects.js';

export const command = defineCommand({
  summary: 'Remember a project for this folder and everything below it',
  description: 'Nothing is written to the folder: the choice is stored in your user settings.',
  examples: ['slipway project use Undertow', 'slipway project use --unset'],
  arguments: { project: { description: 'the id or name of the project', optional: true } },
  options: { unset: { kind: 'flag', description: 'forget the project for this folder' } },
  async run({ client, session, env, folder, output }, { project: named, unset }) {
    const remembered = openRememberedProjects(env);
    if (unset) {
      const had = await remembered.forget(folder);
      return output.note(had ? `Forgot the project for ${folder}` : `${folder} has no project.`);
    }
    if (named === undefined)
      throw new CliError('Name a project, or use --unset.', { hint: 'slipway project list' });
    const { id } = await findProject(await client(), named);
    // Looks up the name if an id was given, and makes sure that the project exists.
    const { name } = await (await client()).call(getProject, { params: { project_id: id } });
    await remembered.remember(folder, { host: (await session()).host, id, name });
    output.note(`${folder} and everything below it now use ${name}.`);
  },
});
