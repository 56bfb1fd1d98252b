import Type, { type Static } from 'typebox';
import { describeBody, describeField, required } from '../../body.js';
import { choiceField, integerField, nullableField } from '../../body-fields.js';
import { describeEndpoint } from '../../endpoint.js';
import { anyOf, DigitsId, orNull, Timestamp } from '../../fields.js';
import { FINDING_VERDICTS } from '../../values.js';
import { buildRunGroup } from './build-runs.js';

export const BuildVerdict = Type.Object(
  {
    build_run_id: DigitsId,
    verdict: anyOf(FINDING_VERDICTS),
    line: orNull(Type.Integer({ description: 'The line of the log that is the cause, according to the person.' })),
    judged_line: orNull(
      Type.Integer({ description: 'The line that the finding named when it was first judged.' }),
    ),
    category: Type.String({ description: 'The category of that finding.' }),
    confidence: Type.Number({ description: 'The confidence of that finding.' }),
    user_id: Type.Integer(),
    judged_at: Timestamp,
  },
  { title: 'BuildVerdict' },
);
export type BuildVerdict = Static<typeof BuildVerdict>;

const MAX_LINE = 100_000_000;

export const judgeFinding = describeEndpoint({
  name: 'judgeFinding',
  group: buildRunGroup,
  method: 'POST',
  path: '/v1/projects/:project_id/build_runs/:build_run_id/verdict',
  scope: 'write:problems',
  summary: 'Say whether a finding is right',
  description:
    'The finding about the build follows the verdict within seconds, and later findings learn from it: those of the ' +
    'same job prefer lines that were confirmed and avoid those that were not, and the confidence of all findings of ' +
    'the project is adjusted to how often its people confirm them. A later verdict replaces an earlier one.',
  body: describeBody(
    null,
    {
      verdict: required(
        describeField(
          choiceField(FINDING_VERDICTS),
          'confirmed: the line of the finding is the cause. refused: it is not. other_line: another line is. not_ours: ' +
            'the project did not cause the failure.',
        ),
      ),
      line: describeField(
        nullableField(integerField(1, MAX_LINE)),
        'The line that is the cause instead; only with other_line, which needs it.',
      ),
    },
    { verdict: 'other_line', line: 214 },
  ),
  response: BuildVerdict,
  writes: true,
  errors: ['no_finding'],
});
