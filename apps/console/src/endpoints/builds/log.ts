import { getWholeLog } from '@slipway/contracts';
import { parseLargeRowId, readLogLines, sanitizeText } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(getWholeLog, async ({ project, params, services }) => {
  const id = found(parseLargeRowId(params.build_run_id));
  const { content, truncated } = found(await services.reads.findBuildLog(project.id, id));
  // Masks a log that was stored unmasked, or before the project masked another value.
  const { lines } = readLogLines(services.redactors.of(project).text(content), {
    fromLine: 1,
    lines: Number.MAX_SAFE_INTEGER,
  });
  return { lines: lines.map(sanitizeText), truncated };
});
