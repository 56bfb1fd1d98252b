import type { EndpointContract } from '@slipway/contracts';
import { isReadOnly, type Tool, ToolProblem } from './define-tool.js';
import { tools } from './registry.js';
import type { Selection } from './toolsets.js';

export interface Access {
  /** The scopes of the token; null if they could not be read, in which case the API decides. */
  readonly scopes: readonly string[] | null;
  readonly selection: Selection;
}

/** Every tool, and why the caller does not see it; null if they do. */
export function selectTools(access: Access): { readonly tool: Tool; readonly hiddenBecause: string | null }[] {
  return tools
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((tool) => ({ tool, hiddenBecause: reasonToHide(tool, access) }));
}

/** Whether the token has the scopes of these endpoints, as far as is known. */
export function isAllowed(endpoints: readonly EndpointContract[], access: Pick<Access, 'scopes'>): boolean {
  return missingScopes(endpoints, access).length === 0;
}

function missingScopes(endpoints: readonly EndpointContract[], { scopes }: Pick<Access, 'scopes'>): string[] {
  if (scopes === null) return [];
  const needed = endpoints.map(({ scope }) => scope).filter((scope) => scope !== 'any_token');
  return [...new Set(needed)].filter((scope) => !scopes.includes(scope));
}

function reasonToHide(tool: Tool, access: Access): string | null {
  const { toolsets, readOnly } = access.selection;
  if (readOnly && !isReadOnly(tool))
    return (
      'it changes data, and this connection is read-only: by its address (/mcp/readonly), the header X-MCP-Readonly, ' +
      '--read-only, or a setting of the operator. Ask the user to connect without it.'
    );
  if (!toolsets.has(tool.toolset))
    return `its toolset ${tool.toolset} is not selected. Ask the user to add it to the header X-MCP-Toolsets or to --toolsets.`;
  const missing = missingScopes(tool.endpoints, access);
  if (missing.length === 0) return null;
  return (
    `the token lacks the scope ${missing.join(' and ')}. Ask the user to connect again and grant it, or to create a ` +
    'token with it in the console under API tokens.'
  );
}

/** A hidden tool that says why it cannot be used, so that the model can tell the user. */
export function refusingTool(tool: Tool, hiddenBecause: string): Tool {
  return {
    ...tool,
    run: () => Promise.reject(new ToolProblem(`${tool.name} is not available: ${hiddenBecause}`)),
  };
}
