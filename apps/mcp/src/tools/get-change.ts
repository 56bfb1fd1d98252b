import { getChange } from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import { defineReadTool } from '../define-read-tool.js';

export const tool = defineReadTool(getChange, {
  name: 'get_change',
  title: 'Get a change',
  description:
    'Returns one commit or changelist with its files, builds, approval counts, tasks and tracker items. Takes the id of ' +
    'the row, not the SHA or changelist number: find that with list_changes and identifier.',
  toolset: 'changes',
  summary: ({ id, files_available, file_count, files, build_runs, build_runs_truncated }) => {
    const counted = files_available ? `${describeCount(file_count ?? files.length)} files` : 'no file list';
    const builds = `${build_runs_truncated ? 'the newest ' : ''}${build_runs.length} builds`;
    return `Change ${id} with ${counted} and ${builds}.`;
  },
});
