import { getProject, Project } from '@slipway/contracts';
import { pageAt } from '@slipway/domain';
import { defineCommand } from '../../define-command.js';
import { openPage } from '../../open-page.js';
import { fieldsOf } from '../../output/fields.js';

export const command = defineCommand({
  summary: 'Show a project',
  description: 'Without an argument, shows the project of the current folder.',
  examples: ['slipway project view', 'slipway project view Undertow', 'slipway project view 1 --web'],
  json: fieldsOf(Project),
  arguments: { project: { description: 'the id or name of the project', optional: true } },
  options: { web: { kind: 'flag', short: 'w', description: 'open the page in the browser' } },
  async run(context, { project: named, web }) {
    const { findProject } = await import('../../projects/choose-project.js');
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
