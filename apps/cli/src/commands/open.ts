import { type ProjectPage, pageAt, pagePaths, type RecordPage, recordPageAt } from '@slipway/domain';
import { CliError } from '../cli-error.js';
import { defineCommand } from '../define-command.js';
import { openPage } from '../open-page.js';

const isProjectPage = (path: string): path is ProjectPage => /^\/projects\/\$projectId\/[\w-]+$/.test(path);
const isRecordPage = (path: string): path is RecordPage => /^\/projects\/\$projectId\/[\w-]+\/\$\w+Id$/.test(path);

/** The pages of a project. A command line may also name the records of a page: `$buildId` makes them `build`. */
const PAGES = pagePaths.filter(isProjectPage).map((path) => {
  const record = pagePaths.filter(isRecordPage).find((candidate) => candidate.startsWith(`${path}/`));
  return {
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    record,
    recordName: record?.slice(record.lastIndexOf('$') + 1, -'Id'.length),
  };
});

export const command = defineCommand({
  summary: 'Open a project or record in the browser',
  description: 'Prints the address instead when stdout is not a terminal.',
  examples: ['slipway open', 'slipway open build 31', 'slipway open tasks', 'slipway open build 31 | pbcopy'],
  project: true,
  arguments: {
    page: {
      description: 'a page or kind of record',
      optional: true,
      choices: [...PAGES.flatMap(({ recordName }) => recordName ?? []), ...PAGES.map(({ name }) => name)],
    },
    id: { description: 'the id of the record', optional: true },
  },
  async run(context, { page, id }) {
    const { id: projectId } = await context.project();
    const found = PAGES.find(({ name, recordName }) => [name, recordName].includes(page ?? ''));
    if (id === undefined) return openPage(context, pageAt(found?.path ?? '/projects/$projectId', { projectId }));
    if (found?.record === undefined) throw new CliError(`The page "${page}" takes no id.`);
    await openPage(context, recordPageAt(found.record, projectId, id));
  },
});
