import { type EndpointContract, rowsIn } from '@slipway/contracts';
import { defineReadTool } from './define-read-tool.js';
import type { Tool } from './define-tool.js';

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
