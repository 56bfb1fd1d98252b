import { CliError } from '../cli-error.js';
import { defineCommand } from '../define-command.js';
import { openPage } from '../open-page.js';

/** The pages of a project, by what a command line may call them. Those of `records` have a page for each record. */
const RECORDS: Readonly<Record<string, string>> = {
  build: 'builds',
  task: 'tasks',
  change: 'changes',
  asset: 'assets',
  deployment: 'deployments',
  delivery: 'deliveries',
  integration: 'integrations',
};
const PAGES = [...Object.values(RECORDS), 'references', 'members', 'settings'];

export const command = defineCommand({
  summary: 'Open a project or record in the browser',
  description: 'Prints the address instead when stdout is not a terminal.',
  examples: ['slipway open', 'slipway open build 31', 'slipway open tasks', 'slipway open build 31 | pbcopy'],
  project: true,
  arguments: {
    page: {
      description: 'a page or kind of record',
      optional: true,
      choices: [...Object.keys(RECORDS), ...PAGES],
    },
    id: { description: 'the id of the record', optional: true },
  },
  async run(context, { page, id }) {
    const { id: projectId } = await context.project();
    const folder = page === undefined ? '' : `/${RECORDS[page] ?? page}`;
    const isRecord = page !== undefined && (page in RECORDS || Object.values(RECORDS).includes(page));
    if (id !== undefined && !isRecord) throw new CliError(`The page "${page}" takes no id.`);
    const record = id === undefined ? '' : `/${encodeURIComponent(id)}`;
    await openPage(context, `/projects/${projectId}${folder}${record}`);
  },
});
