import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type EndpointContract, getBuildLog, listProjects } from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import { boundData } from './bound-data.js';
import { fitExcerpt, readLog, renderExcerpt } from './build-log.js';
import type { ToolContext } from './define-tool.js';
import { fence } from './fence.js';
import { renderText } from './render-text.js';

/** Data that a client can attach to a conversation. */
interface McpResource {
  /** Hidden from tokens that lack the scopes of these endpoints. */
  readonly endpoints: readonly EndpointContract[];
  register(server: McpServer, contextOf: (context: ServerContext) => ToolContext): void;
}

/** Lines count from 1, and the last one is included. */
const TEMPLATE = 'slipway://projects/{project_id}/builds/{build_id}/log/{from_line}/{to_line}';
const MAX_LINES = 2_000;

function readDigits(value: string | string[] | undefined, name: string): string {
  if (typeof value === 'string' && /^[0-9]{1,15}$/.test(value)) return value;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${name} must be a number.`);
}

const buildLog: McpResource = {
  endpoints: [getBuildLog],
  register(server, contextOf) {
    const config = {
      title: 'Build log lines',
      description: 'Lines from_line to to_line of a build log.',
      mimeType: 'text/plain',
    };
    const template = new ResourceTemplate(TEMPLATE, { list: undefined });
    server.registerResource('build_log', template, config, async (uri, variables, context) => {
      const [project_id = '', build_run_id = '', from = '', to = ''] = [
        'project_id',
        'build_id',
        'from_line',
        'to_line',
      ].map((name) => readDigits(variables[name], name));
      const from_line = Math.max(1, Number(from));
      const lines = Math.min(MAX_LINES, Math.max(1, Number(to) - from_line + 1));
      const read = await readLog({ project_id, build_run_id }, { from_line, lines }, contextOf(context));
      const shown = fitExcerpt(read, 'start');
      const heading = `Lines ${describeCount(shown.from_line)} to ${describeCount(shown.to_line)} of ${describeCount(shown.total_lines)}.`;
      const text = `${heading}\n\n${fence(renderExcerpt(shown))}`;
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
    });
  },
};

const projects: McpResource = {
  endpoints: [listProjects],
  register(server, contextOf) {
    const config = {
      title: 'Projects',
      description: 'The projects that the token can see, with id, name and engine.',
      mimeType: 'text/plain',
    };
    server.registerResource('projects', 'slipway://projects', config, async (uri, context) => {
      const { client, signal } = contextOf(context);
      const { data } = boundData(await client.call(listProjects, { signal }));
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: fence(renderText(data)) }] };
    });
  },
};

export const resources = [buildLog, projects];
