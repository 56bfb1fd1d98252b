import { type EndpointContract, pathIds, type ResponseOf, rowsIn } from '@slipway/contracts';
import type { TObject } from 'typebox';
import { queryArguments } from './contract-arguments.js';
import type { Tool, ToolContext } from './define-tool.js';
import { argumentsOf, idArgument, project } from './fields.js';
import { findProject } from './find-project.js';

interface ReadTool<Data, Shown> extends Pick<Tool, 'name' | 'title' | 'description' | 'toolset'> {
  summary(data: NoInfer<Shown>): string;
  /** Converts the response into what the tool returns. */
  present?(data: Data, projectId: string, context: ToolContext): Shown | Promise<Shown>;
  /** The schema of what `present` returns, if it differs from the response. */
  readonly output?: TObject;
  next?(data: NoInfer<Shown>, context: ToolContext): readonly string[];
}

/**
 * Declares a tool that reads one endpoint. The path and the query of the endpoint become the arguments: the project by id or
 * name, the id of the record (`get_build` calls it `build_id`), and every filter.
 */
export function defineReadTool<const C extends EndpointContract, Shown extends ResponseOf<C> = ResponseOf<C>>(
  contract: C,
  { summary, present, output, next, ...described }: ReadTool<ResponseOf<C>, Shown>,
): Tool {
  const ids = pathIds(contract);
  const isInProject = ids.some(({ name }) => name === 'project_id');
  const record = ids.find(({ name }) => name !== 'project_id');
  const recordArgument = described.name.replace(/^get_(.*)$/, '$1_id');
  return {
    ...described,
    endpoints: [contract],
    input: argumentsOf({
      ...(isInProject && { project }),
      ...(record && { [recordArgument]: idArgument(record) }),
      ...queryArguments(contract),
    }),
    output: output ?? (contract.response as TObject),
    async run(input, context) {
      const { project: reference, [recordArgument]: id, ...query } = input as Readonly<Record<string, string>>;
      const { project_id = '' } = reference === undefined ? {} : await findProject(reference, context);
      const params = {
        ...(isInProject && { project_id }),
        ...(record && { [record.name]: id }),
      };
      // The arguments were made from the same contract, so the request is one that it accepts.
      const request = { params, query, signal: context.signal } as object;
      const read = (await context.client.call<EndpointContract>(contract, request)) as ResponseOf<C>;
      const data = present === undefined ? (read as Shown) : await present(read, project_id, context);
      return { summary: summary(data), data: data as object, next: next?.(data, context) ?? [] };
    },
  };
}

interface ListTool extends Pick<Tool, 'name' | 'title' | 'description' | 'toolset'> {
  /** What people call the rows; by default the name of the field that holds them. */
  readonly noun?: string;
}

/** Declares a tool that lists rows of a project, newest first, with every filter of the API as an argument. */
export function defineListTool(contract: EndpointContract, { noun, ...described }: ListTool): Tool {
  const { field } = rowsIn(contract);
  const rowsOf = (data: unknown) => (data as Readonly<Record<string, readonly unknown[]>>)[field] ?? [];
  return defineReadTool(contract, {
    ...described,
    summary: (data) => `${rowsOf(data).length} ${noun ?? field.replaceAll('_', ' ')}, newest first.`,
  });
}
