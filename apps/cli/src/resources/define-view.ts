import type { EndpointContract, ResponseOf } from '@slipway/contracts';
import { type AnyCommand, defineCommand } from '../define-command.js';
import { openPage } from '../open-page.js';
import type { RecordView } from '../output/details.js';
import { fieldsOf } from '../output/fields.js';
import { scopeNote } from './scope-note.js';

interface ViewCommand<C extends EndpointContract> {
  readonly summary: string;
  readonly examples: readonly string[];
  readonly contract: C;
  /** The parameter of the path that is the record's id. */
  readonly param: string;
  readonly schema: Parameters<typeof fieldsOf>[0];
  /** The folder of the record's page below its project; records without a page of their own have none. */
  readonly page?: string;
  view(record: ResponseOf<C>): RecordView;
}

const web = { kind: 'flag', short: 'w', description: 'open the page in the browser' } as const;

/** Declares a command that shows one record of a project. */
export function defineView<const C extends EndpointContract>(declared: ViewCommand<C>): AnyCommand {
  const { contract, param, schema, page, view, ...rest } = declared;
  return defineCommand({
    ...rest,
    ...scopeNote(contract),
    project: true,
    json: fieldsOf(schema),
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
