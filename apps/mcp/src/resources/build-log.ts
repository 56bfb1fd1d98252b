import { ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server';
import { getBuildLog } from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import { fitExcerpt, readLog, renderExcerpt } from '../build-log.js';
import { defineResource } from '../define-resource.js';
import { fence } from '../fence.js';

/** Lines count from 1, and the last one is included. */
const TEMPLATE = 'slipway://projects/{project_id}/builds/{build_id}/log/{from_line}/{to_line}';
const MAX_LINES = 2_000;

function readDigits(value: string | string[] | undefined, name: string): string {
  if (typeof value === 'string' && /^[0-9]{1,15}$/.test(value)) return value;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${name} must be a number.`);
}

export const resource = defineResource({
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
});
