import type { BodyFieldsOf } from '@slipway/client';
import { editProblem, ProblemDetail } from '@slipway/contracts';
import type { CommandContext } from '../context.js';
import { type AnyCommand, type Argument, defineCommand, type Option } from '../define-command.js';
import { fieldsOf } from '../output/fields.js';
import { scopeNote } from './scope-note.js';

type Edit = BodyFieldsOf<typeof editProblem.body>;
type Words = Readonly<Record<string, string | undefined>>;

interface EditCommand {
  readonly summary: string;
  readonly examples: readonly string[];
  /** Arguments after the id of the problem. */
  readonly arguments?: Readonly<Record<string, Argument>>;
  edit(words: Words, context: CommandContext): Edit | Promise<Edit>;
  /** What was done, in words. */
  describe(problem: ProblemDetail): string;
}

const note = {
  kind: 'text',
  short: 'n',
  value: 'text',
  description: 'what others should know about it; replaces the note',
} as const satisfies Option;

/** Declares a command that changes a problem. */
export function defineProblemEdit({ edit, describe, ...rest }: EditCommand): AnyCommand {
  return defineCommand({
    ...rest,
    ...scopeNote(editProblem),
    project: true,
    json: fieldsOf(ProblemDetail),
    arguments: { id: { description: 'the id of the problem' }, ...rest.arguments },
    options: { note },
    async run(context, { note: written, ...words }: { readonly note: string | undefined } & Words) {
      const { id: projectId } = await context.project();
      const body = { ...(await edit(words, context)), ...(written !== undefined && { note: written }) };
      const params = { project_id: projectId, problem_id: words['id'] ?? '' };
      const problem = await (await context.client()).call(editProblem, { params, body });
      if (context.output.json !== null) return context.output.value(problem);
      context.output.note(describe(problem));
      context.output.line(problem.urls.web);
    },
  });
}
