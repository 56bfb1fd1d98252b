import { listProjects, Project } from '@slipway/contracts';
import { defineCommand } from '../../define-command.js';
import { column, textColumn, timeColumn } from '../../output/columns.js';
import { fieldsOf } from '../../output/fields.js';

const columns = [
  column<Project>('ID', ({ id }) => id),
  textColumn<Project>('NAME', ({ name }) => name),
  column<Project>('ENGINE', ({ engine }) => engine),
  timeColumn<Project>('CREATED', ({ created_at }) => created_at),
];

export const command = defineCommand({
  summary: 'List the projects of every account you belong to',
  examples: ['slipway project list', 'slipway project list --json id,name'],
  json: fieldsOf(Project),
  async run({ client, output }) {
    const { projects } = await (await client()).call(listProjects);
    await output.list(projects, { columns, empty: 'You have no projects.' });
  },
});
