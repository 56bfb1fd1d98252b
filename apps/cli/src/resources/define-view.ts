import type { EndpointContract, ResponseOf } from '@slipway/contracts';
import { type AnyCommand, defineCommand } from '../define-command.js';
import { openPage } from '../open-page.js';
import type { RecordView } from '../output/details.js';
import { fieldsOf } from '../output/fields.js';
import { scopeNote } from './scope-note.js';

interface ViewCommand<C extends EndpointContract> {
  readonly summary: string;
  readonly examples: readonly string[];
  /** The folder of the record's page below its project; records without a page of their own have none. */
  readonly page?: string;
  view(record: ResponseOf<C>): RecordView;
}

const web = { kind: 'flag', short: 'w', description: 'open the page in the browser' } as const;

/** Declares a command that shows one record of a project; the last parameter of the path is the record's id. */
export function defineView<const C extends EndpointContract>(contract: C, declared: ViewCommand<C>): AnyCommand {
  const { page, view, ...rest } = declared;
  const param = contract.path.slice(contract.path.lastIndexOf(':') + 1);
  return defineCommand({
    ...rest,
    ...scopeNote(contract),
    project: true,
    json: fieldsOf(contract.response),
    arguments: { id: { description: 'the id of the record' } },
    options: page === undefined ? {} : { web },
    async run(context, input: { readonly id: string; readonly web?: boolean }) {
      const { id: projectId } = await context.project();
      if (input.web) return openPage(context, `/projects/${projectId}/${page}/${input.id}`);
      const params = { project_id: projectId, [param]: input.id };
      // The parameters are only known at run time, so the response is that of any endpoint.
      const anyContract: EndpointContract = contract;
      const record = (await (await context.client()).call(anyContract, { params } as object)) as ResponseOf<C>;
      await context.output.record(record as object, view(record));
    },
  });
}
