import type { Client } from '@slipway/client';
import { type EndpointContract, type PathId, pathIds, type ResponseOf } from '@slipway/contracts';
import { type RecordPage, recordPageAt } from '@slipway/domain';
import { type AnyCommand, defineCommand } from '../define-command.js';
import { openPage } from '../open-page.js';
import type { RecordView } from '../output/details.js';
import { fieldsOf } from '../output/json.js';
import { scopeNote } from './scope-note.js';

interface ViewCommand<C extends EndpointContract, Shown> {
  readonly summary: string;
  readonly examples: readonly string[];
  /** The record's page in the console, if it has one. */
  readonly page?: RecordPage;
  /** Adds fields that the record of the API does not have. */
  complete?(client: Client, projectId: string, record: ResponseOf<C>): Promise<Shown>;
  view(record: NoInfer<Shown>): RecordView;
}

const web = { kind: 'flag', short: 'w', description: 'open the page in the browser' } as const;

/** Declares a command that shows one record of a project; the last parameter of the path is the record's id. */
export function defineView<const C extends EndpointContract, Shown extends ResponseOf<C> = ResponseOf<C>>(
  contract: C,
  declared: ViewCommand<C, Shown>,
): AnyCommand {
  const { page, complete, view, ...rest } = declared;
  const { name, noun } = recordIdOf(contract);
  return defineCommand({
    ...rest,
    ...scopeNote(contract),
    project: true,
    json: fieldsOf(contract.response),
    arguments: { id: { description: `the id of the ${noun}` } },
    options: page === undefined ? {} : { web },
    async run(context, input: { readonly id: string; readonly web?: boolean }) {
      const { id: projectId } = await context.project();
      if (page !== undefined && input.web) return openPage(context, recordPageAt(page, projectId, input.id));
      const params = { project_id: projectId, [name]: input.id };
      // The parameters are only known at run time, so the call is typed as that of any endpoint.
      const anyContract: EndpointContract = contract;
      const client = await context.client();
      const record = (await client.call(anyContract, { params } as object)) as ResponseOf<C>;
      const shown = (await complete?.(client, projectId, record)) ?? (record as Shown);
      await context.output.record(shown as object, view(shown));
    },
  });
}

function recordIdOf(contract: EndpointContract): PathId {
  const id = pathIds(contract).at(-1);
  if (id === undefined) throw new Error(`the path of ${contract.name} has no id`);
  return id;
}
