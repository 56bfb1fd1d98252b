import { getProject, listProjects, Project } from '@slipway/contracts';
import { pageAt } from '@slipway/domain';
import { CliError } from '../cli-error.js';
import { defineCommand } from '../define-command.js';
import { openPage } from '../open-page.js';
import { column, textColumn, timeColumn } from '../output/columns.js';
import { fieldsOf } from '../output/json.js';
import { findProject } from '../projects/choose-project.js';
import { openRememberedProjects } from '../projects/remembered-projects.js';

const columns = [
  column<Project>('ID', ({ id }) => id),
  textColumn<Project>('NAME', ({ name }) => name),
  column<Project>('ENGINE', ({ engine }) => engine),
  timeColumn<Project>('CREATED', ({ created_at }) => created_at),
];

export const list = defineCommand({
  summary: 'List the projects of every account you belong to',
  examples: ['slipway project list', 'slipway project list --json id,name'],
  json: fieldsOf(Project),
  async run({ client, output }) {
    const { projects } = await (await client()).call(listProjects);
    await output.list(projects, { columns, empty: 'You have no projects.' });
  },
});

export const use = defineCommand({
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

export const view = defineCommand({
  summary: 'Show a project',
  description: 'Without an argument, shows the project of the current folder.',
  examples: ['slipway project view', 'slipway project view Undertow', 'slipway project view 1 --web'],
  json: fieldsOf(Project),
  arguments: { project: { description: 'the id or name of the project', optional: true } },
  options: { web: { kind: 'flag', short: 'w', description: 'open the page in the browser' } },
  async run(context, { project: named, web }) {
    const client = await context.client();
    const { id } = named === undefined ? await context.project() : await findProject(client, named);
    if (web) return openPage(context, pageAt('/projects/$projectId', { projectId: id }));
    const project = await client.call(getProject, { params: { project_id: id } });
    await context.output.record(project, {
      title: project.name,
      details: [
        { label: 'id', value: project.id },
        { label: 'engine', value: project.engine },
        { label: 'created', value: project.created_at, as: 'time' },
      ],
    });
  },
});
