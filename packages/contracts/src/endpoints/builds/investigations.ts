import Type, { type Static } from 'typebox';
import { describeEndpoint, type EndpointGroup } from '../../endpoint.js';
import { anyOf, orNull } from '../../fields.js';
import { INVESTIGATION_STATUSES } from '../../values.js';

const group: EndpointGroup = {
  name: 'Investigations',
  description: 'Automated searches for the cause of a failed build.',
};

export const InvestigationStep = Type.Object(
  { name: Type.String(), status: Type.String(), detail: Type.String() },
  { title: 'InvestigationStep' },
);

export const EvidenceLine = Type.Object({ line: Type.Integer(), text: Type.String() }, { title: 'EvidenceLine' });

export const Investigation = Type.Object(
  {
    investigation_id: Type.String(),
    status: anyOf(INVESTIGATION_STATUSES),
    diagnosis: orNull(Type.String()),
    suggested_fix: orNull(Type.String()),
    attributed_user_id: orNull(Type.Integer()),
    steps: Type.Array(InvestigationStep),
    confidence: orNull(Type.Number()),
    category: orNull(Type.String()),
    evidence: Type.Array(EvidenceLine),
  },
  { title: 'Investigation' },
);
export type Investigation = Static<typeof Investigation>;

export const investigateBuildRun = describeEndpoint({
  name: 'investigateBuildRun',
  group,
  method: 'POST',
  path: '/v1/projects/:project_id/build_runs/:build_run_id/investigate',
  scope: 'write:builds',
  summary: 'Investigate a failed build',
  description:
    'Starts an investigation, which costs credits and counts against the daily limit, and responds with 202. If the ' +
    'build already has a pending, running or completed investigation, returns that one with 200 at no cost: ' +
    'call again to read the result.',
  response: Investigation,
  success: [202, 200],
  writes: true,
  errors: ['build_not_failed', 'insufficient_credits', 'daily_limit_reached'],
});
