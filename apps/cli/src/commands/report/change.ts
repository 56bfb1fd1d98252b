import { defineCommand } from '../../define-command.js';
import { changeReport } from '../../reporting/change-report.js';
import { detectBuild } from '../../reporting/detect-ci.js';
import { reportOptions, sendReport } from '../../reporting/report.js';

export const command = defineCommand({
  summary: 'Report a submitted changelist or a pushed revision',
  description:
    'SLIPWAY_WEBHOOK_TOKEN holds the token of a Perforce integration, or with --revision of a Lore integration.',
  examples: [
    'p4 -Mj -ztag describe -s 48213 | slipway report change --changelist 48213 --describe',
    'slipway report change --changelist 48213 --author mira --message "Relight the quay" --file edit://harbor/main/Quay.umap',
    'slipway report change --revision 9f3c… --revision-number 7 --author mira --file add:Content/Sloop.uasset',
  ],
  options: {
    changelist: { kind: 'text', value: 'number', description: 'the changelist (P4_CHANGELIST)' },
    describe: { kind: 'flag', description: 'read the output of p4 -Mj -ztag describe -s from stdin' },
    revision: { kind: 'text', value: 'hash', description: 'the Lore revision' },
    revisionNumber: { kind: 'text', value: 'number', description: 'its number on the branch' },
    repository: { kind: 'text', value: 'name', description: 'its repository' },
    author: { kind: 'text', value: 'name', description: 'who made the change' },
    message: { kind: 'text', description: 'its description' },
    branch: { kind: 'text', value: 'name', description: 'the branch or stream' },
    file: { kind: 'list', value: 'action:path', description: 'a touched file; add, edit, delete or move' },
    ...reportOptions,
  },
  run: (context, input) =>
    sendReport(context, input.strict, async () => {
      const describe = input.describe ? await context.stdin.readAll() : undefined;
      const changelist = input.changelist ?? detectBuild(context.env).changelist;
      return [changeReport({ ...input, changelist, describe, files: input.file }, Date.now())];
    }),
});
