import { getBuildLog, MAX_LOG_LINES } from '@slipway/contracts';
import { parseLargeRowId, readLogLines, sanitizeText } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(getBuildLog, async ({ project, params, query, services }) => {
  const { from_line: fromLine, lines, tail } = query;
  if (tail !== undefined && (fromLine !== undefined || lines !== undefined)) {
    throw new ApiError('invalid_parameter', { message: 'tail cannot be combined with from_line or lines.' });
  }
  const id = found(parseLargeRowId(params.build_run_id));
  const log = found(await services.reads.findBuildLog(project.id, id));
  const window = tail === undefined ? { fromLine: fromLine ?? 1, lines: lines ?? MAX_LOG_LINES } : { tail };
  // Masks a log that was stored unmasked, or before the project masked another value.
  const part = readLogLines(services.redactors.of(project).text(log.content), window);
  return {
    total_lines: part.totalLines,
    from_line: part.fromLine,
    lines: part.lines.map(sanitizeText),
    truncated: log.truncated,
  };
});
