import { type EndpointContract, rowsIn } from '@slipway/contracts';
import type { TObject } from 'typebox';
import { queryArguments } from './contract-arguments.js';
import { defineTool, type Tool } from './define-tool.js';
import { argumentsOf, project } from './fields.js';
import { findProject } from './find-project.js';

interface ListTool extends Pick<Tool, 'name' | 'title' | 'description' | 'toolset'> {
  /** What people call the rows; by default the name of the field that holds them. */
  readonly noun?: string;
}

/** Declares a tool that lists rows of a project, newest first, with every filter of the API as an argument. */
export function defineListTool(contract: EndpointContract, list: ListTool): Tool {
  const { field } = rowsIn(contract);
  const { noun = field.replaceAll('_', ' '), ...rest } = list;
  return defineTool({
    ...rest,
    endpoints: [contract],
    input: argumentsOf({ project, ...queryArguments(contract) }),
    output: contract.response as TObject,
    async run({ project: reference, ...query }, context) {
      const params = await findProject(reference, context);
      const request = { params, query, signal: context.signal };
      const data = (await context.client.call(contract, request as object)) as Record<string, unknown[]>;
      return { summary: `${data[field]?.length ?? 0} ${noun}, newest first.`, data };
    },
  });
}
